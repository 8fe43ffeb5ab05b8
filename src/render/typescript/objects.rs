//! Renders objects as interfaces, or as unions if rules or a status restrict which fields occur together.

use super::alternatives::{self, TypeNames};
use super::kinds::Kinds;
use super::page::Page;
use super::status;
use super::tsdoc::Doc;
use crate::render::catalog::Direction;
use crate::wire::ObjectDescriptor;

/// Writes the types of an object.
pub fn object(page: &mut Page, kinds: Kinds<'_>, object: &ObjectDescriptor, names: &TypeNames<'_>, doc: &Doc) {
    if kinds.direction == Direction::Output {
        if let Some(field) = status::discriminator(object) {
            return status::by_status(page, kinds, object, field, doc);
        }
    } else if alternatives::has_alternatives(object) {
        return alternatives::alternatives(page, kinds, object, names, doc);
    }
    kinds.interface(page, names.name, doc, object.fields, &alternatives::foreign(object));
}
