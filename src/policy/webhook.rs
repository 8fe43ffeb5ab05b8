//! Webhook rules: the secret path, the URL that can be registered, deadlines, and claims.

use std::time::Duration;

use subtle::{Choice, ConstantTimeEq};

use super::{PRE_CHECKOUT, RESPONSE_TIME, is_local};
pub use crate::wire::WEBHOOK_PORTS as PORTS;
use crate::wire::is_webhook;

/// The kinds of updates that are queries, and the methods that answer them.
pub const ANSWERS: [(&str, &str); 4] = [
    ("callback_query", "answerCallbackQuery"),
    ("inline_query", "answerInlineQuery"),
    ("shipping_query", "answerShippingQuery"),
    ("pre_checkout_query", "answerPreCheckoutQuery"),
];

/// The default size limit of a request body. Updates of the service are far smaller.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// The default time limit of an answer: hosts end a request later, and the service waits longer.
pub const DEADLINE: Duration = Duration::from_secs(10);

/// The time between the deadline and the abort of a handler's signal: hosts let a task run for 30 seconds after the
/// response, and a handler needs some of them to finish.
pub const LATE_SIGNAL: Duration = Duration::from_secs(25);

/// How long a claim lasts unless it is renewed. A process that is killed blocks its updates for this long.
pub const LEASE: Duration = Duration::from_secs(15);

/// How long a running handler's lease is renewed: a handler that never ends must not hold its keys forever.
pub const RENEWED: Duration = Duration::from_secs(15 * 60);

/// How long a store may take for an answer, and how long it may fail before it is not asked again.
pub const STORE: Duration = Duration::from_secs(30);

/// The first pause before a busy key is claimed again. Each further pause is half as long again.
pub const FIRST_LOOK: Duration = Duration::from_millis(20);

/// By how much each further pause is longer.
pub const LOOK_GROWTH: f64 = 1.5;

/// The longest pause between two attempts to claim.
pub const LONGEST_LOOK: Duration = Duration::from_millis(200);

/// The time that a waiting update keeps its place in the queue after its last attempt.
pub const PLACE: Duration = Duration::from_secs(2);

/// The time that a handled update is remembered: the service discards updates after 24 hours.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// How often a handler runs for an update that fails for a while.
pub const ATTEMPTS: u32 = 4;

/// The size limit of a response that is remembered for a redelivery, in bytes.
pub const MAX_REMEMBERED_BYTES: usize = 16_000;

/// The shortest expiration that Workers KV accepts.
pub const SHORTEST_IN_KV: Duration = Duration::from_secs(60);

/// The total length of the responses that the memory of one isolate remembers: a few thousand, because the service delivers
/// an update again within minutes. Older ones are forgotten, and their updates stay done.
pub const RESPONSES_IN_MEMORY: usize = 1 << 20;

/// The number of updates that the memory of one isolate remembers.
pub const CAPACITY: usize = 10_000;

/// How much longer than a claim, with the pause before it is asked for again, a turn lasts.
pub const TURN_GROWTH: f64 = 1.5;

/// Returns how long a turn lasts without a renewal: longer than a claim. If a process dies, a redelivery of its update that
/// waits for the claim then asks for the turn before the turn of the dead process ends, and comes before later updates.
#[must_use]
pub fn turn_lease(lease: Duration) -> Duration {
    // The claim may have been renewed up to a third of its lease after the turn.
    Duration::try_from_secs_f64(lease.saturating_add(LONGEST_LOOK).as_secs_f64() * TURN_GROWTH).unwrap_or(Duration::MAX)
}

/// Returns the time limit of an answer from the arrival of the request: the deadline, and for a pre-checkout query at
/// most the time that the service waits, minus the time for the response. `None` means no limit.
#[must_use]
pub fn time_to_answer(deadline: Option<Duration>, is_pre_checkout: bool) -> Option<Duration> {
    let longest = is_pre_checkout.then(|| PRE_CHECKOUT.saturating_sub(RESPONSE_TIME));
    deadline.into_iter().chain(longest).min()
}

/// Percent-decodes a path: clients and platforms escape different characters of it. Invalid escapes stay unchanged. The
/// result may not be UTF-8.
#[must_use]
pub fn decode_path(path: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(path).collect()
}

/// Compares two texts in a time that depends only on the length of the secret, so that it reveals nothing about it.
#[must_use]
pub fn is_same(secret: &[u8], received: &[u8]) -> bool {
    // A shorter text is padded; the comparison of the lengths then fails.
    let mut filled: Vec<u8> = received.iter().copied().take(secret.len()).collect();
    filled.resize(secret.len(), 0);
    (secret.ct_eq(&filled) & Choice::from(u8::from(secret.len() == received.len()))).into()
}

/// Returns true if a service delivers to that URL: over HTTPS to one of the [`PORTS`]. A service on this machine, as in
/// development, also delivers to any port of this machine without TLS.
#[must_use]
pub fn is_address(url: &str, is_service_local: bool) -> bool {
    is_webhook(url) || (is_service_local && is_local(url))
}
