//! The user's side as one entry: what users do and what tests look at, by name, JSON in and out.

use serde_json::{Map, Value};

use super::answer::Refusal;
use super::bot::NewBot;
use super::chat::ChatKey;
use super::clock::Time;
use super::file::{FileKind, Source};
use super::keyboard::Which;
use super::media::Details;
use super::member::{CHANGE_INFO, INVITE, PIN, Status, rights_in};
use super::members::{Members, array};
use super::membership::NewChat;
use super::parameters::Parameters;
use super::service::Service;
use super::user::NewUser;
use crate::types::User;

/// What an act is given, and when it happens.
pub(super) struct Act<'a> {
    pub service: &'a mut Service,
    pub now: Time,
    pub given: Parameters,
}

pub(super) type Text = Result<String, Refusal>;

impl Service {
    /// Does what users do, and tells what tests want to know. A file stands under `file`, as an
    /// [`Upload`](super::Upload) of that field.
    ///
    /// Who acts is `user`. Where is `chat` (a group, supergroup or channel), or else the private
    /// chat with `bot` (the first bot when absent). Messages are as users see them.
    ///
    /// | act | takes beside that | gives |
    /// |---|---|---|
    /// | `add_bot` | `token`, `username`, `first_name`, `inline_feedback`, `inline_location`, `games` (titles by short names) | `user`, `token` |
    /// | `add_user` | `id`, `first_name`, `last_name`, `username`, `language_code` | the User |
    /// | `add_chat` | `type`, `title`, `username`, `creator`, `members`, `administrators`, `all_members_are_administrators`, `signs` | the Chat |
    /// | `write` | `text`, `reply_to_message_id` | the message |
    /// | `send` | `type` (`photo` … `sticker`, `location`, `venue`, `contact`), `file`, `caption`, `media_group_id` … | the message |
    /// | `edit` | `message_id`, and `text`, `caption` or a point | the message |
    /// | `delete` | `message_id` | true |
    /// | `forward` | `message_id`, `to_chat` or `to_bot` | the message |
    /// | `press` | `message_id` (absent: the reply keyboard), `text` or `row` and `column` | what came of it |
    /// | `query` | `query` | `loading`, and the `answer` of a callback or inline query |
    /// | `type` | `query`, `offset`, `location` | `query`, its identifier |
    /// | `choose` | `query`, `result_id`, `location` | the message |
    /// | `pay` | `message_id`, `name`, `phone_number`, `email`, `shipping_address` | `payment`, its number |
    /// | `ship` | `payment`, `option` | true |
    /// | `payment` | `payment` | `stage`, `total_amount`, `shipping_options`, `error`, `message_id` |
    /// | `join` | `chat`, or `link` (an invite link or `@username`) | the Chat |
    /// | `add`, `remove`, `promote` | `member`; `until_date`; rights | true |
    /// | `leave`, `block`, `unblock` | | true |
    /// | `title`, `photo`, `pin`, `invite_link` | `title`; `file`; `message_id` | true, or the link |
    /// | `profile_photo` | `file` | true |
    /// | `migrate` | `chat` | the new Chat |
    /// | `messages`, `message` | `after`; `message_id` | messages |
    /// | `chats`, `bots`, `users` | | Chats; `user` and `token` of each; Users |
    /// | `members`, `keyboard`, `action` | | members; a reply keyboard or null; a chat action or null |
    /// | `fault`, `heal` | `what`, `number`, `description`, `times`, `method`, `probability`, `seed`; `fault` | its number; true |
    /// | `host` | `url`, `type`, `file` | true |
    ///
    /// # Errors
    /// When the act is unknown, or the service would not let the user do it.
    pub fn act(&mut self, now: Time, name: &str, given: impl Into<Parameters>) -> Result<Value, Refusal> {
        let text = self.act_in_text(now, name, given.into())?;
        serde_json::from_str(&text).map_err(|error| Refusal::new(500, error.to_string()))
    }

