//! Kinds as TypeScript types, which depend on the direction.

use super::super::catalog::{Catalog, Direction};
use super::super::json::quote;
use super::fields::field_doc;
use super::page::Page;
use super::tsdoc::Doc;
use crate::wire::{FieldDescriptor, ValueKind};

/// A symbol that is not exported. Unlike an empty interface, an interface with only this member refuses every key in a
/// fresh literal, and programs can still add members to it.
pub const NOTHING: &str = "declare const nothing: unique symbol;";

/// The only member of such an interface.
pub const NO_MEMBER: &str = "readonly [nothing]?: never;";

/// The names of kinds in one direction.
#[derive(Clone, Copy)]
pub struct Kinds<'a> {
    /// The definitions.
    pub catalog: &'a Catalog,
    /// The direction.
    pub direction: Direction,
}

impl Kinds<'_> {
    /// Returns the TypeScript type of a kind.
    pub fn of(self, kind: &ValueKind) -> String {
        match kind {
            ValueKind::Integer | ValueKind::Id | ValueKind::Float => "number".into(),
            ValueKind::String => "string".into(),
            ValueKind::Boolean => "boolean".into(),
            ValueKind::True => "true".into(),
            ValueKind::ChatId => "ChatId".into(),
            ValueKind::Literal(value) => quote(value),
            ValueKind::Enum(enumeration) => match self.direction {
                Direction::Input => enumeration.name.into(),
                Direction::Output => format!("{} | (string & {{}})", enumeration.name),
            },
            ValueKind::File => "InputFile".into(),
            ValueKind::FileOrString | ValueKind::Attach => "InputFile | string".into(),
            ValueKind::Object(object) => self.catalog.object_name(object, self.direction),
            ValueKind::Array(item) => self.array(&self.of(item)),
            ValueKind::Union(union) => union.name.into(),
            ValueKind::OrTrue(other) => format!("{} | true", self.of(other)),
        }
    }

    fn array(self, item: &str) -> String {
        let item = if item.contains(' ') { format!("({item})") } else { item.to_owned() };
        match self.direction {
            Direction::Input => format!("readonly {item}[]"),
            Direction::Output => format!("{item}[]"),
        }
    }

    /// Writes a field as a member of an interface.
    pub fn member(self, page: &mut Page, depth: usize, field: &FieldDescriptor) {
        let kind = self.of(&field.kind);
        page.doc(depth, &field_doc(field));
        page.line(
            depth,
            &match (field.required, self.direction) {
                (true, _) => format!("{}: {kind};", field.name),
                (false, Direction::Input) => format!("{}?: {kind} | undefined;", field.name),
                (false, Direction::Output) => format!("{}?: {kind};", field.name),
            },
        );
    }

    /// Writes an interface of these fields, and of names that the object must not have.
    pub fn interface<'f>(
        self,
        page: &mut Page,
        name: &str,
        doc: &Doc,
        fields: impl IntoIterator<Item = &'f FieldDescriptor>,
        foreign: &[&str],
    ) {
        page.doc(0, doc);
        page.line(0, &format!("export interface {name} {{"));
        let mut empty = true;
        for field in fields {
            self.member(page, 1, field);
            empty = false;
        }
        for name in foreign {
            page.line(1, &format!("{name}?: undefined;"));
        }
        if empty {
            page.line(1, NO_MEMBER);
        }
        page.line(0, "}");
    }
}
