//! The README's recipe for testing a bot in Rust, as it stands there.
#![cfg(feature = "emulator")]

use botwire::emulator::{Emulator, NewUser};
use botwire::methods::{SendMessage, SetWebhook};
use botwire::types::Update;

/// The bot under test: what its handler does.
fn answer(update: Update) -> Option<SendMessage> {
    let message = update.message?;
    Some(SendMessage::new(message.chat.id, format!("Hello, {}", message.from?.first_name)))
}

#[test]
fn the_bot_greets() -> Result<(), Box<dyn std::error::Error>> {
    let emulator = Emulator::new();
    emulator.on_update(|update| Some(answer(update)?.into()));
    emulator.bot().call(SetWebhook::new("https://bot.example/hook"))?;

    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() })?;
    alice.write("/start")?;
    let seen = alice.next_message().ok_or("the bot has not answered")?;
    assert_eq!(seen.message.text.as_deref(), Some("Hello, Alice"));
    Ok(())
}
