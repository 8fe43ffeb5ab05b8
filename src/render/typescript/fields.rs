//! Documentation and properties of fields in the declarations.

use super::tsdoc::Doc;
use crate::render::sentences;
use crate::wire::{FieldDescriptor, ValueKind};

/// Returns the documentation of a field, with its limit and default.
pub fn field_doc(field: &FieldDescriptor) -> Doc {
    let default = if field.default.is_empty() { String::new() } else { format!("`{}`", field.default) };
    Doc::new(field.doc)
        .tag("remarks", &sentences::bounds(&field.limit, field.format).unwrap_or_default())
        .tag("defaultValue", &default)
}

/// Returns true for a Boolean field, whose `false` counts as absent in the rules.
pub fn is_boolean(field: &FieldDescriptor) -> bool {
    matches!(field.kind, ValueKind::Boolean)
}
