//! A bot with long polling in a tokio runtime. It reads its settings from the environment:
//!
//! ```console
//! SERVICE=https://service.example BOT_TOKEN=123456:secret cargo run --example polling --features reqwest
//! ```

use std::{env, error};

use botwire::client::{Bot, Error, Retry};
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFile, Message, Update};
use botwire::webhook::{Context, Event, InlineCall, poll};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn error::Error>> {
    let bot = Bot::new(&env::var("SERVICE")?, &env::var("BOT_TOKEN")?)?.retry(Retry::times(3));
    println!("{} is polling.", bot.get_me().await?.first_name);
    // After the signal, running handlers end and their updates are confirmed.
    Ok(poll(&bot, answer).run(stopped()).await?)
}

/// Waits until the host stops the program, or Ctrl+C.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        // Without a runtime there would be no signal, and no program.
        let Ok(mut terminated) = signal(SignalKind::terminate()) else { return };
        tokio::select! {
            _ = terminated.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
}

/// Handles an update. The call that it returns is sent. After an error, the update is handled again, at most three times.
async fn answer(update: Update, context: Context) -> Result<Option<InlineCall>, Error> {
    match update.into_event() {
        Some(Event::Message(message)) => reply(context.bot()?, *message).await,
        Some(Event::CallbackQuery(query)) => Ok(Some(query.answer().text(query.data.clone()).into())),
        _ => Ok(None),
    }
}

async fn reply(bot: &Bot, message: Message) -> Result<Option<InlineCall>, Error> {
    let Some(text) = message.text.as_deref() else { return Ok(None) };
    Ok(match text {
        "/start" => {
            let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Press me", "pressed")]]);
            Some(message.reply("Write anything, or /file.").reply_markup(keyboard).into())
        }
        "/file" => {
            // A call of your own returns its result.
            let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
            let sent = bot.send_document(message.chat.id, InputFile::bytes(bytes, "bytes.bin")).await?;
            println!("The file is message {}.", sent.message_id);
            None
        }
        _ => Some(message.reply(text).into()),
    })
}
