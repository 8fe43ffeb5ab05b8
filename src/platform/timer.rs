//! A timer as a future.

// Not gloo-timers: it throws through the wasm frames where the host refuses a timer, and takes a
// wait of more than 24 days for none. The binding is the free function that pages, workers,
// workerd, Node, Deno and Bun all have.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_name = setTimeout, catch)]
    fn set_timeout(callback: &Function, milliseconds: i32) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = clearTimeout, catch)]
    fn clear_timeout(timer: &JsValue) -> Result<(), JsValue>;
}

/// Ready once the time has passed; cleared when it is dropped.
pub(crate) struct Sleep {
    timer: JsValue,
    settle: Function,
    elapsed: JsFuture,
}

impl Sleep {
    /// Starts the timer. A wait beyond what hosts can count, 24 days, is cut to that.
    ///
    /// # Errors
    /// What the host throws where it allows no timer.
    pub fn new(wait: Duration) -> Result<Self, JsValue> {
        let (promise, settle) = pending();
        let timer = set_timeout(&settle, i32::try_from(wait.as_millis()).unwrap_or(i32::MAX))?;
        Ok(Self { timer, settle, elapsed: JsFuture::from(promise) })
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        Pin::new(&mut self.elapsed).poll(context).map(drop)
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        let _ = clear_timeout(&self.timer);
        settle(&self.settle);
    }
}

/// A promise that is pending until the function is called.
pub(crate) fn pending() -> (Promise, Function) {
    let mut settle = None;
    let promise = Promise::new(&mut |resolve, _| settle = Some(resolve));
    // The executor has run by now, so there is always one; calling `undefined` would be caught.
    (promise, settle.unwrap_or_else(|| JsValue::UNDEFINED.unchecked_into()))
}

/// Calls it: a promise that is never settled would keep the memory of its `JsFuture` for ever.
pub(crate) fn settle(function: &Function) {
    let _ = function.call0(&JsValue::UNDEFINED);
}
