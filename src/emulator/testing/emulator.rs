//! The emulator itself: what is made in it, its time, its webhooks, faults and snapshots.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::super::actions::{GameFile, SetGame};
use super::super::{
    Answer, CustomCall, Delivery, Fault, Hosted, NewBot, NewChat, NewUser, Options, Refusal, Request, Service,
    SnapshotError, Time,
};
use super::world::{SharedWorld, WebhookResponse};
use super::{EmulatorBot, EmulatorChat, EmulatorUser};
use crate::types::{InputFile, Update, UpdateId, User};
use crate::webhook;

/// The time at which an emulator starts: 2026-09-21 13:33:20 UTC.
const START: Time = Time::from_millis(1_790_000_000_000);

/// The service in a box with its own clock, for tests in plain `cargo test`, natively and on
/// wasm32. A clone is another handle of the same; two emulators share nothing.
///
/// Time stands still until you call [`Emulator::advance`]. When an act of a user returns, everything that follows from it has
/// happened, including deliveries to [`Emulator::on_delivery`]. Only waits for a bot that runs in parallel with the test, such as
/// [`EmulatorUser::wait_for_message`], take real time.
///
/// ```
/// use botwire::emulator::{Emulator, NewUser, Press};
/// use botwire::methods::{AnswerCallbackQuery, SendMessage};
/// use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup};
///
/// let emulator = Emulator::new();
/// let bot = emulator.bot();
/// let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() })?;
///
/// alice.write("/start")?;
/// for update in bot.updates()? {
///     let Some(message) = update.message else { continue };
///     let button = InlineKeyboardButton::callback("Yes", "yes");
///     let keyboard = InlineKeyboardMarkup::new(vec![vec![button]]);
///     bot.call(SendMessage::new(message.chat.id, "Really?").reply_markup(keyboard))?;
/// }
/// let question = alice.next_message().expect("the bot answers");
/// assert_eq!(question.message.text.as_deref(), Some("Really?"));
///
/// let Press::Callback(press) = alice.press(&question, "Yes")? else { panic!("no callback button") };
/// assert!(press.is_loading());
/// for update in bot.updates()? {
///     let Some(query) = update.callback_query else { continue };
///     bot.call(AnswerCallbackQuery::new(query.id).text("Noted"))?;
/// }
/// assert_eq!(press.answer().and_then(|answer| answer.text).as_deref(), Some("Noted"));
/// # Ok::<(), botwire::emulator::Refusal>(())
/// ```
#[derive(Debug, Clone)]
pub struct Emulator {
    pub(super) world: SharedWorld,
    first: EmulatorBot,
}

impl Default for Emulator {
    fn default() -> Self {
        Self::new()
    }
}

impl Emulator {
    /// An emulator with one bot.
    #[must_use]
    pub fn new() -> Self {
        Self::of(Service::new(Options::default()), START)
    }

    /// An emulator with these bots, the first of which users talk to when nothing else is given; one
    /// is made if there are none.
    ///
    /// # Errors
    /// When two bots have the same token or identifier.
    pub fn with(options: Options, bots: impl IntoIterator<Item = NewBot>) -> Result<Self, Refusal> {
        let mut service = Service::new(options);
        for bot in bots {
            service.add_bot(bot)?;
        }
        Ok(Self::of(service, START))
    }

    /// The emulator of a snapshot of [`Emulator::save`], with its time.
    ///
    /// # Errors
    /// When the bytes are no snapshot, of another version, or damaged.
    pub fn restore(options: Options, snapshot: &[u8]) -> Result<Self, SnapshotError> {
        let service = Service::load(options, snapshot)?;
        let now = service.latest();
        Ok(Self::of(service, now))
    }

    fn of(mut service: Service, now: Time) -> Self {
        let first = service.bots().next().map(|(user, token)| (user.clone(), token.to_owned()));
        // The first bot of a service without users is never refused.
        let first = first.or_else(|| service.add_bot(NewBot::default()).ok());
        let (user, token) = first.unwrap_or_else(|| (User::new(0, true, ""), String::new()));
        let world = SharedWorld::new(service, now);
        Self { first: EmulatorBot { world: world.clone(), user, token }, world }
    }

    /// The first bot.
    #[must_use]
    pub fn bot(&self) -> EmulatorBot {
        self.first.clone()
    }

    handles! {
        /// Adds a bot.
        #[fails = "its token or identifier is taken"]
        fn add_bot(&self, new: NewBot) -> EmulatorBot {
            let (user, token) = self.world.with(|service, _| service.add_bot(new))?;
            Ok(EmulatorBot { world: self.world.clone(), user, token })
        }

        /// Says more of a game of the first bot, which is made if need be: its title, its description.
        #[fails = "the name is empty"]
        fn game(&self, short_name: &str, title: &str, description: &str) -> () {
            self.world.act(SetGame::new(short_name).title(title).description(description)).map(|_| ())
        }

        /// Gives a game of the first bot its picture, or its animation.
        #[fails = "there are no bytes"]
        fn game_file(&self, short_name: &str, is_animation: bool, name: &str, bytes: &[u8]) -> () {
            let kind = if is_animation { GameFile::Animation } else { GameFile::Photo };
            let file = InputFile::bytes(bytes.to_vec(), name);
            self.world.act(SetGame::new(short_name).kind(kind).file(file)).map(|_| ())
        }

        /// Adds a user, who talks to the first bot.
        #[fails = "the identifier is taken or out of range"]
        fn user(&self, new: NewUser) -> EmulatorUser {
            let user = self.world.with(|service, _| service.add_user(new))?;
            Ok(EmulatorUser::new(self.world.clone(), user, self.first.id().0))
        }

        /// Sends an update of any kind to the first bot, also one that `allowed_updates` leaves out; for another bot see
        /// [`Service::deliver`]. It gets an `update_id`, which this returns.
        #[fails = "it is not an object with a kind, or the content of a kind of the specification does not fit its type"]
        fn deliver(&self, update: Value) -> UpdateId {
            let bot = self.first.id();
            self.world.with(|service, now| service.deliver(now, Some(bot), update))
        }

        /// Adds a group, supergroup or channel.
        #[fails = "somebody does not exist, the username is taken, or the title is empty or too long"]
        fn chat(&self, new: NewChat) -> EmulatorChat {
            let (creator, bot) = (new.creator.0, self.first.id().0);
            let id = self.world.with(|service, now| service.add_chat(now, new))?;
            Ok(EmulatorChat { world: self.world.clone(), id, creator, bot })
        }
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.world.now()
    }

