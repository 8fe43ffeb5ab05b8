//! Parameters that a method does not have.

use serde_json::Value;

use crate::emulator::http::Parameters;
use crate::emulator::http::parameters::upload_index;
use crate::emulator::state::looked;
use crate::wire::{ObjectDescriptor, ValueKind};

impl Parameters {
    /// The path of the first parameter that the method does not have, or of a member that an object in one does not have.
    pub(crate) fn unknown(&self, object: &ObjectDescriptor) -> Option<String> {
        let mut is_referenced = vec![false; self.uploads.len()];
        for (_, value) in self.values.iter().filter(|(name, _)| object.field(name).is_some()) {
            mark_references(value, &mut is_referenced);
        }
        let is_attachment = |value| upload_index(value).and_then(|index| is_referenced.get(index)) == Some(&true);
        self.values.iter().find_map(|(name, value)| match object.field(name) {
            Some(field) => unknown_in(&field.kind, value, name),
            None if is_attachment(value) => None,
            None => Some(name.clone()),
        })
    }
}

/// Marks the uploads that a value refers to, itself or somewhere inside.
fn mark_references(value: &Value, is_referenced: &mut [bool]) {
    looked();
    match value {
        Value::Array(items) => items.iter().for_each(|item| mark_references(item, is_referenced)),
        Value::Object(members) => members.values().for_each(|member| mark_references(member, is_referenced)),
        _ => {
            if let Some(marked) = upload_index(value).and_then(|index| is_referenced.get_mut(index)) {
                *marked = true;
            }
        }
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
