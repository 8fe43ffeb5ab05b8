//! Typed bindings for the HTTP interface of a bot messaging service. Calls are checked before they are sent, and tests run against
//! the service in memory.
//!
//! # A polling bot
//!
//! ```toml
//! [dependencies]
//! botwire = { version = "0.1", features = ["reqwest"] }
//! tokio = { version = "1", features = ["macros", "rt"] }
//! ```
//!
//! ```no_run
//! # #[cfg(feature = "reqwest")]
//! # mod example {
//! use botwire::client::{Bot, Error};
//! use botwire::methods::SendMessage;
//! use botwire::types::Update;
//! use botwire::webhook::{Context, poll};
//!
//! async fn echo(update: Update, _: Context) -> Option<SendMessage> {
//!     let message = update.message?;
//!     Some(SendMessage::new(message.chat.id, message.text?))
//! }
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<(), Error> {
//!     let bot = Bot::new("https://service.example", "123:secret")?;
//!     poll(&bot, echo).run(std::future::pending()).await
//! }
//! # }
//! ```
//!
//! The handler returns a call, or makes calls with the bot: `bot.send_message(42, "hi").disable_notification(true).await?`.
//!
//! # A webhook
//!
//! [`Webhook`](webhook::Webhook) checks a request, reads the update, and puts the call that the handler returns into the response.
//! The handler is the same as for polling. With the feature `http`, a webhook takes the requests of axum, hyper and `worker`:
//!
//! ```
//! # #[cfg(feature = "http")]
//! # mod example {
//! use axum::extract::{Request, State};
//! use axum::{Router, response::IntoResponse, routing::post};
//! use botwire::methods::SendMessage;
//! use botwire::webhook::Webhook;
//!
//! async fn hook(State(webhook): State<Webhook>, request: Request) -> impl IntoResponse {
//!     let answer = webhook.handle(request, async |update, _| {
//!         let message = update.message?;
//!         Some(SendMessage::new(message.chat.id, message.text?))
//!     });
//!     answer.await
//! }
//!
//! fn router() -> Router {
//!     // A handler goes on when the service no longer waits for the response.
//!     let webhook = Webhook::new("/hook/a-long-secret").wait_until(|task| drop(tokio::spawn(task)));
//!     Router::new().route("/hook/{secret}", post(hook)).with_state(webhook)
//! }
//! # }
//! ```
//!
//! # A test
//!
//! With the features `client` and `emulator`, the service runs in your test. [`Emulator::client`](emulator::Emulator::client) returns
//! a bot whose calls go there. The test needs no network, and any executor runs it, such as `pollster`:
//!
//! ```
//! # #[cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
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
//! alice.assert_text("hello");
//! # Ok(())
//! # }
//! # #[cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
//! # example().unwrap();
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | none | [`types`], [`methods`], the checks, [`prepare`](request::prepare), [`validate`](request::validate), and the parts of a [`webhook`] without I/O |
//! | `client` | [`Bot`](client::Bot) and the whole [`webhook`]; calls use `fetch` on wasm32 with JavaScript, and elsewhere a [`Transport`](client::Transport) |
//! | `reqwest` | `client`, and natively `Bot::new`, which uses reqwest with rustls in a runtime of tokio |
//! | `reqwest-no-tls` | the same without rustls, for a program whose own `reqwest` has another TLS, such as `native-tls` |
//! | `http` | `client`, and requests and responses of the `http` crate for the [`webhook`] |
//! | `axum` | `http`, and errors as responses of axum |
//! | `emulator` | [`emulator`], the service in memory |
//! | `tower` | `http`, `emulator`, and `Emulator::serve` for routers of axum and other services of `tower` |
//! | `tracing` | `client`, and a span for each update, call and attempt, with the fields of OpenTelemetry's conventions |
//!
//! The features `js`, `emulator-js` and `render` are for the repository of this crate.
//!
//! # Targets
//!
//! | target | what works |
//! |---|---|
//! | native | everything that does not need JavaScript |
//! | `wasm32-unknown-unknown`: edge workers, browsers, Node | everything except reqwest. Calls use `fetch`. Also `client::Fetch`, `client::from_js`, `webhook::stores::DurableObjectStore`, `WorkersKvStore` and `webhook::durable_objects`, which docs.rs shows under this platform |
//! | `wasm32-wasip1`, `wasm32-wasip2`, `wasm32-unknown-emscripten` | types, checks, the webhook, the emulator, and `Bot` over a [`Transport`](client::Transport) of your own |
//!
//! The crate needs Rust 1.88. On wasm32 with JavaScript, it works with each `wasm-bindgen` from 0.2.96 on.
//!
//! # Further reading
//!
//! The guide in the folder `docs/` of the repository begins with `docs/guide/rust.md`. The pages `docs/hosts/rust*.md` show workers,
//! axum, WASI, AWS Lambda and Leptos. The folder `examples/` holds complete projects.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(not(feature = "js"), forbid(unsafe_code))]
// Links point to items of features that may be off. With all features, every link is checked.
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
#[cfg(npm)]
mod js;
#[cfg(all(feature = "client", web))]
mod platform;
#[cfg(all(feature = "render", not(web)))]
pub mod render;
