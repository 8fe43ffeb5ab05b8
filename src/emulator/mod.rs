//! The service in a box: everything the specification describes, in memory, without I/O.
//!
//! Tests hold an [`Emulator`] and the handles of its users, chats and bots. Beneath it is the service
//! itself: a [`Service`] is a state machine. Each entry takes the current [`Time`], so a test moves time
//! as it likes; nothing sleeps, opens a socket or starts a thread. Whoever drives it (the npm
//! package's `botwire/emulator`, a Rust test) carries requests in and deliveries out:
//!
//! - [`Service::request`] and [`Service::call`] take a bot's call and answer at once, or say that
//!   a long poll waits; [`Service::ready`] gives the answers of the polls whose wait is over;
//! - [`Service::deliveries`] gives the webhook requests to make, [`Service::delivered`] takes what
//!   came back and carries out the call in it;
//! - [`Service::write`], [`Service::messages`] and, for all the rest that users do and tests look
//!   at, [`Service::act`] are the user's side;
//! - [`Service::fault`] injects faults; [`Service::save`] and [`Service::load`] are snapshots;
//! - [`Service::next_wake`] says when to look again if nothing happens before.
//!
//! A method that the specification does not know answers 404 `Not Found`. Where the specification
//! is silent, the file of the section says what was chosen. Beyond sections:
//!
//! - bots get the messages of users in all their chats, service messages also of their own making,
//!   and no messages of other bots but posts in channels;
//! - a photo has the sizes that follow from the png, gif, jpeg or webp that came, and all of them hold
//!   its bytes, since nothing here decodes images; what plainly is no picture (a page, a video, a text
//!   by its type) is refused, and bytes that say nothing stand for a picture of a usual size;
//! - with [`Options::compat`], clients of later interfaces are understood: `allowed_updates` forgets kinds
//!   that are unknown, buttons of reply keyboards may be plain strings, `reply_parameters`,
//!   `allow_sending_without_reply`, `permissions`, `thumbnail_url`, the `button` of inline results,
//!   `secret_token` and `drop_pending_updates` have an effect, and results have members without which such
//!   clients fail, as `file_unique_id`. Without it, which is the default, the service sends and obeys the
//!   specification's names only; debug builds check each answer and update against its tables.
//!
//! ```
//! use botwire::emulator::{Answer, NewBot, NewUser, Options, Service, Time, Writing};
//! use serde_json::Map;
//!
//! let mut service = Service::new(Options::default());
//! let (bot, token) = service.add_bot(NewBot::default())?;
//! let alice = service.add_user(NewUser::default())?;
//! let now = Time::from_millis(0);
//! service.write(now, Writing::new(bot.id.0, alice.id.0, "hello"))?;
//! let answer = service.call(now, &token, "getUpdates", Map::new());
//! assert!(matches!(answer, Answer::Ready { status: 200, envelope } if envelope.contains("hello")));
//! # Ok::<(), botwire::emulator::Refusal>(())
//! ```

mod acting;
mod acts;
mod answer;
mod bot;
mod buttons;
mod chat;
mod clock;
#[cfg(all(debug_assertions, not(target_arch = "wasm32")))]
mod closed;
mod codes;
mod compat;
mod delivery;
mod excerpt;
mod faults;
mod file;
mod hosting;
mod image;
mod inline;
mod kept;
mod keyboard;
mod log;
mod logging;
mod map;
mod media;
mod member;
mod membership;
mod methods;
mod migration;
mod mishap;
mod multipart;
mod offer;
mod parameters;
mod paying;
mod percent;
mod polling;
mod queue;
mod random;
mod ranking;
mod refusal;
mod reply_keyboard;
mod request;
mod secrets;
mod service;
mod side;
mod snapshot;
mod state;
mod user;
mod view;
mod webhook;
mod words;

#[cfg(all(feature = "emulator-js", target_arch = "wasm32"))]
mod js;
#[cfg(not(target_arch = "wasm32"))]
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use bot::NewBot;
pub use chat::ChatKey;
pub use clock::{DAY, HOUR, MINUTE, SECOND, Time, WEEK};
pub use delivery::{Delivery, Outcome};
pub use faults::Fault;
pub use membership::NewChat;
pub use mishap::Mishap;
pub use parameters::{Parameters, Upload};
pub use refusal::Refusal;
pub use request::Request;
pub use service::{HttpWebhooks, Options, Service};
pub use side::{Callback, Emulator, EmulatorBot, EmulatorChat, EmulatorUser, Payment, Press, Reply, Sending, Typed};
pub use snapshot::SnapshotError;
pub use state::file::Hosted;
pub use state::payment::{PaymentStage, PaymentState};
pub use state::query::{CallbackAnswer, InlineResults};
pub use user::{NewUser, Seen, Writing};
