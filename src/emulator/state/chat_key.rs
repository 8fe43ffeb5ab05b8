//! Which chat is meant.

use serde::{Deserialize, Serialize};

/// Which chat: a private chat belongs to a bot and a user, its identifier is the user's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ChatKey {
    /// The private chat of a user with a bot.
    Private {
        /// Identifier of the bot.
        bot: i64,
        /// Identifier of the user, and of the chat.
        user: i64,
    },
    /// A group, supergroup or channel of that identifier.
    Shared(i64),
}

impl ChatKey {
    /// `id` of the Chat.
    #[must_use]
    pub fn id(self) -> i64 {
        match self {
            Self::Private { user: id, .. } | Self::Shared(id) => id,
        }
    }
}
