//! The call that answers a delivery in its response.

use crate::methods::Method;
use crate::types::input_file::collect;
use crate::wire::{self, CheckOptions, Fault, json};

/// A call in the response of a webhook: a method with its parameters and without a result.
///
/// Every method turns into one: `SendMessage::new(42, "hi").into()`. Spec: core, Events, 4.
#[derive(Debug, Clone)]
pub struct InlineCall {
    method: &'static wire::Method,
    parameters: Result<String, Fault>,
}

impl InlineCall {
    /// The name of the method.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method.name
    }

    /// The call as JSON text, the method first.
    ///
    /// # Errors
    /// The first fault of the parameters.
    pub fn into_json(self) -> Result<String, Fault> {
        let parameters = self.parameters?;
        wire::check(self.method, &parameters, &CheckOptions::default())?;
        let members = parameters.strip_prefix('{').unwrap_or_default();
        let comma = if members == "}" { "" } else { "," };
        Ok(["{\"method\":", &json::quote(self.method.name), comma, members].concat())
    }
}

impl<M: Method> From<M> for InlineCall {
    fn from(method: M) -> Self {
        let (parameters, files) = collect("attach://file", || serde_json::to_string(&method));
        let unfit =
            |expected: &str, received: String| Fault { path: String::new(), expected: expected.to_owned(), received };
        let parameters = match parameters {
            Ok(_) if !files.is_empty() => Err(unfit("a call without uploads", format!("{} files", files.len()))),
            Ok(parameters) => Ok(parameters),
            Err(error) => Err(unfit("values that JSON can hold", error.to_string())),
        };
        Self { method: M::DESCRIPTOR, parameters }
    }
}
