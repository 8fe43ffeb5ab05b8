//! The objects of the service, by noun.
//!
//! Unknown fields are kept in `extra` of every object, unknown values in `Unknown` of every enumeration. With
//! `serde-wasm-bindgen`, use `Serializer::json_compatible()`, because an object with unknown fields is serialized as a
//! map.
//!
//! An object that a received object usually lacks is boxed, so that a [`Message`] is small to move. Its fields are used as without the
//! box, and setters take the object itself:
//!
//! ```
//! use botwire::types::{Document, Message};
//!
//! fn file_name(message: Message) -> Option<String> {
//!     message.document?.file_name
//! }
//!
//! let message = Message::text_from(42, "hi").document(Document::new("file id").file_name("a.txt"));
//! assert_eq!(file_name(message).as_deref(), Some("a.txt"));
//! ```
//!
//! Each kind of identifier has its own type, so that they cannot be confused:
//!
//! ```compile_fail,E0277
//! # use botwire::{methods::DeleteMessage, types::User};
//! # fn example(user: User) {
//! DeleteMessage::new(1, user.id); // a UserId is not a MessageId
//! # }
//! ```
//!
//! Constructors take all required fields of an object. If it has more than three, they are set by name. Setters of
//! optional fields take a value or an `Option`. Lists take any iterator over values that convert to their items.
//!
//! ```
//! # use botwire::types::{ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, KeyboardButton, ReplyKeyboardMarkup};
//! let pages = (1..=3).map(|page| InlineKeyboardButton::callback(page.to_string(), format!("page {page}")));
//! let inline = InlineKeyboardMarkup::new([pages]).row([InlineKeyboardButton::link("Site", "https://site.example")]);
//! let keyboard = ReplyKeyboardMarkup::new([["Yes", "No"]]).row([KeyboardButton::contact("My number")]);
//! let reply = ForceReply::new().selective(None::<bool>);
//! # assert_eq!((inline.inline_keyboard.len(), keyboard.keyboard.len(), reply.selective), (2, 2, None));
//! ```
//!
//! A button needs exactly one action:
//!
//! ```compile_fail,E0599
//! # use botwire::types::InlineKeyboardButton;
//! InlineKeyboardButton::new("alone");
//! ```
//!
//! ```compile_fail,E0599
//! # use botwire::types::InlineKeyboardButton;
//! InlineKeyboardButton::link("two", "https://site.example").callback_data("actions");
//! ```

mod always_true;
mod callback_query;
mod chat;
mod chat_ref;
mod contact;
mod entity;
mod file_scope;
#[cfg(all(not(web), feature = "client"))]
pub(crate) mod file_stream;
mod game;
mod identifiers;
mod inline_query;
mod inline_result;
mod inline_result_cached;
mod inline_result_media;
pub mod input_file;
mod input_media;
mod input_message_content;
mod keyboard;
mod media;
mod member;
mod message;
mod message_formatting;
mod message_text;
mod payment;
#[cfg(all(not(web), feature = "client"))]
pub(crate) mod reading;
mod sticker;
mod unit_tests;
mod update;
mod update_origin;
mod user;

#[cfg(test)]
mod tests;

pub use always_true::*;
pub use callback_query::*;
pub use chat::*;
pub use chat_ref::*;
pub use contact::*;
pub use entity::*;
pub use game::*;
pub use identifiers::*;
pub use inline_query::*;
pub use inline_result::*;
pub use inline_result_cached::*;
pub use inline_result_media::*;
pub use input_file::{InputFile, InputFileOrString};
pub use input_media::*;
pub use input_message_content::*;
pub use keyboard::*;
pub use media::*;
pub use member::*;
pub use message::*;
pub use message_formatting::*;
pub use payment::*;
pub use sticker::*;
pub use update::*;
pub use user::*;

// The arguments of setters.
pub use crate::wire::{IntoDate, IntoField, IntoItems, IntoText, system_time};
