//! A bot on Cloudflare Workers. Settings are variables and secrets. A Durable Object records the updates that were handled.

mod claims;

use botwire::webhook::stores::{BoxError, DurableObjectStore};
use botwire::webhook::{Event, InlineCall, Webhook};
use botwire::{client::Bot, methods::SendMessage, types::Update};
use worker::web_sys::{Request, Response};
use worker::{Context, Env, event};

#[event(fetch)]
async fn fetch(request: Request, env: Env, context: Context) -> Result<Response, BoxError> {
    let setting = |name| env.var(name).map(|value| value.to_string());
    let bot = Bot::new(&setting("SERVICE")?, &setting("BOT_TOKEN")?)?;
    let claims = DurableObjectStore::of(&env, "CLAIMS")?;
    let webhook = Webhook::with_store(setting("HOOK_PATH")?, claims).bot(bot);
    let webhook = webhook.wait_until(move |task| context.wait_until(task));
    Ok(webhook.handle(request, async |update, _| answer(update)).await)
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
