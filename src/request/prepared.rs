//! A call that is ready to be sent by any means.

use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::answer;
use super::body::{Body, Encoding, Part};
use super::error::Error;
use super::serialized_call::SerializedCall;
use crate::methods::Method;
use crate::wire::{ValidationError, encode};

/// A call whose parameters were checked, for callers that send it themselves.
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::request::prepare;
///
/// let call = prepare(&SendMessage::new(42, "a & b"))?;
/// assert_eq!(call.name(), "sendMessage");
/// assert_eq!(call.json(), Some(r#"{"chat_id":42,"text":"a & b"}"#));
/// assert_eq!(call.form().as_deref(), Some("chat_id=42&text=a+%26+b"));
///
/// let answer = r#"{"ok":true,"result":{"message_id":7,"date":1,"chat":{"id":42,"type":"private"}}}"#;
/// assert_eq!(call.result(200, answer)?.message_id, 7);
/// # Ok::<(), botwire::request::Error>(())
/// ```
#[derive(Clone)]
pub struct Prepared<T> {
    parameters: SerializedCall,
    output: PhantomData<fn() -> T>,
}

/// Checks the parameters of a method, and extracts their files.
///
/// # Errors
/// [`Error::Validation`] with the first error.
pub fn prepare<M: Method>(method: &M) -> Result<Prepared<M::Output>, Error> {
    let parameters = SerializedCall::of(method)?;
    parameters.check(true)?;
    Ok(Prepared { parameters, output: PhantomData })
}

/// Returns the errors that would prevent the call from being sent, at most 100. The first one is that of [`prepare`].
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::request::validate;
///
/// let errors = validate(&SendMessage::new(42, "x".repeat(5000)).reply_to_message_id(1_i64 << 40));
/// let paths: Vec<&str> = errors.iter().map(|error| error.path.as_str()).collect();
/// assert_eq!(paths, ["reply_to_message_id", "text"]);
/// assert_eq!(validate(&SendMessage::new(42, "hi")), []);
/// ```
#[must_use]
pub fn validate<M: Method>(method: &M) -> Vec<ValidationError> {
    match SerializedCall::of(method) {
        Ok(parameters) => parameters.errors(),
        Err(invalid) => vec![invalid.error],
    }
}

impl<T> Prepared<T> {
    /// Returns the name of the method, the last segment of the URL.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.parameters.method
    }

    /// Returns the parameters as JSON, or `None` if there is a file to upload.
    #[must_use]
    pub fn json(&self) -> Option<&str> {
        self.parameters.files.is_empty().then_some(self.parameters.json.as_str())
    }

    /// Returns the parameters as `application/x-www-form-urlencoded`, also for use as a query, or `None` if there is a
    /// file to upload.
    #[must_use]
    pub fn form(&self) -> Option<String> {
        self.json().map(encode::form)
    }

    /// Returns the parameters as parts of `multipart/form-data`.
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        match self.body(Encoding::Multipart) {
            Body::Multipart { parts, .. } => parts,
            _ => Vec::new(),
        }
    }

    /// Returns the body of a POST request, which is multipart if there is a file to upload.
    #[must_use]
    pub fn body(&self, encoding: Encoding) -> Body {
        Body::of(&self.parameters, encoding)
    }
}

impl<T: DeserializeOwned> Prepared<T> {
    /// Returns the result of a response. An error contains text of the response, even if that includes the token.
    ///
    /// # Errors
    /// [`Error::Api`] if the service refused the call, [`Error::Http`] if the text did not come from the service,
    /// [`Error::Result`] if the result does not have the type.
    pub fn result(&self, status: u16, text: &str) -> Result<T, Error> {
        answer::typed(self.name(), &answer::result(self.name(), status, text)?)
    }
}

// The parameters are not shown: the URL of a webhook may contain the token.
impl<T> Debug for Prepared<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Prepared").field("name", &self.name()).finish_non_exhaustive()
    }
}
