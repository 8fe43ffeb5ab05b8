//! The client: a bot that calls methods and receives updates, over a [`Transport`].
//!
//! On wasm32 (browsers, Node and edge workers), the transport is the platform's `fetch`. Natively, the feature `reqwest` provides
//! one:
//!
//! ```no_run
//! # #[cfg(any(target_arch = "wasm32", feature = "reqwest-no-tls"))]
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
//!
//! To write your own transport in about ten lines, see [`Transport`]. In tests, use the [emulator](crate::emulator).

mod attempts;
mod bot;
mod boxed;
mod broadcast;
mod call;
pub(crate) mod clock;
mod console;
mod defaults;
mod download;
#[cfg(web)]
mod fetch;
pub(crate) mod files;
#[cfg(web)]
mod js_value;
pub(crate) mod local_webhook;
mod methods;
mod middleware;
mod migration;
#[cfg(not(any(web, all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))))]
mod no_transport;
mod outgoing;
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
mod reqwest;
mod response;
mod signal;
#[cfg(feature = "tracing")]
pub(crate) mod spans;
mod throttle;
mod through;
mod token;
mod transport;
mod transport_error;
mod updates;
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
mod upload;
#[cfg(not(web))]
mod upload_progress;
mod waits;
mod within;

pub use bot::Bot;
pub use boxed::{BoxFuture, MaybeSend, MaybeSync};
pub use broadcast::{Broadcast, BroadcastOutcome, BroadcastResult};
pub use call::Call;
pub(crate) use console::log;
pub use defaults::Defaults;
pub use download::Download;
#[cfg(web)]
pub use fetch::Fetch;
#[cfg(web)]
pub use js_value::{from_js, to_js};
pub(crate) use middleware::Last;
pub use middleware::{Middleware, Next};
pub use outgoing::{Origin, OutgoingCall};
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
pub use reqwest::Reqwest;
pub use response::Response;
pub use throttle::Throttle;
pub use transport::{Request, Transport};
pub use transport_error::TransportError;
pub use updates::Updates;

pub use crate::policy::Retry;
pub use crate::request::{Encoding, Error, IoError, ValidationError};
