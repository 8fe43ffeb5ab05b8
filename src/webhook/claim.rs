//! The claim of an update that a delivery has in hand.

use super::Webhook;
use super::shared::Shared;
use super::stores::AnyStore;

/// A claim that is released when the delivery is dropped before it has ended.
pub(super) struct ClaimGuard {
    pub webhook: Webhook,
    pub store: Option<Shared<dyn AnyStore>>,
    pub update_id: i64,
}

impl Drop for ClaimGuard {
    fn drop(&mut self) {
        let Some(store) = self.store.take() else { return };
        let update_id = self.update_id;
        self.webhook.spawn(Box::pin(async move {
            // An error can be reported nowhere.
            let _ = store.release(update_id).await;
        }));
    }
}
