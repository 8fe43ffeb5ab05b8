//! The keys of a webhook in its stores.

use std::fmt::Write;

use super::shared::Shared;
use super::stores::AnyStore;
use crate::policy::{bot_key, fnv1a};
use crate::types::{Update, UpdateId};
use crate::webhook::Webhook;

const UPDATE: &str = "update";

impl Webhook {
    pub(super) fn update_key(&self, update_id: UpdateId) -> String {
        let mut key = self.owner_key();
        let _ = write!(key, ":{UPDATE}:{update_id}");
        key
    }

    /// Returns the turns that an update waits for: their store and their keys in it.
    pub(super) fn turns(&self, update: &Update) -> Vec<(Shared<dyn AnyStore>, String)> {
        let Some(order) = &self.options.order else { return Vec::new() };
        let store = order.store_or(&self.options.store);
        order.keys(update).iter().map(|key| (store.clone(), self.turn_key(key))).collect()
    }

    fn turn_key(&self, key: &str) -> String {
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
