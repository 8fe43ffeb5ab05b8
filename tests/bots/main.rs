//! Bots that are put together: handlers that pass, enums of commands, typed callback data, and conversations.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)] // tests may panic

mod callback_data;
mod commands;
mod composition;
mod conversations;
mod endings;
mod kills;
mod moving;
mod nested;
mod world;
