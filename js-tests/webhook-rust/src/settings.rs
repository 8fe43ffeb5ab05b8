//! The webhook of this worker, as its bindings and its requests say.

use std::time::Duration;

use botwire::client::{Bot, Encoding};
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, DurableObjectStore, WorkersKvStore};
use botwire::webhook::{AtDeadline, Order, Response, Returned, Task, Webhook};
use worker::{Env, Url};

use crate::rejections;

/// A store of which that function never ends.
struct Hanging(String);

impl Hanging {
    async fn or<T>(&self, function: &str, result: T) -> Result<T, BoxError> {
        if self.0 == function {
            std::future::pending::<()>().await;
        }
        Ok(result)
    }
}

impl ClaimStore for Hanging {
    async fn claim(&self, _: &str, _: Duration, _: Option<i64>) -> Result<Claim, BoxError> {
        self.or("claim", Claim::Owned("one".to_owned())).await
    }
    async fn renew(&self, _: &str, _: &str, _: Duration) -> Result<bool, BoxError> {
        self.or("renew", true).await
    }
    async fn settle(&self, _: &str, _: &str, _: Duration) -> Result<bool, BoxError> {
        self.or("settle", true).await
    }
    async fn release(&self, _: &str, _: &str) -> Result<bool, BoxError> {
        self.or("release", true).await
    }
}

fn setting(env: &Env, name: &str) -> Option<String> {
    env.var(name).ok().map(|value| value.to_string())
}

/// The webhook with nothing but its path.
pub fn hook(env: &Env) -> Result<Webhook, BoxError> {
    Ok(Webhook::new(setting(env, "HOOK").ok_or("HOOK is not set")?))
}

pub fn bot(env: &Env) -> Result<Option<Bot>, BoxError> {
    let (Some(base_url), Some(token)) = (setting(env, "BASE_URL"), setting(env, "TOKEN")) else { return Ok(None) };
    Ok(Some(Bot::new(&base_url, &token)?))
}

/// The webhook as its bindings say, or the query of the request.
pub fn webhook(env: &Env, url: &Url, wait_until: impl Fn(Task) + 'static) -> Result<Webhook, BoxError> {
    let asked = |name: &str| url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    let setting = |name: &str| asked(name).or_else(|| setting(env, name));
    let mut webhook = hook(env)?;
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
    if setting("AT_DEADLINE").is_some() {
        webhook = webhook.at_deadline(AtDeadline::Retry);
    }
    if setting("RETURNED").is_some() {
        webhook = webhook.returned(Returned::Call);
    }
    if let Some(milliseconds) = setting("DEADLINE_MS") {
        webhook = webhook.deadline(Duration::from_millis(milliseconds.parse()?));
    }
    if let (Some(name), Some(value)) = (setting("SECRET_NAME"), setting("SECRET_VALUE")) {
        webhook = webhook.secret_header(name, value);
    }
    if setting("TOLD").is_some() {
        // Tests see what hooks are told.
        webhook = webhook
            .on_reject(|rejection, _| rejections::add(rejection))
            .on_error(|failure| Some(Response::new(500).text(failure.to_string())));
    }
    webhook = match setting("STORE").as_deref() {
        Some("durable object") => webhook.store(DurableObjectStore::of(env, "CLAIMS")?),
        Some(hangs @ ("claim" | "release" | "settle")) => webhook.store(Hanging(hangs.to_owned())),
        Some("workers kv") => webhook.store(WorkersKvStore::of(env, "UPDATES")?),
        _ => webhook,
    };
    Ok(match setting("ENCODING").as_deref() {
        Some("form") => webhook.reply_encoding(Encoding::Form),
        Some("multipart") => webhook.reply_encoding(Encoding::Multipart),
        _ => webhook,
    })
}
