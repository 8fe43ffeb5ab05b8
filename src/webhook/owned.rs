//! The keys that a delivery owns: the claim of its update, its turns, and its sessions.

use std::sync::Mutex;
use std::time::Duration;

use super::shared::Shared;
use super::stores::AnyStore;

/// In the order in which the delivery claimed them.
pub(super) type OwnedKeys = Mutex<Vec<OwnedKey>>;

#[derive(Clone)]
pub(super) struct OwnedKey {
    pub store: Shared<dyn AnyStore>,
    pub key: String,
    pub owner: String,
    pub lease: Duration,
}
