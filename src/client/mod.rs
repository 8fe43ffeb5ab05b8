//! The client for Rust programs on wasm32: in browsers, Node and edge workers.
//!
//! ```no_run
//! # async fn example() -> Result<(), botwire::client::Error> {
//! use botwire::client::Bot;
//! use botwire::methods::SendMessage;
//!
//! let bot = Bot::new("https://service.example", "123:secret")?;
//! let message = bot.send_message(42, "hi").disable_notification(true).await?;
//! let the_same = bot.send(SendMessage::new(42, "hi").disable_notification(true)).await?;
//! # Ok(())
//! # }
//! ```

mod answer;
pub(crate) mod body;
mod bot;
pub(crate) mod call;
mod download;
mod error;
pub(crate) mod fetch;
pub(crate) mod interruption;
pub(crate) mod js_error;
mod methods;
mod migration;
pub(crate) mod response;
pub(crate) mod timer;
mod token;
mod updates;

pub use bot::{Bot, Encoding};
pub use call::Call;
pub use download::Download;
pub use error::Error;
pub use updates::Updates;

pub use crate::policy::Retry;
