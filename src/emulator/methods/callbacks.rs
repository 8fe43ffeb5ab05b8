//! The section Callback answers, and the presses that lead to them.
//!
//! Where the specification is silent: a query may be answered again, and the later answer counts; a negative `cache_time` is 0.

use crate::emulator::clock::{DAY, SECOND};
use crate::emulator::random::Random;
use crate::emulator::refusal::{Result, refuse_if};
use crate::emulator::service::Service;
use crate::emulator::state::{Asks, Button, CallbackAnswer, ChatKey, StoredQuery, too_old};
use crate::methods::AnswerCallbackQuery;
use crate::types::{CallbackQuery, Message, True, Update};

/// Seconds after which a press shows of its message only what identifies it.
const OLD: i64 = 30 * DAY / SECOND;

pub(super) fn answer_callback_query(service: &mut Service, bot: i64, method: AnswerCallbackQuery) -> Result<True> {
    let now = service.now();
    let username = service.bot(bot)?.username().to_owned();
    let query = service.asked(bot, &method.callback_query_id)?;
    let Asks::Callback { button, answer } = &mut query.asks else { return Err(too_old()) };
    let text = method.text.filter(|text| !text.is_empty());
    let url = method.url.filter(|url| !url.is_empty());
    refuse_if(
        url.as_ref().is_some_and(|url| button.data.is_some() && !is_deep_link(url, &username)),
        "URL is invalid: only a game's button or a deep link to the bot opens one",
    )?;
    let cache_time = method.cache_time.unwrap_or(0).max(0);
    let given = CallbackAnswer { text, show_alert: method.show_alert == Some(true), url, cache_time };
    *answer = Some(given.clone());
    if cache_time > 0 {
        let until = now.after(cache_time.saturating_mul(SECOND));
        let key = button.key(query.user);
        service.state.queries.callbacks.keep(key, given, now, until);
    }
    Ok(True)
}

/// Whether a URL has the form `{share_url}/<bot_username>?start=<parameter>`.
fn is_deep_link(url: &str, username: &str) -> bool {
    let Some((page, query)) = url.split_once('?') else { return false };
    let name = page.rsplit('/').next().unwrap_or_default();
    name.eq_ignore_ascii_case(username) && query.strip_prefix("start=").is_some_and(|parameter| !parameter.is_empty())
}

/// What comes of a press: the query that the bot gets, or the answer that the user's client has kept.
pub(crate) enum PressedCallback {
    Query(String),
    Kept(CallbackAnswer),
}

impl Service {
    /// A user presses a callback button of a bot, or the button of the game of that short name.
    pub(crate) fn press_callback(
        &mut self,
        user: i64,
        bot: i64,
        button: Button,
        game: Option<String>,
    ) -> PressedCallback {
        let now = self.now();
        if let Some(answer) = self.state.queries.callbacks.get(&button.key(user), now) {
            return PressedCallback::Kept(answer.clone());
        }
        let Button { chat, message_id, data } = button.clone();
        let id = self.ask(StoredQuery { bot, user, asks: Asks::Callback { button, answer: None } });
        let instance = Random::new(self.state.seed ^ chat.id().unsigned_abs()).next() >> 1;
        let mut query = CallbackQuery::new(id.as_str(), self.shown_user(user), instance.to_string());
        let inline_message_id = self.record(chat, message_id).and_then(|message| message.inline_message_id());
        query.inline_message_id = inline_message_id.map(Into::into);
        if query.inline_message_id.is_none() {
            query.message = self.message_of_press(bot, chat, message_id).map(Box::new);
        }
        (query.data, query.game_short_name) = (data, game);
        let mut update = Update::new(0);
        update.callback_query = Some(query);
        self.push(bot, chat.id(), update);
        PressedCallback::Query(id)
    }

    /// The message with the button; of one that is older than the service stores updates for, only
    /// what identifies it. Spec: core, `CallbackQuery` ("too old" is not stated).
    fn message_of_press(&self, bot: i64, chat: ChatKey, id: i64) -> Option<Message> {
        let now = self.now();
        if now.unix() - self.record(chat, id)?.date > OLD {
            return Some(Message::new(id, 0, self.shown_chat(chat)));
        }
        self.shown_message(bot, chat, id)
    }
}
