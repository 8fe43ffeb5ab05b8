//! Work that ends in time, and waits that a signal ends.

use std::future::Future;
use std::time::Duration;

use super::signal::CallSignal;
use super::transport::AnyTransport;
use crate::request::stopped::{Stopped, race};

/// Runs the work until it ends, its time is over or the signal is aborted.
pub(super) async fn within<T>(
    transport: &dyn AnyTransport,
    timeout: Option<Duration>,
    signal: &CallSignal,
    work: impl Future<Output = Result<T, Stopped>>,
) -> Result<T, Stopped> {
    if signal.is_aborted() {
        return Err(Stopped::Aborted);
    }
    race(timeout.map(|limit| transport.deadline(limit)), signal.aborted()?, work).await
}

/// Waits before the service is asked for updates again while others are being handled, or until the signal is aborted.
pub(super) async fn look_again(
    transport: &dyn AnyTransport,
    wait: Duration,
    signal: &CallSignal,
) -> Result<(), Stopped> {
    within(transport, None, signal, transport.look_again(wait)).await
}

/// Waits so long, or until the signal is aborted.
pub(super) async fn pause(transport: &dyn AnyTransport, wait: Duration, signal: &CallSignal) -> Result<(), Stopped> {
    within(transport, None, signal, transport.sleep(wait)).await
}
