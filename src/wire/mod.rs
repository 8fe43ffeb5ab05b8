//! The engine: descriptor tables, the walk that checks, the wire encodings, the envelope.

mod attachments;
mod check;
mod descriptor;
pub mod encode;
pub mod envelope;
mod fault;
pub mod json;
mod limits;
mod members;
mod numbers;
pub(crate) mod parameters;
mod rules;
mod unions;

pub use attachments::Attachments;
pub use check::{CheckOptions, check, check_unknown, check_update};
pub use descriptor::{
    Enumeration, Field, Format, Kind, Limit, Method, Object, ObjectRef, Rule, Spec, Union, Value, Wire,
};
pub use fault::Fault;
pub use limits::{KB, MB};
