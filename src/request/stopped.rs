//! Reasons why a wait ends early, such as a timeout or the caller's signal.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

pub(crate) use super::error::CAUSE;
use super::error::{Error, IoError};
#[cfg(not(web))]
use crate::wire::ValidationError;

/// The reason why work did not finish.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// The time is over.
    Timeout,
    /// The caller's signal was aborted. Natively, a caller drops the future instead.
    #[cfg_attr(not(web), allow(dead_code))]
    Aborted,
    /// The message of the platform that refused or broke off the work.
    Failed(String),
    /// The same, with the error of the operating system.
    #[cfg_attr(not(feature = "client"), allow(dead_code))]
    Io(String, IoError),
    /// The program is built in a way that such work cannot succeed.
    #[cfg(not(web))]
    #[cfg_attr(not(feature = "reqwest-no-tls"), allow(dead_code))]
    Unfit(ValidationError),
}

impl Stopped {
    /// Returns the error of the method. `timeout` is the longest time that it waited.
    pub fn into_error(self, method: &str, timeout: Option<Duration>) -> Error {
        let method = method.to_owned();
        match self {
            Self::Timeout => Error::Timeout { method, after: timeout.unwrap_or_default() },
            Self::Aborted => Error::Aborted { method },
            Self::Failed(reason) => Error::Network { method, reason, source: None },
            Self::Io(reason, source) => Error::Network { method, reason, source: Some(source) },
            #[cfg(not(web))]
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
        // The signal comes first: an aborted fetch rejects too, with a less clear error.
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
