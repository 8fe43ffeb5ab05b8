//! A bot and a user, both in this process. The service is the emulator, so nothing leaves the machine.
//!
//! ```console
//! cargo run --example emulator --features client,emulator
//! ```

use std::error;

use botwire::client::{Bot, Error};
use botwire::emulator::{Emulator, NewUser};
use botwire::types::Update;

fn main() -> Result<(), Box<dyn error::Error>> {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() })?;
    alice.write("/start")?;
    println!("Alice: /start");

    let bot = emulator.client()?;
    pollster::block_on(async {
        let update = bot.updates().next().await.ok_or("no update")??;
        answer(&bot, update).await?;
        Ok::<(), Box<dyn error::Error>>(())
    })?;

    let seen = alice.next_message().ok_or("the bot has not answered")?;
    println!("{}: {}", emulator.bot().user().first_name, seen.message.text.unwrap_or_default());
    Ok(())
}

/// The bot. Its calls use HTTP in production, and the emulator here.
async fn answer(bot: &Bot, update: Update) -> Result<(), Error> {
    let Some(message) = update.message else { return Ok(()) };
    let name = message.from.map_or_else(String::new, |user| user.first_name);
    bot.send_message(message.chat.id, format!("Hello, {name}")).await?;
    Ok(())
}
