//! Reads a response: the envelope with a result or an error, or a body that is not from the service.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::error::Error;
use super::{lenient_json, read};
use crate::policy::envelope::{ParsedEnvelope, excerpt, parse_envelope};
use crate::types::ResponseParameters;
use crate::wire::read::ObjectReader;
use crate::wire::{Wire, json};

/// The size limit of error parameters with unknown fields: each of their texts is searched for the token.
const MAX_PARAMETERS: usize = 1 << 14;

/// Returns the JSON text of the result.
pub(crate) fn result(method: &str, status: u16, text: &str) -> Result<String, Error> {
    match parse_envelope(status, text) {
        ParsedEnvelope::Result(result) => Ok(result.to_owned()),
        ParsedEnvelope::Refusal { error_code, description, mut parameters } => {
            if let Some(parameters) = &mut parameters {
                parameters.extra = unknown_parameters(text);
            }
            let parameters = parameters.map(Box::new);
            Err(Error::Api { method: method.to_owned(), error_code, description, parameters })
        }
        ParsedEnvelope::Foreign => Err(foreign(method, status, text)),
    }
}

/// Returns the fields of an error's parameters that this version does not know.
fn unknown_parameters(text: &str) -> Map<String, Value> {
    let member = json::member(text, "parameters").filter(|member| member.len() <= MAX_PARAMETERS);
    let Some(read) = member.and_then(|member| lenient_json::read(member).ok()) else { return Map::new() };
    let members = ObjectReader::of(read.document.value(), &ResponseParameters::EXPECTED);
    let Ok(mut members) = members else { return Map::new() };
    members.remove("migrate_to_chat_id");
    members.remove("retry_after");
    members.rest()
}

/// Returns the error of a response whose status is an error, whatever its body.
#[cfg(feature = "client")]
pub(crate) fn refused(method: &str, status: u16, text: &str) -> Error {
    result(method, status, text).err().unwrap_or_else(|| foreign(method, status, text))
}

fn foreign(method: &str, status: u16, text: &str) -> Error {
    Error::Http { method: method.to_owned(), status, excerpt: excerpt(text) }
}

/// Returns the result as the method's type.
pub(crate) fn typed<T: DeserializeOwned>(method: &str, result: &str) -> Result<T, Error> {
    read::typed(result).map_err(|reason| Error::Result { method: method.to_owned(), reason })
}

/// Returns the result as a JSON value.
#[cfg(feature = "client")]
pub(crate) fn value(method: &str, result: &str) -> Result<Value, Error> {
    lenient_json::value(result)
        .map_err(|_| Error::Result { method: method.to_owned(), reason: "malformed JSON".to_owned() })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Error, MAX_PARAMETERS, result};

    fn parameters(parameters: &Value) -> Value {
        let text = json!({"ok": false, "error_code": 429, "parameters": parameters}).to_string();
        let Err(Error::Api { parameters, .. }) = result("getMe", 429, &text) else { panic!("{text}") };
        json!(parameters)
    }

    #[test]
    fn unknown_fields_of_the_parameters_are_kept() {
        assert_eq!(
            parameters(&json!({"retry_after": 5, "hint": "y", "list": [{"secret": ["a secret", 7, null]}]})),
            json!({"retry_after": 5, "hint": "y", "list": [{"secret": ["a secret", 7, null]}]}),
        );
        assert_eq!(parameters(&json!({"migrate_to_chat_id": "secret", "retry_after": "1"})), json!({}));
        assert_eq!(parameters(&json!("secret")), Value::Null);
    }

    #[test]
    fn parameters_too_long_to_search_have_no_unknown_fields() {
        let long = "x".repeat(MAX_PARAMETERS);
        assert_eq!(parameters(&json!({"retry_after": 3, "a": long})), json!({"retry_after": 3}));
    }
}
