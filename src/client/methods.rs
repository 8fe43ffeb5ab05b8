//! A function of the bot for each method, such as `bot.send_message(42, "hi")`.

#![allow(clippy::wildcard_imports)] // the functions take many types

use super::bot::Bot;
use super::call::Call;
use crate::methods::{CallBuilder, Method, Sender, functions_of_bot};
use crate::policy::Retry;
use crate::request::Encoding;
use crate::types::*;

impl Sender for Bot {
    type Call<T> = Call<T>;

    fn send_method<M: Method>(&self, method: M) -> Call<M::Output> {
        self.send(method)
    }
}

impl Bot {
    functions_of_bot!();
}

/// Options of this call, after its parameters; they come before those of the bot. [`Call::timeout`] is behind
/// [`send`](CallBuilder::send), since `getUpdates` has a parameter of that name.
impl<M: Method> CallBuilder<Bot, M> {
    /// Sets the value at a path and sends it as it is, as [`Call::unchecked`].
    pub fn unchecked(self, path: &str, value: impl Into<serde_json::Value>) -> Call<M::Output> {
        self.send().unchecked(path, value)
    }

    /// Sets how the parameters are written, as [`Call::encoding`].
    pub fn encoding(self, encoding: Encoding) -> Call<M::Output> {
        self.send().encoding(encoding)
    }

    /// Sets when the call is repeated, as [`Call::retry`].
    pub fn retry(self, retry: Retry) -> Call<M::Output> {
        self.send().retry(retry)
    }

    /// Ends the call when the signal is aborted, as [`Call::signal`].
    #[cfg(target_arch = "wasm32")]
    pub fn signal(self, signal: &web_sys::AbortSignal) -> Call<M::Output> {
        self.send().signal(signal)
    }
}
