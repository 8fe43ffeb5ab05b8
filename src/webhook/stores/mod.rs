//! Stores of claims: they deduplicate deliveries of an update.

#[cfg(feature = "client")]
mod any;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod durable_object;
#[cfg(feature = "client")]
mod memory;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
pub(super) mod objects;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod platform;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
mod workers_kv;

#[cfg(feature = "client")]
pub(super) use self::any::AnyStore;
#[cfg(feature = "client")]
pub use self::memory::MemoryStore;
#[cfg(all(feature = "client", target_arch = "wasm32"))]
pub use self::{durable_object::DurableObjectStore, workers_kv::WorkersKvStore};

use std::error::Error;
#[cfg(feature = "client")]
use std::future::{Future, ready};
#[cfg(feature = "client")]
use std::time::Duration;

#[cfg(feature = "client")]
use crate::client::{MaybeSend, MaybeSync};
#[cfg(feature = "client")]
use crate::types::UpdateId;

/// What a store or a handler may fail with.
#[cfg(not(target_arch = "wasm32"))]
pub type BoxError = Box<dyn Error + Send + Sync>;
/// What a store or a handler may fail with. Natively it is `Send` and `Sync`.
#[cfg(target_arch = "wasm32")]
pub type BoxError = Box<dyn Error>;

/// Knows which updates are being handled or were. Identifiers are no sequence: after a week without
/// updates the next one is random, so each is stored by itself. Spec: core, Update.
///
/// Between `claim` and `settle` an update is in flight. Another delivery of it should wait until it is
/// known how that ends, so that none is answered with 200 for an update whose handler then fails. In
/// the stores of this crate it counts as abandoned after 60 seconds, since its isolate may be gone.
///
/// When a client disconnects, a native server drops the delivery, also in the middle of `claim`. What is left to await, such as
/// a `release` in a database, is then awaited by the next delivery of the update to the same webhook or a clone. Another
/// process knows nothing of it: there the update would count as in flight for ever. So a native store that processes share
/// needs [`Webhook::wait_until`](super::Webhook::wait_until), such as `.wait_until(|task| drop(tokio::spawn(task)))`, which
/// keeps each delivery up until it has ended. If the store outlives its processes, it needs a lease, after which `claim` gives
/// the update to another delivery.
///
/// ```
/// # use std::sync::Mutex; use std::collections::HashSet; use std::time::Duration;
/// use botwire::types::UpdateId;
/// use botwire::webhook::stores::{BoxError, ClaimStore};
///
/// struct Seen(Mutex<HashSet<UpdateId>>);
///
/// impl ClaimStore for Seen {
///     async fn claim(&self, update_id: UpdateId, _keep: Duration) -> Result<bool, BoxError> {
///         Ok(self.0.lock().map_err(|error| error.to_string())?.insert(update_id))
///     }
///     async fn release(&self, update_id: UpdateId) -> Result<(), BoxError> {
///         self.0.lock().map_err(|error| error.to_string())?.remove(&update_id);
///         Ok(())
///     }
/// }
/// ```
#[cfg(feature = "client")]
pub trait ClaimStore: MaybeSend + MaybeSync {
    /// Whether the update is the caller's to handle: true once for each identifier, until it is
    /// released or `keep` is over. An error answers 500, and what takes longer than the
    /// [deadline](super::Webhook) 503: the service delivers again.
    fn claim(&self, update_id: UpdateId, keep: Duration) -> impl Future<Output = Result<bool, BoxError>> + MaybeSend;

    /// Forgets the update, since its handler failed: the next delivery of it is handled.
    fn release(&self, update_id: UpdateId) -> impl Future<Output = Result<(), BoxError>> + MaybeSend;

    /// The handler is done with the update, which is to be known for so long.
    fn settle(&self, _update_id: UpdateId, _keep: Duration) -> impl Future<Output = Result<(), BoxError>> + MaybeSend {
        ready(Ok(()))
    }
}
