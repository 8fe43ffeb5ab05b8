//! What later interfaces have that the specification has not, for clients written for those: their parameters are
//! understood, and results have the members that they cannot read an answer without.

mod parameters;
mod results;

pub(super) use results::{CHAT, ME, STICKER, STICKER_SET, member, unique};
