//! Runs work until a timer or the caller's signal ends it.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

use super::js_error::describe;
use super::timer::{Sleep, pending, settle};
use crate::request::stopped::Stopped;

impl From<JsValue> for Stopped {
    fn from(thrown: JsValue) -> Self {
        Self::Failed(describe(&thrown))
    }
}

/// Waits for the duration.
pub(crate) async fn sleep(wait: Duration) -> Result<(), Stopped> {
    Sleep::new(wait)?.await;
    Ok(())
}

/// A future that is ready once the signal is aborted. It stops listening when it is dropped.
pub(crate) struct Aborted {
    signal: AbortSignal,
    settle: Function,
    fired: JsFuture,
}

impl Aborted {
    /// Listens to the signal.
    ///
    /// # Errors
    /// The exception that the signal throws.
    pub fn new(signal: AbortSignal) -> Result<Self, JsValue> {
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
