//! The engine: descriptor tables, the walk that checks, the wire encodings.

mod attachments;
mod check;
pub(crate) mod compact;
mod descriptor;
pub mod encode;
mod faults;
mod field_values;
mod form;
pub mod json;
mod kinds;
mod limits;
mod members;
mod numbers;
pub mod read;
mod rules;
mod strings;
mod unions;
mod validation_error;
pub mod values;
mod walk;
mod write;

pub use attachments::Attachments;
#[cfg(npm)]
pub(crate) use check::walk_update;
pub use check::{CheckOptions, check, check_unknown, check_update, validate};
pub(crate) use check::{MOST_ERRORS, check_parameters};

pub use descriptor::{
    Enumeration, EnumerationValue, FieldDescriptor, Format, Limit, MethodDescriptor, ObjectDescriptor, ObjectRef, Rule,
    Spec, UnionDescriptor, ValueKind,
};
pub use field_values::{Bare, IntoDate, IntoField, IntoItems, IntoText, Missing, Optional, System, system_time};
pub use form::{FORM_ARRAY, FORM_BOOLEAN, FORM_JSON, FORM_REQUIRED};
pub use kinds::Wire;
pub(crate) use limits::is_webhook;
pub use limits::{KB, MB, WEBHOOK_PORTS};
pub(crate) use numbers::to_json;
pub use validation_error::{Expectation, ValidationError};
pub use write::Writer;
