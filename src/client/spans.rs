//! Spans of `tracing`, with the fields of OpenTelemetry's conventions. They never contain the token or a user's text.

use std::future::Future;

use tracing::field::Empty;
use tracing::{Instrument, Span, debug_span, info_span};

use super::bot::Bot;
use crate::policy::split;
use crate::request::Error;
use crate::types::{UpdateId, UpdateKind};

/// Runs a call, with its retries, in a span.
pub(super) async fn call(method: &str, call: impl Future<Output = Result<String, Error>>) -> Result<String, Error> {
    let span = info_span!(
        "botwire.call",
        otel.name = method,
        otel.kind = "internal",
        botwire.method = method,
        error.type = Empty
    );
    let result = call.instrument(span.clone()).await;
    record_error(&span, &result);
    result
}

/// Runs one attempt of a call in a span.
pub(super) async fn attempt(
    bot: &Bot,
    is_get: bool,
    retries: u32,
    attempt: impl Future<Output = (u16, Result<String, Error>)>,
) -> (u16, Result<String, Error>) {
    let verb = if is_get { "GET" } else { "POST" };
    let (scheme, authority, _) = split(&bot.0.base_url).unwrap_or_default();
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port.parse().ok()),
        _ => (authority, None),
    };
    let span = debug_span!(
        "botwire.attempt",
        otel.name = verb,
        otel.kind = "client",
        http.request.method = verb,
        http.request.resend_count = (retries > 0).then_some(retries),
        http.response.status_code = Empty,
        server.address = host,
        server.port = port.unwrap_or(if scheme == "http" { 80_u16 } else { 443 }),
        url.scheme = scheme,
        error.type = Empty
    );
    let (status, result) = attempt.instrument(span.clone()).await;
    if status > 0 {
        span.record("http.response.status_code", status);
    }
    record_error(&span, &result);
    (status, result)
}

/// Runs the handling of an update in a span. `status` returns the status of the webhook's response.
pub(crate) async fn update<T>(
    id: UpdateId,
    kind: Option<&UpdateKind>,
    work: impl Future<Output = T>,
    status: impl FnOnce(&T) -> u16,
) -> T {
    let kind = kind.map_or("unknown", UpdateKind::as_str);
    let span = info_span!(
        "botwire.update",
        otel.name = kind,
        otel.kind = "consumer",
        botwire.update.id = id.0,
        botwire.update.kind = kind,
        http.response.status_code = Empty,
        error.type = Empty
    );
    let ended = work.instrument(span.clone()).await;
    let status = status(&ended);
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("error.type", tracing::field::display(status));
    }
    ended
}

fn record_error<T>(span: &Span, result: &Result<T, Error>) {
    if let Err(error) = result {
        match error.status() {
            Some(status) => span.record("error.type", tracing::field::display(status)),
            None => span.record("error.type", error.kind()),
        };
    }
}
