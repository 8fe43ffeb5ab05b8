//! The response envelope: `ok`, `result`, or `error_code` with its description and parameters.

use serde::{Deserialize, Serialize};

use super::Error;

use crate::types::ResponseParameters;

/// The object in every response of the service. Deserializing it drops unknown members, except in `result` and
/// `parameters`. Spec: core, Conventions, 7.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Envelope<T> {
    /// True if the call succeeded.
    pub ok: bool,
    /// The method's result, if the call succeeded.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub result: Option<T>,
    /// The description of the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The error code, such as 403.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_code: Option<i64>,
    /// Details: `retry_after` or `migrate_to_chat_id`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<ResponseParameters>,
}

impl<T> Envelope<T> {
    /// Returns the result, or the error of the call.
    ///
    /// # Errors
    /// [`Error::Api`] if the call failed, [`Error::Result`] if it succeeded but the envelope has no result.
    pub fn into_result(self, method: &str) -> Result<T, Error> {
        let method = method.to_owned();
        match self {
            Self { ok: true, result: Some(result), .. } => Ok(result),
            Self { ok: true, .. } => Err(Error::Result { method, reason: "there is none".to_owned() }),
            Self { description, error_code, parameters, .. } => Err(Error::Api {
                method,
                error_code: error_code.unwrap_or_default(),
                description: description.unwrap_or_default(),
                parameters: parameters.map(Box::new),
            }),
        }
    }
}
