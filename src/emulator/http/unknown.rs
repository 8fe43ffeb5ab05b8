//! Parameters that a method does not have.

use serde_json::Value;

use crate::emulator::http::{Parameters, UPLOAD};
use crate::wire::{ObjectDescriptor, ValueKind};

impl Parameters {
    /// The path of the first parameter that the method does not have, or of a member that an object in one does not have.
    pub(crate) fn unknown(&self, object: &ObjectDescriptor) -> Option<String> {
        self.values.iter().find_map(|(name, value)| match object.field(name) {
            Some(field) => unknown_in(&field.kind, value, name),
            None if self.is_attachment(value, object) => None,
            None => Some(name.clone()),
        })
    }

    /// Whether it is a file that a parameter of the method refers to by `attach://`.
    fn is_attachment(&self, value: &Value, object: &ObjectDescriptor) -> bool {
        let is_file = value.as_str().is_some_and(|text| text.starts_with(UPLOAD));
        let refers = |(name, other): (&String, &Value)| object.field(name).is_some() && holds(other, value);
        is_file && self.values.iter().any(refers)
    }
}

/// Whether a value is that one, or has it somewhere inside.
fn holds(value: &Value, wanted: &Value) -> bool {
    value == wanted
        || match value {
            Value::Array(items) => items.iter().any(|item| holds(item, wanted)),
            Value::Object(members) => members.values().any(|member| holds(member, wanted)),
            _ => false,
        }
}

/// The path of the first member that an object in a value of that kind does not have.
pub(crate) fn unknown_in(kind: &ValueKind, value: &Value, path: &str) -> Option<String> {
    let objects: Vec<&ObjectDescriptor> = match (kind, value) {
        (ValueKind::OrTrue(kind), value) => return unknown_in(kind, value, path),
        (ValueKind::Array(kind), Value::Array(items)) => {
            let mut items = (0..).zip(items);
            return items
                .find_map(|(index, item)| unknown_in(kind, item, &[path, "[", &i32::to_string(&index), "]"].concat()));
        }
        (ValueKind::Object(object), Value::Object(_)) => vec![object],
        (ValueKind::Union(union), Value::Object(_)) => {
            // A fixed string, such as a `type`, says which one is meant.
            let is_meant = |object: &&ObjectDescriptor| {
                object.fields.iter().all(|field| match field.kind {
                    ValueKind::Literal(fixed) => value.get(field.name).is_some_and(|name| name == fixed),
                    _ => true,
                })
            };
            union.variants.iter().copied().filter(is_meant).collect()
        }
        _ => return None,
    };
    // What is none of a union is told by the check of kinds.
    if objects.is_empty() {
        return None;
    }
    value.as_object()?.iter().find_map(|(name, member)| {
        let path = [path, ".", name].concat();
        match objects.iter().find_map(|object| object.field(name)) {
            Some(field) => unknown_in(&field.kind, member, &path),
            None => Some(path),
        }
    })
}
