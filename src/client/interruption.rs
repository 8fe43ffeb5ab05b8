//! What ends a wait early: its time is over, or the caller's signal says so.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use js_sys::{Date, Function};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use super::error::Error;
use super::js_error::describe;
use super::timer::{Sleep, pending, settle};

/// Why a piece of work did not come to its end.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// The time is over.
    Timeout,
    /// The signal was aborted.
    Aborted,
    /// The platform refused or broke the work; what it says.
    Failed(String),
}

impl Stopped {
    /// The error of the method; the time is what was waited at most.
    pub fn into_error(self, method: &str, timeout: Option<Duration>) -> Error {
        let method = method.to_owned();
        match self {
            Self::Timeout => Error::Timeout { method, after: timeout.unwrap_or_default() },
            Self::Aborted => Error::Aborted { method },
            Self::Failed(reason) => Error::Network { method, reason },
        }
    }
}

impl From<JsValue> for Stopped {
    fn from(thrown: JsValue) -> Self {
        Self::Failed(describe(&thrown))
    }
}

/// How long ago that was, in milliseconds since 1970. A clock that goes back gives zero.
pub(crate) fn elapsed(since: f64) -> Duration {
    Duration::try_from_secs_f64((Date::now() - since) / 1000.0).unwrap_or_default()
}

/// Runs the work until it ends, its time is over or the signal is aborted.
pub(crate) async fn within<T>(
    timeout: Option<Duration>,
    signal: Option<&AbortSignal>,
    work: impl Future<Output = Result<T, Stopped>>,
) -> Result<T, Stopped> {
    if signal.is_some_and(AbortSignal::aborted) {
        return Err(Stopped::Aborted);
    }
    let mut timer = timeout.map(Sleep::new).transpose()?;
    let mut aborted = signal.cloned().map(Aborted::new).transpose()?;
    let mut work = pin!(work);
    poll_fn(|context| {
        // The signal first: an aborted fetch also rejects, with an error that says less.
        if is_ready(aborted.as_mut(), context) {
            return Poll::Ready(Err(Stopped::Aborted));
        }
        if let Poll::Ready(result) = work.as_mut().poll(context) {
            return Poll::Ready(result);
        }
        if is_ready(timer.as_mut(), context) {
            return Poll::Ready(Err(Stopped::Timeout));
        }
        Poll::Pending
    })
    .await
}

/// Waits so long, or until the signal is aborted.
pub(crate) async fn pause(wait: Duration, signal: Option<&AbortSignal>) -> Result<(), Stopped> {
    let sleep = Sleep::new(wait)?;
    within(None, signal, async {
        sleep.await;
        Ok(())
    })
    .await
}

fn is_ready(future: Option<&mut (impl Future<Output = ()> + Unpin)>, context: &mut Context<'_>) -> bool {
    future.is_some_and(|future| Pin::new(future).poll(context).is_ready())
}

/// Ready once the signal is aborted; stops listening when it is dropped.
struct Aborted {
    signal: AbortSignal,
    settle: Function,
    fired: JsFuture,
}

impl Aborted {
    fn new(signal: AbortSignal) -> Result<Self, JsValue> {
        let (promise, settle) = pending();
        signal.add_event_listener_with_callback("abort", &settle)?;
        Ok(Self { signal, settle, fired: JsFuture::from(promise) })
    }
}

impl Future for Aborted {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.fired).poll(context).map(drop)
    }
}

impl Drop for Aborted {
    fn drop(&mut self) {
        let _ = self.signal.remove_event_listener_with_callback("abort", &self.settle);
        settle(&self.settle);
    }
}
