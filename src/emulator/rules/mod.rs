//! What several methods and actions ask of the service: rights, texts, files, buttons, queries.

mod access;
mod bots;
mod buttons;
mod codes;
mod faults;
mod files;
mod formatted_text;
mod games;
mod hosting;
mod image;
mod limits;
mod media;
mod membership;
mod migration;
mod offer;
mod picture;
mod queries;
mod reply_keyboards;
mod users;

pub use membership::*;
pub(crate) use {buttons::*, codes::*, files::*, formatted_text::*, image::*, limits::*, offer::*};
