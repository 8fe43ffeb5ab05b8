//! The response envelope: `ok`, `result`, or `error_code` with its description and parameters.

use std::fmt::{self, Formatter};
use std::marker::PhantomData;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Error;

use crate::types::ResponseParameters;

/// The object in every response of the service. Deserializing it drops unknown members, except in `result` and
/// `parameters`. Spec: core, Conventions, 7.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Envelope<T> {
    /// True if the call succeeded.
    pub ok: bool,
    /// The method's result, if the call succeeded.
    pub result: Option<T>,
    /// The description of the error.
    pub description: Option<String>,
    /// The error code, such as 403.
    pub error_code: Option<i64>,
    /// Details: `retry_after` or `migrate_to_chat_id`.
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

/// The members on the wire.
const MEMBERS: &[&str] = &["ok", "result", "description", "error_code", "parameters"];

impl<T: Serialize> Serialize for Envelope<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ok", &self.ok)?;
        if let Some(result) = &self.result {
            map.serialize_entry("result", result)?;
        }
        if let Some(description) = &self.description {
            map.serialize_entry("description", description)?;
        }
        if let Some(error_code) = &self.error_code {
            map.serialize_entry("error_code", error_code)?;
        }
        if let Some(parameters) = &self.parameters {
            map.serialize_entry("parameters", parameters)?;
        }
        map.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Envelope<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Envelope", MEMBERS, EnvelopeVisitor(PhantomData))
    }
}

struct EnvelopeVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for EnvelopeVisitor<T> {
    type Value = Envelope<T>;

    fn expecting(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("struct Envelope")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Envelope<T>, A::Error> {
        let (mut ok, mut result, mut description, mut error_code, mut parameters) = (None, None, None, None, None);
        while let Some(name) = map.next_key::<String>()? {
            match name.as_str() {
                "ok" => ok = Some(map.next_value()?),
                "result" => result = map.next_value()?,
                "description" => description = map.next_value()?,
                "error_code" => error_code = map.next_value()?,
                "parameters" => parameters = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let ok = ok.ok_or_else(|| A::Error::missing_field("ok"))?;
        Ok(Envelope { ok, result, description, error_code, parameters })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_value, json};

    use super::Envelope;

    #[test]
    fn unknown_members_are_dropped_and_absent_ones_not_written() {
        let failed =
            json!({ "ok": false, "error_code": 429, "description": "slow down", "parameters": { "retry_after": 3 } });
        for wire in [failed, json!({ "ok": true, "result": 7 })] {
            let mut with_unknown = wire.clone();
            with_unknown["unknown"] = json!([1, { "ok": 2 }]);
            let envelope: Envelope<Value> = from_value(with_unknown).unwrap();
            assert_eq!(json!(envelope), wire);
        }
    }

    #[test]
    fn null_is_absent_and_ok_is_required() {
        let envelope: Envelope<i64> = from_value(json!({ "ok": true, "result": null })).unwrap();
        assert_eq!(json!(envelope), json!({ "ok": true }));
        let error = from_value::<Envelope<i64>>(json!({ "result": 7 })).unwrap_err();
        assert_eq!(error.to_string(), "missing field `ok`");
    }
}
