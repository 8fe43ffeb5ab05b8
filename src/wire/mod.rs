//! The engine: descriptor tables, the walk that checks, the wire encodings.

mod attachments;
mod check;
pub(crate) mod compact;
mod descriptor;
pub mod encode;
mod fault;
mod given;
pub mod json;
mod kinds;
mod limits;
mod members;
mod numbers;
pub mod read;
mod rules;
mod skip;
mod unions;
pub mod values;
mod write;

pub use attachments::Attachments;
pub use check::{CheckOptions, check, check_unknown, check_update, validate};
pub(crate) use check::{check_parameters, faults};
pub use descriptor::{Enumeration, Field, Format, Kind, Limit, Method, Object, ObjectRef, Rule, Spec, Union, Value};
pub use fault::{Expectation, Fault};
pub use given::{Bare, Given, GivenItems, Missing, Optional};
pub use kinds::Wire;
pub(crate) use limits::is_webhook;
pub use limits::{KB, MB, WEBHOOK_PORTS};
pub(crate) use numbers::to_json;
pub use write::Writer;
