//! What later interfaces have that the specification has not, for clients written for those. Only with
//! [`Options::compat`](crate::emulator::Options::compat): their parameters are understood, and results have the members that such
//! clients cannot read an answer without.

mod parameters;
mod results;

pub(crate) use results::{CHAT, ME, STICKER, STICKER_SET, says, unique};
