//! Deliveries to a webhook: the secret path, the URL that may be registered, deadlines, claims.

use std::time::Duration;

use subtle::{Choice, ConstantTimeEq};

use super::{PRE_CHECKOUT, RESPONSE_TIME};

/// The ports that the service delivers to, over HTTPS only. Spec: core, Updates and webhooks.
pub const PORTS: [u16; 4] = [443, 80, 88, 8443];

/// Bytes of a body that are read by default. Updates of the service are far smaller.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// How long an answer may take by default: hosts end a request later, and the service waits longer.
pub const DEADLINE: Duration = Duration::from_secs(10);

/// How long after the deadline the signal of a handler is aborted: hosts let a task run for 30 seconds after the
/// response, and a handler needs some of them to end.
pub const LATE_SIGNAL: Duration = Duration::from_secs(25);

/// How long a claim lasts that is neither released nor settled: its isolate may be gone, since hosts drop a request
/// whose client is gone. Longer than any deadline, so that no handler that is still awaited runs twice.
pub const LEASE: Duration = Duration::from_secs(60);

/// How long a handled update is remembered: the service discards updates after 24 hours.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// How many updates the memory of one isolate remembers.
pub const CAPACITY: usize = 10_000;

/// How long the answer to a delivery may take, from the arrival of the request: the deadline, and for a pre-checkout
/// query at most the time in which the service wants its answer, less what the response needs on its way. Nothing for
/// no limit.
#[must_use]
pub fn time_to_answer(deadline: Option<Duration>, is_pre_checkout: bool) -> Option<Duration> {
    let longest = is_pre_checkout.then(|| PRE_CHECKOUT.saturating_sub(RESPONSE_TIME));
    deadline.into_iter().chain(longest).min()
}

/// The bytes that a URL's path stands for: clients and platforms escape different characters of it. Each escape counts
/// by itself: what is no escape stays as it is, and need not be UTF-8.
#[must_use]
pub fn decode_path(path: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(path).collect()
}

/// Whether the texts are the same. The time that it takes depends on the length of the secret only, so that it tells
/// nothing of the secret.
#[must_use]
pub fn is_same(secret: &[u8], given: &[u8]) -> bool {
    // What is too short is filled, and is not the same by its length.
    let mut filled: Vec<u8> = given.iter().copied().take(secret.len()).collect();
    filled.resize(secret.len(), 0);
    (secret.ct_eq(&filled) & Choice::from(u8::from(secret.len() == given.len()))).into()
}

/// What is wrong with the text of a webhook's URL: what is expected, and what came. Platforms remove tabs and line ends
/// from a URL and escape spaces, so that another URL would be registered than the one that was given.
///
/// # Errors
/// If it holds a space or a control character.
pub fn check_text(url: &str) -> Result<(), (&'static str, &'static str)> {
    if url.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        return Err(("a URL without spaces and control characters", "a URL with one"));
    }
    Ok(())
}

/// What is wrong with the URL of a webhook: what is expected, and what came.
///
/// # Errors
/// If its scheme is not `https:`, or its port none of [`PORTS`].
pub fn check_address<'a>(scheme: &'a str, port: &'a str) -> Result<(), (&'static str, &'a str)> {
    if scheme != "https:" {
        return Err(("an https: URL", scheme));
    }
    if !port.is_empty() && !PORTS.iter().any(|known| known.to_string() == port) {
        return Err(("port 443, 80, 88 or 8443", port));
    }
    Ok(())
}
