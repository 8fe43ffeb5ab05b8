//! Makes a call: checks it, sends it, and retries it if that helps.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::bot::Bot;
use super::boxed::BoxFuture;
use super::clock::Moment;
#[cfg(not(web))]
use super::files::measured;
use super::files::{load_files, sent_once, with_reason};
use super::local_webhook;
use super::migration;
use super::outgoing::CallOptions;
#[cfg(feature = "tracing")]
use super::spans;
use super::transport::Request;
use super::within::{pause, within};
use crate::request::random::random;
use crate::request::serialized_call::SerializedCall;
use crate::request::{Body, Encoding, Error, answer};
use crate::types::ChatId;
use crate::wire::compact::CompactMethod;
use crate::wire::{encode, json};

impl Bot {
    /// Checks a call and makes it without the middleware. Returns the JSON text of its result.
    ///
    /// Boxed, so that its code exists once and not in every caller.
    pub(crate) fn make<'a>(
        &'a self,
        parameters: SerializedCall,
        options: &'a CallOptions,
    ) -> BoxFuture<'a, Result<String, Error>> {
        #[cfg(feature = "tracing")]
        let method = parameters.method.clone();
        let made = async move {
            if let Some(started) = &options.started {
                started.store(true, Ordering::Relaxed);
            }
            #[cfg(not(web))]
            let parameters = measured(parameters, self.streams_files()).await;
            let checked = local_webhook::check(parameters, options.check_limits, &self.0.base_url);
            let parameters = checked.map_err(|invalid| self.invalid(invalid))?;
            if let Some(effect) = self.0.effect.as_ref().filter(|_| !is_idempotent(&parameters)) {
                effect.store(true, Ordering::Relaxed);
            }
            let outcome = run(self, parameters, options).await;
            outcome.map_err(|error| self.0.token.clean(error))
        };
        #[cfg(feature = "tracing")]
        let made = async move { spans::call(&method, made).await };
        Box::pin(made)
    }
}

async fn run(bot: &Bot, mut parameters: SerializedCall, options: &CallOptions) -> Result<String, Error> {
    let timeout = options.timeout.limit(!parameters.files.is_empty(), held_up(&parameters));
    let loaded = within(
        &*bot.0.transport,
        timeout,
        &options.signal,
        load_files(&mut parameters, options.check_limits, bot.streams_files()),
    )
    .await;
    loaded.map_err(|stopped| stopped.into_error(&parameters.method, timeout))??;
    let (mut retried, mut followed, since, mut paused) = (0, false, Moment::now(), Duration::ZERO);
    loop {
        let attempt = attempt(bot, &parameters, timeout, options);
        #[cfg(feature = "tracing")]
        let attempt = spans::attempt(bot, is_get(&parameters, options.encoding), retried, attempt);
        let (_, attempt) = attempt.await;
        let Err(error) = attempt else { return attempt };
        let sent_once = sent_once(&parameters);
        let trouble = error.trouble();
        if trouble.is_refusal {
            options.on_refusal.iter().for_each(|on_refusal| on_refusal(trouble.retry_after));
        }
        if let Some((json, group, supergroup)) = follow(bot, &parameters, &error).filter(|_| !followed) {
            if let Some(reason) = sent_once {
                return Err(with_reason(error, &reason));
            }
            followed = true;
            parameters.json = json;
            if let Some(moved) = &bot.0.migration {
                moved(group, supergroup);
            }
            continue;
        }
        // The waits of a transport for tests take no real time.
        let elapsed = since.elapsed().max(paused);
        let wait = options.retry.wait(trouble, is_idempotent(&parameters), retried, elapsed, random());
        let Some(wait) = wait else { return Err(error) };
        if let Some(reason) = sent_once {
            return Err(with_reason(error, &reason));
        }
        (retried, paused) = (retried + 1, paused.saturating_add(wait));
        let waited = pause(&*bot.0.transport, wait, &options.signal).await;
        waited.map_err(|stopped| stopped.into_error(&parameters.method, None))?;
    }
}

/// Returns the status of the response, or 0 if there was none, and the result.
async fn attempt(
    bot: &Bot,
    parameters: &SerializedCall,
    timeout: Option<Duration>,
    options: &CallOptions,
) -> (u16, Result<String, Error>) {
    let (method, max_bytes) = (&parameters.method, bot.0.max_response_bytes);
    let request = request(bot, parameters, options);
    let exchange = within(&*bot.0.transport, timeout, &options.signal, async {
        let mut response = bot.0.transport.send(request).await?;
        let (text, is_whole) = response.text(max_bytes).await?;
        Ok((response.status(), text, is_whole || !response.is_success()))
    });
    match exchange.await {
        Ok((status, _, false)) => (status, Err(Error::TooLarge { method: method.clone(), status, max_bytes })),
        Ok((status, text, true)) => (status, answer::result(method, status, &text)),
        Err(stopped) => (0, Err(stopped.into_error(method, timeout))),
    }
}

fn is_get(parameters: &SerializedCall, encoding: Encoding) -> bool {
    encoding == Encoding::Query && parameters.files.is_empty()
}

fn request(bot: &Bot, parameters: &SerializedCall, options: &CallOptions) -> Request {
    let url = bot.method_url(&parameters.method);
    if is_get(parameters, options.encoding) {
        let query = encode::form(&parameters.json);
        let mark = if query.is_empty() { "" } else { "?" };
        return Request::get([&url, mark, &query].concat());
    }
    let request = Request::post(url, Body::of(parameters, options.encoding));
    #[cfg(not(web))]
    let request = Request { on_progress: options.on_upload_progress.clone(), ..request };
    request
}

/// Returns the parameters for the supergroup, if the error names one and the bot follows migrations.
fn follow(bot: &Bot, parameters: &SerializedCall, error: &Error) -> Option<(String, ChatId, ChatId)> {
    bot.0.migration.as_ref()?;
    let supergroup = error.migrated_to()?;
    let (json, group) = migration::moved(&parameters.json, supergroup)?;
    Some((json, group, supergroup))
}

/// Returns the time that the service itself may wait before it answers.
fn held_up(parameters: &SerializedCall) -> Duration {
    let timeout = json::member(&parameters.json, "timeout").filter(|_| parameters.method == "getUpdates");
    Duration::from_secs(timeout.and_then(|seconds| seconds.parse().ok()).unwrap_or_default())
}

/// Returns true if a repeated call has the same effect as one call. False for methods beyond the specification.
fn is_idempotent(parameters: &SerializedCall) -> bool {
    parameters.known.is_some_and(CompactMethod::is_idempotent)
}
