//! Renders objects whose fields depend on an enumerated one, such as `ChatMember` on its status.

use super::fields::field_doc;
use super::kinds::Kinds;
use super::page::Page;
use super::tsdoc::Doc;
use super::unions;
use crate::render::json::quote;
use crate::render::sentences::pascal;
use crate::wire::{Enumeration, FieldDescriptor, ObjectDescriptor, ValueKind};

/// The deciding field, and its values.
pub type Discriminator = (&'static FieldDescriptor, &'static Enumeration);

/// Returns the enumerated field to which the `only` of other fields refers.
pub fn discriminator(object: &ObjectDescriptor) -> Option<Discriminator> {
    let named: Vec<&str> = object.fields.iter().flat_map(|field| field.only).copied().collect();
    if named.is_empty() {
        return None;
    }
    object.fields.iter().find_map(|field| match field.kind {
        ValueKind::Enum(values) if named.iter().all(|name| values.values.iter().any(|value| value.name == *name)) => {
            Some((field, values))
        }
        _ => None,
    })
}

/// Writes one interface for each value, and one for values of a newer service.
pub fn by_status(page: &mut Page, kinds: Kinds<'_>, object: &ObjectDescriptor, by: Discriminator, doc: &Doc) {
    let (field, values) = by;
    let name = object.name;
    let base = format!("{name}Fields");
    let common = object.fields.iter().filter(|other| other.only.is_empty() && other.name != field.name);
    kinds.interface(page, &base, &Doc::new(&format!("What every kind of {name} has.")), common, &[]);
    for value in values.values {
        page.blank();
        let only = object.fields.iter().filter(|other| other.only.contains(&value.name));
        page.doc(0, &Doc::new(value.doc).paragraph(&format!("A {name} whose `{}` is `{}`.", field.name, value.name)));
        page.line(0, &format!("export interface {name}{} extends {base} {{", pascal(value.name)));
        page.doc(1, &field_doc(field));
        page.line(1, &format!("{}: {};", field.name, quote(value.name)));
        for other in only {
            kinds.member(page, 1, other);
        }
        page.line(0, "}");
    }
    page.blank();
    let doc_of_other = format!(
        "A {name} whose `{}` this version does not know. Its type is `string`: anything else that\n\
         admits new strings would keep TypeScript from narrowing by the known ones.",
        field.name
    );
    page.doc(0, &Doc::new(&doc_of_other));
    page.line(0, &format!("export interface {name}Other extends {base} {{"));
    page.doc(1, &field_doc(field));
    page.line(1, &format!("{}: string;", field.name));
    for other in object.fields.iter().filter(|other| !other.only.is_empty()) {
        kinds.member(page, 1, other);
    }
    page.line(0, "}");
    page.blank();
    unions::mergeable(page, name);
    page.blank();
    page.doc(0, &doc.clone().paragraph(&format!("Distinguished by `{}`.", field.name)));
    page.line(0, &format!("export type {name} ="));
    let known = values.values.iter().map(|value| format!("{name}{}", pascal(value.name)));
    unions::lines(page, 1, known.chain([format!("{name}Other"), unions::more(name)]));
}
