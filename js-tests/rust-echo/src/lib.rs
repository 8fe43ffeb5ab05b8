//! A worker that is measured: a webhook with claims, the two commonest kinds of updates, and replies.

use botwire::webhook::{Event, InlineCall, Webhook, stores::DurableObjectStore};
use botwire::{client::Bot, methods::SendMessage, types::Update};
use worker::{Context, Env, Request, Response, Result, event};

#[event(fetch)]
async fn fetch(request: Request, env: Env, context: Context) -> Result<Response> {
    let bot = Bot::new("https://service.example", "123456:secret").map_err(|error| error.to_string())?;
    let claims = DurableObjectStore::of(&env, "CLAIMS").map_err(|error| error.to_string())?;
    let webhook = Webhook::new("/hook/3f9a…").bot(bot).store(claims).wait_until(move |task| context.wait_until(task));
    let request = worker::web_sys::Request::try_from(&request)?;
    let answer = webhook.handle(request, async move |update: Update, _| -> Option<InlineCall> {
        match update.into_event()? {
            Event::Message(message) => Some(SendMessage::new(message.chat.id, message.text?).into()),
            Event::PreCheckoutQuery(query) => Some(query.accept().into()),
            _ => None,
        }
    });
    Ok(answer.await.into())
}
