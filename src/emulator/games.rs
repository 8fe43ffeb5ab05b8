//! The section Games: game messages, the scoreboard in them, and high scores.
//!
//! Scores are kept for a bot, a chat and a game; of equal ones the earlier stands higher. A game message shows those of its
//! chat when it is sent; a new score changes the message that it is set for. A game that a user sent in inline mode or
//! forwarded is known by its `inline_message_id` only, also in chats where the bot is.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::chat::ChatKey;
use super::editing::Target;
use super::json::{Members, array};
use super::member::{Kind, SEND_OTHER};
use super::message::Content;
use super::names::Names;
use super::parameters::Parameters;
use super::ranking::Ranking;
use super::service::Service;
use super::stored::stored;
use super::words::written;

/// How many lines the scoreboard in a message has.
const BOARD: usize = 10;

/// All scores, by bot, chat and game.
#[derive(Debug, Clone, Default)]
pub(super) struct Scores {
    last: u64,
    tables: Names<Ranking>,
}
stored! { Scores { last, tables } }

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "sendGame" => send_game(call),
        "setGameScore" => set_game_score(call),
        "getGameHighScores" => get_game_high_scores(call),
        _ => return None,
    })
}

fn send_game(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND_OTHER)?;
    service.check_game_place(chat)?;
    let name = parameters.text("game_short_name").unwrap_or_default().to_owned();
    service.check_game(caller.bot, &name)?;
    // A game message shows the high scores of the chat from the start. Spec: second document, Games.
    let board = service.scoreboard(&scores_of(caller.bot, chat, &name));
    service.send(*caller, chat, Content::Game(caller.bot, name.into(), written(&board)), parameters)
}

/// The key of the scores of a bot's game in a chat.
fn scores_of(bot: i64, chat: ChatKey, name: &str) -> String {
    [bot, chat.id()].map(|id| id.to_string() + "/").concat() + name
}

/// The message with the game, and the key of its scores.
fn game_of(service: &Service, caller: Caller, parameters: &Parameters) -> Result<(Target, String), Refusal> {
    let target = service.found(caller, parameters, "message to set game score not found")?;
    let content = service.record(target.chat, target.id).map(|record| &record.content);
    match content {
        Some(Content::Game(bot, name, _))
            if *bot == caller.bot && (target.own || parameters.text("inline_message_id").is_some()) =>
        {
            Ok((target, scores_of(caller.bot, target.chat, name)))
        }
        _ => Err(Refusal::bad_request("message is no game of the bot")),
    }
}

fn user_of(service: &Service, parameters: &Parameters) -> Result<i64, Refusal> {
    let id = parameters.integer("user_id").unwrap_or(0);
    if service.person(id).is_some() { Ok(id) } else { Err(Refusal::bad_request("user not found")) }
}

fn set_game_score(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let user = user_of(service, parameters)?;
    let (target, key) = game_of(service, *caller, parameters)?;
    let score = parameters.integer("score").unwrap_or(0);
    service.scores.last += 1;
    let number = service.scores.last;
    if !service.scores.tables.contains_key(&key) {
        service.scores.tables.insert(key.clone(), Ranking::default());
    }
    let Some(table) = service.scores.tables.get_mut(&key) else { return Ok(Done::yes()) };
    let greater = table.score(user).is_none_or(|former| score > former);
    if !greater && !parameters.is_true("force") {
        return Err(Refusal::bad_request("game score is not greater than the current one"));
    }
    table.set(user, score, number);
    if parameters.is_true("disable_edit_message") {
        return Ok(if target.own {
            Done::Result(service.show(caller.bot, target.chat, target.id).unwrap_or_default())
        } else {
            Done::yes()
        });
    }
    let board = service.scoreboard(&key);
    if let Some(record) = service.record_mut(target.chat, target.id)
        && let Content::Game(_, _, words) = &mut record.content
    {
        *words = written(&board);
        record.rest_mut().edited = caller.now.unix();
    }
    Ok(service.edited(*caller, target))
}

fn get_game_high_scores(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let user = user_of(service, parameters)?;
    let (_, key) = game_of(service, *caller, parameters)?;
    let Some(ranking) = service.scores.tables.get(&key) else { return Ok(Done::Result("[]".into())) };
    let at = ranking.position(user);
    // Two neighbours on each side; the top three only when none of these is among them.
    let (from, to) = at.map_or((0, 0), |at| (at.saturating_sub(2), at + 3));
    let top = if at.is_none() || from >= 3 { 3 } else { 0 };
    let rows = |from: usize, to: usize| (from + 1..=to).zip(ranking.from(from));
    let rows = rows(0, top).chain(rows(from, to)).map(|(position, (id, score))| {
        let position = i64::try_from(position).unwrap_or(0);
        let row = Members::new().number("position", position).json("user", &service.show_person(id));
        row.number("score", score).object()
    });
    Ok(Done::Result(array(rows)))
}

impl Service {
    /// Refuses games in channels.
    pub(super) fn check_game_place(&self, chat: ChatKey) -> Result<(), Refusal> {
        if self.shared(chat.id()).is_some_and(|shared| shared.kind == Kind::Channel) {
            return Err(Refusal::bad_request("games can't be sent to channels"));
        }
        Ok(())
    }

    fn scoreboard(&self, key: &str) -> String {
        let mut text = String::new();
        for (index, (user, score)) in
            self.scores.tables.get(key).into_iter().flat_map(|table| table.from(0)).take(BOARD).enumerate()
        {
            let name = self.person(user).map_or("", |user| &user.first_name);
            let line = [&(index + 1).to_string(), ". ", name, " - ", &score.to_string()].concat();
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(&line);
        }
        text
    }
}
