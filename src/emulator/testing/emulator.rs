//! The emulator: its users and chats, its time, webhooks, faults and snapshots.

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

/// The service in memory with its own clock, for `cargo test`, natively and on wasm32. A clone is another handle of the
/// same emulator. Two emulators share nothing.
///
/// Time does not move until you call [`Emulator::advance`]. When an action of a user returns, everything that follows
/// from it has happened, including deliveries to [`Emulator::on_delivery`]. Only waits for a bot that runs in parallel
/// with the test, such as [`EmulatorUser::wait_for_message`], take real time.
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
    first_bot: EmulatorBot,
}

impl Default for Emulator {
    fn default() -> Self {
        Self::new()
    }
}

impl Emulator {
    /// Creates an emulator with one bot.
    #[must_use]
    pub fn new() -> Self {
        Self::of(Service::new(Options::default()), START)
    }

    /// Creates an emulator with these bots, or with one bot if there are none. Users talk to the first bot by default.
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

    /// Creates an emulator from a snapshot of [`Emulator::save`], with its time.
    ///
    /// # Errors
    /// When the bytes are not a snapshot, of another version, or damaged.
    pub fn restore(options: Options, snapshot: &[u8]) -> Result<Self, SnapshotError> {
        let service = Service::load(options, snapshot)?;
        let now = service.latest();
        Ok(Self::of(service, now))
    }

    fn of(mut service: Service, now: Time) -> Self {
        let first_bot = service.bots().next().map(|(user, token)| (user.clone(), token.to_owned()));
        // The first bot of a service without users is never refused.
        let first_bot = first_bot.or_else(|| service.add_bot(NewBot::default()).ok());
        let (user, token) = first_bot.unwrap_or_else(|| (User::new(0, true, ""), String::new()));
        let world = SharedWorld::new(service, now);
        Self { first_bot: EmulatorBot { world: world.clone(), user, token }, world }
    }

    /// Returns the first bot.
    #[must_use]
    pub fn bot(&self) -> EmulatorBot {
        self.first_bot.clone()
    }

    handles! {
        /// Adds a bot.
        #[fails = "its token or identifier is taken"]
        fn add_bot(&self, new: NewBot) -> EmulatorBot {
            let (user, token) = self.world.with(|service, _| service.add_bot(new))?;
            Ok(EmulatorBot { world: self.world.clone(), user, token })
        }

        /// Sets the title and the description of a game of the first bot. Creates the game if it does not exist.
        #[fails = "the name is empty"]
        fn game(&self, short_name: &str, title: &str, description: &str) -> () {
            self.world.act(SetGame::new(short_name).title(title).description(description)).map(|_| ())
        }

        /// Sets the picture or the animation of a game of the first bot.
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
            Ok(EmulatorUser::new(self.world.clone(), user, self.first_bot.id().0))
        }

        /// Sends an update of any kind to the first bot, whatever `allowed_updates` says, and returns its `update_id`. For
        /// another bot, see [`Service::deliver`].
        #[fails = "it is not an object with a kind, or the content of a kind of the specification does not fit its type"]
        fn deliver(&self, update: Value) -> UpdateId {
            let bot = self.first_bot.id();
            self.world.with(|service, now| service.deliver(now, Some(bot), update))
        }

        /// Adds a group, supergroup or channel.
        #[fails = "somebody does not exist, the username is taken, or the title is empty or too long"]
        fn chat(&self, new: NewChat) -> EmulatorChat {
            let (creator, bot) = (new.creator.0, self.first_bot.id().0);
            let id = self.world.with(|service, now| service.add_chat(now, new))?;
            Ok(EmulatorChat { world: self.world.clone(), id, creator, bot })
        }
    }

    /// Returns the time.
    #[must_use]
    pub fn now(&self) -> Time {
        self.world.now()
    }

    /// Moves time forward. On the way, everything that becomes due happens: deliveries are retried, payments fail.
    pub fn advance(&self, duration: Duration) {
        let millis = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
        self.world.advance(self.world.now().after(millis));
    }

    /// Sets how long all handles wait in real time before they fail with a [`WaitTimeout`](super::WaitTimeout). Default: 3
    /// seconds.
    pub fn set_wait_timeout(&self, timeout: Duration) {
        self.world.lock().timeout = timeout;
    }

    /// Sets the function that handles the deliveries of all webhooks. It may use the emulator. Without it,
    /// [`Service::deliveries`] returns them.
    pub fn on_delivery(&self, handler: impl FnMut(&Delivery) -> WebhookResponse + Send + 'static) {
        self.world.lock().handler = Some(Box::new(handler));
        self.world.settle();
    }

    /// Sets a handler that takes a typed update and returns the same as a handler of a webhook. After an error, the
    /// response is 500. For an async handler, use [`Webhook::handle`](crate::webhook::Webhook::handle).
    pub fn on_update<R: webhook::Reply>(&self, mut handler: impl FnMut(Update) -> R + Send + 'static) {
        self.on_delivery(move |delivery| {
            let Ok(update) = serde_json::from_str(&delivery.body) else { return WebhookResponse::new(400) };
            match handler(update).into_call() {
                Ok(call) => call.map_or_else(|| WebhookResponse::new(200), WebhookResponse::call),
                Err(_) => WebhookResponse::new(500),
            }
        });
    }

    /// Adds a method, or replaces an existing one. The handler returns the result or refuses the call, and may use the
    /// emulator. Calls appear in the [log](Emulator::log), and faults apply to them.
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

    /// Sets a fault, and returns its number for [`Emulator::clear_faults`].
    #[allow(clippy::must_use_candidate)] // most faults stay
    pub fn fault(&self, fault: Fault) -> u64 {
        self.world.look(|service, _| service.fault(fault))
    }

    /// Removes a fault, or all faults.
    pub fn clear_faults(&self, fault: Option<u64>) {
        self.world.look(|service, _| service.clear_faults(fault));
    }

    /// Sets the file behind a URL that bots can send. With an empty type, the URL fails.
    pub fn host(&self, url: &str, media_type: &str, bytes: &[u8]) {
        self.world.look(|service, _| service.host(url, media_type, bytes));
    }

    /// Sets the function that finds the files behind other URLs, see [`Service::host_with`].
    pub fn host_with(&self, find: impl Fn(&str) -> Option<Hosted> + Send + Sync + 'static) {
        self.world.look(|service, _| service.host_with(find));
    }

    /// Returns the state as bytes, without the log and the functions that handle deliveries.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.world.look(|service, _| service.save())
    }

    /// Returns the entries of the [log](Service::log) after an entry: requests and deliveries.
    #[must_use]
    pub fn log(&self, after: u64) -> Vec<Value> {
        let read = |entry: &str| serde_json::from_str(entry).ok();
        self.world.look(|service, _| service.log(after).filter_map(read).collect())
    }

    /// Runs a function with the service and the current time.
    pub fn with_service<T>(&self, act: impl FnOnce(&mut Service, Time) -> T) -> T {
        self.world.with(act)
    }
}
