//! A bot with long polling in a tokio runtime. It reads its settings from the environment:
//!
//! ```console
//! SERVICE=https://service.example BOT_TOKEN=123456:secret cargo run --example polling --features reqwest
//! ```

use std::{env, error};

use botwire::client::{Bot, Error, Retry};
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFile, Message, Update};
use botwire::webhook::Event;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn error::Error>> {
    let bot = Bot::new(&env::var("SERVICE")?, &env::var("BOT_TOKEN")?)?.retry(Retry::times(3));
    println!("{} is polling.", bot.get_me().await?.first_name);
    let mut updates = bot.updates();
    while let Some(update) = updates.next().await {
        // An update that cannot be answered must not end the bot.
        if let Err(error) = answer(&bot, update?).await {
            eprintln!("{error}");
        }
    }
    Ok(())
}

async fn answer(bot: &Bot, update: Update) -> Result<(), Error> {
    match update.into_event() {
        Some(Event::Message(message)) => reply(bot, *message).await,
        Some(Event::CallbackQuery(query)) => bot.send(query.answer().text(query.data.clone())).await.map(drop),
        _ => Ok(()),
    }
}

async fn reply(bot: &Bot, message: Message) -> Result<(), Error> {
    let (chat, Some(text)) = (message.chat.id, message.text) else { return Ok(()) };
    match text.as_str() {
        "/start" => {
            let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Press me", "pressed")]]);
            bot.send_message(chat, "Write anything, or /file.").reply_markup(keyboard).await?
        }
        "/file" => {
            let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
            bot.send_document(chat, InputFile::bytes(bytes, "bytes.bin")).await?
        }
        _ => bot.send_message(chat, text).reply_to_message_id(message.message_id).await?,
    };
    Ok(())
}
