//! Unions of objects and enumerated strings.

use super::kinds::Kinds;
use super::page::Page;
use super::tsdoc::Doc;
use super::updates;
use crate::render::catalog::{Catalog, Direction};
use crate::render::json::quote;
use crate::wire::{Enumeration, ObjectDescriptor, UnionDescriptor, ValueKind};

/// Writes a union of objects.
pub fn union(page: &mut Page, kinds: Kinds<'_>, union: &UnionDescriptor) {
    mergeable(page, union.name);
    page.blank();
    page.doc(0, &Doc::new(union.doc));
    let names = union.variants.iter().map(|object| kinds.catalog.object_name(object, kinds.direction));
    if kinds.direction == Direction::Output || is_tagged(union) {
        page.line(0, &format!("export type {} =", union.name));
        let members = names.zip(union.variants).map(|(name, object)| match field_of_twin(union, object) {
            Some(field) if kinds.direction == Direction::Input => format!("({name} & {{ {field}?: undefined }})"),
            _ => name,
        });
        return lines(page, 1, members.chain([more(union.name)]));
    }
    let names: Vec<String> = names.chain([more(union.name)]).collect();
    page.line(0, &format!("export type {} = OneOf<{}>;", union.name, names.join(" | ")));
}

/// Writes the interface to which a program can add members of a union.
pub fn mergeable(page: &mut Page, union: &str) {
    let merged = format!(
        "Kinds of `{union}` that a newer service knows, each by a name of your choice. Declarations are merged into this interface."
    );
    page.doc(0, &Doc::new(&merged));
    page.line(0, &format!("export interface {union}Kinds {{}}"));
}

/// Returns the members that a program has added.
pub fn more(union: &str) -> String {
    format!("{union}Kinds[keyof {union}Kinds]")
}

/// Returns true if a fixed field distinguishes the objects: TypeScript then refuses objects with a mix of tags.
fn is_tagged(union: &UnionDescriptor) -> bool {
    union.variants.iter().all(|object| tag(object).is_some())
}

/// Returns the value of the fixed field.
fn tag(object: &ObjectDescriptor) -> Option<&'static str> {
    object.fields.iter().find_map(|field| match field.kind {
        ValueKind::Literal(value) => Some(value),
        _ => None,
    })
}

/// Returns a required field that only another object with the same tag has, such as a URL in place of a `file_id`.
/// Refusing that one field is enough: TypeScript then selects the object and refuses the other's remaining fields.
fn field_of_twin(union: &UnionDescriptor, object: &ObjectDescriptor) -> Option<&'static str> {
    let twin = union.variants.iter().find(|other| other.name != object.name && tag(other) == tag(object))?;
    twin.fields.iter().find(|field| field.required && object.field(field.name).is_none()).map(|field| field.name)
}

/// Refuses an object with fields of several objects of a union. Not exported: it stays out of completion.
pub const ONE_OF: &str = "\
type KeyOf<Each> = Each extends unknown ? keyof Each : never;
type OneOf<Each, All = Each> = Each extends unknown ? Each & { readonly [Key in Exclude<KeyOf<All>, keyof Each>]?: undefined } : never;";

/// Writes a closed enumeration. In output, the field itself adds every other string.
pub fn enumeration(page: &mut Page, catalog: &Catalog, enumeration: &Enumeration) {
    let mut doc = Doc::new(enumeration.doc);
    let documented: Vec<String> = enumeration
        .values
        .iter()
        .filter(|value| !value.doc.is_empty())
        .map(|value| format!("- `{}`: {}", value.name, value.doc.replace("\n\n", " ").replace('\n', " ")))
        .collect();
    doc = doc.paragraph(&documented.join("\n"));
    page.doc(0, &doc);
    if updates::lists_kinds(catalog, enumeration) {
        return page.line(0, &format!("export type {} = keyof {};", enumeration.name, updates::KINDS));
    }
    page.line(0, &format!("export type {} =", enumeration.name));
    lines(page, 1, enumeration.values.iter().map(|value| quote(value.name)));
}

/// Writes the members of a union type, one per line.
pub fn lines(page: &mut Page, depth: usize, members: impl Iterator<Item = String>) {
    let members: Vec<String> = members.collect();
    for (index, member) in members.iter().enumerate() {
        let end = if index + 1 == members.len() { ";" } else { "" };
        page.line(depth, &format!("| {member}{end}"));
    }
}
