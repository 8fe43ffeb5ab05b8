//! Deliveries to a webhook: the secret path, the URL that may be registered, deadlines, claims.

use std::time::Duration;

use subtle::{Choice, ConstantTimeEq};

use super::{PRE_CHECKOUT, RESPONSE_TIME, is_local};
pub use crate::wire::WEBHOOK_PORTS as PORTS;
use crate::wire::is_webhook;

/// Bytes of a body that are read by default. Updates of the service are far smaller.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// How long an answer may take by default: hosts end a request later, and the service waits longer.
pub const DEADLINE: Duration = Duration::from_secs(10);

/// How long after the deadline the signal of a handler is aborted: hosts let a task run for 30 seconds after the
/// response, and a handler needs some of them to end.
pub const LATE_SIGNAL: Duration = Duration::from_secs(25);

/// How long a claim or a turn lasts unless it is renewed. A process that is killed blocks its keys for this long.
pub const LEASE: Duration = Duration::from_secs(15);

/// For how long the lease of a running handler is renewed, so that a handler that never ends does not hold its keys for ever.
pub const RENEWED: Duration = Duration::from_secs(15 * 60);

/// The first pause before a claim that was busy is tried again; each further one is half as long again.
pub const FIRST_LOOK: Duration = Duration::from_millis(20);

/// The longest pause between two tries.
pub const LONGEST_LOOK: Duration = Duration::from_millis(200);

/// How long a waiting update keeps its place among those that wait for a turn, after it asked last.
pub const PLACE: Duration = Duration::from_secs(2);

/// How long a handled update is remembered: the service discards updates after 24 hours.
pub const REMEMBERED: Duration = Duration::from_secs(24 * 60 * 60);

/// The shortest time that Workers KV keeps anything.
pub const SHORTEST_IN_KV: Duration = Duration::from_secs(60);

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

/// The bytes that a URL's path represents: clients and platforms escape different characters of it. Each escape counts
/// by itself: what is not an escape stays as it is, and need not be UTF-8.
#[must_use]
pub fn decode_path(path: &str) -> Vec<u8> {
    percent_encoding::percent_decode_str(path).collect()
}

/// Whether the texts are the same. The time that it takes depends on the length of the secret only, so that it reveals
/// nothing of the secret.
#[must_use]
pub fn is_same(secret: &[u8], given: &[u8]) -> bool {
    // What is too short is filled, and is not the same by its length.
    let mut filled: Vec<u8> = given.iter().copied().take(secret.len()).collect();
    filled.resize(secret.len(), 0);
    (secret.ct_eq(&filled) & Choice::from(u8::from(secret.len() == given.len()))).into()
}

/// Whether a service delivers to that URL: over HTTPS to one of the [`PORTS`]. A service on this machine, as under
/// development, also delivers to this machine, to any port and without TLS.
#[must_use]
pub fn is_address(url: &str, is_service_local: bool) -> bool {
    is_webhook(url) || (is_service_local && is_local(url))
}
