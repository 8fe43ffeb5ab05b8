//! The response envelope: `ok`, `result`, or `error_code` with its description and parameters.

use serde::{Deserialize, Serialize};

use crate::types::ResponseParameters;

/// Every response of the service is such an object. Spec: core, Conventions, 7.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    /// Whether the call succeeded.
    pub ok: bool,
    /// The method's result, when it did.
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    pub result: Option<T>,
    /// What went wrong, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What went wrong, as a number; its content may change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_code: Option<i64>,
    /// What helps to handle the failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameters: Option<ResponseParameters>,
}
