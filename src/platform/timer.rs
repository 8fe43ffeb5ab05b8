//! A timer as a future.

// gloo-timers is not used: it throws through the wasm frames if the host refuses a timer, and does not wait at all if
// the wait exceeds 24 days. Pages, workers, workerd, Node, Deno, and Bun all have the global function bound here.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use js_sys::{Function, Promise, Reflect, Set};
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

thread_local! {
    /// The timers of this instance.
    static TIMERS: Set = Set::new(&JsValue::UNDEFINED);
}

/// Clears the timers of the current request. The host ignores those of others.
pub(crate) fn clear_all() {
    settle(&clear_all_function());
}

/// Returns a function that clears the timers of the current request when it is called in another one, or after the end of the
/// instance.
pub(crate) fn clearing() -> Function {
    let (promise, settle) = pending();
    // A promise calls this in the request that has made the promise. It contains no code of the instance.
    if let Ok(then) = Reflect::get(&promise, &"then".into()) {
        let _ = then.unchecked_into::<Function>().call1(&promise, &clear_all_function());
    }
    settle
}

fn clear_all_function() -> Function {
    let of_global = |name: &str| Reflect::get(&js_sys::global(), &name.into());
    TIMERS.with(|timers| {
        let (Ok(for_each), Ok(clear)) = (Reflect::get(timers, &"forEach".into()), of_global("clearTimeout")) else {
            return JsValue::UNDEFINED.unchecked_into();
        };
        for_each.unchecked_into::<Function>().bind1(timers, &clear).unchecked_into()
    })
}

/// A future that is ready once the time has passed. Dropping it clears the timer.
pub(crate) struct Sleep {
    timer: JsValue,
    settle: Function,
    elapsed: JsFuture,
}

impl Sleep {
    /// Starts the timer. A wait longer than hosts support is cut to 24 days.
    ///
    /// # Errors
    /// The exception of a host that does not allow timers.
    pub fn new(wait: Duration) -> Result<Self, JsValue> {
        let (promise, settle) = pending();
        let timer = set_timeout(&settle, i32::try_from(wait.as_millis()).unwrap_or(i32::MAX))?;
        TIMERS.with(|timers| timers.add(&timer));
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
        TIMERS.with(|timers| timers.delete(&self.timer));
        settle(&self.settle);
    }
}

/// Returns a promise that is pending until the function is called.
pub(crate) fn pending() -> (Promise, Function) {
    let mut settle = None;
    let mut place = AssertUnwindSafe(&mut settle);
    let promise = Promise::new(&mut move |resolve, _| **place = Some(resolve));
    // The executor has run, so this is always set. If it were not, the error of calling `undefined` would be caught.
    (promise, settle.unwrap_or_else(|| JsValue::UNDEFINED.unchecked_into()))
}

/// Settles the promise, even after a drop: a pending promise would keep the memory of its `JsFuture` forever.
pub(crate) fn settle(function: &Function) {
    let _ = function.call0(&JsValue::UNDEFINED);
}
