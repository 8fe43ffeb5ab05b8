//! An outgoing call, and its options.

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;

use super::signal::CallSignal;
#[cfg(not(web))]
use super::upload_progress::UploadProgress;
use crate::policy::{Retry, TIMEOUT};
use crate::request::serialized_call::SerializedCall;
use crate::request::{Encoding, lenient_json};
use crate::wire::json;

/// The time limit of an attempt, and where it was set.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Timeout {
    Default,
    Bot(Option<Duration>),
    Call(Option<Duration>),
}

impl Timeout {
    /// The time for a call, with files or without, which the service itself may hold up for a while.
    pub fn limit(self, has_files: bool, held_up: Duration) -> Option<Duration> {
        match self {
            Self::Default if has_files => None,
            Self::Default => Some(TIMEOUT.saturating_add(held_up)),
            Self::Bot(limit) => limit.map(|limit| limit.saturating_add(held_up)),
            Self::Call(limit) => limit,
        }
    }
}

/// Called for each attempt that the service refused because of its rate, with the time that it asks to wait.
pub(super) type OnRefusal = Arc<dyn Fn(Option<Duration>) + Send + Sync>;

#[derive(Clone)]
pub(crate) struct CallOptions {
    pub encoding: Encoding,
    pub timeout: Timeout,
    pub retry: Retry,
    pub check_limits: bool,
    pub(super) signal: CallSignal,
    pub(super) on_refusal: Vec<OnRefusal>,
    /// Set once the middleware has let the call through.
    pub(super) started: Option<Arc<AtomicBool>>,
    #[cfg(not(web))]
    pub(super) on_upload_progress: Option<UploadProgress>,
}

/// The origin of an outgoing call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// A call of the bot.
    Call,
    /// The call that a handler, or a task of [`Context::wait_until`](crate::webhook::Context::wait_until), returned.
    Returned,
    /// [`Context::answer`](crate::webhook::Context::answer).
    Answer,
}

/// A call on its way to the service. A clone makes the same call again, but a stream in it can be sent only once.
#[derive(Clone)]
pub struct OutgoingCall {
    pub(crate) parameters: SerializedCall,
    pub(crate) options: CallOptions,
    pub(crate) origin: Origin,
}

impl OutgoingCall {
    /// The name of the method, as in the specification if it knows the method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.parameters.method
    }

    /// The origin of the call.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns all parameters as a JSON object. A file is a string that begins with `attach://`. Values nested deeper than 24
    /// levels are `null`.
    #[must_use]
    pub fn params(&self) -> Value {
        read(&self.parameters.json)
    }

    /// Returns a parameter.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<Value> {
        json::member(&self.parameters.json, name).map(read)
    }

    /// Sets a parameter.
    pub fn set_param(&mut self, name: &str, value: impl Into<Value>) {
        self.parameters.set(name, Some(&value.into().to_string()));
    }

    /// Removes a parameter.
    pub fn remove_param(&mut self, name: &str) {
        self.parameters.set(name, None);
    }

    /// Returns whether the method has this parameter, according to the specification.
    #[must_use]
    pub fn takes(&self, name: &str) -> bool {
        let method = self.parameters.known;
        method.is_some_and(|method| method.params().fields().any(|field| field.name() == name.as_bytes()))
    }

    /// Returns when the call is retried.
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.options.retry
    }

    /// Sets when the call is retried.
    pub fn set_retry(&mut self, retry: Retry) {
        self.options.retry = retry;
    }

    /// Sets the time limit of one attempt. `None` means no limit.
    pub fn set_timeout(&mut self, timeout: impl Into<Option<Duration>>) {
        self.options.timeout = Timeout::Call(timeout.into());
    }

    /// Sets the encoding of the parameters. Has no effect on a call in the response of a webhook.
    pub fn set_encoding(&mut self, encoding: Encoding) {
        self.options.encoding = encoding;
    }
}

fn read(json: &str) -> Value {
    lenient_json::value(json).unwrap_or_default()
}

// The parameters are not shown: the URL of a webhook may contain the token.
impl Debug for OutgoingCall {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("OutgoingCall");
        shown.field("method", &self.method()).field("origin", &self.origin).finish_non_exhaustive()
    }
}
