//! Errors of calls. They never contain the token.

use std::fmt::{self, Debug, Display, Formatter};
use std::io;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use super::serialized_call::Invalid;
use crate::policy::{Trouble, millis};
use crate::types::{ChatId, ResponseParameters};
use crate::wire::ValidationError;

/// The text between an error and its source.
pub(crate) const CAUSE: &str = "; cause: ";

/// The reason why a call failed. No text in it contains the token.
///
/// ```
/// # #[cfg(feature = "client")]
/// # mod example {
/// use botwire::client::{Bot, Error};
///
/// async fn notify(bot: &Bot, chat: i64) -> Result<(), Error> {
///     match bot.send_message(chat, "News").await {
///         Ok(_) => Ok(()),
///         // The user has blocked the bot.
///         Err(error) if error.is_forbidden() => Ok(()),
///         Err(Error::Api { error_code: 400, description, .. }) => {
///             println!("{description}");
///             Ok(())
///         }
///         // `is_transient()` says whether a later attempt may succeed.
///         Err(error) => Err(error),
///     }
/// }
/// # }
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The parameters are invalid, or the program has no TLS for the service. Nothing was sent. Or, natively, a file could not be
    /// read to its end, so that the service did not receive a whole request.
    Validation {
        /// Name of the method.
        method: String,
        /// The path, what was expected, and what was passed.
        error: Box<ValidationError>,
    },
    /// The service responded that the call has failed.
    Api {
        /// Name of the method.
        method: String,
        /// Number of the error. The service may change it.
        error_code: i64,
        /// The description of the error, for people to read.
        description: String,
        /// Details: `retry_after` or `migrate_to_chat_id`. Unknown fields are in its `extra`, unless the parameters have
        /// more than 16,384 bytes.
        parameters: Option<Box<ResponseParameters>>,
    },
    /// The response is not from the service: a page of a proxy, cut-off JSON, an empty body, or a redirect, which is not
    /// followed, since the URL contains the token.
    Http {
        /// Name of the method.
        method: String,
        /// Status of the response, or 0 for a redirect in a browser, because the browser hides it.
        status: u16,
        /// The beginning of the body, at most 200 characters on one line.
        excerpt: String,
    },
    /// The response is longer than [`Bot::max_response_bytes`](crate::client::Bot::max_response_bytes) allows. The service may
    /// have made the call.
    TooLarge {
        /// Name of the method.
        method: String,
        /// Status of the response.
        status: u16,
        /// The largest number of bytes that are read.
        max_bytes: usize,
    },
    /// The service made the call, but the result does not have the type of the method. Do not repeat the call.
    Result {
        /// Name of the method.
        method: String,
        /// The part that does not fit.
        reason: String,
    },
    /// No response arrived: the connection was refused or broken, or the platform refused to connect.
    Network {
        /// Name of the method.
        method: String,
        /// The message of the platform, without the source.
        reason: String,
        /// The error of the operating system, if any.
        source: Option<IoError>,
    },
    /// No response arrived in time.
    Timeout {
        /// Name of the method.
        method: String,
        /// The time that the call waited.
        after: Duration,
    },
    /// The caller's `AbortSignal` ended the call. Only on wasm32; natively, drop the future of a call to end it.
    Aborted {
        /// Name of the method.
        method: String,
    },
}

impl Error {
    /// Returns the name of the kind, which is the same in JavaScript: `validation`, `api`, `http` (also for
    /// [`Error::TooLarge`]), `network`, `timeout` or `aborted`; or `result`, which exists in Rust only.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Validation { .. } => "validation",
            Self::Api { .. } => "api",
            Self::Http { .. } | Self::TooLarge { .. } => "http",
            Self::Result { .. } => "result",
            Self::Network { .. } => "network",
            Self::Timeout { .. } => "timeout",
            Self::Aborted { .. } => "aborted",
        }
    }

    /// Returns the name of the method that was called.
    #[must_use]
    pub fn method(&self) -> &str {
        match self {
            Self::Validation { method, .. }
            | Self::Api { method, .. }
            | Self::Http { method, .. }
            | Self::TooLarge { method, .. }
            | Self::Result { method, .. }
            | Self::Network { method, .. }
            | Self::Timeout { method, .. }
            | Self::Aborted { method } => method,
        }
    }

    /// Returns the error code of the envelope, or else the status of the response.
    #[cfg(feature = "client")]
    pub(crate) fn status(&self) -> Option<i64> {
        match self {
            Self::Api { error_code, .. } => Some(*error_code),
            Self::Http { status, .. } => Some(i64::from(*status)),
            _ => None,
        }
    }

    /// Returns how long the service asks to wait before the call is repeated.
    #[must_use]
    pub fn retry_after(&self) -> Option<Duration> {
        let Self::Api { parameters: Some(parameters), .. } = self else { return None };
        parameters.retry_after.and_then(|seconds| u64::try_from(seconds).ok()).map(Duration::from_secs)
    }

    /// Returns the supergroup that the group has become.
    #[must_use]
    pub fn migrated_to(&self) -> Option<ChatId> {
        let Self::Api { parameters: Some(parameters), .. } = self else { return None };
        parameters.migrate_to_chat_id
    }

    /// Returns whether the service forbids the call (403): the user has blocked the bot, or the bot is not in the chat.
    #[must_use]
    pub fn is_forbidden(&self) -> bool {
        matches!(self, Self::Api { error_code: 403, .. })
    }

    /// Returns whether the same call may succeed later: after a failed connection, a timeout, too many requests, or a failure of
    /// the service itself.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        self.trouble().is_transient
    }

    /// Returns the part of the error that decides about a retry.
    pub(crate) fn trouble(&self) -> Trouble {
        match self {
            Self::Network { .. } | Self::Timeout { .. } => Trouble::UNANSWERED,
            Self::Api { error_code, .. } => Trouble::answered(*error_code, self.retry_after()),
            Self::Http { status, .. } => Trouble::answered(i64::from(*status), None),
            Self::TooLarge { .. } | Self::Validation { .. } | Self::Result { .. } | Self::Aborted { .. } => {
                Trouble::LASTING
            }
        }
    }
}

