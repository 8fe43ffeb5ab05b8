//! Actions of users and queries of tests. Each is a struct of parameters and a function that returns the result.
//!
//! The list below is the only definition. Rust handles build the structs, JavaScript and `/user/act/<name>` read them
//! by name, and `actions.ts` and the help of the command are rendered from it.

#![allow(clippy::needless_pass_by_value)] // actions are passed by value
#![allow(clippy::unnecessary_wraps)] // like the other actions

mod chats;
mod inline;
mod inspection;
mod list;
mod messages;
mod payments;
mod people;
mod pressing;
mod scene;
mod sending;

#[cfg(all(any(test, feature = "render"), not(web)))]
pub(crate) use list::ACTIONS;
#[cfg(all(feature = "render", not(web)))]
pub(crate) use list::ActionTable;
pub use list::{Act, Action};
pub use scene::AtAPlace;
pub use {chats::*, inline::*, inspection::*, messages::*, payments::*, people::*, pressing::*, sending::*};

pub use crate::emulator::rules::NewChat;
pub use crate::emulator::state::{ChatKind, FaultName, GameTitles, NewBot, NewUser, QueryAnswer, SeenEdit};
