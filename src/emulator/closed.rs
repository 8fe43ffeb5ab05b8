//! In debug builds, checks every answer and update against the tables: known fields only, each once and of its kind,
//! all required fields present, enumerated values from the specification. With compat, other fields and
//! enumerated values are allowed.

use serde_json::{Map, Value};

use crate::emulator::http::{Answer, Envelope};
use crate::types::{Message, ResponseParameters, Update};
use crate::wire::{MethodDescriptor, ObjectDescriptor, ValueKind, Wire};

/// The check of answers and updates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Closed {
    /// False for the state of a snapshot, which may be forged. Nothing is checked then.
    pub is_own: bool,
    pub compat: bool,
}

type Fit = Result<(), String>;

impl Closed {
    pub fn assert_answer(self, method: Option<&MethodDescriptor>, answer: &Answer) {
        let Answer::Ready { envelope, .. } = answer else { return };
        self.assert_fit(envelope, |value| self.envelope(value, method));
    }

    pub fn assert_message(self, message: &Message) {
        let mut message = message.clone();
        message.extra.remove("inline_message_id");
        let text = serde_json::to_string(&message).unwrap_or_default();
        self.assert_fit(&text, |value| self.value(value, &Message::KIND));
    }

    /// Asserts that JSON text is an Update with one kind of content.
    pub fn assert_update(self, update: &str) {
        self.assert_fit(update, |value| {
            let members = value.as_object().map_or(0, Map::len);
            if members == 2 { self.value(value, &Update::KIND) } else { Err("it needs one content".into()) }
        });
    }

    fn assert_fit(self, text: &str, fits: impl Fn(&Value) -> Fit) {
        if cfg!(debug_assertions) && self.is_own {
            let what = fault(text, fits).unwrap_or_default();
            assert!(what.is_empty(), "the emulator sends what the specification does not have: {what} in {text}");
        }
    }

    fn envelope(self, envelope: &Value, method: Option<&MethodDescriptor>) -> Fit {
        let read: Envelope<Value> = serde_json::from_value(envelope.clone()).map_err(|error| error.to_string())?;
        if serde_json::to_value(&read).ok().as_ref() != Some(envelope) {
            return Err("no member of an envelope".into());
        }
        let Envelope { result, description, error_code, parameters, .. } = &read;
        match (result, method) {
            (Some(result), Some(method)) if description.is_none() && error_code.is_none() && parameters.is_none() => {
                self.value(result, &method.returns).map_err(|what| format!("result: {what}"))
            }
            (None, _) if description.is_some() && error_code.is_some() => envelope
                .get("parameters")
                .map_or(Ok(()), |parameters| self.value(parameters, &ResponseParameters::KIND)),
            _ => Err(format!("an envelope of {read:?}")),
        }
    }

    fn object(self, members: &Map<String, Value>, object: &ObjectDescriptor) -> Fit {
        let status = members.get("status").and_then(Value::as_str);
        let has_status = |only: &[&str]| only.is_empty() || only.iter().any(|only| status == Some(only));
        for (name, value) in members {
            let fits = match object.field(name) {
                None if self.compat => Ok(()),
                None => Err(format!("no field of {}", object.name)),
                Some(field) if !self.compat && !has_status(field.only) => Err(format!("only for {:?}", field.only)),
                Some(field) => self.value(value, &field.kind),
            };
            fits.map_err(|what| format!("{name}: {what}"))?;
        }
        match object.fields.iter().find(|field| field.required && !members.contains_key(field.name)) {
            Some(field) => Err(format!("{} of {} is missing", field.name, object.name)),
            None => Ok(()),
        }
    }

    fn value(self, value: &Value, kind: &ValueKind) -> Fit {
        let fits = match (kind, value) {
            (ValueKind::Object(object), Value::Object(members)) => return self.object(members, object),
            (ValueKind::OrTrue(other), Value::Object(_)) => return self.value(value, other),
            (ValueKind::Array(item), Value::Array(items)) => {
                return items.iter().try_for_each(|value| self.value(value, item));
            }
            (ValueKind::Literal(name), Value::String(text)) => text == name,
            (ValueKind::Enum(known), Value::String(text)) => {
                self.compat || known.values.iter().any(|known| *text == *known.name)
            }
            (ValueKind::Integer, Value::Number(number)) => {
                number.as_i64().is_some_and(|whole| i32::try_from(whole).is_ok())
            }
            (ValueKind::Id | ValueKind::ChatId, Value::Number(number)) => {
                number.as_i64().is_some_and(|whole| whole.unsigned_abs() < 1 << 52)
            }
            (ValueKind::String | ValueKind::ChatId, Value::String(_))
            | (ValueKind::Float, Value::Number(_))
            | (ValueKind::Boolean, Value::Bool(_)) => true,
            (ValueKind::True | ValueKind::OrTrue(_), Value::Bool(is)) => *is,
            _ => false,
        };
        if fits { Ok(()) } else { Err(format!("expected {kind:?}, got {value}")) }
    }
}

fn fault(text: &str, fits: impl Fn(&Value) -> Fit) -> Option<String> {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return Some("malformed JSON".into()) };
    // Parsing drops the first of two members with the same name.
    if value.to_string().len() != text.len() {
        return Some("a member comes twice".into());
    }
    fits(&value).err()
}

#[cfg(test)]
mod tests;
