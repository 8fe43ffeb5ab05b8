//! Where an action happens: who acts, in which chat, when.

use crate::emulator::clock::Time;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::{NewFile, Source};
use crate::emulator::service::Service;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::file::FileKind;
use crate::emulator::state::user::Seen;
use crate::types::{Chat, ChatId, InputFileOrString, UserId};

/// The service in which an action happens, and when.
#[derive(Debug)]
pub struct Scene<'a> {
    pub(super) service: &'a mut Service,
    pub(super) now: Time,
}

/// Who acts, and where.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub user: i64,
    pub bot: i64,
    pub chat: ChatKey,
}

/// An action that happens in a chat.
pub trait AtAPlace {
    /// The action with who acts, the bot that is meant, and a group, supergroup or channel.
    #[must_use]
    fn at(self, user: UserId, bot: UserId, chat: Option<ChatId>) -> Self;
}

/// Adds who acts, and where, to the fields of an action.
macro_rules! at_a_place {
    ($($(#[$meta:meta])* pub struct $name:ident { $($fields:tt)* })*) => {$(
        $(#[$meta])*
        #[botwire_macros::object(closed)]
        pub struct $name {
            $($fields)*
            /// Identifier of the user. Default: the user with the lowest one.
            pub user: Option<crate::types::UserId>,
            /// Identifier of the bot whose private chat with the user is meant where `chat` is absent. Default: the
            /// first bot.
            pub bot: Option<crate::types::UserId>,
            /// Identifier of a group, supergroup or channel.
            pub chat: Option<crate::types::ChatId>,
        }

        impl crate::emulator::actions::scene::AtAPlace for $name {
            #[allow(clippy::needless_update)] // some have no other fields
            fn at(
                self,
                user: crate::types::UserId,
                bot: crate::types::UserId,
                chat: Option<crate::types::ChatId>,
            ) -> Self {
                Self { user: Some(user), bot: Some(bot), chat, ..self }
            }
        }

        impl $name {
            /// Who acts, and where.
            fn place(
                &self,
                scene: &crate::emulator::actions::scene::Scene<'_>,
            ) -> Result<crate::emulator::actions::scene::Place, crate::emulator::refusal::Refusal> {
                scene.place(self.user, self.bot, self.chat)
            }
        }
    )*};
}
pub(super) use at_a_place;

impl Scene<'_> {
    /// The user of an identifier, or the first one; 0 where nobody is.
    pub fn user(&self, user: Option<UserId>) -> i64 {
        user.map_or_else(|| self.service.state.users.keys().next().unwrap_or(0), |user| user.0)
    }

    /// The bot of an identifier, or the first one.
    pub fn bot(&self, bot: Option<UserId>) -> i64 {
        bot.map_or_else(|| self.service.first_bot(), |bot| bot.0)
    }

    /// A shared chat, or else the private chat of a user and a bot.
    pub(super) fn place(
        &self,
        user: Option<UserId>,
        bot: Option<UserId>,
        chat: Option<ChatId>,
    ) -> Result<Place, Refusal> {
        let (user, bot) = (self.user(user), self.bot(bot));
        let chat = match chat {
            Some(ChatId(id)) if id < 0 => ChatKey::Shared(id),
            Some(ChatId(id)) if id != user && id != bot => {
                return Err(Refusal::bad_request("there are no chats between users: name a bot or a shared chat"));
            }
            _ => ChatKey::Private { bot, user },
        };
        Ok(Place { user, bot, chat })
    }

    /// A message as the user of a place sees it.
    pub(super) fn shown(&self, bot: i64, chat: ChatKey, id: i64) -> Result<Seen, Refusal> {
        let bot = if let ChatKey::Private { bot, .. } = chat { bot } else { bot };
        let seen = self.service.seen_message(bot, chat, id).ok_or_else(|| Refusal::bad_request("message not found"))?;
        #[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
        crate::emulator::closed::assert_message(&seen.message, self.service.options.compat);
        Ok(seen)
    }

    /// A group, supergroup or channel.
    pub(super) fn shared(&self, id: i64) -> Chat {
        self.service.shown_chat(ChatKey::Shared(id))
    }

    /// The content of a file that is new to the service.
    pub(super) fn new_file(&self, bot: i64, file: &InputFileOrString, kind: FileKind) -> Result<NewFile, Refusal> {
        match self.service.source(bot, file, kind)? {
            Source::New(content) => Ok(content),
            Source::Known(_) => Err(Refusal::bad_request("photo must be a file")),
        }
    }
}
