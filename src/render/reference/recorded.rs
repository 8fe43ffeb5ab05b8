//! The values of each type that the service has returned or accepted in recorded calls.

use super::rust;
use crate::render::catalog::Direction;
use crate::render::example::{Call, UPLOAD};
use crate::render::json::Json;
use crate::types::ResponseParameters;
use crate::wire::{FieldDescriptor, ObjectDescriptor, ValueKind, Wire};

/// A value, and the method whose call contains it.
pub struct Recorded<'c> {
    name: &'static str,
    direction: Direction,
    pub value: &'c Json,
    pub method: &'static str,
}

/// The value of each type that has the most members.
#[derive(Default)]
pub struct Recording<'c>(Vec<Recorded<'c>>);

impl<'c> Recording<'c> {
    /// Finds the values in the parameters and responses of calls.
    pub fn of(calls: &'c [Call]) -> Self {
        let mut recording = Self::default();
        for (method, example) in calls {
            recording.fields(method.params.fields, &example.parameters, Direction::Input, method.name);
            for (member, kind) in [("result", method.returns), ("parameters", ResponseParameters::KIND)] {
                if let Some(value) = example.response.member(member) {
                    recording.visit(&kind, value, Direction::Output, method.name);
                }
            }
        }
        recording
    }

    /// Returns the value of a type.
    pub fn get(&self, name: &str, direction: Direction) -> Option<&Recorded<'c>> {
        self.0.iter().find(|found| found.name == name && found.direction == direction)
    }

    fn visit(&mut self, kind: &ValueKind, value: &'c Json, direction: Direction, method: &'static str) {
        match (kind, value) {
            (ValueKind::Object(object), Json::Object(_)) => self.object(object.get(), value, direction, method),
            (ValueKind::Union(union), _) => {
                if let Some(object) = rust::variant(union, value) {
                    self.object(object, value, direction, method);
                }
            }
            (ValueKind::Array(item), Json::Array(values)) => {
                for value in values {
                    self.visit(item, value, direction, method);
                }
            }
            (ValueKind::OrTrue(other), _) => self.visit(other, value, direction, method),
            _ => {}
        }
    }

    fn object(&mut self, object: &ObjectDescriptor, value: &'c Json, direction: Direction, method: &'static str) {
        let found = Recorded { name: object.name, direction, value, method };
        let known = self.0.iter_mut().find(|known| known.name == object.name && known.direction == direction);
        match known {
            // A file is uploaded in another part of the request, which the page of a type does not show.
            _ if value.text().contains(UPLOAD) => {}
            Some(known) if size(known.value) >= size(value) => {}
            Some(known) => *known = found,
            None => self.0.push(found),
        }
        self.fields(object.fields, value, direction, method);
    }

    fn fields(&mut self, fields: &[FieldDescriptor], value: &'c Json, direction: Direction, method: &'static str) {
        for field in fields {
            if let Some(value) = value.member(field.name) {
                self.visit(&field.kind, value, direction, method);
            }
        }
    }
}

fn size(value: &Json) -> usize {
    if let Json::Object(members) = value { members.len() } else { 0 }
}
