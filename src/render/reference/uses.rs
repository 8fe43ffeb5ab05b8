//! Finds the methods and types whose fields or results contain a type.

use crate::render::catalog::{Catalog, Definition};
use crate::wire::{FieldDescriptor, ValueKind};

/// Returns links to the uses of the type, methods first.
pub fn of(catalog: &Catalog, name: &str) -> Vec<String> {
    let methods =
        catalog.methods.iter().filter(|method| names(&method.returns, name) || has(method.params.fields, name));
    let mut uses: Vec<String> = methods.map(|method| format!("[{0}](../methods/{0}.md)", method.name)).collect();
    uses.extend(catalog.entries.iter().filter(|entry| uses_in(&entry.definition, name)).map(|entry| {
        let other = entry.definition.name();
        format!("[{other}](./{other}.md)")
    }));
    uses
}

fn uses_in(definition: &Definition, name: &str) -> bool {
    match definition {
        Definition::Object(object) => object.name != name && has(object.fields, name),
        Definition::Union(union) => union.variants.iter().any(|object| object.name == name),
        Definition::Enumeration(_) => false,
    }
}

fn has(fields: &[FieldDescriptor], name: &str) -> bool {
    fields.iter().any(|field| names(&field.kind, name))
}

fn names(kind: &ValueKind, name: &str) -> bool {
    match kind {
        ValueKind::Object(object) => object.name == name,
        ValueKind::Union(union) => union.name == name,
        ValueKind::Enum(enumeration) => enumeration.name == name,
        ValueKind::Array(item) | ValueKind::OrTrue(item) => names(item, name),
        _ => false,
    }
}
