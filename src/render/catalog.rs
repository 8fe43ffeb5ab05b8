//! The catalog: every definition that the methods use, and the direction of its values.

use crate::wire::{Enumeration, FieldDescriptor, MethodDescriptor, ObjectDescriptor, UnionDescriptor, ValueKind};

/// The direction of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// In parameters, from the bot to the service.
    Input,
    /// In results and updates, from the service to the bot.
    Output,
}

/// A type of the specification.
#[derive(Debug, Clone, Copy)]
pub enum Definition {
    /// Fields.
    Object(&'static ObjectDescriptor),
    /// One of several objects.
    Union(&'static UnionDescriptor),
    /// Enumerated strings.
    Enumeration(&'static Enumeration),
}

impl Definition {
    /// Name of the type.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Object(object) => object.name,
            Self::Union(union) => union.name,
            Self::Enumeration(enumeration) => enumeration.name,
        }
    }
}

/// A definition, and whether it occurs in input and output.
#[derive(Debug, Clone, Copy)]
pub struct CatalogEntry {
    /// The definition.
    pub definition: Definition,
    /// True if parameters contain it.
    pub input: bool,
    /// True if results or updates contain it.
    pub output: bool,
}

impl CatalogEntry {
    fn goes(&self, direction: Direction) -> bool {
        match direction {
            Direction::Input => self.input,
            Direction::Output => self.output,
        }
    }
}

/// The methods and the types that they reach, in order of first use.
#[derive(Debug)]
pub struct Catalog {
    /// The methods.
    pub methods: Vec<&'static MethodDescriptor>,
    /// The types.
    pub entries: Vec<CatalogEntry>,
}

impl Catalog {
    /// Creates the catalog from the received kinds that are not results of methods, and from the methods.
    #[must_use]
    pub fn new(methods: &[&'static MethodDescriptor], received: &[ValueKind]) -> Self {
        let mut catalog = Self { methods: methods.to_vec(), entries: Vec::new() };
        for kind in received {
            catalog.visit(kind, Direction::Output);
        }
        for method in methods {
            catalog.fields(method.params.fields, Direction::Input);
            catalog.visit(&method.returns, Direction::Output);
        }
        catalog
    }

    /// Returns the type of that name.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&CatalogEntry> {
        self.entries.iter().find(|entry| entry.definition.name() == name)
    }

    /// Returns the name of an object in that direction. If input and output differ, the object has two types: received
    /// values may come from a newer service, sent values may not.
    #[must_use]
    pub fn object_name(&self, object: &ObjectDescriptor, direction: Direction) -> String {
        let both = self.entry(object.name).is_some_and(|entry| entry.input && entry.output);
        if both && direction == Direction::Input && differs(object, &mut Vec::new()) {
            return format!("Input{}", object.name);
        }
        object.name.to_owned()
    }

    /// Returns the directions for which an entry is rendered: both if the types differ.
    #[must_use]
    pub fn directions(&self, entry: &CatalogEntry) -> Vec<Direction> {
        match (entry.definition, entry.input, entry.output) {
            (Definition::Object(object), true, true) if differs(object, &mut Vec::new()) => {
                vec![Direction::Output, Direction::Input]
            }
            (_, _, true) => vec![Direction::Output],
            _ => vec![Direction::Input],
        }
    }

    fn fields(&mut self, fields: &'static [FieldDescriptor], direction: Direction) {
        for field in fields {
            self.visit(&field.kind, direction);
        }
    }

    fn visit(&mut self, kind: &ValueKind, direction: Direction) {
        match kind {
            ValueKind::Object(object) => self.object(object.get(), direction),
            ValueKind::Array(item) | ValueKind::OrTrue(item) => self.visit(item, direction),
            ValueKind::Union(union) if self.meet(Definition::Union(union), direction) => {
                for object in union.variants {
                    self.object(object, direction);
                }
            }
            ValueKind::Enum(enumeration) => {
                self.meet(Definition::Enumeration(enumeration), direction);
            }
            _ => {}
        }
    }

    fn object(&mut self, object: &'static ObjectDescriptor, direction: Direction) {
        if self.meet(Definition::Object(object), direction) {
            self.fields(object.fields, direction);
        }
    }

    /// Records the use. Returns true if it is the first in that direction.
    fn meet(&mut self, definition: Definition, direction: Direction) -> bool {
        let known = self.entries.iter().position(|entry| entry.definition.name() == definition.name());
        let index = known.unwrap_or_else(|| {
            self.entries.push(CatalogEntry { definition, input: false, output: false });
            self.entries.len() - 1
        });
        let Some(entry) = self.entries.get_mut(index) else { return false };
        let is_first = !entry.goes(direction);
        match direction {
            Direction::Input => entry.input = true,
            Direction::Output => entry.output = true,
        }
        is_first
    }
}

/// Returns true if an object needs different TypeScript types for parameters and results.
fn differs(object: &ObjectDescriptor, seen: &mut Vec<&'static str>) -> bool {
    if seen.contains(&object.name) {
        return false;
    }
    seen.push(object.name);
    !object.rules.is_empty()
        || object.fields.iter().any(|field| {
            let inner = match field.kind {
                ValueKind::Enum(_) | ValueKind::Array(_) => true,
                ValueKind::Object(object) => differs(object.get(), seen),
                ValueKind::Union(union) => union.variants.iter().any(|object| differs(object, seen)),
                _ => false,
            };
            inner || !field.required
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::samples;

    #[test]
    fn types_are_met_once_and_in_both_directions() -> Result<(), &'static str> {
        let catalog = samples::catalog();
        let names: Vec<_> = catalog.entries.iter().map(|entry| entry.definition.name()).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{names:?}");
        let mask = catalog.entry("Mask").ok_or("not reached")?;
        assert!(mask.input && mask.output);
        assert_eq!(catalog.directions(mask).len(), 2);
        let button = catalog.entry("Button").ok_or("not reached")?;
        assert!(button.input && !button.output);
        Ok(())
    }

    #[test]
    fn only_a_type_that_looks_different_has_two_names() {
        let catalog = samples::catalog();
        assert_eq!(catalog.object_name(samples::mask(), Direction::Input), "InputMask");
        assert_eq!(catalog.object_name(samples::mask(), Direction::Output), "Mask");
        assert_eq!(catalog.object_name(samples::button(), Direction::Input), "Button");
    }
}
