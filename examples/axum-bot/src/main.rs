//! A webhook in a router of axum. It reads its settings from the environment.

use std::{env, error};

use axum::Router;
use axum::extract::{Request, State};
use axum::response::IntoResponse;
use axum::routing::{any, get};
use botwire::client::Bot;
use botwire::methods::{SendDocument, SendMessage};
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFile, Message, Update};
use botwire::webhook::{Event, InlineCall, Webhook};
use tokio::sync::mpsc;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn error::Error>> {
    let (path, port) = (env::var("HOOK_PATH")?, env::var("PORT")?.parse()?);
    let bot = Bot::new(&env::var("SERVICE")?, &env::var("BOT_TOKEN")?)?;
    // After the deadline, a slow handler continues in a separate task, which holds `running`.
    let (running, mut ended) = mpsc::channel::<()>(1);
    let webhook = Webhook::new(&path).bot(bot).wait_until(move |task| {
        let running = running.clone();
        drop(tokio::spawn(async move {
            task.await;
            drop(running);
        }));
    });
    let app = Router::new().route("/health", get(|| async { "fine" })).route(&path, any(hook)).with_state(webhook);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    println!("Listening on port {port}");
    axum::serve(listener, app).with_graceful_shutdown(stopped()).await?;
    // Running deliveries have been answered. `recv` returns when the last task has ended.
    ended.recv().await;
    Ok(())
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

async fn hook(State(webhook): State<Webhook>, request: Request) -> impl IntoResponse {
    webhook.handle(request, async |update: Update, _| answer(update)).await
}

/// Returns the reply of the bot. The webhook sends it in its response.
fn answer(update: Update) -> Option<InlineCall> {
    match update.into_event()? {
        Event::Message(message) => reply(*message),
        Event::CallbackQuery(query) => Some(query.answer().text(query.data.clone()).into()),
        _ => None,
    }
}

fn reply(message: Message) -> Option<InlineCall> {
    let (chat, text) = (message.chat.id, message.text?);
    Some(match text.as_str() {
        "/start" => {
            let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Press me", "pressed")]]);
            SendMessage::new(chat, "Write anything, or /file.").reply_markup(keyboard).into()
        }
        "/file" => {
            let bytes: Vec<u8> = (0..=255).cycle().take(1000).collect();
            SendDocument::new(chat, InputFile::bytes(bytes, "bytes.bin")).into()
        }
        _ => SendMessage::new(chat, text).reply_to_message_id(message.message_id).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::answer;
    use botwire::emulator::{Emulator, NewUser};
    use botwire::webhook::poll;
    use std::error;

    /// A user writes to the bot. The emulator is the whole service in memory and needs no network.
    #[tokio::test]
    async fn the_bot_repeats_a_text() -> Result<(), Box<dyn error::Error>> {
        let emulator = Emulator::new();
        let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() })?;
        alice.write("hello")?;
        let mut seen = None;
        let polling = poll(&emulator.client()?, async |update, _| answer(update));
        polling.run(async { seen = Some(alice.wait_for_message().await) }).await?;
        let seen = seen.ok_or("polling has ended")??;
        assert_eq!(seen.message.text.as_deref(), Some("hello"));
        Ok(())
    }
}
