//! Typed bindings of a bot messaging service's HTTP interface, for Rust and, through
//! WebAssembly, for JavaScript.
//!
//! # A bot that calls
//!
//! With the feature `client`. On wasm32 (browsers, Node, edge workers) the platform's `fetch` carries the calls;
//! natively reqwest does with the feature `reqwest`, or a [`Transport`](client::Transport) of your own.
//!
//! ```no_run
//! # #[cfg(any(all(feature = "client", target_arch = "wasm32", target_os = "unknown"), feature = "reqwest"))]
//! # async fn example() -> Result<(), botwire::client::Error> {
//! use botwire::client::Bot;
//! use botwire::methods::SendMessage;
//!
//! let bot = Bot::new("https://service.example", "123:secret")?;
//! let sent = bot.send(SendMessage::new(42, "hi").disable_notification(true)).await?;
//! println!("message {}", sent.message_id);
//! # Ok(())
//! # }
//! ```
//!
//! # A bot that answers
//!
//! [`Webhook`](webhook::Webhook) checks, reads and answers what the service delivers. With the feature `client` it
//! handles whole requests, with deadline, deduplication and a [`Context`](webhook::Context) for handlers: requests of the
//! platform on wasm32, and with the feature `http` those of axum, hyper and the `worker` crate, also natively.
//!
//! ```
//! use botwire::methods::SendMessage;
//! use botwire::webhook::Webhook;
//!
//! let webhook = Webhook::new("/hook/a-long-secret");
//! let body = br#"{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":42,"type":"private"},"text":"hi"}}"#;
//! let message = webhook.parse(body)?.message.ok_or("no message")?;
//! let reply = webhook.reply(SendMessage::new(message.chat.id, "hello"))?;
//! assert_eq!(reply, r#"{"method":"sendMessage","chat_id":42,"text":"hello"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A test
//!
//! With the feature `emulator`, the service runs in your test: [`Emulator`](emulator::Emulator). With `client` beside
//! it, the code of the bot is the same as in production: `emulator.client()` is a [`Bot`](client::Bot).
//!
//! ```
//! # #[cfg(all(feature = "client", feature = "emulator", not(all(target_arch = "wasm32", target_os = "unknown"))))]
//! # fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use botwire::client::{Bot, Error};
//! use botwire::emulator::{Emulator, NewUser};
//!
//! /// The bot under test.
//! async fn answer_one(bot: &Bot) -> Result<(), Error> {
//!     let Some(update) = bot.updates().next().await else { return Ok(()) };
//!     let Some(message) = update?.message else { return Ok(()) };
//!     bot.send_message(message.chat.id, "hello").await?;
//!     Ok(())
//! }
//!
//! let emulator = Emulator::new();
//! let alice = emulator.user(NewUser::default())?;
//! alice.write("hi")?;
//! pollster::block_on(answer_one(&emulator.client()?))?;
//! let seen = alice.next_message().ok_or("no answer")?;
//! assert_eq!(seen.message.text.as_deref(), Some("hello"));
//! # Ok(())
//! # }
//! # #[cfg(all(feature = "client", feature = "emulator", not(all(target_arch = "wasm32", target_os = "unknown"))))]
//! # example().unwrap();
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | none | types, methods, checks, [`prepare`](request::prepare), [`validate`](request::validate), and the parts of a webhook without I/O |
//! | `client` | [`client`] and the whole [`webhook`]; on wasm32 over the platform's `fetch`, with `from_js`, `to_js`, Durable Objects and Workers KV; natively over a transport |
//! | `http` | `client`, and requests and responses of the `http` crate for the [`webhook`], for axum on workers and natively |
//! | `axum` | `http`, and `IntoResponse` of axum for [`client::Error`] and [`webhook::Rejection`] |
//! | `reqwest` | `client`, and natively a transport over reqwest with rustls, in a runtime of tokio. Nothing more on wasm32 |
//! | `reqwest-no-tls` | the same without rustls, for a program whose own `reqwest` has another TLS, such as `native-tls` |
//! | `emulator` | [`emulator`] |
//!
//! Others are for the repository itself. Programs on wasm32 may have any `wasm-bindgen` from 0.2.96 on.
//!
//! On wasm32 the crate also has `client::Fetch`, `client::from_js`, `webhook::stores::DurableObjectStore`, `WorkersKvStore`
//! and `webhook::durable_objects`; docs.rs shows them under the platform `wasm32-unknown-unknown`. `client` needs JavaScript
//! there: on WASI and Emscripten it does not compile, and the other features do.
//!
//! # How it is made
//!
//! Each type and method is one documented struct in [`types`] and [`methods`], from which come the tables that check
//! and encode, the npm package, the emulator and the typings.

#![cfg_attr(docsrs, feature(doc_cfg))]
// Links name items of features that may be off; with all of them each link is checked.
#![cfg_attr(not(all(feature = "http", feature = "emulator")), allow(rustdoc::broken_intra_doc_links))]

pub mod methods;
#[doc(hidden)]
pub mod policy;
pub mod request;
pub mod text;
pub mod types;
pub mod webhook;
#[doc(hidden)]
pub mod wire;

#[cfg(feature = "client")]
pub mod client;
#[cfg(feature = "emulator")]
pub mod emulator;
#[cfg(all(
    feature = "js",
    target_arch = "wasm32",
    target_os = "unknown",
    not(any(feature = "client", feature = "emulator"))
))]
mod js;
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
mod platform;
#[cfg(all(feature = "render", not(all(target_arch = "wasm32", target_os = "unknown"))))]
pub mod render;
