//! The keys of a webhook in its stores.

use super::Webhook;
use crate::policy::{bot_key, fnv1a};
use crate::types::UpdateId;

const UPDATE: &str = "update";

impl Webhook {
    /// The key of the claim of an update.
    pub(super) fn update_key(&self, update_id: UpdateId) -> String {
        format!("{}:{UPDATE}:{update_id}", self.owner_key())
    }

    /// The key of a turn.
    pub(super) fn turn_key(&self, key: &str) -> String {
        format!("{}:turn:{key}", self.owner_key())
    }

    /// The key of a session, which is also that of its turn.
    pub(super) fn session_key(&self, key: &str) -> String {
        format!("{}:session:{key}", self.owner_key())
    }

    /// Whose keys they are: the bot's, so that bots can share a store.
    fn owner_key(&self) -> String {
        match &self.options.bot {
            Some(bot) => bot_key(bot.0.token.secret()),
            None => format!("p{:08x}", fnv1a(self.path.as_deref().unwrap_or_default())),
        }
    }
}

/// Whether it is the key of an update. Other keys are only owned and never done.
pub(super) fn is_update(key: &str) -> bool {
    key.split(':').nth(1) == Some(UPDATE)
}
