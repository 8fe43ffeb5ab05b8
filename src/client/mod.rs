//! The client for Rust programs on wasm32: in browsers, Node and edge workers.
//!
//! ```no_run
//! # async fn example() -> Result<(), botwire::client::Error> {
//! use botwire::client::Bot;
//! use botwire::methods::SendMessage;
//!
//! let bot = Bot::new("https://service.example", "123:secret")?;
//! let message = bot.send(SendMessage::new(42, "hi")).await?;
//! # Ok(())
//! # }
//! ```

mod answer;
mod body;
mod bot;
mod call;
mod download;
mod error;
mod fetch;
mod interruption;
mod js_error;
mod migration;
mod parameters;
mod response;
mod retry;
mod seen;
mod timer;
mod token;
mod updates;

pub use bot::{Bot, Encoding};
pub use call::Call;
pub use download::Download;
pub use error::Error;
pub use retry::Retry;
pub use updates::Updates;
