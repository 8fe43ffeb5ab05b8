//! What a response says: the envelope with a result or an error, or something else altogether.

use serde::de::DeserializeOwned;

use super::error::Error;
use super::read;
use crate::policy::envelope::{ParsedEnvelope, Redact, excerpt, parse_envelope};

/// The JSON text of the result. Spec: core, Conventions, 7.
pub(crate) fn result(method: &str, status: u16, text: &str, redact: Redact<'_>) -> Result<String, Error> {
    match parse_envelope(status, text, redact) {
        ParsedEnvelope::Result(result) => Ok(result.to_owned()),
        ParsedEnvelope::Refusal { error_code, description, parameters } => {
            Err(Error::Api { method: method.to_owned(), error_code, description, parameters })
        }
        ParsedEnvelope::Foreign => Err(foreign(method, status, text, redact)),
    }
}

/// The error of a response that failed by its status, whatever it says.
#[cfg(feature = "client")]
pub(crate) fn refused(method: &str, status: u16, text: &str, redact: Redact<'_>) -> Error {
    result(method, status, text, redact).err().unwrap_or_else(|| foreign(method, status, text, redact))
}

fn foreign(method: &str, status: u16, text: &str, redact: Redact<'_>) -> Error {
    Error::Http { method: method.to_owned(), status, excerpt: excerpt(text, redact) }
}

/// The result as the method's type.
pub(crate) fn typed<T: DeserializeOwned>(method: &str, result: &str) -> Result<T, Error> {
    read::typed(result).map_err(|reason| Error::Result { method: method.to_owned(), reason })
}