    /// The same, with the result as JSON text.
    pub(super) fn act_in_text(&mut self, now: Time, name: &str, given: Parameters) -> Text {
        let now = self.at(now);
        let mut act = Act { service: self, now, given };
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
pub(super) fn yes() -> Text {
    Ok("true".into())
}

impl Act<'_> {
    pub fn owned(&self, name: &str) -> Option<String> {
        self.given.text(name).map(str::to_owned)
    }

    fn id(&self, name: &str) -> i64 {
        self.given.integer(name).unwrap_or(0)
    }

    fn ids(&self, name: &str) -> Vec<i64> {
        self.given.items(name).iter().filter_map(Value::as_i64).collect()
    }

    pub fn user(&self) -> i64 {
        self.id("user")
    }

    pub fn bot(&self) -> i64 {
        self.given.integer("bot").unwrap_or_else(|| self.service.bots.keys().next().unwrap_or(0))
    }

    /// The chat that the act is about.
    pub fn place(&self) -> ChatKey {
        match self.given.integer("chat").filter(|id| *id < 0) {
            Some(id) => ChatKey::Shared(id),
            None => ChatKey::Private { bot: self.bot(), user: self.user() },
        }
    }

    fn shown(&self, id: i64) -> Text {
        self.shown_in(self.place(), id)
    }

    fn shown_in(&self, chat: ChatKey, id: i64) -> Text {
        let bot = if let ChatKey::Private { bot, .. } = chat { bot } else { self.bot() };
        self.service.show_seen(bot, chat, id).ok_or_else(|| Refusal::bad_request("message not found"))
    }

    fn chat_of(&self, id: i64) -> String {
        self.service.show_chat(ChatKey::Shared(id))
    }

    fn people(&mut self, name: &str) -> Option<Text> {
        Some(match name {
            "add_bot" => self.add_bot(),
            "add_user" => {
                let id = self.given.integer("id");
                let new = NewUser {
                    id,
                    first_name: self.owned("first_name"),
                    last_name: self.owned("last_name"),
                    username: self.owned("username"),
                    language_code: self.owned("language_code"),
                };
                if id.is_none() && self.given.values.contains_key("id") {
                    return Some(Err(Refusal::bad_request("the identifier must be a number")));
                }
                self.service.add_user(new).map(|User { id, .. }| self.service.show_person(id))
            }
            "add_chat" => {
                let new = NewChat {
                    kind: self.owned("type").unwrap_or_else(|| "group".into()),
                    title: self.owned("title"),
                    username: self.owned("username"),
                    creator: self.id("creator"),
                    members: self.ids("members"),
                    administrators: self.ids("administrators"),
                    all_members_are_administrators: self.given.is_true("all_members_are_administrators"),
                    signs: self.given.is_true("signs"),
                };
                self.service.add_chat(self.now, new).map(|id| self.chat_of(id))
            }
            "profile_photo" => self.file(FileKind::Photo).map(|number| {
                self.service.profile_photos.made(self.user()).insert(0, number);
                "true".into()
            }),
            "block" | "unblock" => {
                let chat = self.place();
                self.service.chats.made(chat).is_blocked = name == "block";
                yes()
            }
            _ => return None,
        })
    }

    fn add_bot(&mut self) -> Text {
        let games = self.given.values.get("games").and_then(Value::as_object);
        let games = games.into_iter().flatten();
        let new = NewBot {
            token: self.owned("token"),
            username: self.owned("username"),
            first_name: self.owned("first_name"),
            inline_feedback: self.given.is_true("inline_feedback"),
            inline_location: self.given.is_true("inline_location"),
            games: games.map(|(name, title)| (name.clone(), title.as_str().unwrap_or(name).to_owned())).collect(),
        };
        let (user, token) = self.service.add_bot(new)?;
        Ok(Members::new().json("user", &self.service.show_person(user.id)).text("token", &token).object())
    }

    /// Stores the file of the act.
    fn file(&mut self, kind: FileKind) -> Result<u64, Refusal> {
        let text = self.given.text("file").unwrap_or_default();
        match self.service.source(self.bot(), &self.given, text, kind)? {
            Source::Known(number) => Ok(number),
            Source::New(content) => self.service.store(content, kind, Details::of(&self.given)),
        }
    }

    fn messages(&mut self, name: &str) -> Option<Text> {
        let (now, user, chat, bot) = (self.now, self.user(), self.place(), self.bot());
        let id = self.id("message_id");
        Some(match name {
            "write" => {
                let text = self.owned("text").unwrap_or_default();
                let reply_to = self.given.integer("reply_to_message_id");
                self.service.write_text(now, chat, user, &text, reply_to).and_then(|id| self.shown(id))
            }
            "send" => self.service.send_as_user(now, user, chat, bot, &self.given).and_then(|id| self.shown(id)),
            "edit" => self.service.edit_as_user(now, user, chat, id, &self.given).and_then(|()| self.shown(id)),
            "delete" => self.service.delete_as_user(now, user, chat, id).and_then(|()| yes()),
            "forward" => {
                let to = match self.given.integer("to_chat").filter(|id| *id < 0) {
                    Some(id) => ChatKey::Shared(id),
                    None => ChatKey::Private { bot: self.given.integer("to_bot").unwrap_or(bot), user },
                };
                self.service.forward_as_user(now, user, chat, id, to).and_then(|id| self.shown_in(to, id))
            }
            "message" => self.shown(id),
            "messages" => Ok(array(self.service.seen(bot, chat, self.id("after")))),
            _ => return None,
        })
    }

    fn queries(&mut self, name: &str) -> Option<Text> {
        let (now, user, chat, bot) = (self.now, self.user(), self.place(), self.bot());
        let query = self.owned("query").unwrap_or_default();
        let payment = self.id("payment").unsigned_abs();
        Some(match name {
            "press" => {
                let index = |name| usize::try_from(self.id(name)).unwrap_or(usize::MAX);
                let which = match self.given.text("text") {
                    Some(text) => Which::Text(text),
                    None => Which::At(index("row"), index("column")),
                };
                let id = self.given.integer("message_id");
                self.service.press(now, user, chat, id, which, &self.given)
            }
            "query" => match self.service.queries.get(&query) {
                Some(query) => {
                    let loading = query.answer.is_empty();
                    Ok(Members::new().flag("loading", loading).json("answer", &query.answer).object())
                }
                None => Err(Refusal::bad_request("query not found")),
            },
            "type" => {
                let query = self.service.type_inline(now, bot, user, &self.given);
                query.map(|query| Members::new().text("query", &query).object())
            }
            "choose" => {
                let (result, location) =
                    (self.owned("result_id").unwrap_or_default(), self.given.values.get("location"));
                let shared = matches!(chat, ChatKey::Shared(_)).then_some(chat);
                let chosen = self.service.choose(now, user, &query, &result, shared, location);
                chosen.and_then(|(chat, id)| self.shown_in(chat, id))
            }
            "pay" => {
                let paid = self.service.pay(now, user, chat, self.id("message_id"), &self.given);
                paid.map(|number| Members::new().json("payment", &number.to_string()).object())
            }
            "ship" => self.service.ship(now, payment, self.given.text("option")).and_then(|()| yes()),
            "payment" => self.service.show_payment(payment).ok_or_else(|| Refusal::bad_request("payment not found")),
            _ => return None,
        })
    }

    fn membership(&mut self, name: &str) -> Option<Text> {
        let (now, user, chat, member) = (self.now, self.user(), self.id("chat"), self.id("member"));
        let done = match name {
            "join" => {
                let behind = self.given.text("link").map(|link| self.service.behind(link));
                let public = self.service.shared(chat).is_some();
                let Some(id) = behind.unwrap_or_else(|| public.then_some(chat)) else {
                    return Some(Err(Refusal::bad_request("invite link is invalid or revoked")));
                };
                let joined = self.service.enter(now, id, user, user);
                return Some(joined.map(|()| self.chat_of(id)));
            }
            "add" => self.service.enter(now, chat, user, member),
            "leave" => self.service.remove_member(now, chat, user, user, Status::Left, None),
            "remove" => self.service.kick(now, chat, user, member, self.given.integer("until_date")),
            "promote" => self.service.promote(now, chat, user, member, rights_in(&self.given)),
            "pin" => {
                let allowed = self.service.check_rights(user, chat, PIN);
                allowed.and_then(|()| self.service.pin(now, chat, user, self.id("message_id")))
            }
            "title" => self.service.check_rights(user, chat, CHANGE_INFO).map(|()| {
                let title = self.owned("title").unwrap_or_default();
                self.service.set_title(now, chat, user, &title);
            }),
            "photo" => self.photo(chat),
            "invite_link" => {
                let allowed = self.service.check_rights(user, chat, INVITE);
                return Some(allowed.map(|()| crate::wire::json::quote(&self.service.new_invite_link(chat))));
            }
            "migrate" => return Some(self.service.migrate(now, chat).map(|id| self.chat_of(id))),
            _ => return None,
        };
        Some(done.and_then(|()| yes()))
    }

    fn photo(&mut self, chat: i64) -> Result<(), Refusal> {
        let user = self.user();
        self.service.check_rights(user, chat, CHANGE_INFO)?;
        let text = self.given.text("file").unwrap_or_default();
        match self.service.source(self.bot(), &self.given, text, FileKind::ChatPhoto)? {
            Source::New(content) => self.service.set_chat_photo(self.now, chat, user, content),
            Source::Known(_) => Err(Refusal::bad_request("photo must be a file")),
        }
    }
}

impl From<Value> for Parameters {
    /// The members of an object; nothing of any other value.
    fn from(value: Value) -> Self {
        let values = if let Value::Object(values) = value { values } else { Map::new() };
        Self::from(values)
    }
}
