//! Stores: they deduplicate deliveries of an update, keep an order among updates, and keep sessions.

mod any;
mod commit;
#[cfg(web)]
mod durable_object;
mod memory;
#[cfg(web)]
mod platform;
#[cfg(web)]
mod workers_kv;

pub(super) use self::any::{AnySessionStore, AnyStore};
use self::commit::commit_each;
pub use self::commit::{Commit, Done, SessionChange};
pub use self::memory::MemoryStore;
#[cfg(web)]
pub use self::{durable_object::DurableObjectStore, workers_kv::WorkersKvStore};
pub use crate::webhook::reply::BoxError;

use std::future::Future;
use std::time::Duration;

use crate::client::{MaybeSend, MaybeSync};

/// The result of a [claim](ClaimStore::claim). The webhook claims its updates itself; a store can also guard work of your own:
///
/// ```
/// use std::time::Duration;
///
/// use botwire::webhook::stores::{BoxError, Claim, ClaimStore};
///
/// /// Sends a report once a day, although several processes try to.
/// async fn report(store: &impl ClaimStore, day: &str, process: &str) -> Result<(), BoxError> {
///     let key = format!("report:{day}");
///     match store.claim(&key, Duration::from_secs(60), None, process).await? {
///         Claim::Owned { owner, attempts } => {
///             println!("attempt {attempts}");
///             // Send the report here, within the lease of 60 seconds.
///             store.settle(&key, &owner, Duration::from_secs(86_400), None).await?;
///         }
///         Claim::Busy => println!("another process sends it"),
///         Claim::Done { .. } => println!("it was sent"),
///     }
///     Ok(())
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The key belongs to the caller.
    Owned {
        /// The name of the owner: that of the caller, or another one that the store chose. It is different for each claim.
        owner: String,
        /// The number of claims of this key since it was new, this one included. Use 1 if the store does not count them.
        attempts: u32,
    },
    /// The key belongs to another owner, or another caller is next.
    Busy,
    /// The key is settled.
    Done {
        /// The response that was remembered, if any.
        response: Option<String>,
    },
}

