//! Renders Update: a union by the field that is present, which allows kinds of a newer service.

use super::kinds::Kinds;
use super::page::Page;
use super::tsdoc::Doc;
use crate::render::catalog::{Catalog, Definition};
use crate::render::sentences::pascal;
use crate::wire::{Enumeration, FieldDescriptor, ObjectDescriptor};

/// The object with this rendering.
pub const NAME: &str = "Update";

/// The interface that maps each kind of update to its content.
pub const KINDS: &str = "UpdateKinds";

/// Writes the types of Update.
pub fn update(page: &mut Page, kinds: Kinds<'_>, update: &ObjectDescriptor) {
    let merged = "To type a kind that a newer service sends, merge it into this interface in a file with an `import` or `export`:\n\
        `declare module \"botwire\" { interface UpdateKinds { poll: Poll } }`.";
    page.doc(0, &Doc::new("What an update of each kind holds.").paragraph(merged));
    page.line(0, &format!("export interface {KINDS} {{"));
    for field in optional(update) {
        page.doc(1, &super::fields::field_doc(field));
        page.line(1, &format!("{}: {};", field.name, kinds.of(&field.kind)));
    }
    page.line(0, "}");
    page.blank();
    if !kinds.catalog.entries.iter().any(|entry| match entry.definition {
        Definition::Enumeration(enumeration) => lists_kinds(kinds.catalog, enumeration),
        _ => false,
    }) {
        page.doc(0, &Doc::new("The kinds of updates: the names of the fields of an Update."));
        page.line(0, &format!("export type UpdateKind = keyof {KINDS};"));
        page.blank();
    }
    kinds.interface(
        page,
        "UpdateFields",
        &Doc::new("What every update has."),
        update.fields.iter().filter(|field| field.required),
        &[],
    );
    page.blank();
    page.doc(0, &Doc::new("An update of that kind; a union of updates for a union of kinds."));
    page.line(0, &format!("export type UpdateOf<Kind extends keyof {KINDS}> = {{"));
    page.line(1, "[Present in Kind]: UpdateFields &");
    page.line(2, &format!("Pick<{KINDS}, Present> & {{ [Absent in Exclude<keyof {KINDS}, Present>]?: undefined }};"));
    page.line(0, "}[Kind];");
    for field in optional(update) {
        page.blank();
        page.doc(0, &Doc::new(&format!("An update with `{}`: {}", field.name, field.doc)));
        page.line(0, &format!("export type {}Update = UpdateOf<\"{}\">;", pascal(field.name), field.name));
    }
    page.blank();
    page.line(0, &format!("type NoUpdateKinds = {{ [Absent in keyof {KINDS}]?: undefined }};"));
    page.blank();
    page.doc(0, &Doc::new("An update of a kind that this version does not know."));
    page.line(0, "export interface UnknownUpdate extends UpdateFields, NoUpdateKinds {");
    page.line(1, "[kind: string]: unknown;");
    page.line(0, "}");
    page.blank();
    let narrowing = "Distinguished by the field that is present: `if (update.callback_query)` narrows, and\n\
        `update.message?.text` reads it from any update. (`\"callback_query\" in update` compiles, and\n\
        does not narrow, since TypeScript takes a field that may be `undefined` for present.)";
    page.doc(0, &Doc::new(update.doc).paragraph(narrowing));
    page.line(0, &format!("export type {NAME} = UpdateOf<keyof {KINDS}> | UnknownUpdate;"));
}

/// Returns true if an enumeration lists the kinds of updates, so that it includes kinds that a program adds.
pub fn lists_kinds(catalog: &Catalog, enumeration: &Enumeration) -> bool {
    let Some(Definition::Object(update)) = catalog.entry(NAME).map(|entry| entry.definition) else {
        return false;
    };
    optional(update).map(|field| field.name).eq(enumeration.values.iter().map(|value| value.name))
}

fn optional(update: &ObjectDescriptor) -> impl Iterator<Item = &'static FieldDescriptor> {
    update.fields.iter().filter(|field| !field.required)
}
