//! What a call answers: an envelope with its HTTP status, or a wait.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::clock::Time;
use super::mishap::Mishap;

/// The answer of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The answer is there.
    Ready {
        /// HTTP status: 200, or the `error_code` of the envelope.
        status: u16,
        /// The envelope as JSON text.
        envelope: String,
    },
    /// A long poll: the answer comes from [`Service::ready`](super::Service::ready).
    Wait {
        /// The number under which it comes.
        poll: u64,
        /// When it comes at the latest.
        until: Time,
    },
    /// A file that was downloaded.
    File {
        /// `Content-Type`.
        media_type: String,
        /// Content.
        bytes: Arc<[u8]>,
    },
    /// An HTML page instead of an envelope, by an injected fault.
    Page {
        /// HTTP status.
        status: u16,
        /// The page.
        html: String,
    },
    /// An answer that arrives cut off, slowly or not at all, by an injected fault.
    Faulty {
        /// How.
        what: Mishap,
        /// The answer that would have come.
        answer: Box<Answer>,
    },
}

/// A call that the service refuses.
#[derive(Debug, Clone, PartialEq)]
pub struct Refusal {
    /// `error_code` of the envelope and HTTP status.
    pub code: u16,
    /// `description` of the envelope.
    pub description: String,
    /// `parameters` of the envelope (`migrate_to_chat_id`, `retry_after`).
    pub parameters: Map<String, Value>,
}

impl Refusal {
    /// A refusal without parameters.
    pub fn new(code: u16, description: impl Into<String>) -> Self {
        Self { code, description: description.into(), parameters: Map::new() }
    }

    /// No bot has the token.
    pub(super) fn unauthorized() -> Self {
        Self::new(401, "Unauthorized")
    }

    /// The service has no such method, path or file.
    pub(super) fn not_found() -> Self {
        Self::new(404, "Not Found")
    }

    /// `error_code` 400, with the description behind `Bad Request: `.
    #[must_use]
    pub fn bad_request(what: &str) -> Self {
        Self::new(400, ["Bad Request: ", what].concat())
    }
}

impl Display for Refusal {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.description)
    }
}

impl std::error::Error for Refusal {}

impl Answer {
    /// The answer as a fault that strikes the way back has it arrive.
    pub(super) fn struck(self, what: &Mishap) -> Self {
        match what {
            Mishap::Page { status } => {
                let title = ["<title>", &status.to_string(), "</title>"].concat();
                Self::Page { status: *status, html: ["<!doctype html><html><head>", &title, "</head></html>"].concat() }
            }
            Mishap::CutOff | Mishap::Slow { .. } | Mishap::Drop | Mishap::DropAfter => {
                Self::Faulty { what: what.clone(), answer: Box::new(self) }
            }
            _ => self,
        }
    }
}

/// What a method did: its result as JSON text, or a wait for updates.
pub(super) enum Done {
    Result(String),
    Wait { poll: u64, until: Time },
}

impl Done {
    /// The result true.
    pub fn yes() -> Self {
        Self::Result("true".into())
    }
}

impl From<Result<Done, Refusal>> for Answer {
    fn from(done: Result<Done, Refusal>) -> Self {
        match done {
            Ok(Done::Result(result)) => {
                Self::Ready { status: 200, envelope: ["{\"ok\":true,\"result\":", &result, "}"].concat() }
            }
            Ok(Done::Wait { poll, until }) => Self::Wait { poll, until },
            Err(refusal) => refusal.into(),
        }
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        let description = Value::from(refusal.description);
        let mut envelope = ["{\"ok\":false,\"error_code\":", &refusal.code.to_string()].concat();
        envelope.push_str(",\"description\":");
        envelope.push_str(&description.to_string());
        if !refusal.parameters.is_empty() {
            envelope.push_str(",\"parameters\":");
            envelope.push_str(&Value::from(refusal.parameters).to_string());
        }
        envelope.push('}');
        Self::Ready { status: refusal.code, envelope }
    }
}
