//! Kinds as TypeScript types, which depend on the direction.

use super::super::catalogue::{Catalogue, Direction};
use super::super::json::quote;
use super::fields::field_doc;
use super::page::Page;
use super::tsdoc::Doc;
use crate::wire::{Field, Kind};

/// A symbol that nobody has: an interface whose only member it names refuses every key in a fresh
/// literal, which an empty interface would not, and can still be merged with.
pub const NOTHING: &str = "declare const nothing: unique symbol;";

/// The member of an interface that has no other.
pub const NO_MEMBER: &str = "readonly [nothing]?: never;";

/// What a kind is called in a direction.
#[derive(Clone, Copy)]
pub struct Kinds<'a> {
    /// The definitions.
    pub catalogue: &'a Catalogue,
    /// The direction.
    pub direction: Direction,
}

impl Kinds<'_> {
    /// The TypeScript type of a kind.
    pub fn of(self, kind: &Kind) -> String {
        match kind {
            Kind::Integer | Kind::Id | Kind::Float => "number".into(),
            Kind::String => "string".into(),
            Kind::Boolean => "boolean".into(),
            Kind::True => "true".into(),
            Kind::ChatId => "ChatId".into(),
            Kind::Literal(value) => quote(value),
            Kind::Enum(enumeration) => match self.direction {
                Direction::Input => enumeration.name.into(),
                Direction::Output => format!("{} | (string & {{}})", enumeration.name),
            },
            Kind::File => "InputFile".into(),
            Kind::FileOrString | Kind::Attach => "InputFile | string".into(),
            Kind::Object(object) => self.catalogue.object_name(object, self.direction),
            Kind::Array(item) => self.array(&self.of(item)),
            Kind::Union(union) => union.name.into(),
            Kind::OrTrue(other) => format!("{} | true", self.of(other)),
        }
    }

    fn array(self, item: &str) -> String {
        let item = if item.contains(' ') { format!("({item})") } else { item.to_owned() };
        match self.direction {
            Direction::Input => format!("readonly {item}[]"),
            Direction::Output => format!("{item}[]"),
        }
    }

    /// A field as a member of an interface.
    pub fn member(self, page: &mut Page, depth: usize, field: &Field) {
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

    /// An interface of these fields.
    pub fn interface<'f>(self, page: &mut Page, name: &str, doc: &Doc, fields: impl IntoIterator<Item = &'f Field>) {
        page.doc(0, doc);
        page.line(0, &format!("export interface {name} {{"));
        let mut empty = true;
        for field in fields {
            self.member(page, 1, field);
            empty = false;
        }
        if empty {
            page.line(1, NO_MEMBER);
        }
        page.line(0, "}");
    }
}
