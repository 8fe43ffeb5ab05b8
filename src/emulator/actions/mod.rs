//! The user's side as one entry: what users do and what tests look at, by name, JSON in and out.

mod acting;
mod circumstances;
mod inline;
mod inspection;
mod membership;
mod messages;
mod paying;
mod people;
mod pressing;
mod queries;
mod table;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::emulator::clock::Time;
use crate::emulator::http::parameters::Parameters;
use crate::emulator::refusal::Refusal;
use crate::emulator::service::Service;
use crate::emulator::state::chat_key::ChatKey;
use crate::types::InputFileOrString;

/// What an act is given, and when it happens.
struct Act<'a> {
    service: &'a mut Service,
    now: Time,
    given: Parameters,
}

/// What an act gives, as JSON text.
type Done = Result<String, Refusal>;

fn gives<T: Serialize>(result: T) -> Done {
    serde_json::to_string(&result).map_err(|error| Refusal::new(500, error.to_string()))
}

impl Service {
    /// Does what users do, and tells what tests want to know. A file stands under `file`, as an
    /// [`Upload`](crate::emulator::Upload) of that field.
    ///
    /// Who acts is `user`. Where is `chat` (a group, supergroup or channel), or else the private
    /// chat with `bot` (the first bot when absent). Messages are as users see them.
    ///
    /// | act | takes beside that | gives |
    /// |---|---|---|
    /// | `add_bot` | `token`, `username`, `first_name`, `inline_feedback`, `inline_location`, `games` (titles by short names) | `user`, `token` |
    /// | `add_user` | `id`, `first_name`, `last_name`, `username`, `language_code` | the User |
    /// | `game` | `game_short_name`, `title`, `description`; `file`, and `type`: `photo` or `animation` | true |
    /// | `add_chat` | `type`, `title`, `username`, `creator`, `members`, `administrators`, `all_members_are_administrators`, `signs` | the Chat |
    /// | `write` | `text`, `reply_to_message_id` | the message |
    /// | `send` | `type` (`photo` … `sticker`, `location`, `venue`, `contact`), `file`, `caption`, `media_group_id` … | the message |
    /// | `log_in` | `website`, its domain | the message |
    /// | `edit` | `message_id`, and `text`, `caption` or a point | the message |
    /// | `delete` | `message_id` | true |
    /// | `forward` | `message_id`, `to_chat` or `to_bot` | the message |
    /// | `press` | `message_id` (absent: the reply keyboard), `text` or `row` and `column`; `data` in place of the button's | what came of it |
    /// | `query` | `query` | `loading`, and the `answer` of a callback or inline query |
    /// | `type` | `query`, `offset`, `location` | `query`, its identifier |
    /// | `choose` | `query`, `result_id`, `location` | the message |
    /// | `switch` | `query` | the `/start` in the chat with the bot that answered |
    /// | `pay` | `message_id`, `name`, `phone_number`, `email`, `shipping_address` | `payment`, its number |
    /// | `ship` | `payment`, `option` | true |
    /// | `payment` | `payment` | `stage`, `total_amount`, `shipping_options`, `error`, `message_id` |
    /// | `join` | `chat`, or `link` (an invite link or `@username`) | the Chat |
    /// | `add`, `remove`, `promote` | `member`; `until_date`; rights | true |
    /// | `leave`, `block`, `unblock` | | true |
    /// | `title`, `photo`, `pin`, `invite_link` | `title`; `file`; `message_id` | true, or the link |
    /// | `profile_photo` | `file` | true |
    /// | `migrate` | `chat` | the new Chat |
    /// | `messages`, `message` | `after`; `message_id` | messages; the message, or null |
    /// | `edits` | `after` | `number` of each edit by a bot, and the `message` as it was then; the latest 100 |
    /// | `chat` | | the Chat as getChat shows it; of a group that became a supergroup, that one |
    /// | `chats`, `bots`, `users` | | Chats; `user` and `token` of each; Users |
    /// | `members`, `keyboard`, `action` | | members; a reply keyboard or null; a chat action or null |
    /// | `fault`, `heal` | `what` (see [`FaultKind`](crate::emulator::FaultKind)) and its `retry_after`, `error_code`, `description`, `status` or `millis`; `times`, `method`, `probability`, `seed`, `deliveries`; `fault` | its number; true |
    /// | `host` | `url`, `type`, `file` | true |
    ///
    /// # Errors
    /// When the act is unknown, a parameter is of the wrong kind, or the service would not let the user do it.
    pub fn act(&mut self, now: Time, name: &str, given: impl Into<Parameters>) -> Result<Value, Refusal> {
        let text = self.act_in_text(now, name, given.into())?;
        serde_json::from_str(&text).map_err(|error| Refusal::new(500, error.to_string()))
    }

