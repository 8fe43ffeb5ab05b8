//! What a bot under test answers to a delivery of its webhook.

use crate::webhook::InlineCall;

/// The answer of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebhookResponse {
    /// HTTP status; 200 to 299 confirms the update, after others it is delivered again.
    pub status: u16,
    /// `Content-Type` of the body.
    pub content_type: String,
    /// Body: a call in one of three encodings, or anything else.
    pub body: Vec<u8>,
}

impl WebhookResponse {
    /// An answer without a body.
    #[must_use]
    pub fn new(status: u16) -> Self {
        Self { status, content_type: String::new(), body: Vec::new() }
    }

    /// An answer with a call. One whose parameters the client would refuse is a 500, as a handler
    /// that fails is.
    #[must_use]
    pub fn call(call: impl Into<InlineCall>) -> Self {
        match call.into().into_json() {
            Ok(body) => Self { status: 200, content_type: "application/json".into(), body: body.into() },
            Err(fault) => Self { status: 500, content_type: "text/plain".into(), body: fault.to_string().into() },
        }
    }
}
