//! The order of updates: by which keys, and with which store.

use std::fmt::{self, Debug, Formatter};

use super::shared::Shared;
use super::stores::{AnyStore, ClaimStore};
use crate::client::{MaybeSend, MaybeSync};
use crate::types::Update;

/// Handles updates that have a key in common one at a time, for [`Webhook::in_order`](crate::webhook::Webhook::in_order).
///
/// ```
/// use botwire::types::Update;
/// use botwire::webhook::{Order, Webhook};
///
/// let by_chat = Webhook::new("/hook/…").in_order(Order::by_chat());
/// let by_user = Webhook::new("/hook/…").in_order(Order::by(Update::user_id));
/// let by_both = Webhook::new("/hook/…").in_order(Order::by(|update| {
///     let chat = update.chat_id().map(|id| format!("chat {id}"));
///     let user = update.user_id().map(|id| format!("user {id}"));
///     chat.into_iter().chain(user)
/// }));
/// ```
#[derive(Clone)]
pub struct Order {
    by: Shared<dyn Keys>,
    store: Option<Shared<dyn AnyStore>>,
}

/// A function that returns the keys of an update.
trait Keys: Fn(&Update) -> Vec<String> + MaybeSend + MaybeSync {}
impl<T: Fn(&Update) -> Vec<String> + MaybeSend + MaybeSync> Keys for T {}

impl Order {
    /// Handles the updates of a chat one at a time. An update that belongs to no chat waits for those of its user.
    #[must_use]
    pub fn by_chat() -> Self {
        Self::by(Update::chat_id)
    }

    /// Handles updates one at a time that have one of these keys in common. An update without a key does not wait.
    #[must_use]
    pub fn by<K: IntoIterator<Item: ToString>>(by: impl Fn(&Update) -> K + MaybeSend + MaybeSync + 'static) -> Self {
        let by = move |update: &Update| {
            let mut keys: Vec<String> = by(update).into_iter().map(|key| key.to_string()).collect();
            // All deliveries claim their keys in the same order, so that they cannot wait for each other.
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        Self { by: Shared::new(by), store: None }
    }

    /// Sets the store for turns. Default: the [store](crate::webhook::Webhook::store) of the webhook; if it has none, the memory
    /// of this isolate, natively of the webhook and its clones.
    #[must_use]
    pub fn store(self, store: impl ClaimStore + 'static) -> Self {
        Self { store: Some(Shared::new(store)), ..self }
    }

    /// Returns the store for turns, or the one of the webhook.
    pub(super) fn store_or<'a>(&'a self, store: &'a Shared<dyn AnyStore>) -> &'a Shared<dyn AnyStore> {
        self.store.as_ref().unwrap_or(store)
    }

    pub(super) fn keys(&self, update: &Update) -> Vec<String> {
        (self.by)(update)
    }
}

impl Debug for Order {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Order").finish_non_exhaustive()
    }
}
