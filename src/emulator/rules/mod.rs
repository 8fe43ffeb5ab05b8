//! What several methods and actions ask of the service: rights, texts, files, buttons, queries.

mod access;
pub(crate) mod bots;
pub(crate) mod buttons;
pub(crate) mod codes;
mod faults;
pub(crate) mod files;
pub(crate) mod formatted_text;
mod games;
mod hosting;
pub(crate) mod image;
mod media;
pub(crate) mod membership;
mod migration;
pub(crate) mod offer;
mod picture;
mod queries;
mod reply_keyboards;
mod users;
