//! The bot of the README. It repeats what users write, by long polling.
//!
//! ```console
//! SERVICE=https://service.example BOT_TOKEN=123456:secret cargo run --example echo --features reqwest
//! ```

use botwire::client::Bot;
use botwire::webhook::Event;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bot = Bot::new(&std::env::var("SERVICE")?, &std::env::var("BOT_TOKEN")?)?;
    println!("I am {}.", bot.get_me().await?.first_name);
    let mut updates = bot.updates();
    while let Some(update) = updates.next().await {
        if let Some(Event::Message(message)) = update?.into_event() {
            bot.send_message(message.chat.id, message.text.as_deref().unwrap_or("A text, please.")).await?;
        }
    }
    Ok(())
}
