//! Composition: handlers pass the updates that are not their own, and the next one gets them.

mod around;
mod events;
mod filters;
mod handler;
mod on_command;
mod pressed;

pub use events::{on, on_message};
pub use filters::{in_channels, in_groups, in_private, when};
pub(super) use handler::{Handled, handled};
pub use handler::{Handler, Pass, first, handler};
pub(super) use on_command::is_addressed;
pub use on_command::on_command;
pub use pressed::pressed;
