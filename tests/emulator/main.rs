//! Whole conversations with the emulator's handles, as in users' tests, natively and on wasm32.
#![cfg(feature = "emulator")]
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod chats;
mod extensions;
mod service;
mod users;
mod waits;

use botwire::emulator::{Emulator, EmulatorUser, NewUser, Refusal, Seen};
use botwire::methods::{SendMessage, SetWebhook};

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

fn named(name: &str) -> NewUser {
    NewUser { first_name: Some(name.into()), ..NewUser::default() }
}

/// Returns a user who has already started the bot. The bot receives no update about it.
fn started(emulator: &Emulator, name: &str) -> Result<EmulatorUser, Refusal> {
    let user = emulator.user(named(name))?;
    user.unblock()?;
    Ok(user)
}

/// An echo bot behind a webhook.
fn echo() -> Emulator {
    let emulator = Emulator::new();
    emulator.on_update(|update| {
        let message = update.message?;
        Some(SendMessage::new(message.chat.id, format!("{}!", message.text?)))
    });
    emulator.bot().call(SetWebhook::new("https://bot.example/hook")).unwrap();
    emulator
}

fn text_of(seen: Option<Seen>) -> Option<String> {
    seen?.message.text
}
