//! The scene of an action: the user who acts, and the chat.

use crate::emulator::prelude::*;
use crate::emulator::rules::{NewFile, Source};

#[derive(Clone, Copy)]
pub(super) struct Place {
    pub user: i64,
    pub bot: i64,
    pub chat: ChatKey,
}

/// An action that happens in a chat.
pub trait AtAPlace {
    /// Sets the user, the bot, and a group, supergroup or channel.
    #[must_use]
    fn at(self, user: UserId, bot: UserId, chat: Option<ChatId>) -> Self;
}

/// Adds the fields of the user, the bot and the chat to an action.
macro_rules! at_a_place {
    ($($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[botwire_macros::object(closed)]
        pub struct $name {
            $($fields)*
            /// Identifier of the user. Default: the user with the lowest one.
            pub user: Option<UserId>,
            /// Identifier of the bot. Without `chat`, the action happens in the private chat of the user with this bot.
            /// Default: the first bot.
            pub bot: Option<UserId>,
            /// Identifier of a group, supergroup or channel.
            pub chat: Option<ChatId>,
        }

        impl crate::emulator::actions::scene::AtAPlace for $name {
            #[allow(clippy::needless_update)] // some have no other fields
            fn at(self, user: UserId, bot: UserId, chat: Option<ChatId>) -> Self {
                Self { user: Some(user), bot: Some(bot), chat, ..self }
            }
        }

        impl $name {
            pub(super) fn place(&self, service: &Service) -> Result<crate::emulator::actions::scene::Place> {
                service.place(self.user, self.bot, self.chat)
            }
        }
    )*};
}
pub(super) use at_a_place;

/// Adds the fields of a shared chat and the acting user to an action.
macro_rules! in_a_chat {
    ($($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[botwire_macros::object(closed)]
        pub struct $name {
            /// Identifier of the chat.
            pub chat: ChatId,
            $($fields)*
            /// Identifier of the user who does it. Default: the user with the lowest one.
            pub user: Option<UserId>,
        }

        impl $name {
            /// Returns the acting user. Fails if they are not in the chat, or if it has migrated.
            #[allow(dead_code)] // unused if the user need not be a member
            pub(super) fn member(&self, service: &Service) -> Result<i64> {
                let user = service.user_or_first(self.user);
                service.check_presence(ChatKey::Shared(self.chat.0), user).map(|()| user)
            }
        }
    )*};
}
pub(super) use in_a_chat;

impl Service {
    /// Returns the user, by default the first one. 0 if no user exists.
    pub(super) fn user_or_first(&self, user: Option<UserId>) -> i64 {
        user.map_or_else(|| self.state.users.keys().next().unwrap_or(0), |user| user.0)
    }

    /// Returns the bot, by default the first one. 0 if no bot exists.
    pub(crate) fn bot_or_first(&self, bot: Option<UserId>) -> i64 {
        let first_bot = || self.state.bots.values().min_by_key(|bot| bot.number).map_or(0, |bot| bot.user.id.0);
        bot.map_or_else(first_bot, |bot| bot.0)
    }

    /// Returns a shared chat, or the private chat of a user and a bot. Fails if one of them does not exist.
    pub(super) fn place(&self, user: Option<UserId>, bot: Option<UserId>, chat: Option<ChatId>) -> Result<Place> {
        let is_bot = |bot: UserId| self.state.bots.contains_key(&bot.0);
        refuse_if(user.is_some_and(|user| self.person(user.0).is_none()), "user not found")?;
        refuse_if(bot.is_some_and(|bot| !is_bot(bot)), "bot not found")?;
        let (user, bot) = (self.user_or_first(user), self.bot_or_first(bot));
        let chat = match chat {
            Some(ChatId(id)) if id < 0 => {
                refuse_if(self.shared(id).is_none(), "chat not found")?;
                ChatKey::Shared(id)
            }
            Some(ChatId(id)) if id != user && id != bot => {
                return Err(Refusal::bad_request("there are no chats between users: name a bot or a shared chat"));
            }
            _ => ChatKey::Private { bot, user },
        };
        Ok(Place { user, bot, chat })
    }

    pub(super) fn shown_to_user(&self, bot: i64, chat: ChatKey, id: i64) -> Result<Seen> {
        let bot = if let ChatKey::Private { bot, .. } = chat { bot } else { bot };
        let seen = self.seen_message(bot, chat, id).or_refuse("message not found")?;
        #[cfg(not(web))]
        self.closed.assert_message(&seen.message);
        Ok(seen)
    }

    pub(super) fn new_file(&self, bot: i64, file: &InputFileOrString, kind: FileKind) -> Result<NewFile> {
        match self.source(bot, file, kind)? {
            Source::New(content) => Ok(content),
            Source::Known(_) => Err(Refusal::bad_request("photo must be a file")),
        }
    }
}