/// Gives keys to owners, each for a time: the lease. A store is a record, so its methods never wait for an owner; the
/// webhook asks again.
///
/// The webhook claims `<bot>:update:<update_id>` for an update and, [in order](crate::webhook::Webhook::in_order), `<bot>:turn:<key>` for
/// a turn. `<bot>` is the [identifier](crate::client::Bot::id) of the bot, so that several bots can share a store. If the
/// token has none, it is `h` and a hash of the token. A webhook without a bot uses `p` and a hash of its path.
///
/// The webhook renews a lease of 15 seconds, or as [set](crate::webhook::Webhook::lease), every third of its time while the handler
/// runs, for at most 15 minutes. If the process of an owner is killed, another delivery can claim the key when the lease ends.
///
/// Time is the clock of the store, such as `now()` of a database, so that clocks of processes may differ. A claim that
/// replaces an expired one gets a new owner. The former owner can then no longer renew, settle or release the key: each
/// of these returns `false` and changes nothing. As long as nobody else has claimed the key, its owner can settle it
/// after the lease too.
///
/// Any answer can be lost on its way, so the webhook asks again: each method must be idempotent for its owner.
///
/// ```
/// # use std::{collections::HashMap, sync::{Mutex, MutexGuard, PoisonError}, time::{Duration, Instant}};
/// use botwire::webhook::stores::{BoxError, Claim, ClaimStore};
///
/// #[derive(Default)]
/// struct Row {
///     owner: String, // empty: the key is free, and only its attempts are remembered
///     until: Option<Instant>,
///     attempts: u32,
///     is_done: bool,
///     response: Option<String>,
/// }
///
/// #[derive(Default)]
/// struct Table(Mutex<HashMap<String, Row>>);
///
/// impl Table {
///     // As `UPDATE … WHERE key = … AND owner = …` in a database, which reports how many rows changed.
///     fn update(&self, key: &str, owner: &str, change: impl FnOnce(&mut Row)) -> bool {
///         let mut rows = self.rows();
///         rows.get_mut(key).filter(|row| row.owner == owner).map(change).is_some()
///     }
///
///     fn rows(&self) -> MutexGuard<'_, HashMap<String, Row>> {
///         self.0.lock().unwrap_or_else(PoisonError::into_inner)
///     }
/// }
///
/// impl ClaimStore for Table {
///     async fn claim(&self, key: &str, lease: Duration, _place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
///         let (mut rows, now) = (self.rows(), Instant::now());
///         let row = rows.entry(key.to_owned()).or_default();
///         let is_over = row.until.is_none_or(|until| until <= now);
///         if row.is_done && !is_over {
///             return Ok(Claim::Done { response: row.response.clone() });
///         }
///         // The owner that claims again has lost the answer.
///         let is_again = row.owner == owner && !row.is_done;
///         if !row.owner.is_empty() && !is_over && !is_again {
///             return Ok(Claim::Busy);
///         }
///         let before = if row.is_done { 0 } else { row.attempts };
///         let attempts = if is_again { before } else { before + 1 };
///         *row = Row { owner: owner.to_owned(), until: Some(now + lease), attempts, ..Row::default() };
///         Ok(Claim::Owned { owner: owner.to_owned(), attempts })
///     }
///
///     async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
///         let is_running = self.rows().get(key).is_some_and(|row| !row.is_done);
///         Ok(is_running && self.update(key, owner, |row| row.until = Some(Instant::now() + lease)))
///     }
///
///     async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
///         Ok(self.update(key, owner, |row| {
///             (row.is_done, row.until) = (true, Some(Instant::now() + ttl));
///             row.response = response.map(str::to_owned);
///         }))
///     }
///
///     async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
///         let is_free = self.rows().get(key).is_none_or(|row| row.owner.is_empty());
///         Ok(is_free || self.update(key, owner, |row| *row = Row { attempts, ..Row::default() }))
///     }
/// }
/// ```
pub trait ClaimStore: MaybeSend + MaybeSync {
    /// Claims a key for the time of the lease, for a new owner that the webhook chooses. If the same owner claims again, it
    /// gets the key again, and no attempt is counted.
    ///
    /// After an error the webhook asks again; if the store does not answer in time, the service delivers the update again.
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
        owner: &str,
    ) -> impl Future<Output = Result<Claim, BoxError>> + MaybeSend;

    /// Extends the lease, from now on. Returns `false` if the caller is no longer the owner.
    fn renew(
        &self,
        key: &str,
        owner: &str,
        lease: Duration,
    ) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Marks the key as done and remembers it for the time `ttl`, with the response. Returns `true` again if the same owner
    /// has done so before. Returns `false` if another owner has claimed the key.
    fn settle(
        &self,
        key: &str,
        owner: &str,
        ttl: Duration,
        response: Option<&str>,
    ) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Gives the key back, so that the next caller can claim it. The next claim continues the count from `attempts`, which is
    /// remembered for a day; 0 forgets the key. Returns `true` again if the key is already free. Returns `false` if it is
    /// done, or another owner has claimed it.
    fn release(
        &self,
        key: &str,
        owner: &str,
        attempts: u32,
    ) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Returns a number that clones of this store have in common, and no other store has, such as the address of a shared
    /// pool. A webhook whose claims and sessions are in the same store then [commits](SessionStore::commit) both in one
    /// operation. Default: `None`, and the webhook saves the sessions first.
    fn identity(&self) -> Option<usize> {
        None
    }
}

/// A store of [claims](ClaimStore) that also keeps sessions, as texts, for [`Sessions`](super::Sessions).
///
/// The key of a session is `<bot>:session:<key>`. Its turn is claimed under the same key, so the store can compare the owner
/// when it writes.
///
/// A server that can choose its store takes any of them:
///
/// ```
/// use botwire::types::Update;
/// use botwire::webhook::stores::{MemoryStore, SessionStore};
/// use botwire::webhook::{Context, Request, Response, Session, Sessions, Webhook};
///
/// async fn count(_: Update, _: Context, mut messages: Session<u32>) {
///     *messages += 1;
/// }
///
/// async fn serve(webhook: &Webhook, store: impl SessionStore + 'static, request: Request) -> Response {
///     webhook.handle(request, Sessions::new(store).handler(count)).await
/// }
///
/// async fn in_memory(webhook: &Webhook, request: Request) -> Response {
///     serve(webhook, MemoryStore::default(), request).await
/// }
/// ```
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

    /// Saves the end of an update: the changes of its sessions, and that it is done. Returns `false` and changes nothing if
    /// one of the keys has another owner. Returns `true` and changes nothing if the update is already done by its owner.
    ///
    /// A store should do this in one operation, such as a transaction, so that a process that is killed leaves all of it or
    /// none. By default the sessions are written one after the other, and then the update is settled.
    fn commit(&self, commit: &Commit) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend {
        commit_each(self, commit)
    }
}
