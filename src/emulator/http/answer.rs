//! Answers to calls: an envelope with its HTTP status, or a wait.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::refusal::Refusal;
use crate::emulator::state::FaultKind;
use crate::types::ResponseParameters;

/// The object in every response.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Envelope<T> {
    pub ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_code: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<ResponseParameters>,
}

/// The answer to a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// An envelope.
    Ready {
        /// HTTP status: 200, or the `error_code` of the envelope.
        status: u16,
        /// The envelope as JSON text.
        envelope: String,
    },
    /// A long poll: the answer comes from [`Service::ready`](crate::emulator::Service::ready).
    Wait {
        /// The number of the poll.
        poll: u64,
        /// The latest time of the answer.
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
        /// The fault.
        kind: FaultKind,
        /// The answer without the fault.
        answer: Box<Answer>,
    },
}

impl Answer {
    /// Wraps a result, passed as JSON text, in an envelope.
    pub(crate) fn of_text(result: &str) -> Self {
        Self::Ready { status: 200, envelope: ["{\"ok\":true,\"result\":", result, "}"].concat() }
    }

    pub(crate) fn of<T: Serialize>(result: &T) -> Self {
        Self::of_text(&serde_json::to_string(result).unwrap_or_default())
    }

    /// Applies an injected fault to the answer.
    pub(crate) fn struck(self, fault: Option<&FaultKind>) -> Self {
        match fault {
            Some(FaultKind::Page { status }) => {
                let title = ["<title>", &status.to_string(), "</title>"].concat();
                Self::Page { status: *status, html: ["<!doctype html><html><head>", &title, "</head></html>"].concat() }
            }
            Some(kind @ (FaultKind::CutOff | FaultKind::Slow { .. } | FaultKind::Drop | FaultKind::DropAfter)) => {
                Self::Faulty { kind: kind.clone(), answer: Box::new(self) }
            }
            _ => self,
        }
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        let Refusal { code, description, parameters } = refusal;
        let (description, error_code) = (Some(description), Some(code.into()));
        let envelope = Envelope { ok: false, result: None::<()>, description, error_code, parameters };
        Self::Ready { status: code, envelope: serde_json::to_string(&envelope).unwrap_or_default() }
    }
}