    /// Moves time ahead, stopping wherever something is due on the way: a delivery is tried again, a payment fails.
    pub fn advance(&self, duration: Duration) {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        self.world.advance(self.world.now().after(millis));
    }

    /// How long the waits of all handles last in real time until they fail with a [`WaitTimeout`](super::WaitTimeout).
    /// Default: 3 seconds.
    pub fn set_wait_timeout(&self, timeout: Duration) {
        self.world.lock().timeout = timeout;
    }

    /// Has the deliveries of all webhooks taken by a function, which may use the emulator. Without
    /// one, [`Service::deliveries`] has them.
    pub fn on_delivery(&self, handler: impl FnMut(&Delivery) -> WebhookResponse + Send + 'static) {
        self.world.lock().handler = Some(Box::new(handler));
        self.world.settle();
    }

    /// The same for a handler that takes a typed update and returns what one of a webhook does; an error is answered
    /// with 500. For an async handler, have [`Webhook::handle`](crate::webhook::Webhook::handle) answer deliveries.
    pub fn on_update<R: webhook::Reply>(&self, mut handler: impl FnMut(Update) -> R + Send + 'static) {
        self.on_delivery(move |delivery| {
            let Ok(update) = serde_json::from_str(&delivery.body) else { return WebhookResponse::new(400) };
            match handler(update).into_call() {
                Ok(call) => call.map_or_else(|| WebhookResponse::new(200), WebhookResponse::call),
                Err(_) => WebhookResponse::new(500),
            }
        });
    }

    /// Adds a method that the specification does not have, or replaces one that it has. The handler returns the result or
    /// refuses the call, and may use the emulator. The call is in the [log](Emulator::log), and faults strike it. The handler
    /// of an earlier method of the name is replaced.
    ///
    /// ```
    /// use botwire::emulator::{Emulator, Refusal};
    /// use serde_json::json;
    ///
    /// let emulator = Emulator::new();
    /// emulator.method("sendPoll", |call| match call.parameters.get("question") {
    ///     Some(question) => Ok(json!({ "message_id": 1, "poll": { "question": question } })),
    ///     None => Err(Refusal::bad_request("question is missing")),
    /// });
    /// let sent = emulator.bot().call_by_name("sendPoll", json!({ "question": "Tea?" }))?;
    /// assert_eq!(sent["poll"]["question"], "Tea?");
    /// # Ok::<(), Refusal>(())
    /// ```
    pub fn method(&self, name: &str, handler: impl Fn(CustomCall) -> Result<Value, Refusal> + Send + Sync + 'static) {
        self.world.lock().methods.insert(name.to_ascii_lowercase(), Arc::new(handler));
        self.world.look(|service, _| service.method(name));
    }

    /// Answers an HTTP request. A long poll moves time until it ends.
    #[must_use]
    pub fn request(&self, request: &Request<'_>) -> Answer {
        self.world.answer(|service, now| service.request(now, request))
    }

    /// Sets a fault; the number that takes it back.
    #[allow(clippy::must_use_candidate)] // most faults stay
    pub fn fault(&self, fault: Fault) -> u64 {
        self.world.look(|service, _| service.fault(fault))
    }

    /// Takes a fault back, or all of them.
    pub fn clear_faults(&self, fault: Option<u64>) {
        self.world.look(|service, _| service.clear_faults(fault));
    }

    /// Puts a file behind a URL that bots may send files by; without a type the URL fails.
    pub fn host(&self, url: &str, media_type: &str, bytes: &[u8]) {
        self.world.look(|service, _| service.host(url, media_type, bytes));
    }

    /// Asks a function what is behind the other URLs; see [`Service::host_with`].
    pub fn host_with(&self, find: impl Fn(&str) -> Option<Hosted> + Send + Sync + 'static) {
        self.world.look(|service, _| service.host_with(find));
    }

    /// The state as bytes; the log is not part of it, nor who takes deliveries.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.world.look(|service, _| service.save())
    }

    /// The entries of the [log](Service::log) after that one: requests and deliveries.
    #[must_use]
    pub fn log(&self, after: u64) -> Vec<Value> {
        let read = |entry: &str| serde_json::from_str(entry).ok();
        self.world.look(|service, _| service.log(after).filter_map(read).collect())
    }

    /// Does anything else with the service, at the current time.
    pub fn with_service<T>(&self, act: impl FnOnce(&mut Service, Time) -> T) -> T {
        self.world.with(act)
    }
}
