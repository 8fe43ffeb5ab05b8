//! How updates are received.

use std::time::Duration;

use super::Updates;
use crate::request::Error;
use crate::types::{UpdateId, UpdateKind};

impl Updates {
    /// Sets how long the service waits for an update before it answers with none, in whole seconds.
    /// Default: 30.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how many updates are received at once, 1-100. Default: the service's, 100.
    pub fn limit(mut self, limit: u8) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets the kinds of updates to receive; none means all. Default: as it was set before.
    pub fn allowed_updates<K: Into<UpdateKind>>(mut self, kinds: impl IntoIterator<Item = K>) -> Self {
        self.allowed = Some(kinds.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the first update to receive; a negative offset starts that many updates from the end
    /// and forgets the ones before. Default: the first that is not confirmed.
    pub fn offset(mut self, offset: impl Into<UpdateId>) -> Self {
        self.progress.offset = Some(offset.into().0);
        self
    }

    /// Ends the updates when the signal is aborted, after confirming what was processed.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub fn signal(mut self, signal: &web_sys::AbortSignal) -> Self {
        self.signal.signal = Some(signal.clone());
        self
    }

    /// Sets what is called with errors that are waited out, before the wait, and with updates that are skipped. Default: the
    /// console logs a 409, an answer with something else than updates that can be confirmed, and the fifth fault in a row, each
    /// once until the next good answer; natively the standard error does.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    pub fn on_error(mut self, tell: impl Fn(&Error) + 'static) -> Self {
        self.errors.tell = Some(Box::new(tell));
        self
    }

    /// Sets what is called with errors that are waited out, before the wait, and with updates that are skipped. Default: the
    /// standard error logs a 409, an answer with something else than updates that can be confirmed, and the fifth fault in a row,
    /// each once until the next good answer; on wasm32 the console does.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    pub fn on_error(mut self, tell: impl Fn(&Error) + Send + Sync + 'static) -> Self {
        self.errors.tell = Some(Box::new(tell));
        self
    }
}
