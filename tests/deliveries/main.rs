//! The whole webhook natively: deliveries of the emulator, the context of a handler, the deadline.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod answers;
mod claims;
mod contexts;
mod deadlines;
mod endings;
mod guard;
mod host;
mod moved_sessions;
mod options;
mod order;
mod promises;
mod routes;
#[path = "../support/served.rs"]
mod served;
mod session_failures;
mod sessions;
mod stores;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod tasks;
mod waking;
mod wizard;
