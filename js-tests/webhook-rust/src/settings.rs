//! The webhook of this worker, as its bindings say.

use std::time::Duration;

use botwire::client::{Bot, Encoding};
use botwire::webhook::Webhook;
use botwire::webhook::stores::{BoxError, DurableObjectStore, WorkersKvStore};
use worker::{Context, Env};

pub fn webhook(env: &Env, context: Context) -> Result<Webhook, BoxError> {
    let setting = |name: &str| env.var(name).ok().map(|value| value.to_string());
    let mut webhook = Webhook::new(setting("HOOK").ok_or("HOOK is not set")?);
    if setting("DETACHED").is_none() {
        webhook = webhook.wait_until(move |task| context.wait_until(task));
    }
    if let (Some(base_url), Some(token)) = (setting("BASE_URL"), setting("TOKEN")) {
        webhook = webhook.bot(Bot::new(&base_url, &token)?);
    }
    if let Some(milliseconds) = setting("DEADLINE_MS") {
        webhook = webhook.deadline(Duration::from_millis(milliseconds.parse()?));
    }
    if let (Some(name), Some(value)) = (setting("SECRET_NAME"), setting("SECRET_VALUE")) {
        webhook = webhook.secret_header(name, value);
    }
    if setting("TOLD").is_some() {
        // Tests see what hooks are told in the answer.
        webhook = webhook.on_error(|failure| {
            let init = web_sys::ResponseInit::new();
            init.set_status(500);
            web_sys::Response::new_with_opt_str_and_init(Some(&failure.to_string()), &init).ok()
        });
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
