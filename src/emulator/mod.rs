//! An emulator of the service: everything that the specification describes, in memory, without I/O.
//!
//! Tests use an [`Emulator`] and the handles of its users, chats and bots:
//!
//! ```
//! use botwire::emulator::{Emulator, NewUser};
//! use botwire::methods::SendMessage;
//!
//! let emulator = Emulator::new();
//! let (bot, alice) = (emulator.bot(), emulator.user(NewUser::default())?);
//! alice.write("hello")?;
//! for update in bot.updates()? {
//!     let Some(message) = update.message else { continue };
//!     bot.call(SendMessage::new(message.chat.id, "Hello, too"))?;
//! }
//! assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("Hello, too"));
//! # Ok::<(), botwire::emulator::Refusal>(())
//! ```
//!
//! It is built on a [`Service`], a state machine: each function takes the current [`Time`], and nothing sleeps, opens a socket or
//! starts a thread. The program around it (the npm package's `botwire/emulator`, or a Rust test) passes requests in and deliveries
//! out:
//!
//! - [`Service::request`] and [`Service::call`] take a bot's call. They answer it at once, or report that a long poll waits.
//!   [`Service::ready`] returns the answers of polls whose wait is over.
//! - [`Service::deliveries`] returns the webhook requests to make. [`Service::delivered`] takes the response, and makes the call
//!   in it.
//! - [`Service::method`] adds a method. [`Service::custom_calls`] returns its calls, and [`Service::answer`] answers them.
//!   [`Service::deliver`] stores an update of any kind.
//! - [`Service::act`] runs the [actions] of users and the queries of tests.
//! - [`Service::fault`] injects faults. [`Service::save`] and [`Service::load`] are snapshots.
//! - [`Service::next_wake`] returns when the next event is due.
//!
//! A method that the specification does not know is answered with 404 `Not Found`. Where the specification says nothing, the
//! emulator behaves like this:
//!
//! - A bot receives the messages of users in all its chats, service messages (its own too), and of other bots only posts in
//!   channels.
//! - The sizes of a photo follow from the uploaded png, gif, jpeg or webp. The largest size has the uploaded bytes. Smaller sizes,
//!   thumbnails and photos of chats are pictures of one color, because the emulator does not decode images. Files that are
//!   recognized as something else, such as a page, a video or a text, are refused. Bytes of an unknown type count as a picture of
//!   a usual size. Files keep their name and MIME type.
//! - With [`Options::compat`], the emulator also answers bots of later interfaces: later names, parameters, markup and about 70
//!   later methods. Results have the fields that such bots require. By default, only names of the specification have an effect,
//!   and no others are sent. The log notes each parameter without effect once.
//! - An upload has the type, duration and size that its bytes say. A callback query can be answered for a minute.
//!
//! ```
//! use botwire::emulator::{Answer, NewBot, NewUser, Options, Service, Time};
//! use botwire::emulator::actions::Write;
//! use serde_json::Map;
//!
//! let mut service = Service::new(Options::default());
//! let (bot, token) = service.add_bot(NewBot::default())?;
//! let alice = service.add_user(NewUser::default())?;
//! let now = Time::from_millis(0);
//! service.act(now, Write::new("hello").user(alice.id).bot(bot.id))?;
//! let answer = service.call(now, &token, "getUpdates", Map::new());
//! assert!(matches!(answer, Answer::Ready { status: 200, envelope } if envelope.contains("hello")));
//! # Ok::<(), botwire::emulator::Refusal>(())
//! ```

pub mod actions;
mod calls;
mod clock;
#[cfg(not(web))]
mod closed;
mod compat;
mod delivery;
mod extensions;
mod http;
mod methods;
mod options;
mod prelude;
mod random;
mod refusal;
mod routes;
mod rules;
mod service;
mod snapshot;
pub(crate) mod state;
mod stored;
mod testing;
mod view;

#[cfg(all(feature = "emulator-js", web))]
mod js;
#[cfg(not(web))]
#[cfg(test)]
mod tests;

#[cfg(all(feature = "render", not(web)))]
pub(crate) use actions::{ACTIONS, ActionTable};
pub use clock::{DAY, HOUR, MINUTE, SECOND, Time, WEEK};
pub use delivery::{Delivery, Outcome};
pub use extensions::CustomCall;
pub use http::{Answer, Parameters, Request, Upload};
pub use options::{HttpWebhooks, Options};
pub use refusal::Refusal;
pub use rules::NewChat;
#[cfg(all(feature = "render", not(web)))]
pub(crate) use rules::{made, plain};
pub use service::Service;
pub use snapshot::SnapshotError;
pub use state::{
    CallbackAnswer, ChatKey, ChatKind, Fault, FaultKind, Hosted, InlineResults, NewBot, NewUser, PaymentStage,
    PaymentState, Seen,
};
pub use testing::{
    Callback, Emulator, EmulatorBot, EmulatorChat, EmulatorUser, Payment, Press, Typed, WaitTimeout, WebhookResponse,
};
