//! A function of the bot for each method, such as `bot.send_message(42, "hi")`.

#![allow(clippy::wildcard_imports)] // the functions take many types

use std::time::Duration;

use super::bot::Bot;
use super::call::Call;
use crate::methods::{CallBuilder, Method, Sender, WithoutTimeout, functions_of_bot};
use crate::policy::Retry;
use crate::request::Encoding;
use crate::request::serialized_call::SerializedCall;
use crate::types::*;

impl Sender for Bot {
    type Call<T> = Call<T>;

    fn send_method<M: Method>(&self, method: &M) -> Call<M::Output> {
        Call::new(self.clone(), SerializedCall::of(method))
    }
}

impl Bot {
    functions_of_bot!();
}

/// How long the call may take. For `getUpdates`, which has a parameter of that name, it is behind [`send`](CallBuilder::send).
impl<M: WithoutTimeout> CallBuilder<Bot, M> {
    /// Sets the time limit of one attempt, see [`Call::timeout`].
    pub fn timeout(self, timeout: impl Into<Option<Duration>>) -> Call<M::Output> {
        self.send().timeout(timeout)
    }
}

/// Options of this call, which override those of the bot.
impl<M: Method> CallBuilder<Bot, M> {
    /// Sets the value at a path and sends it unchecked, see [`Call::unchecked`].
    pub fn unchecked(self, path: &str, value: impl Into<serde_json::Value>) -> Call<M::Output> {
        self.send().unchecked(path, value)
    }

    /// Uploads a file as a parameter, see [`Call::with_file`].
    pub fn with_file(self, name: &str, file: InputFile) -> Call<M::Output> {
        self.send().with_file(name, file)
    }

    /// Sets the encoding of the parameters, see [`Call::encoding`].
    pub fn encoding(self, encoding: Encoding) -> Call<M::Output> {
        self.send().encoding(encoding)
    }

    /// Sets when the call is retried, see [`Call::retry`].
    pub fn retry(self, retry: Retry) -> Call<M::Output> {
        self.send().retry(retry)
    }

    /// Calls a function while files are sent, see [`Call::on_upload_progress`].
    #[cfg(not(web))]
    pub fn on_upload_progress(self, on_progress: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Call<M::Output> {
        self.send().on_upload_progress(on_progress)
    }

    /// Ends the call when the signal is aborted, see [`Call::signal`].
    #[cfg(web)]
    pub fn signal(self, signal: &web_sys::AbortSignal) -> Call<M::Output> {
        self.send().signal(signal)
    }
}
