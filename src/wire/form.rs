//! How the texts of a form become parameters: bits of the export `formKind`. Without the first two, a text is unchanged.

/// The text is a Boolean.
pub const FORM_BOOLEAN: usize = 1;

/// The text is JSON.
pub const FORM_JSON: usize = 2;

/// The texts are the items of an array.
pub const FORM_ARRAY: usize = 4;

/// The parameter is required.
pub const FORM_REQUIRED: usize = 8;
