//! A worker whose handler panics if it is asked to.

mod claims;

use std::future::pending;

use botwire::client::Bot;
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::stores::{BoxError, DurableObjectStore};
use botwire::webhook::{AfterError, Cause, Context, Response, Webhook};
use worker::{Env, console_log, event, web_sys};

#[event(fetch)]
async fn fetch(request: web_sys::Request, env: Env, context: worker::Context) -> Result<web_sys::Response, BoxError> {
    let claims = DurableObjectStore::of(&env, "CLAIMS")?;
    let webhook = Webhook::with_store("/hook/3f9a", claims).deadline(None).on_error(|failure| match failure.cause {
        Cause::Attempts(_) => AfterError::Respond(Response::new(200).text(failure.to_string())),
        _ => {
            console_log!("on_error: {failure}");
            AfterError::Usual
        }
    });
    let webhook = webhook.bot(Bot::new(&env.var("SERVICE")?.to_string(), "123456:secret")?);
    let is_detached = env.var("DETACHED").is_ok();
    let webhook = if is_detached { webhook } else { webhook.wait_until(move |task| context.wait_until(task)) };
    Ok(webhook.handle(request, answer).await)
}

async fn answer(update: Update, context: Context) -> Option<SendMessage> {
    let message = update.message?;
    match message.text.as_deref()? {
        "send and panic" => {
            let _ = context.bot().ok()?.send_message(message.chat.id, "sent").await;
            panic!("asked to")
        }
        "panic" => panic!("asked to"),
        "wait" => {
            console_log!("waiting");
            pending().await
        }
        text => Some(message.reply(text)),
    }
}
