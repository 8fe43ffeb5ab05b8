//! The call that answers a delivery in its response.

use std::fmt::{self, Debug, Formatter};

use serde_json::Value;

use crate::methods::Method;
use crate::request::serialized_call::{Invalid, SerializedCall, mismatch};
use crate::types::InputFile;
use crate::wire::{ValidationError, json};

/// The member of a response that names its method.
const METHOD: &str = "method";

/// A call in the response of a webhook: a method with its parameters and without a result.
///
/// Every method turns into one, so that a handler can return different methods:
///
/// ```
/// use botwire::types::Update;
/// use botwire::webhook::{Event, InlineCall};
///
/// fn answer(update: Update) -> Option<InlineCall> {
///     match update.into_event()? {
///         Event::Message(message) => Some(message.reply(message.text.as_deref()?).into()),
///         Event::CallbackQuery(query) => Some(query.answer().text("Done").into()),
///         _ => None,
///     }
/// }
/// ```
#[derive(Clone)]
pub struct InlineCall(pub(super) Result<SerializedCall, Invalid>);

impl InlineCall {
    /// Creates a call of a method by its name, in any case. The parameters of a method that the specification does not know
    /// are sent without checks. To add a file, use [`InlineCall::with_file`].
    #[must_use]
    pub fn named(method: &str, parameters: &Value) -> Self {
        Self(SerializedCall::named(method, parameters))
    }

    /// Uploads a file as a parameter, which it replaces. Use it for parameters and methods that this version does not know.
    #[must_use]
    pub fn with_file(self, name: &str, file: InputFile) -> Self {
        Self(self.0.map(|parameters| parameters.with_file(name, file)))
    }

    /// Sets the value at a path and sends it unchecked, while everything around it is still checked. Use it for values that
    /// only a newer service knows. Paths have the form that errors show, such as `reply_markup.inline_keyboard[0][0]`.
    ///
    /// ```
    /// use botwire::methods::SendMessage;
    /// use botwire::webhook::InlineCall;
    ///
    /// let call = InlineCall::from(SendMessage::new(42, "*hi*")).unchecked("parse_mode", "MarkdownV2");
    /// assert_eq!(
    ///     call.into_json()?,
    ///     r#"{"method":"sendMessage","chat_id":42,"text":"*hi*","parse_mode":"MarkdownV2"}"#,
    /// );
    /// # Ok::<(), botwire::request::ValidationError>(())
    /// ```
    #[must_use]
    pub fn unchecked(self, path: &str, value: impl Into<Value>) -> Self {
        let value = value.into().to_string();
        Self(self.0.and_then(|parameters| parameters.set_unchecked(path, &value)))
    }

    /// Returns the name of the method.
    #[must_use]
    pub fn method(&self) -> &str {
        match &self.0 {
            Ok(SerializedCall { method, .. }) | Err(Invalid { method, .. }) => method,
        }
    }

    /// Returns the call as JSON text, starting with the method.
    ///
    /// # Errors
    /// The first error of the parameters. Fails if the call has a file.
    pub fn into_json(self) -> Result<String, ValidationError> {
        let parameters = self.0.map_err(|invalid| invalid.error)?;
        if !parameters.files.is_empty() {
            return Err(mismatch("a call without uploads", &format!("{} files", parameters.files.len())));
        }
        let parameters = named(parameters).map_err(|invalid| invalid.error)?;
        parameters.check(true).map_err(|invalid| invalid.error)?;
        Ok(whole(&parameters))
    }
}

// The parameters are not shown: the URL of a webhook may contain the token.
impl Debug for InlineCall {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("InlineCall").field("method", &self.method()).finish_non_exhaustive()
    }
}

/// Checks that no parameter has the name of the member for the method.
pub(super) fn named(parameters: SerializedCall) -> Result<SerializedCall, Invalid> {
    if json::member(&parameters.json, METHOD).is_some() {
        let error =
            ValidationError { path: METHOD.to_owned(), ..mismatch("no parameter of that name in a response", "one") };
        return Err(Invalid { method: parameters.method, error });
    }
    Ok(parameters)
}

/// Returns the JSON text of the parameters with the method before them.
pub(super) fn whole(parameters: &SerializedCall) -> String {
    let members = parameters.json.strip_prefix('{').unwrap_or_default();
    let comma = if members == "}" { "" } else { "," };
    // The name of a method has only letters, digits and underscores.
    ["{\"", METHOD, "\":\"", &parameters.method, "\"", comma, members].concat()
}

impl<M: Method> From<M> for InlineCall {
    fn from(method: M) -> Self {
        Self(SerializedCall::of(&method))
    }
}
