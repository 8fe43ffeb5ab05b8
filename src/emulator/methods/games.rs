//! The section Games: game messages, the scoreboard in them, and high scores.
//!
//! Scores are stored by bot, chat and game. Of equal scores, the earlier one ranks higher. A game message shows the
//! scores of its chat when it is sent, chosen in inline mode or forwarded. A new score changes only the message that it
//! is set for. A game that a user sent in inline mode or forwarded is known by its `inline_message_id` only, even in
//! chats of the bot.
//!
//! Unspecified behavior: a text set by editMessageText is not forwarded. Channels accept no games, because the
//! `chat_id` is an Integer, not a username, and posts have no players.

use super::editing::{EditTarget, Edited, named};
use super::sending::common;
use crate::emulator::prelude::*;
use crate::emulator::rules::known;
use crate::emulator::rules::{NewFile, written};

pub fn send_game(service: &mut Service, bot: i64, method: SendGame) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id.into(), SEND_OTHER)?;
    service.check_game_place(chat)?;
    let short_name = method.game_short_name;
    service.check_game(bot, &short_name)?;
    let content = MessageContent::Game(Box::new(GameMessage::new(bot, short_name)));
    service.send(bot, chat, StoredMessage::new(bot, service.now(), content), common!(method))
}

pub fn set_game_score(service: &mut Service, bot: i64, method: SetGameScore) -> Edited {
    let user = service.check_person(method.user_id.0)?;
    let (target, key) = service.game_of(bot, &named!(method, None))?;
    let table = service.state.scores.entry(key.clone()).or_default();
    let greater = table.score(user).is_none_or(|former| method.score > former);
    refuse_if(!greater && method.force != Some(true), known::SCORE)?;
    table.set(user, method.score);
    if method.disable_edit_message == Some(true) {
        return service.result_of_edit(bot, target);
    }
    let board = service.scoreboard(&key);
    if let Some(formatted) =
        service.record_mut(target.chat, target.id).and_then(|message| message.content.formatted_text_mut())
    {
        *formatted = board;
    }
    service.edited(bot, target)
}

pub fn get_game_high_scores(service: &mut Service, bot: i64, method: GetGameHighScores) -> Result<Vec<GameHighScore>> {
    let user = service.check_person(method.user_id.0)?;
    let (_, key) = service.game_of(bot, &named!(method, None))?;
    let Some(ranking) = service.state.scores.get(&key) else { return Ok(Vec::new()) };
    let at = ranking.position(user);
    // Two neighbors on each side, and the top three only if none of these is among them.
    let (from, to) = at.map_or((0, 0), |at| (at.saturating_sub(2), at + 3));
    let top = if at.is_none() || from >= 3 { 3 } else { 0 };
    let rows = |from: usize, to: usize| (from + 1..=to).zip(ranking.from(from));
    let rows = rows(0, top).chain(rows(from, to)).map(|(position, (id, score))| {
        GameHighScore::new(i64::try_from(position).unwrap_or(0), service.shown_user(id), score)
    });
    Ok(rows.collect())
}

fn scores_of(bot: i64, chat: ChatKey, short_name: &str) -> String {
    [bot, chat.id()].map(|id| id.to_string() + "/").concat() + short_name
}

impl Service {
    fn game_of(&self, bot: i64, named: &EditMessageReplyMarkup) -> Result<(EditTarget, String)> {
        let target = self.found(bot, named, "message to set game score not found")?;
        match self.record(target.chat, target.id).map(|message| &message.content) {
            Some(MessageContent::Game(game))
                if game.bot == bot && (target.is_sender || named.inline_message_id.is_some()) =>
            {
                Ok((target, scores_of(bot, target.chat, &game.short_name)))
            }
            _ => Err(Refusal::bad_request("message is not a game of the bot")),
        }
    }

    /// Stores the default picture of games, 640 by 360 pixels of one color, and returns its number.
    pub(crate) fn store_game_picture(&mut self) -> u64 {
        let picture = NewFile::of(include_bytes!("game.png")[..].into(), "game.png".into(), "image/png".into());
        self.store(picture, FileKind::Photo, MediaAttributes::default()).unwrap_or(0)
    }

    /// Refuses a game that the bot does not have. A bot without games accepts all names.
    pub(crate) fn check_game(&self, bot: i64, short_name: &str) -> Result<()> {
        let has = |bot: &StoredBot| bot.game(short_name).is_some() || bot.games.is_empty() && !short_name.is_empty();
        refuse_if(!self.state.bots.get(&bot).is_some_and(has), "wrong game short name specified")
    }

    pub(crate) fn check_game_place(&self, chat: ChatKey) -> Result<()> {
        refuse_if(self.is_channel(chat), "games can't be sent to channels")
    }

    /// Adds the high scores of a chat to a game message that is sent there.
    pub(crate) fn show_scores(&self, chat: ChatKey, content: &mut MessageContent) {
        if let MessageContent::Game(game) = content {
            game.board = self.scoreboard(&scores_of(game.bot, chat, &game.short_name));
        }
    }

    /// Returns the lines of the best 10, as a game message shows them.
    fn scoreboard(&self, key: &str) -> FormattedText {
        let rows = self.state.scores.get(key).into_iter().flat_map(|table| table.from(0)).take(10);
        let lines = (1..).zip(rows).map(|(position, (user, score))| {
            let name = self.person(user).map_or("", |user| &user.first_name);
            [&i32::to_string(&position), ". ", name, " - ", &score.to_string()].concat()
        });
        written(&lines.collect::<Vec<_>>().join("\n"))
    }
}