impl From<Invalid> for Error {
    fn from(Invalid { method, error }: Invalid) -> Self {
        Self::Validation { method, error: Box::new(error) }
    }
}

/// Prints the kind and the text: `api("getMe: 401 Unauthorized")`. Printing every field would add 2.5 kB to a worker.
impl Debug for Error {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple(self.kind()).field(&self.to_string()).finish()
    }
}

impl Display for Error {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.method())?;
        match self {
            Self::Validation { error, .. } => write!(formatter, ": {error}"),
            Self::Api { error_code, description, .. } => write!(formatter, ": {error_code} {description}"),
            Self::Http { status, excerpt, .. } => {
                let what = match status {
                    0 | 300..400 => "a redirect, which is not followed",
                    _ if excerpt.is_empty() => "an empty body",
                    _ => "not a response from the service",
                };
                let colon = if excerpt.is_empty() { "" } else { ": " };
                write!(formatter, ": HTTP {status}, {what}{colon}{excerpt}")
            }
            Self::TooLarge { status, max_bytes, .. } => {
                write!(formatter, ": HTTP {status}, an answer of more than {max_bytes} bytes")
            }
            Self::Result { reason, .. } => write!(formatter, ": unexpected result: {reason}"),
            Self::Network { reason, .. } if reason.is_empty() => formatter.write_str(": no response"),
            Self::Network { reason, .. } => write!(formatter, ": no response: {reason}"),
            Self::Timeout { after, .. } => write!(formatter, ": no response within {} ms", millis(*after)),
            Self::Aborted { .. } => formatter.write_str(": aborted"),
        }
    }
}

impl std::error::Error for Error {
    /// Returns the [`io::Error`] of a failed connection. This error's own text does not include it.
    ///
    /// ```
    /// # #[cfg(feature = "client")]
    /// # mod example {
    /// use std::error::Error as _;
    /// use std::io;
    /// use botwire::client::Error;
    ///
    /// fn is_refused(error: &Error) -> bool {
    ///     let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    ///     source.is_some_and(|source| source.kind() == io::ErrorKind::ConnectionRefused)
    /// }
    /// # }
    /// ```
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Network { source: Some(source), .. } => Some(&*source.0),
            _ => None,
        }
    }
}

/// A cloneable [`io::Error`] in an [`Error`]. Two are equal if their kinds are equal.
///
/// ```
/// # #[cfg(feature = "client")]
/// # mod example {
/// use std::io::ErrorKind;
/// use botwire::client::Error;
///
/// fn is_refused(error: &Error) -> bool {
///     matches!(error, Error::Network { source: Some(error), .. } if error.kind() == ErrorKind::ConnectionRefused)
/// }
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct IoError(pub(crate) Arc<io::Error>);

impl IoError {
    /// Wraps the error. An error of the system is kept; `clean` changes the text of any other, with its sources.
    #[cfg_attr(not(feature = "client"), allow(dead_code))]
    pub(crate) fn of(error: &io::Error, clean: impl FnOnce(String) -> String) -> Self {
        let same = error.raw_os_error().map(io::Error::from_raw_os_error);
        Self(Arc::new(same.unwrap_or_else(|| io::Error::new(error.kind(), clean(chain(error))))))
    }
}

impl Deref for IoError {
    type Target = io::Error;

    fn deref(&self) -> &io::Error {
        &self.0
    }
}

impl PartialEq for IoError {
    fn eq(&self, other: &Self) -> bool {
        self.kind() == other.kind()
    }
}

/// Returns the texts of an error and its sources.
#[cfg_attr(not(feature = "client"), allow(dead_code))]
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(CAUSE);
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}
