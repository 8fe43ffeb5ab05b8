//! Rules that several methods and actions share: rights, texts, files, buttons, queries.

mod access;
mod bots;
mod codes;
mod faults;
mod files;
mod formatted_text;
mod image;
mod keyboards;
pub(crate) mod known;
mod media;
mod membership;
mod offer;
mod recording;

pub use membership::*;
#[cfg(all(feature = "render", not(web)))]
pub(crate) use recording::made;
pub(crate) use {codes::*, files::*, formatted_text::*, image::*, keyboards::*, offer::*, recording::*};
