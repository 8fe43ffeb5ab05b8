//! The owner of a session: the key of an update, and the key that it had before its group became a supergroup.

use crate::client::{MaybeSend, MaybeSync};
use crate::types::{ChatId, Update};
use crate::webhook::handling::shared::Shared;

/// A function that returns the key of an update.
pub(super) trait Key: Fn(&Update) -> Option<String> + MaybeSend + MaybeSync {}
impl<T: Fn(&Update) -> Option<String> + MaybeSend + MaybeSync> Key for T {}

#[derive(Clone)]
pub(super) enum Owner {
    Chat,
    User,
    UserInChat,
    Key(Shared<dyn Key>),
}

impl Owner {
    /// Returns the key of an update. With `former`, returns the key that it had when its chat had this identifier.
    pub fn key(&self, update: &mut Update, former: Option<ChatId>) -> Option<String> {
        let chat_id = former.or_else(|| update.chat_id());
        match (self, former) {
            (Self::Chat, _) => Some(format!("chat:{}", chat_id?)),
            (Self::User, _) => Some(format!("user:{}", update.user_id()?)),
            (Self::UserInChat, _) => Some(format!("chat:{}:user:{}", chat_id?, update.user_id()?)),
            (Self::Key(by), None) => by(update),
            (Self::Key(by), Some(former)) => {
                // A clone would link the code that clones every type.
                let chat_id = std::mem::replace(&mut update.message.as_mut()?.chat.id, former);
                let key = by(update);
                update.message.as_mut()?.chat.id = chat_id;
                key
            }
        }
    }
}

/// Returns the group that has become the supergroup of an update, if the update says so.
pub(super) fn migrated_from(update: &Update) -> Option<ChatId> {
    update.message.as_ref()?.migrate_from_chat_id
}
