//! Conversations: functions that ask one question after another, read from top to bottom, and survive restarts.
//!
//! ```
//! use botwire::webhook::conversations::{Talk, conversation};
//! use botwire::webhook::stores::{BoxError, MemoryStore};
//! use botwire::webhook::{Choice, Handler, Sessions, first};
//!
//! #[derive(Debug, Choice)]
//! enum Room {
//!     Garden,
//!     Hall,
//! }
//!
//! async fn book(guests: u8, room: &Room) -> Result<u64, BoxError> {
//!     println!("{room:?} for {guests}");
//!     Ok(7)
//! }
//!
//! async fn booking(talk: Talk) -> Result<String, BoxError> {
//!     let name: String = talk.ask("Your name?").await;
//!     let guests: u8 = talk.ask("How many guests?").range(1..=12).otherwise("From 1 to 12, please.").await;
//!     let room: Room = talk.choose("Which room?").await;
//!     let number: u64 = talk.once(async |_| book(guests, &room).await).await?;
//!     Ok(format!("Booked for {name}: number {number}."))
//! }
//!
//! fn bot() -> Handler {
//!     let booking = conversation("booking", booking);
//!     first([booking.handler(), booking.command("book")])
//! }
//!
//! let handler = Sessions::<()>::new(MemoryStore::default()).by_user_in_chat().around(bot());
//! ```
//!
//! - The answers are stored with the session, so [`Sessions::around`](crate::webhook::Sessions::around) must be around the handler, with
//!   `by_user_in_chat()` in groups. They are saved in one operation with the end of the update if both use the same store.
//! - The conversation stands before the handlers that start it, so that it gets the answers first.
//! - At each answer, the function runs again from its beginning: finished steps give their value again, and the first new question
//!   stops the run. A question that is open never returns: its future stays pending, and the function is dropped. So destructors run at
//!   each question, and everything outside of [`Talk::once`] must take the same way for the same answers.
//! - Commands pass, and leave the question open. `/cancel` ends it.
//! - In a group, an answer is a reply to the bot.
//! - If a step fails, [`on_error`](crate::webhook::Webhook::on_error) gets the error once, finished steps are kept, and the last question is
//!   asked again.
//! - If the program has changed so that the open question no longer comes, the conversation ends with a text, and `on_error` gets a
//!   [`ConversationError`].
//!
//! The npm package stores the same, so a conversation may begin in one language and end in the other.

mod advance;
mod conversation;
mod error;
mod journal;
mod parse;
mod question;
mod steps;
mod talk;
mod text;
mod updates;

pub use conversation::{Conversation, conversation};
pub use error::{ConversationError, ConversationFault};
pub use question::Question;
pub use talk::{Once, Talk};
pub use text::TalkResult;
