//! What several methods and actions ask of the service: rights, texts, files, buttons, queries.

mod access;
mod bots;
mod buttons;
mod codes;
mod faults;
mod files;
mod formatted_text;
mod image;
mod media;
mod membership;
mod offer;
mod picture;
mod reply_keyboards;
mod users;

pub use membership::*;
pub(crate) use {buttons::*, codes::*, files::*, formatted_text::*, image::*, offer::*};
