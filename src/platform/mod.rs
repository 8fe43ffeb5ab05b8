//! The platform on wasm32: fetch, timers, abort signals, streams, and the properties of a `JsValue`.

pub(crate) mod abort;
pub(crate) mod body;
pub(crate) mod clock;
pub(crate) mod fetch;
mod guard;
pub(crate) mod js_error;
pub(crate) mod property;
pub(crate) mod response;
pub(crate) mod timer;
