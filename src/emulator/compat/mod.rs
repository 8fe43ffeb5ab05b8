//! Clients of later interfaces: their names, parameters, methods and fields. Used only with
//! [`Options::compat`](crate::emulator::Options::compat).
//!
//! Parameters are accepted in their later names and forms, because such clients send no others. A parameter in the
//! specification's form takes precedence. Results contain the fields that such clients need; a client of the
//! specification ignores them.

mod call;
mod content;
mod fields;
mod markup;
mod methods;
mod names;
mod parameters;

pub(crate) use fields::{CHAT, ME, STICKER, STICKER_SET, unique};
pub(crate) use methods::{Rule, later_album, later_method};
pub(crate) use names::{has_effect, is_known, later_name, with_later_names};
pub(crate) use parameters::{LONGEST_CAPTION, STARS, says};
