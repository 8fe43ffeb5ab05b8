//! The section Games: game messages, the scoreboard in them, and high scores.
//!
//! A bot's games are not made through the interface: the emulator takes them with the bot, and
//! without any each short name is a game. Scores are kept for a bot, a chat and a game; of equal
//! ones the earlier stands higher.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::editing::Target;
use super::map::Map;
use super::member::SEND_OTHER;
use super::members::{Members, array};
use super::message::{Content, Words};
use super::names::Names;
use super::parameters::Parameters;
use super::service::Service;
use super::stored::stored;
use super::words::written;

/// The keyboard of a game without buttons.
pub(super) const PLAY: &str = "{\"inline_keyboard\":[[{\"text\":\"Play\",\"callback_game\":{}}]]}";
/// How many lines the scoreboard in a message has.
const BOARD: usize = 10;

/// A score and when it was set, as a number that only grows.
type Score = (i64, u64);

/// The scores of a bot's game in a chat, by user.
#[derive(Debug, Clone, Default)]
pub(super) struct Scores {
    last: u64,
    tables: Names<Map<i64, Score>>,
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
    if service.shared(chat.id()).is_some_and(|shared| shared.kind == super::member::Kind::Channel) {
        return Err(Refusal::bad_request("games can't be sent to channels"));
    }
    let name = parameters.text("game_short_name").unwrap_or_default().to_owned();
    service.game_title(caller.bot, &name)?;
    let id = service.send_record(*caller, chat, Content::Game(name.into(), Words::default()), parameters)?;
    if let Some(record) = service.record_mut(chat, id)
        && matches!(record.markup(), "" | "{\"inline_keyboard\":[]}")
    {
        PLAY.clone_into(&mut record.rest_mut().markup);
    }
    Ok(Done::Result(service.show(caller.bot, chat, id).unwrap_or_default()))
}

/// The message with the game, and the key of its scores.
fn game_of(service: &Service, caller: Caller, parameters: &Parameters) -> Result<(Target, String), Refusal> {
    let target = service.found(caller, parameters, "message to set game score not found")?;
    let content = service.record(target.chat, target.id).map(|record| &record.content);
    match content {
        Some(Content::Game(name, _)) if target.own || parameters.text("inline_message_id").is_some() => {
            let place = [caller.bot, target.chat.id()].map(|id| id.to_string() + "/").concat();
            Ok((target, place + name))
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
        service.scores.tables.insert(key.clone(), Map::new());
    }
    let Some(table) = service.scores.tables.get_mut(&key) else { return Ok(Done::yes()) };
    let greater = table.get(&user).is_none_or(|(former, _)| score > *former);
    if !greater && !parameters.is_true("force") {
        return Err(Refusal::bad_request("game score is not greater than the current one"));
    }
    table.insert(user, (score, number));
    if parameters.is_true("disable_edit_message") {
        return Ok(if target.own {
            Done::Result(service.show(caller.bot, target.chat, target.id).unwrap_or_default())
        } else {
            Done::yes()
        });
    }
    let board = service.scoreboard(&key);
    if let Some(record) = service.record_mut(target.chat, target.id)
        && let Content::Game(_, words) = &mut record.content
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
    let ranking = service.ranking(&key);
    let at = ranking.iter().position(|(id, _)| *id == user);
    // Two neighbours on each side; the top three only when none of these is among them.
    let (from, to) = at.map_or((0, 0), |at| (at.saturating_sub(2), at + 3));
    let wanted = |index: usize| (from..to).contains(&index) || (index < 3 && (at.is_none() || from >= 3));
    let rows = (0_usize..).zip(&ranking).filter(|(index, _)| wanted(*index));
    let rows = rows.map(|(index, (id, score))| {
        let position = i64::try_from(index + 1).unwrap_or(0);
        let row = Members::new().number("position", position).json("user", &service.show_person(*id));
        row.number("score", *score).object()
    });
    Ok(Done::Result(array(rows)))
}

impl Service {
    /// Users and scores, the best first.
    fn ranking(&self, key: &str) -> Vec<(i64, i64)> {
        let table = self.scores.tables.get(key).into_iter().flat_map(Map::iter);
        let mut rows: Vec<(i64, u64, i64)> = table.map(|(user, (score, number))| (-score, *number, user)).collect();
        rows.sort_unstable();
        rows.into_iter().map(|(score, _, user)| (user, -score)).collect()
    }

    fn scoreboard(&self, key: &str) -> String {
        let mut text = String::new();
        for (index, (user, score)) in self.ranking(key).into_iter().take(BOARD).enumerate() {
            let name = self.person(user).map_or("", |user| &user.first_name);
            let line = [&(index + 1).to_string(), ". ", name, " - ", &score.to_string()].concat();
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(&line);
        }
        text
    }

    /// The title of a bot's game.
    pub(super) fn game_title(&self, bot: i64, name: &str) -> Result<&str, Refusal> {
        let games = self.bots.get(&bot).map_or(&[][..], |bot| &bot.games);
        match games.iter().find(|(known, _)| known == name) {
            Some((_, title)) => Ok(title),
            None if games.is_empty() && !name.is_empty() => Ok(""),
            None => Err(Refusal::bad_request("wrong game short name specified")),
        }
    }

    /// The Game in a message. Its photo is made up, as nobody uploads one through the interface.
    pub(super) fn show_game(&self, sender: i64, name: &str, words: &Words) -> String {
        let title = self.game_title(sender, name).ok().filter(|title| !title.is_empty()).unwrap_or(name);
        let photo = Members::new().text("file_id", "game").number("width", 640).number("height", 360).object();
        let mut game = Members::new().text("title", title).text("description", name).json("photo", &array([photo]));
        if !words.text.is_empty() {
            game = game.text("text", &words.text).json("text_entities", &words.entities);
        }
        game.object()
    }
}
