//! A response for any host.

use crate::policy::webhook::MAX_REMEMBERED_BYTES;
use crate::request::Body;
use crate::request::body::{FORM, JSON};

/// A response of a webhook, for any host.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    status: u16,
    allow: Option<&'static str>,
    body: Body,
}

impl Response {
    /// Creates a response without a body.
    #[must_use]
    pub fn new(status: u16) -> Self {
        Self { status, allow: None, body: Body::Empty }
    }

    /// Sets the body to a text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with_body(Body::Text { content_type: "text/plain;charset=UTF-8", text: text.into() })
    }

    pub(super) fn with_body(self, body: Body) -> Self {
        Self { body, ..self }
    }

    /// Returns the text by which a redelivery gets the response again: the type of its content, and the content. `None` if it is
    /// too long, or has files.
    pub(super) fn to_remember(&self) -> Option<String> {
        let Body::Text { content_type, text } = &self.body else { return None };
        let remembered = [content_type, "\n", text].concat();
        (remembered.len() <= MAX_REMEMBERED_BYTES).then_some(remembered)
    }

    /// Returns the response of [`Response::to_remember`].
    pub(super) fn remembered(text: &str) -> Self {
        let (content_type, text) = text.split_once('\n').unwrap_or_default();
        let content_type = if content_type == FORM { FORM } else { JSON };
        Self::new(200).with_body(Body::Text { content_type, text: text.to_owned() })
    }

    pub(super) fn allow(self, allow: Option<&'static str>) -> Self {
        Self { allow, ..self }
    }

    /// Returns the status.
    #[must_use]
    pub fn status(&self) -> u16 {
        self.status
    }

    /// Returns true if the status means that the update was handled.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns the headers, with names in lower case.
    #[must_use]
    pub fn headers(&self) -> Vec<(&'static str, String)> {
        let content_type = self.body.content_type().map(|content_type| ("content-type", content_type));
        content_type.into_iter().chain(self.allow.map(|allow| ("allow", allow.to_owned()))).collect()
    }

    /// Returns the body: empty, text, or a form with files.
    #[must_use]
    pub fn body(&self) -> &Body {
        &self.body
    }

    #[cfg(all(feature = "http", web))]
    pub(super) fn into_body(self) -> Body {
        self.body
    }

    /// Returns the bytes of the body, or `None` if it contains a `Blob` or a stream of the platform.
    #[must_use]
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        self.body.into_bytes()
    }
}
