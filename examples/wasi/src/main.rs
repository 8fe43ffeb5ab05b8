//! A webhook as a WASI component, for hosts of `wasi:http` such as `wasmtime serve`.

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Event, InlineCall, Webhook};
use wstd::http::{Body, Request, Response, Result};

#[wstd::http_server]
async fn main(request: Request<Body>) -> Result<Response<Body>> {
    let webhook = Webhook::new(std::env::var("HOOK_PATH")?);
    let request = request.map(Body::into_boxed_body);
    let response = webhook.handle(request, async |update, _| answer(update)).await;
    Ok(response.map(Body::from_http_body))
}

/// Returns the reply of the bot. The webhook sends it in its response.
fn answer(update: Update) -> Option<InlineCall> {
    match update.into_event()? {
        Event::Message(message) => Some(SendMessage::new(message.chat.id, message.text?).into()),
        Event::CallbackQuery(query) => Some(query.answer().text(query.data.as_deref()?).into()),
        Event::PreCheckoutQuery(query) => Some(query.accept().into()),
        _ => None,
    }
}
