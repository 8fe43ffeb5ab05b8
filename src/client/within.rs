//! Work that ends in time, and waits that a signal ends.

use std::future::Future;
use std::time::Duration;

use super::bot::Bot;
use super::signal::CallSignal;
use crate::request::stopped::{Stopped, race};

impl Bot {
    /// Runs the work until it ends or its time is over, by the transport's clock.
    pub(crate) async fn within<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, Stopped>>,
    ) -> Result<T, Stopped> {
        within(self, Some(limit), &CallSignal::default(), work).await
    }
}

/// Runs the work until it ends, its time is over or the signal is aborted.
pub(super) async fn within<T>(
    bot: &Bot,
    timeout: Option<Duration>,
    signal: &CallSignal,
    work: impl Future<Output = Result<T, Stopped>>,
) -> Result<T, Stopped> {
    if signal.is_aborted() {
        return Err(Stopped::Aborted);
    }
    race(timeout.map(|limit| bot.0.transport.deadline(limit)), signal.aborted()?, work).await
}

/// Waits so long, or until the signal is aborted.
pub(super) async fn pause(bot: &Bot, wait: Duration, signal: &CallSignal) -> Result<(), Stopped> {
    within(bot, None, signal, bot.0.transport.sleep(wait)).await
}
