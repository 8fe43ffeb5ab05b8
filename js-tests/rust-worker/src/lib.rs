//! A bot in a worker: it answers a webhook inline, and makes an ordinary call before that.

mod probes;
#[path = "../../../examples/shared.rs"]
mod shared;

use botwire::client::{Bot, Error};
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::Webhook;
use js_sys::Reflect;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Request, Response, Url};

/// The entry point for requests; `env` contains the worker's settings.
#[wasm_bindgen]
pub async fn fetch(request: Request, env: JsValue) -> Result<Response, JsValue> {
    let setting =
        |name: &str| Reflect::get(&env, &name.into()).ok().and_then(|value| value.as_string()).unwrap_or_default();
    let bot = Bot::new(&setting("BASE_URL"), &setting("TOKEN")).map_err(thrown)?;
    let path = Url::new(&request.url())?.pathname();
    if let Some(probe) = path.strip_prefix("/probe/") {
        return probes::answer(probe, &bot, &request).await;
    }
    if path.starts_with("/shared/") {
        return Ok(shared::fetch(request, Webhook::new("/shared/secret")).await);
    }
    let webhook = Webhook::new(setting("HOOK"));
    Ok(webhook.handle(request, async move |update, _| echo(&bot, update).await).await)
}

async fn echo(bot: &Bot, update: Update) -> Option<SendMessage> {
    let message = update.message?;
    let chat = message.chat.id;
    let sent = bot.send(SendMessage::new(chat, "by an ordinary call")).await;
    let outcome = sent.map_or_else(|error| error.to_string(), |sent| format!("message {}", sent.message_id));
    Some(SendMessage::new(chat, format!("{} (after {outcome})", message.text?)))
}

fn thrown(error: Error) -> JsValue {
    js_sys::Error::new(&error.to_string()).into()
}
