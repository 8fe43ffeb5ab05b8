//! Handle of a group, supergroup or channel, which its creator administers.

use serde_json::{Map, Value};

use super::super::actions::{
    Act, AddMember, GetChat, GetMembers, InviteLink, Migrate, Pin, Promote, RemoveMember, SetPhoto, SetTitle,
};
use super::super::{ChatKey, Refusal, Seen};
use super::EmulatorUser;
use super::world::SharedWorld;
use crate::types::{Chat, ChatId, ChatMember, InputFile, MessageId, UserId};

/// A group, supergroup or channel. When a group becomes a supergroup, its handles become handles of the supergroup.
#[derive(Debug, Clone)]
pub struct EmulatorChat {
    pub(super) world: SharedWorld,
    pub(super) id: i64,
    pub(super) creator: i64,
    pub(super) bot: i64,
}

impl EmulatorChat {
    /// Returns the identifier of the chat. After a migration, returns the identifier of the supergroup.
    #[must_use]
    pub fn id(&self) -> ChatId {
        ChatId(self.key().id())
    }

    fn key(&self) -> ChatKey {
        self.world.look(|service, _| service.current(ChatKey::Shared(self.id)))
    }

    /// Returns the messages, oldest first. A chat keeps its latest 10,000.
    #[must_use]
    pub fn messages(&self) -> Vec<Seen> {
        let chat = self.key();
        self.world.look(|service, _| service.seen(self.bot, chat, 0))
    }

    handles! {
        /// Returns the chat as `getChat` shows it to the first bot.
        #[fails = "another emulator made it"]
        fn chat(&self) -> Chat { self.world.ask(GetChat::new().chat(self.id()).bot(self.bot)) }

        /// Returns all present and former members.
        #[fails = "another emulator made it"]
        fn members(&self) -> Vec<ChatMember> { self.world.ask(GetMembers::new(self.id()).bot(self.bot)) }

        /// Lets the creator add a user or bot.
        #[fails = "they are in the chat already, or do not exist"]
        fn add(&self, member: impl Into<UserId>) -> () {
            self.world.act(AddMember::new(self.id(), member).user(self.creator)).map(|_| ())
        }

        /// Lets the creator remove a user or bot, until a Unix time or forever.
        #[fails = "they are not in the chat"]
        fn remove(&self, member: impl Into<UserId>, until_date: Option<i64>) -> () {
            let removed = RemoveMember::new(self.id(), member).until_date(until_date);
            self.world.act(removed.user(self.creator)).map(|_| ())
        }

        /// Lets the creator set the rights of a member, such as `can_pin_messages`. Without any right, the member is no
        /// longer an administrator.
        #[fails = "they are not in the chat, or there is no such right"]
        fn promote(&self, member: impl Into<UserId>, rights: &[&str]) -> () {
            let ids = [("chat", self.id().0), ("member", member.into().0), ("user", self.creator)];
            let ids = ids.map(|(name, id)| (name.to_owned(), id.into()));
            let rights = rights.iter().map(|right| ((*right).to_owned(), Value::Bool(true)));
            let input: Map<String, Value> = rights.chain(ids).collect();
            self.world.with(|service, now| service.act_by_name(now, Promote::NAME, input)).map(|_| ())
        }

        /// Lets the creator pin a message.
        #[fails = "there is none, it is pinned, or the chat is a group"]
        fn pin(&self, message_id: impl Into<MessageId>) -> () {
            self.world.act(Pin::new(self.id(), message_id).user(self.creator)).map(|_| ())
        }

        /// Lets the creator change the title.
        #[fails = "it is empty or longer than 255 characters, or the chat has migrated"]
        fn set_title(&self, title: &str) -> () {
            self.world.act(SetTitle::new(self.id(), title).user(self.creator)).map(|_| ())
        }

        /// Lets the creator change the photo.
        #[fails = "the bytes are an image that is far from square, or nothing"]
        fn set_photo(&self, bytes: impl Into<Vec<u8>>) -> () {
            let file = InputFile::bytes(bytes.into(), "photo.jpg");
            self.world.act(SetPhoto::new(self.id(), file).user(self.creator)).map(|_| ())
        }

        /// Creates a new invite link and revokes the former one.
        #[fails = "the chat has migrated"]
        fn invite_link(&self) -> String { self.world.act(InviteLink::new(self.id()).user(self.creator)) }

        /// Turns the group into a supergroup, and returns it.
        #[fails = "it is not a group, or has migrated"]
        fn migrate(&self) -> Self {
            let Chat { id, .. } = self.world.act(Migrate::new(self.id()))?;
            Ok(Self { id: id.0, ..self.clone() })
        }
    }
}

impl From<&EmulatorChat> for ChatKey {
    fn from(chat: &EmulatorChat) -> Self {
        chat.key()
    }
}

impl From<&EmulatorUser> for ChatKey {
    /// Returns the chat of a user's handle.
    fn from(user: &EmulatorUser) -> Self {
        user.place()
    }
}
