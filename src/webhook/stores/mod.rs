//! Stores: they deduplicate deliveries of an update, keep an order among updates, and keep sessions.

#[cfg(feature = "client")]
mod any;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
mod durable_object;
#[cfg(feature = "client")]
mod memory;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
mod platform;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
mod workers_kv;

#[cfg(feature = "client")]
pub(super) use self::any::{AnySessionStore, AnyStore};
#[cfg(feature = "client")]
pub use self::memory::MemoryStore;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
pub use self::{durable_object::DurableObjectStore, workers_kv::WorkersKvStore};

use std::error::Error;
#[cfg(feature = "client")]
use std::future::Future;
#[cfg(feature = "client")]
use std::time::Duration;

#[cfg(feature = "client")]
use crate::client::{MaybeSend, MaybeSync};

/// An error of a store or a handler.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxError = Box<dyn Error + Send + Sync>;
/// An error of a store or a handler. Natively it is `Send` and `Sync`.
#[cfg(target_arch = "wasm32")]
pub type BoxError = Box<dyn Error>;

/// The result of a claim.
#[cfg(feature = "client")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The key belongs to the caller. The text names the caller as the owner, and is different for each claim.
    Owned(String),
    /// The key belongs to another owner, or another caller is next.
    Busy,
    /// The key is settled.
    Done,
}

/// Gives keys to owners, each for a time: the lease. A store is a record, so its methods never wait for an owner; the
/// webhook asks again.
///
/// The webhook claims `<bot>:update:<update_id>` for an update and, [in order](super::Webhook::in_order), `<bot>:turn:<key>` for
/// a turn. `<bot>` is the [identifier](crate::client::Bot::id) of the bot, so that several bots can share a store. If the
/// token has none, it is `h` and a hash of the token. A webhook without a bot uses `p` and a hash of its path.
///
/// The webhook renews a lease of 15 seconds, or as [set](super::Webhook::lease), every third of its time while the handler
/// runs, for at most 15 minutes. If the process of an owner is killed, another delivery can claim the key when the lease ends.
///
/// Time is the clock of the store, such as `now()` of a database, so that clocks of processes may differ. A claim that
/// replaces an expired one gets a new owner. The former owner can then no longer renew, settle or release the key: each
/// of these returns `false` and changes nothing. As long as nobody else has claimed the key, its owner can settle it
/// after the lease too.
///
/// ```
/// # use std::{collections::HashMap, sync::{Mutex, MutexGuard, PoisonError}, time::{Duration, Instant}};
/// use botwire::webhook::stores::{BoxError, Claim, ClaimStore};
///
/// struct Row {
///     owner: String,
///     until: Instant,
///     is_done: bool,
/// }
///
/// #[derive(Default)]
/// struct Table(Mutex<HashMap<String, Row>>);
///
/// impl Table {
///     fn rows(&self) -> MutexGuard<'_, HashMap<String, Row>> {
///         self.0.lock().unwrap_or_else(PoisonError::into_inner)
///     }
///
///     // As `UPDATE … WHERE key = … AND owner = … AND NOT is_done` in a database, which reports how many rows changed.
///     fn update(&self, key: &str, owner: &str, time: Duration, is_done: bool) -> bool {
///         let mut rows = self.rows();
///         let Some(row) = rows.get_mut(key).filter(|row| row.owner == owner && !row.is_done) else { return false };
///         (row.until, row.is_done) = (Instant::now() + time, is_done);
///         true
///     }
/// }
///
/// impl ClaimStore for Table {
///     async fn claim(&self, key: &str, lease: Duration, _place: Option<i64>) -> Result<Claim, BoxError> {
///         let (mut rows, now) = (self.rows(), Instant::now());
///         if let Some(row) = rows.get(key).filter(|row| row.until > now) {
///             return Ok(if row.is_done { Claim::Done } else { Claim::Busy });
///         }
///         let owner = format!("{now:?}");
///         rows.insert(key.to_owned(), Row { owner: owner.clone(), until: now + lease, is_done: false });
///         Ok(Claim::Owned(owner))
///     }
///
///     async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
///         Ok(self.update(key, owner, lease, false))
///     }
///
///     async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
///         Ok(self.update(key, owner, ttl, true))
///     }
///
///     async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
///         Ok(self.update(key, owner, Duration::ZERO, false))
///     }
/// }
/// ```
#[cfg(feature = "client")]
pub trait ClaimStore: MaybeSend + MaybeSync {
    /// Claims a key for the time of the lease. An error is answered with 500, and the service delivers the update again.
    /// Natively, an answer of any method that takes more than 30 seconds is an error, too.
    ///
    /// `place` is the `update_id` of a delivery that waits for its turn. Of several callers that ask for the key again and
    /// again, the one with the lowest place should go first; a caller that has not asked for 2 seconds should be
    /// forgotten. A store that ignores `place` keeps updates apart, but not in their order.
    fn claim(
        &self,
        key: &str,
        lease: Duration,
        place: Option<i64>,
    ) -> impl Future<Output = Result<Claim, BoxError>> + MaybeSend;

    /// Extends the lease, from now on. Returns `false` if the caller is no longer the owner.
    fn renew(
        &self,
        key: &str,
        owner: &str,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Marks the key as done and remembers it for the time `ttl`. Returns `false` if the caller is no longer the owner.
    fn settle(&self, key: &str, owner: &str, ttl: Duration)
    -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Gives the key back, so that the next caller can claim it. Returns `false` if the caller is no longer the owner.
    fn release(&self, key: &str, owner: &str) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;
}

/// A store of [claims](ClaimStore) that also keeps sessions, as texts, for [`Sessions`](super::Sessions).
///
/// The key of a session is `<bot>:session:<key>`. Its turn is claimed under the same key, so the store can compare the owner
/// when it writes.
#[cfg(feature = "client")]
pub trait SessionStore: ClaimStore {
    /// Returns the text of a key, if it has one.
    fn read(&self, key: &str) -> impl Future<Output = Result<Option<String>, BoxError>> + MaybeSend;

    /// Writes the text of a key, which is kept for the time `ttl`; `None` for ever. Returns `false` and writes nothing if the
    /// caller is no longer the owner of the key's claim.
    fn write(
        &self,
        key: &str,
        text: &str,
        ttl: Option<Duration>,
        owner: &str,
    ) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Deletes the text of a key. Returns `false` and deletes nothing if the caller is no longer the owner.
    fn delete(&self, key: &str, owner: &str) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;
}