    /// The same, with the result as JSON text.
    pub(super) fn act_in_text(&mut self, now: Time, name: &str, given: Parameters) -> Done {
        table::check(name, &given)?;
        let now = self.at(now);
        let mut act = Act { service: self, now, given };
        act.check_place()?;
        act.people(name)
            .or_else(|| act.messages(name))
            .or_else(|| act.queries(name))
            .or_else(|| act.membership(name))
            .or_else(|| act.inspection(name))
            .or_else(|| act.circumstances(name))
            .unwrap_or_else(|| Err(Refusal::bad_request(&["unknown act: ", name].concat())))
    }
}

#[allow(clippy::unnecessary_wraps)] // what acts give
fn yes() -> Done {
    gives(true)
}

impl Act<'_> {
    fn owned(&self, name: &str) -> Option<String> {
        self.given.text(name).map(str::to_owned)
    }

    /// The file of the act.
    fn given_file(&self) -> Result<InputFileOrString, Refusal> {
        self.given.file("file").ok_or_else(|| Refusal::bad_request("file is missing"))
    }

    fn id(&self, name: &str) -> i64 {
        self.given.integer(name).unwrap_or(0)
    }

    fn ids(&self, name: &str) -> Vec<i64> {
        self.given.items(name).iter().filter_map(Value::as_i64).collect()
    }

    fn user(&self) -> i64 {
        self.id("user")
    }

    fn bot(&self) -> i64 {
        self.given.integer("bot").unwrap_or_else(|| self.service.first_bot())
    }

    /// The chat that the act is about.
    fn place(&self) -> ChatKey {
        match self.given.integer("chat").filter(|id| *id < 0) {
            Some(id) => ChatKey::Shared(id),
            None => ChatKey::Private { bot: self.bot(), user: self.user() },
        }
    }

    /// Refuses a chat between two users, since the service has none.
    fn check_place(&self) -> Result<(), Refusal> {
        // Faults name the private chat with a user, who does nothing there.
        if !self.given.values.contains_key("user") {
            return Ok(());
        }
        for (name, own) in
            [("chat", self.bot()), ("to_chat", self.given.integer("to_bot").unwrap_or_else(|| self.bot()))]
        {
            if self.given.integer(name).is_some_and(|id| id >= 0 && id != self.user() && id != own) {
                return Err(Refusal::bad_request("there are no chats between users: name a bot or a shared chat"));
            }
        }
        Ok(())
    }

    fn shown(&self, id: i64) -> Done {
        self.shown_in(self.place(), id)
    }

    fn shown_in(&self, chat: ChatKey, id: i64) -> Done {
        let bot = if let ChatKey::Private { bot, .. } = chat { bot } else { self.bot() };
        let seen = self.service.seen_message(bot, chat, id).ok_or_else(|| Refusal::bad_request("message not found"))?;
        #[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
        crate::emulator::closed::assert_message(&seen.message, self.service.options.compat);
        gives(seen)
    }

    fn chat_of(&self, id: i64) -> Done {
        gives(self.service.shown_chat(ChatKey::Shared(id)))
    }
}

impl From<Value> for Parameters {
    /// The members of an object; nothing of any other value.
    fn from(value: Value) -> Self {
        let values = if let Value::Object(values) = value { values } else { Map::new() };
        Self::from(values)
    }
}
