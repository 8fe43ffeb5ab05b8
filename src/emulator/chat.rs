//! Chats and their messages, stored small and turned into the objects of the specification when
//! they are shown.

use std::collections::BTreeMap;

use super::answer::Refusal;
use super::service::Service;
use crate::types::{Chat, ChatId, ChatType, Message, MessageEntity, ReplyMarkup, User};

/// Which chat: a private chat belongs to a bot and a user, its identifier is the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChatKey {
    /// The private chat of a user with a bot.
    Private {
        /// Identifier of the bot.
        bot: i64,
        /// Identifier of the user, and of the chat.
        user: i64,
    },
}

impl ChatKey {
    /// `id` of the Chat.
    #[must_use]
    pub fn id(self) -> i64 {
        match self {
            Self::Private { user, .. } => user,
        }
    }
}

/// The messages of a chat.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    last: i64,
    messages: BTreeMap<i64, Record>,
}

/// A message.
#[derive(Debug, Clone)]
pub(super) struct Record {
    /// Identifier of the user or bot that sent it.
    pub from: i64,
    /// Unix time.
    pub date: i64,
    pub content: Content,
    pub reply_to_message_id: Option<i64>,
    pub reply_markup: Option<ReplyMarkup>,
}

/// What a message holds.
#[derive(Debug, Clone)]
pub(super) enum Content {
    Text { text: String, entities: Vec<MessageEntity> },
}

impl Content {
    fn fill(&self, message: &mut Message) {
        match self {
            Self::Text { text, entities } => {
                message.text = Some(text.clone());
                message.entities = Some(entities.clone()).filter(|entities| !entities.is_empty());
            }
        }
    }
}

impl History {
    /// The messages after that one, in order.
    pub fn after(&self, id: i64) -> impl Iterator<Item = (i64, &Record)> {
        self.messages.range(id.saturating_add(1)..).map(|(id, record)| (*id, record))
    }
}

impl Service {
    /// Stores a message; its Message.
    pub(super) fn post(&mut self, chat: ChatKey, record: Record) -> Message {
        let id = self.chats.get(&chat).map_or(0, |history| history.last) + 1;
        let message = self.show(chat, id, &record);
        let history = self.chats.entry(chat).or_default();
        history.last = id;
        history.messages.insert(id, record);
        message
    }

    /// The Message of a record.
    pub(super) fn show(&self, chat: ChatKey, id: i64, record: &Record) -> Message {
        let mut message = self.show_alone(chat, id, record);
        message.reply_to_message = record
            .reply_to_message_id
            .and_then(|id| Some((id, self.chats.get(&chat)?.messages.get(&id)?)))
            .map(|(id, original)| Box::new(self.show_alone(chat, id, original)));
        message
    }

    /// The Message without the one it replies to.
    fn show_alone(&self, chat: ChatKey, id: i64, record: &Record) -> Message {
        let mut message = Message::new(id, record.date, self.show_chat(chat));
        message.from = self.person(record.from).cloned();
        record.content.fill(&mut message);
        message
    }

    fn show_chat(&self, chat: ChatKey) -> Chat {
        let mut shown = Chat::new(chat.id(), ChatType::Private);
        if let Some(user) = self.users.get(&chat.id()) {
            shown.first_name = Some(user.first_name.clone());
            shown.last_name.clone_from(&user.last_name);
            shown.username.clone_from(&user.username);
        }
        shown
    }

    /// The user or bot of that identifier.
    pub(super) fn person(&self, id: i64) -> Option<&User> {
        self.users.get(&id).or_else(|| self.bots.get(&id).map(|bot| &bot.user))
    }

    /// The chat that a bot means.
    pub(super) fn chat_of(&self, bot: i64, id: &ChatId) -> Result<ChatKey, Refusal> {
        let id = match id {
            ChatId::Id(id) => Some(*id),
            ChatId::Username(name) => name.parse().ok(),
        };
        id.filter(|id| self.users.contains_key(id))
            .map(|user| ChatKey::Private { bot, user })
            .ok_or_else(|| Refusal::bad_request("chat not found"))
    }

    /// Refuses a reply to a message that the chat does not have.
    pub(super) fn check_reply(&self, chat: ChatKey, id: Option<i64>) -> Result<(), Refusal> {
        let has = |id| self.chats.get(&chat).is_some_and(|history| history.messages.contains_key(&id));
        match id {
            Some(id) if !has(id) => Err(Refusal::bad_request("reply message not found")),
            _ => Ok(()),
        }
    }
}
