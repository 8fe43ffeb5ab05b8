//! botwire in a worker in Rust, with every guard that it has by default and claims in memory.

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Event, InlineCall, Webhook};
use worker::web_sys::{Request, Response};
use worker::{Context, Env, event};

thread_local! {
    static WEBHOOK: Webhook = Webhook::new("/hook/secret");
}

#[event(fetch)]
async fn fetch(request: Request, _: Env, _: Context) -> Result<Response, worker::Error> {
    let webhook = WEBHOOK.with(Webhook::clone);
    Ok(webhook.handle(request, async |update, _| answer(update)).await)
}

fn answer(update: Update) -> Option<InlineCall> {
    match update.into_event()? {
        Event::Message(message) => Some(SendMessage::new(message.chat.id, message.text?).into()),
        _ => None,
    }
}
