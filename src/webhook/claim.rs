//! The claim of an update that a delivery holds.

use super::Webhook;
use super::shared::Shared;
use super::stores::AnyStore;
use crate::types::UpdateId;

/// A claim that is released when the delivery is dropped before it has ended.
pub(super) struct ClaimGuard {
    pub webhook: Webhook,
    pub store: Option<Shared<dyn AnyStore>>,
    pub update_id: UpdateId,
}

impl Drop for ClaimGuard {
    fn drop(&mut self) {
        let Some(store) = self.store.take() else { return };
        let update_id = self.update_id;
        let release = async move {
            // An error can be reported nowhere.
            let _ = store.release(update_id).await;
        };
        #[cfg(target_arch = "wasm32")]
        self.webhook.spawn(Box::pin(release));
        #[cfg(not(target_arch = "wasm32"))]
        self.webhook.abandon(update_id, Box::pin(release));
    }
}
