//! Conversions between values of JavaScript and of the service.

use wasm_bindgen::JsValue;

use crate::emulator::{Answer, HttpWebhooks, Options, Time};

pub(super) fn options(webhooks: &str, log: u32, longest_poll: u32, modes: &str, callback_timeout: u32) -> Options {
    let http_webhooks = match webhooks {
        "always" => HttpWebhooks::Always,
        "never" => HttpWebhooks::Never,
        _ => HttpWebhooks::Loopback,
    };
    let (log, longest_poll) = (usize::try_from(log).unwrap_or(usize::MAX), longest_poll.into());
    let has = |mode: &str| modes.split(' ').any(|word| word == mode);
    let (compat, lenient, strict, sends_secret) = (has("compat"), has("lenient"), has("strict"), has("secret"));
    let callback_timeout = callback_timeout.into();
    let options = Options { http_webhooks, log, longest_poll, callback_timeout, ..Options::default() };
    Options { compat, lenient, strict, sends_secret, ..options }
}

/// Converts an answer to: status, content type, body, fault, milliseconds.
pub(super) fn parts(answer: Answer) -> Vec<JsValue> {
    match answer {
        Answer::Wait { poll, until } => vec![0.into(), count(poll), number(until.millis()).into()],
        Answer::Ready { status, envelope } => response(status, "application/json", envelope.into()),
        Answer::Page { status, html } => response(status, "text/html", html.into()),
        Answer::File { media_type, bytes } => response(200, &media_type, bytes.to_vec().into()),
        Answer::Faulty { kind, answer } => {
            // Both drops look the same to the client, whether or not the call was carried out.
            let (name, wait) = match kind.on_the_way() {
                ("drop_after", wait) => ("drop", wait),
                way => way,
            };
            let mut parts = parts(*answer);
            parts.truncate(3);
            parts.extend([name.into(), number(wait).into()]);
            parts
        }
    }
}

pub(super) fn response(status: u16, content_type: &str, body: JsValue) -> Vec<JsValue> {
    vec![status.into(), content_type.into(), body, "".into(), 0.into()]
}

pub(super) fn time(millis: f64) -> Time {
    Time::from_millis(whole(millis))
}

/// Converts a JavaScript number to a whole number. NaN becomes 0.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn whole(number: f64) -> i64 {
    number as i64
}

pub(super) fn natural(number: f64) -> u64 {
    whole(number).unsigned_abs()
}

#[allow(clippy::cast_precision_loss)] // a count, or milliseconds, below 2^53
pub(super) fn number(whole: i64) -> f64 {
    whole as f64
}

pub(super) fn count(count: u64) -> JsValue {
    number(count.cast_signed()).into()
}
