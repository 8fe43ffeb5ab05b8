//! The smallest worker that is measured: a webhook that uses the Durable Object of another worker.

use botwire::webhook::stores::{BoxError, DurableObjectStore};
use botwire::webhook::{Event, InlineCall, Webhook};
use botwire::{client::Bot, methods::SendMessage, types::Update};
use worker::web_sys::{Request, Response};
use worker::{Context, Env, event};

#[event(fetch)]
async fn fetch(request: Request, env: Env, context: Context) -> Result<Response, BoxError> {
    let bot = Bot::new("https://service.example", "123456:secret")?;
    let claims = DurableObjectStore::of(&env, "CLAIMS")?;
    let webhook = Webhook::with_store("/hook/3f9a", claims).bot(bot).wait_until(move |task| context.wait_until(task));
    Ok(webhook.handle(request, async |update, _| answer(update)).await)
}

fn answer(update: Update) -> Option<InlineCall> {
    match update.into_event()? {
        Event::Message(message) => Some(SendMessage::new(message.chat.id, message.text?).into()),
        Event::PreCheckoutQuery(query) => Some(query.accept().into()),
        _ => None,
    }
}
