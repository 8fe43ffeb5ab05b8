//! The section Callback answers, and the presses that lead to them.
//!
//! Where the specification is silent: a query may be answered again, and the later answer counts.

use super::answer::{Done, Refusal};
use super::call::Call;
use super::clock::{DAY, SECOND, Time};
use super::json::Members;
use super::queries::{Query, QueryKind};
use super::service::Service;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    (call.method.name == "answerCallbackQuery").then(|| answer_callback_query(call))
}

fn answer_callback_query(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let username = service.bot(caller.bot)?.username().to_owned();
    let id = parameters.text("callback_query_id").unwrap_or_default();
    let query = service.asked(caller.now, caller.bot, id, QueryKind::Callback)?;
    let url = parameters.text("url").filter(|url| !url.is_empty());
    if url.is_some_and(|url| !query.is_game && !is_deep_link(url, &username)) {
        return Err(Refusal::bad_request("URL is invalid: only a game's button or a deep link to the bot opens one"));
    }
    let cache_time = parameters.integer("cache_time").unwrap_or(0).max(0);
    let answer = Members::new()
        .maybe("text", parameters.text("text").filter(|text| !text.is_empty()))
        .flag("show_alert", parameters.is_true("show_alert"))
        .maybe("url", url)
        .number("cache_time", cache_time)
        .object();
    query.answer.clone_from(&answer);
    let (user, about) = (query.user, query.about.clone());
    if cache_time > 0 {
        let until = caller.now.after(cache_time.saturating_mul(SECOND));
        service.queries.cached.keep(kept_by(user, &about), answer, caller.now, until);
    }
    Ok(Done::yes())
}

/// Under which an answer is kept by the client of a user.
fn kept_by(user: i64, about: &str) -> String {
    [&user.to_string(), "/", about].concat()
}

/// Whether a URL has the form `{share_url}/<bot_username>?start=<parameter>`.
fn is_deep_link(url: &str, username: &str) -> bool {
    let Some((page, query)) = url.split_once('?') else { return false };
    let name = page.rsplit('/').next().unwrap_or_default();
    name.eq_ignore_ascii_case(username) && query.strip_prefix("start=").is_some_and(|parameter| !parameter.is_empty())
}

/// A press of a callback button.
pub(super) struct Press<'a> {
    pub user: i64,
    pub bot: i64,
    /// Where the message with the button is, and its number.
    pub chat: super::chat::ChatKey,
    pub id: i64,
    /// The data, or none for a game's button, with the short name of its game.
    pub data: Option<&'a str>,
    pub game: Option<&'a str>,
}

impl Service {
    /// Makes the query of a press: its identifier, or the answer that the user's client has kept.
    pub(super) fn press_callback(&mut self, now: Time, press: &Press<'_>) -> Result<String, String> {
        let Press { user, bot, chat, id, data, game } = *press;
        let place =
            [&bot.to_string(), "/", &chat.id().to_string(), "/", &id.to_string(), "/", data.unwrap_or("\u{0}game")]
                .concat();
        let kept = kept_by(user, &place);
        if let Some(answer) = self.queries.cached.get(&kept, now) {
            return Err(answer.clone());
        }
        let query = Query {
            kind: QueryKind::Callback,
            bot,
            user,
            about: place,
            is_game: game.is_some(),
            answer: String::new(),
        };
        let query = self.ask(now, query);
        let mut members = Members::new().text("id", &query).json("from", &self.show_person(user));
        let record = self.record(chat, id);
        let inline = record.and_then(|record| record.rest.as_ref()).map_or("", |rest| &rest.inline_message_id);
        members = if inline.is_empty() {
            members.json("message", &self.message_of_press(now, bot, chat, id))
        } else {
            members.text("inline_message_id", inline)
        };
        let instance = super::random::Random::new(self.options.seed ^ chat.id().unsigned_abs()).next() >> 1;
        members =
            members.text("chat_instance", &instance.to_string()).maybe("data", data).maybe("game_short_name", game);
        self.push(now, bot, chat.id(), "callback_query", &members.object());
        Ok(query)
    }

    /// The message with the button; of one that is older than the service stores updates for, only
    /// what identifies it. Spec: core, `CallbackQuery` ("too old" is not stated).
    fn message_of_press(&self, now: Time, bot: i64, chat: super::chat::ChatKey, id: i64) -> String {
        const OLD: i64 = 30 * DAY / SECOND;
        match self.record(chat, id) {
            Some(record) if now.unix() - record.date > OLD => {
                Members::new().number("message_id", id).number("date", 0).json("chat", &self.show_chat(chat)).object()
            }
            _ => self.show(bot, chat, id).unwrap_or_default(),
        }
    }
}
