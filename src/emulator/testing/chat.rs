//! A group, supergroup or channel: looked at by tests, administered by its creator.

use serde_json::{Value, json};

use super::super::{ChatKey, Parameters, Refusal, Seen, Upload};
use super::EmulatorUser;
use super::world::SharedWorld;
use crate::types::{Chat, ChatId, ChatMember, MessageId, UserId};

/// A chat of several members. When a group becomes a supergroup, also by a fault, its handles are those of the
/// supergroup.
#[derive(Debug, Clone)]
pub struct EmulatorChat {
    world: SharedWorld,
    id: i64,
    creator: i64,
    bot: i64,
}

impl EmulatorChat {
    pub(super) fn new(world: SharedWorld, id: i64, creator: i64, bot: i64) -> Self {
        Self { world, id, creator, bot }
    }

    /// Identifier of the chat; that of the supergroup once the group became one.
    #[must_use]
    pub fn id(&self) -> ChatId {
        ChatId(self.key().id())
    }

    fn key(&self) -> ChatKey {
        self.world.current(ChatKey::Shared(self.id))
    }

    fn given(&self, more: Value) -> Value {
        let mut given = json!({ "user": self.creator, "chat": self.id() });
        if let (Value::Object(given), Value::Object(more)) = (&mut given, more) {
            given.extend(more);
        }
        given
    }

    fn done(&self, act: &str, more: Value) -> Result<(), Refusal> {
        self.world.act::<bool>(act, self.given(more)).map(|_| ())
    }

    /// The chat, as getChat shows it to the first bot.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made it.
    pub fn chat(&self) -> Result<Chat, Refusal> {
        self.world.ask("chat", self.given(json!({})))
    }

    /// All messages, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Seen> {
        let chat = self.key();
        self.world.look(|service, _| service.seen(self.bot, chat, 0))
    }

    /// Everybody who is or was in the chat.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made it.
    pub fn members(&self) -> Result<Vec<ChatMember>, Refusal> {
        self.world.ask("members", self.given(json!({})))
    }

    /// The creator adds a user or bot.
    ///
    /// # Errors
    /// When they are in the chat already, or do not exist.
    pub fn add(&self, member: impl Into<UserId>) -> Result<(), Refusal> {
        self.done("add", json!({ "member": member.into() }))
    }

    /// The creator removes a user or bot, until a Unix time or forever.
    ///
    /// # Errors
    /// When they are not in the chat.
    pub fn remove(&self, member: impl Into<UserId>, until_date: Option<i64>) -> Result<(), Refusal> {
        self.done("remove", json!({ "member": member.into(), "until_date": until_date }))
    }

    /// The creator gives a member these rights and no other, such as `can_pin_messages`; without
    /// any it is no administrator any more.
    ///
    /// # Errors
    /// When they are not in the chat.
    pub fn promote(&self, member: impl Into<UserId>, rights: &[&str]) -> Result<(), Refusal> {
        let mut given = json!({ "member": member.into() });
        if let Value::Object(given) = &mut given {
            given.extend(rights.iter().map(|right| ((*right).to_owned(), true.into())));
        }
        self.done("promote", given)
    }

    /// The creator pins a message.
    ///
    /// # Errors
    /// When there is none, or it is pinned.
    pub fn pin(&self, message_id: impl Into<MessageId>) -> Result<(), Refusal> {
        self.done("pin", json!({ "message_id": message_id.into() }))
    }

    /// The creator changes the title.
    ///
    /// # Errors
    /// When the chat has migrated.
    pub fn set_title(&self, title: &str) -> Result<(), Refusal> {
        self.done("title", json!({ "title": title }))
    }

    /// The creator changes the photo.
    ///
    /// # Errors
    /// When the bytes are an image that is far from square, or nothing.
    pub fn set_photo(&self, bytes: impl Into<Vec<u8>>) -> Result<(), Refusal> {
        let mut given = Parameters::from(self.given(json!({})));
        let (field, file_name, media_type) = ("file".into(), "photo.jpg".into(), String::new());
        given.upload(Upload { field, file_name, media_type, bytes: bytes.into() });
        self.world.act::<bool>("photo", given).map(|_| ())
    }

    /// A new invite link, which revokes the former one.
    ///
    /// # Errors
    /// When the chat has migrated.
    pub fn invite_link(&self) -> Result<String, Refusal> {
        self.world.act("invite_link", self.given(json!({})))
    }

    /// The group becomes a supergroup, which this gives.
    ///
    /// # Errors
    /// When it is no group, or has migrated.
    pub fn migrate(&self) -> Result<Self, Refusal> {
        let Chat { id, .. } = self.world.act("migrate", self.given(json!({})))?;
        Ok(Self { id: id.0, ..self.clone() })
    }
}

impl From<&EmulatorChat> for ChatKey {
    fn from(chat: &EmulatorChat) -> Self {
        chat.key()
    }
}

impl From<&EmulatorUser> for ChatKey {
    /// The chat that the user is at.
    fn from(user: &EmulatorUser) -> Self {
        user.place()
    }
}
