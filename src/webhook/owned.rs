//! The keys that a delivery owns: the claim of its update, its turns, and its sessions.

use std::sync::Mutex;
use std::time::Duration;

use super::shared::Shared;
use super::stores::AnyStore;
use crate::request::random::random_digits;

/// In the order in which the delivery claimed them.
pub(super) type OwnedKeys = Mutex<Vec<OwnedKey>>;

#[derive(Clone)]
pub(super) struct OwnedKey {
    pub store: Shared<dyn AnyStore>,
    pub key: String,
    pub owner: String,
    pub lease: Duration,
}

/// Returns the name of a new owner.
pub(super) fn new_owner() -> String {
    [random_digits(), random_digits()].concat()
}
