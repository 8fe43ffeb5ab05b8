//! Stops the page's clock and timers, and advances them by hand.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::Poll;

use js_sys::Promise;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(inline_js = r#"
const { setTimeout: later, clearTimeout: never } = globalThis;
const now = performance.now.bind(performance);
let time = 0;
const timers = new Map();
export function stand_still() {
  time = now();
  timers.clear();
  performance.now = () => time;
  globalThis.setTimeout = (callback, milliseconds = 0) => {
    // Beyond the page's own identifiers, some of which are cleared after the clock stands still.
    const timer = 1e9 + Math.floor(Math.random() * 1e9);
    timers.set(timer, { callback, due: time + milliseconds });
    return timer;
  };
  globalThis.clearTimeout = (timer) => { if (!timers.delete(timer)) never(timer); };
}
export function pass(milliseconds) {
  time += milliseconds;
  const due = [...timers].filter(([, timer]) => timer.due <= time).sort(([, a], [, b]) => a.due - b.due);
  for (const [timer, { callback }] of due) {
    if (timers.delete(timer)) callback();
  }
}
export function go_on() {
  globalThis.setTimeout = later;
  globalThis.clearTimeout = never;
  performance.now = now;
}
export function waiting() { return timers.size; }
export function task() { return new Promise((resolve) => later(resolve)); }
"#)]
extern "C" {
    /// Stops the page's clock; its timers wait for `pass`.
    pub fn stand_still();
    /// Advances the clock by this many milliseconds, and runs the timers that are due.
    pub fn pass(milliseconds: u32);
    /// Restores the page's clock and timers.
    pub fn go_on();
    /// Returns the number of waiting timers.
    pub fn waiting() -> usize;
    fn task() -> Promise;
}

/// Polls the future, which must not become ready, at least once and until the condition holds.
pub async fn until<T>(mut future: Pin<&mut impl Future<Output = T>>, is_so: impl Fn() -> bool) {
    loop {
        let is_ready = poll_fn(|context| Poll::Ready(future.as_mut().poll(context).is_ready())).await;
        assert!(!is_ready);
        JsFuture::from(task()).await.unwrap();
        if is_so() {
            return;
        }
    }
}

/// Waits until the page itself makes the condition true.
pub async fn eventually(is_so: impl Fn() -> bool) {
    while !is_so() {
        JsFuture::from(task()).await.unwrap();
    }
}
