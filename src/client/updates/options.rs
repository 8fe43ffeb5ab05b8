//! Options of receiving updates.

use std::time::Duration;

use super::Updates;
use crate::client::{MaybeSend, MaybeSync};
use crate::request::Error;
use crate::types::{UpdateId, UpdateKind};

impl Updates {
    /// Sets how long the service waits for an update before it returns an empty list, in whole seconds. Default: 30 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the largest number of updates in one response, 1 to 100. Default: 100.
    pub fn limit(mut self, limit: u8) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Sets the kinds of updates to receive. An empty list means all. Default: unchanged.
    pub fn allowed_updates<K: Into<UpdateKind>>(mut self, kinds: impl IntoIterator<Item = K>) -> Self {
        self.allowed = Some(kinds.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the first update to receive. A negative offset counts from the end, and the service forgets the earlier updates.
    /// Default: the first unconfirmed update.
    pub fn offset(mut self, offset: impl Into<UpdateId>) -> Self {
        self.progress.offset = Some(offset.into().0);
        self
    }

    /// Ends polling when the signal is aborted, after confirming the updates that were processed.
    #[cfg(web)]
    pub fn signal(mut self, signal: &web_sys::AbortSignal) -> Self {
        self.signal.signal = Some(signal.clone());
        self
    }

    /// Sets a function that is called with temporary errors before each wait, and with skipped updates. By default, three errors
    /// are written to standard error, or on wasm32 to the console, each once until the next success: a 409, a response with
    /// something other than confirmable updates, and the fifth error in a row.
    pub fn on_error(mut self, tell: impl Fn(&Error) + MaybeSend + MaybeSync + 'static) -> Self {
        self.errors.tell = Some(Box::new(tell));
        self
    }
}
