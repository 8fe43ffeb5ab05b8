//! An emulator of the service: everything that the specification describes, in memory, without I/O.
//!
//! Tests hold an [`Emulator`] and handles of its users, chats and bots. Below it, a [`Service`] is a state machine.
//! Each function takes the current [`Time`], so tests control time; nothing sleeps, opens a socket or starts a thread.
//! The program that drives it (the npm package's `botwire/emulator`, or a Rust test) passes requests in and deliveries
//! out:
//!
//! - [`Service::request`] and [`Service::call`] take a bot's call and answer at once, or say that a long poll waits;
//!   [`Service::ready`] returns the answers of the polls whose wait is over;
//! - [`Service::deliveries`] returns the webhook requests to make, [`Service::delivered`] takes the response and
//!   carries out the call in it;
//! - [`Service::method`] adds a method, [`Service::custom_calls`] returns its calls and [`Service::answer`] answers
//!   them; [`Service::deliver`] stores an update of any kind;
//! - [`Service::act`] runs the [actions] of users and the queries of tests;
//! - [`Service::fault`] injects faults; [`Service::save`] and [`Service::load`] are snapshots;
//! - [`Service::next_wake`] returns when to look again if nothing happens before.
//!
//! A method that the specification does not know is answered with 404 `Not Found`. If the specification leaves a
//! behavior open, the file of the section describes the choice. Other choices:
//!
//! - bots get the messages of users in all their chats, service messages also of their own making,
//!   and no messages of other bots but posts in channels;
//! - a photo has the sizes that follow from the png, gif, jpeg or webp that came; the largest holds its bytes, and
//!   smaller ones, thumbnails and photos of chats are pictures of one color of the right size, since nothing here
//!   decodes images; what plainly is not a picture (a page, a video, a text by its type) is refused, and bytes
//!   that say nothing represent a picture of a usual size; files keep the name and the MIME type that they
//!   came with;
//! - with [`Options::compat`], clients of later interfaces are understood: `allowed_updates` forgets kinds
//!   that are unknown, buttons of reply keyboards may be plain strings, `reply_parameters`,
//!   `allow_sending_without_reply`, `permissions`, `thumbnail_url`, the `button` of inline results,
//!   `secret_token` and `drop_pending_updates` have an effect, and results have members without which such
//!   clients fail, as `file_unique_id`. Without it, which is the default, the service sends and obeys the
//!   specification's names only; debug builds check each answer and update against its tables.
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
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod closed;
mod compat;
mod delivery;
mod extensions;
mod http;
mod methods;
mod prelude;
mod random;
mod refusal;
mod rules;
mod service;
mod snapshot;
pub(crate) mod state;
mod testing;
mod view;

#[cfg(all(feature = "emulator-js", target_arch = "wasm32", target_os = "unknown"))]
mod js;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
#[cfg(test)]
mod tests;

#[cfg(all(feature = "render", not(all(target_arch = "wasm32", target_os = "unknown"))))]
pub(crate) use actions::{ACTIONS, ActionTable};
pub use clock::{DAY, HOUR, MINUTE, SECOND, Time, WEEK};
pub use delivery::{Delivery, Outcome};
pub use extensions::CustomCall;
pub use http::{Answer, Parameters, Request, Upload};
pub use refusal::Refusal;
pub use rules::NewChat;
pub use service::{HttpWebhooks, Options, Service};
pub use snapshot::SnapshotError;
pub use state::{
    CallbackAnswer, ChatKey, ChatKind, Fault, FaultKind, Hosted, InlineResults, NewBot, NewUser, PaymentStage,
    PaymentState, Seen,
};
pub use testing::{
    Callback, Emulator, EmulatorBot, EmulatorChat, EmulatorUser, Payment, Press, Typed, WaitTimeout, WebhookResponse,
};
