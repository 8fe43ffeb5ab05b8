//! The keys of a webhook in its stores.

use super::Webhook;
use crate::policy::{bot_key, fnv1a};
use crate::types::UpdateId;

const UPDATE: &str = "update";

impl Webhook {
    pub(super) fn update_key(&self, update_id: UpdateId) -> String {
        format!("{}:{UPDATE}:{update_id}", self.owner_key())
    }

    pub(super) fn turn_key(&self, key: &str) -> String {
        format!("{}:turn:{key}", self.owner_key())
    }

    /// Returns the key of a session and of its turn.
    pub(super) fn session_key(&self, key: &str) -> String {
        format!("{}:session:{key}", self.owner_key())
    }

    /// Returns the prefix of the keys: the bot's, so that bots can share a store.
    fn owner_key(&self) -> String {
        match &self.options.bot {
            Some(bot) => bot_key(bot.0.token.secret()),
            None => format!("p{:08x}", fnv1a(self.path.as_deref().unwrap_or_default())),
        }
    }
}

/// Returns true for the key of an update. Other keys are never settled.
pub(super) fn is_update(key: &str) -> bool {
    key.split(':').nth(1) == Some(UPDATE)
}
