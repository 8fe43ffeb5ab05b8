//! A recipe for testing a bot in Rust.
#![cfg(all(feature = "emulator", feature = "client"))]

use botwire::client::{Bot, Error};
use botwire::emulator::{Emulator, NewUser};
use botwire::types::Update;

/// The bot under test. Its calls use `fetch` in production, and the emulator here.
async fn answer(bot: &Bot, update: Update) -> Result<(), Error> {
    let Some(message) = update.message else { return Ok(()) };
    let name = message.from.map_or_else(String::new, |user| user.first_name);
    bot.send_message(message.chat.id, format!("Hello, {name}")).await?;
    Ok(())
}

#[test]
fn the_bot_greets() -> Result<(), Box<dyn std::error::Error>> {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() })?;
    alice.write("/start")?;

    let bot = emulator.client()?;
    pollster::block_on(async {
        let update = bot.updates().next().await.ok_or("no update")??;
        answer(&bot, update).await?;
        Ok::<(), Box<dyn std::error::Error>>(())
    })?;

    let seen = alice.next_message().ok_or("the bot has not answered")?;
    assert_eq!(seen.message.text.as_deref(), Some("Hello, Alice"));
    Ok(())
}
