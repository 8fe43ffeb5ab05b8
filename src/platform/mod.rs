//! What a wasm32 host gives: fetch, timers, abort signals, streams, and what a `JsValue` is.

pub(crate) mod abort;
pub(crate) mod body;
pub(crate) mod clock;
pub(crate) mod fetch;
mod guard;
pub(crate) mod js_error;
pub(crate) mod property;
pub(crate) mod response;
pub(crate) mod timer;
