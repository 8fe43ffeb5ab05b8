//! Text in the view of the service: visible length, markup and escaping, entities, and commands.

mod arguments;
mod command;
mod commands;
mod detect;
mod entity;
mod markdown;
mod markup;
mod parse;
mod tags;
mod units;
mod visible;

pub use arguments::{ArgumentError, FromArguments};
pub use command::{Command, command};
#[doc(hidden)]
pub use commands::Fields;
pub use commands::{CommandInfo, Commands};
pub use detect::detect;
pub use entity::{Entity, Mark, MarkupError};
pub use markup::{Markup, escape_html, escape_markdown};
pub use parse::{Parsed, parse};
pub use units::slice;
pub use visible::{characters, visible_length};
