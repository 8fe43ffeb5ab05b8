//! Text as the service sees it: visible length, escaping, entities.

mod detect;
mod markdown;
mod parse;
mod tags;
mod visible;

pub use detect::detect;
pub use parse::{Malformed, Parsed, parse};
pub use visible::{characters, visible_length};
