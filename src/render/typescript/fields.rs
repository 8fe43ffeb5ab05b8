//! What the declarations say of a field.

use super::tsdoc::Doc;
use crate::render::sentences;
use crate::wire::{FieldDescriptor, ValueKind};

/// The documentation of a field, with its limit and default.
pub fn field_doc(field: &FieldDescriptor) -> Doc {
    let default = if field.default.is_empty() { String::new() } else { format!("`{}`", field.default) };
    Doc::new(field.doc)
        .tag("remarks", &sentences::bounds(&field.limit, field.format).unwrap_or_default())
        .tag("defaultValue", &default)
}

/// Whether a field is a Boolean, whose `false` counts as absent in the rules.
pub fn is_boolean(field: &FieldDescriptor) -> bool {
    matches!(field.kind, ValueKind::Boolean)
}
