//! What ends a wait early: its time is over, or the caller says so.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

pub(crate) use super::error::CAUSE;
use super::error::{Error, IoError};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
use crate::wire::ValidationError;

/// Why a piece of work did not come to its end.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// The time is over.
    Timeout,
    /// The caller's signal was aborted.
    #[cfg_attr(not(all(target_arch = "wasm32", target_os = "unknown")), allow(dead_code))]
    // dropping a future is enough there
    Aborted,
    /// The platform refused or broke the work; what it says.
    Failed(String),
    /// The same, with what the operating system says.
    #[cfg_attr(not(feature = "client"), allow(dead_code))]
    Io(String, IoError),
    /// The program is built so that no such work can succeed.
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    #[cfg_attr(not(feature = "reqwest-no-tls"), allow(dead_code))]
    Unfit(ValidationError),
}

impl Stopped {
    /// The error of the method; the time is what was waited at most.
    pub fn into_error(self, method: &str, timeout: Option<Duration>) -> Error {
        let method = method.to_owned();
        match self {
            Self::Timeout => Error::Timeout { method, after: timeout.unwrap_or_default() },
            Self::Aborted => Error::Aborted { method },
            Self::Failed(reason) => Error::Network { method, reason, source: None },
            Self::Io(reason, source) => Error::Network { method, reason, source: Some(source) },
            #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
            Self::Unfit(error) => Error::Validation { method, error: Box::new(error) },
        }
    }
}

/// Runs the work until it ends, the timer ends or fails, or the signal is aborted.
pub(crate) async fn race<T>(
    timer: Option<impl Future<Output = Result<(), Stopped>>>,
    aborted: Option<impl Future<Output = ()>>,
    work: impl Future<Output = Result<T, Stopped>>,
) -> Result<T, Stopped> {
    let (mut timer, mut aborted, mut work) = (pin!(timer), pin!(aborted), pin!(work));
    poll_fn(|context: &mut Context<'_>| {
        // The signal first: an aborted fetch also rejects, with an error that says less.
        if let Some(aborted) = aborted.as_mut().as_pin_mut()
            && aborted.poll(context).is_ready()
        {
            return Poll::Ready(Err(Stopped::Aborted));
        }
        if let Poll::Ready(result) = work.as_mut().poll(context) {
            return Poll::Ready(result);
        }
        match timer.as_mut().as_pin_mut().map(|timer| timer.poll(context)) {
            Some(Poll::Ready(ended)) => Poll::Ready(Err(ended.err().unwrap_or(Stopped::Timeout))),
            _ => Poll::Pending,
        }
    })
    .await
}
