//! Waits of a bot, by the clock of its transport.

use std::time::Duration;

use super::bot::Bot;
use crate::request::stopped::Stopped;

impl Bot {
    /// Waits, using the clock of the transport.
    pub(crate) async fn sleep(&self, wait: Duration) -> Result<(), Stopped> {
        self.0.transport.sleep(wait).await
    }

    /// Waits before something is retried.
    pub(crate) async fn rest(&self, wait: Duration) {
        // If the wait fails, the retry must still happen.
        let _ = self.sleep(wait).await;
    }

    /// Waits until a time limit is over, using the clock of the transport.
    #[cfg(not(web))]
    pub(crate) async fn deadline(&self, limit: Duration) -> Result<(), Stopped> {
        self.0.transport.deadline(limit).await
    }
}
