//! Where a type is used: the methods and types whose fields or results hold it.

use crate::render::catalogue::{Catalogue, Definition};
use crate::wire::{Field, Kind};

/// Links to what uses the type, methods first.
pub fn of(catalogue: &Catalogue, name: &str) -> Vec<String> {
    let methods =
        catalogue.methods.iter().filter(|method| names(&method.returns, name) || has(method.params.fields, name));
    let mut uses: Vec<String> = methods.map(|method| format!("[{0}](../methods/{0}.md)", method.name)).collect();
    uses.extend(catalogue.entries.iter().filter(|entry| uses_in(&entry.definition, name)).map(|entry| {
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

fn has(fields: &[Field], name: &str) -> bool {
    fields.iter().any(|field| names(&field.kind, name))
}

fn names(kind: &Kind, name: &str) -> bool {
    match kind {
        Kind::Object(object) => object.name == name,
        Kind::Union(union) => union.name == name,
        Kind::Enum(enumeration) => enumeration.name == name,
        Kind::Array(item) | Kind::OrTrue(item) => names(item, name),
        _ => false,
    }
}
