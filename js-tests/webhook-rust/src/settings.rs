//! The webhook of this worker, as its bindings and its requests say.

use std::time::Duration;

use botwire::client::{Bot, Encoding};
use botwire::webhook::stores::{BoxError, DurableObjectStore, WorkersKvStore};
use botwire::webhook::{Order, Response, Task, Webhook};
use worker::{Env, Url};

use crate::rejections;

fn setting(env: &Env, name: &str) -> Option<String> {
    env.var(name).ok().map(|value| value.to_string())
}

fn bot(env: &Env) -> Result<Option<Bot>, BoxError> {
    let (Some(base_url), Some(token)) = (setting(env, "BASE_URL"), setting(env, "TOKEN")) else { return Ok(None) };
    Ok(Some(Bot::new(&base_url, &token)?))
}

/// The webhook as its bindings say, or the query of the request.
pub fn webhook(env: &Env, url: &Url, wait_until: impl Fn(Task) + 'static) -> Result<Webhook, BoxError> {
    let asked = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    let setting = |name: &str| asked(name).or_else(|| setting(env, name));
    let mut webhook = Webhook::new(setting("HOOK").ok_or("HOOK is not set")?);
    if setting("DETACHED").is_none() {
        webhook = webhook.wait_until(wait_until);
    }
    webhook = webhook.check_fields(setting("CHECK").is_some());
    if let Some(bot) = bot(env)? {
        webhook = webhook.bot(bot);
    }
    if setting("ORDER").is_some() {
        webhook = webhook.in_order(Order::by_chat().store(DurableObjectStore::of(env, "CLAIMS")?));
    }
    if let Some(milliseconds) = setting("DEADLINE_MS") {
        webhook = webhook.deadline(Duration::from_millis(milliseconds.parse()?));
    }
    if let (Some(name), Some(value)) = (setting("SECRET_NAME"), setting("SECRET_VALUE")) {
        webhook = webhook.secret_header(name, value);
    }
    if setting("TOLD").is_some() {
        // Reports to the tests what the hooks receive.
        webhook = webhook
            .on_reject(|rejection, _| rejections::add(rejection))
            .on_error(|failure| Some(Response::new(500).text(failure.to_string())));
    }
    webhook = match setting("STORE").as_deref() {
        Some("durable object") => webhook.store(DurableObjectStore::of(env, "CLAIMS")?),
        Some("workers kv") => webhook.store(WorkersKvStore::of(env, "UPDATES")?),
        _ => webhook,
    };
    Ok(match setting("ENCODING").as_deref() {
        Some("form") => webhook.reply_encoding(Encoding::Form),
        Some("multipart") => webhook.reply_encoding(Encoding::Multipart),
        _ => webhook,
    })
}
