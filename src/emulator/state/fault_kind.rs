//! What goes wrong when an injected fault strikes.

use botwire_macros::enumeration;
use serde::{Deserialize, Serialize};

use crate::emulator::refusal::Refusal;

/// The kinds with what they carry, and their names.
macro_rules! faults {
    ($($(#[doc = $doc:literal])* $kind:ident $({ $($carried:tt)* })?,)*) => {
        /// What goes wrong.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[doc = $doc])* $kind $({ $($carried)* })?,)*
        }

        /// Name of what goes wrong, as JavaScript and the log have it.
        #[enumeration(closed)]
        pub enum FaultName {
            $($(#[doc = $doc])* $kind,)*
        }

        impl FaultKind {
            pub(crate) fn name(&self) -> FaultName {
                match self {
                    $(Self::$kind { .. } => FaultName::$kind,)*
                }
            }
        }
    };
}

faults! {
    /// The call is refused with 429 and `retry_after` in seconds.
    RateLimit {
        /// Seconds.
        retry_after: i64,
    },
    /// The group of the call becomes a supergroup first, so that the call is refused with
    /// `migrate_to_chat_id`. Calls for other chats are left alone.
    Migration,
    /// The call is refused with an envelope of that code, such as 500.
    Error {
        /// HTTP status and `error_code`.
        code: u16,
        /// `description`; empty for the usual one of the code.
        description: String,
    },
    /// An HTML page with that status comes instead of an envelope. The call is not carried out.
    Page {
        /// HTTP status.
        status: u16,
    },
    /// The call is carried out, but the body of the answer ends in the middle.
    CutOff,
    /// The call is carried out, and the body of the answer takes so many milliseconds.
    Slow {
        /// Milliseconds of real time.
        millis: i64,
    },
    /// The connection drops before the call is carried out.
    Drop,
    /// The call is carried out, and the connection drops before the answer.
    DropAfter,
    /// A webhook gets the update twice, but never more often, as the second delivery is not repeated; a
    /// getUpdates gives each update twice.
    Duplicate,
    /// An update to a webhook is overtaken by those of the next second; a getUpdates gives the
    /// updates in reverse order.
    Reorder,
}

impl FaultKind {
    /// The refusal that takes the place of the call.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::RateLimit { retry_after } => {
                let text = ["Too Many Requests: retry after ", &retry_after.to_string()].concat();
                let mut refusal = Refusal::new(429, text);
                refusal.parameters.insert("retry_after".into(), (*retry_after).into());
                Some(refusal)
            }
            Self::Error { code, description } => {
                let usual = match code {
                    502 => "Bad Gateway",
                    503 => "Service Unavailable",
                    504 => "Gateway Timeout",
                    500.. => "Internal Server Error",
                    _ => "Bad Request",
                };
                Some(Refusal::new(*code, if description.is_empty() { usual } else { description }))
            }
            _ => None,
        }
    }

    /// The status that a delivery is taken to be answered with, though the webhook got nothing.
    pub(crate) fn status(&self) -> Option<u16> {
        match self {
            Self::RateLimit { .. } => Some(429),
            Self::Error { code: status, .. } | Self::Page { status } => Some(*status),
            _ => None,
        }
    }

    /// What a driver is told to do to an answer or a delivery: a name, and milliseconds.
    #[cfg(all(feature = "emulator-js", target_arch = "wasm32"))]
    pub(crate) fn on_the_way(&self) -> (&'static str, i64) {
        match self {
            Self::Slow { millis } => ("slow", *millis),
            Self::CutOff => ("cut_off", 0),
            Self::DropAfter => ("drop_after", 0),
            _ => ("drop", 0),
        }
    }
}
