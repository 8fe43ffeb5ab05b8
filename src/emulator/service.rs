//! The service: its state, and everything in flight.

use std::collections::BTreeMap;

use crate::emulator::clock::Time;
#[cfg(not(web))]
use crate::emulator::closed::Closed;
use crate::emulator::extensions::Extensions;
use crate::emulator::http::{Log, LogEntry, Secrets};
use crate::emulator::options::Options;
use crate::emulator::random::Random;
use crate::emulator::refusal::Refusal;
use crate::emulator::state::{FaultKind, FaultName, Map, State, StoredBot, StoredWebhook, Web};
use crate::types::{UpdateId, UserId};

/// The service: bots, users, chats, updates.
#[derive(Debug, Clone)]
pub struct Service {
    /// `seed` and `compat` have no effect here: the state contains them.
    pub(crate) options: Options,
    pub(crate) state: State,
    /// Identifiers of the bots by their tokens.
    pub(crate) tokens: BTreeMap<String, i64>,
    pub(crate) web: Web,
    pub(crate) last_poll: u64,
    pub(crate) polls: Map<u64, Poll>,
    pub(crate) last_delivery: u64,
    pub(crate) in_flight: Map<u64, InFlight>,
    pub(crate) log: Log,
    /// The notes that the log has, each once.
    pub(crate) noted: serde_json::Map<String, serde_json::Value>,
    /// What the current call made up, for its note.
    pub(crate) hints: Vec<String>,
    pub(crate) extensions: Extensions,
    #[cfg(not(web))]
    pub(crate) closed: Closed,
}

/// A delivery whose outcome is not known yet.
#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    pub bot: i64,
    pub url: String,
    pub update: i64,
    pub chat: i64,
    /// The lane in the webhook: that of the chat, or a lane for this update only.
    pub lane: i64,
    pub attempt: u32,
    /// The fault that affects the delivery, or that caused it.
    pub fault: Option<FaultName>,
}

/// A getUpdates call that waits.
#[derive(Debug, Clone)]
pub(crate) struct Poll {
    pub bot: i64,
    /// The first `update_id` to return.
    pub from: i64,
    pub limit: usize,
    pub until: Time,
    pub fault: Option<FaultKind>,
    /// The start of its log entry.
    pub entry: Option<LogEntry>,
}

/// The origin of a call, for the log.
#[derive(Default)]
pub(crate) struct CallOrigin<'a> {
    pub verb: &'a str,
    pub encoding: &'static str,
    /// The delivery whose response contained the call, and its update.
    pub delivery: Option<(u64, i64)>,
}

impl Service {
    /// Creates a service without bots and users.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let seed = options.seed.unwrap_or(1);
        let state = State {
            seed,
            compat: options.compat,
            random: Random::new(seed),
            update_ids: Random::new(options.seed.unwrap_or(options.entropy)),
            ..State::default()
        };
        let mut service = Self::of(options, state, true);
        service.state.game_picture = service.store_game_picture();
        service
    }

    /// Creates a service with this state, including its seed and `compat`. `is_own` is false for a snapshot.
    #[cfg_attr(web, allow(unused_variables))] // the closed check is native
    pub(crate) fn of(options: Options, mut state: State, is_own: bool) -> Self {
        let mut tokens = BTreeMap::new();
        // Without `collect`, which sorts first and adds 2 kB of wasm.
        for bot in state.bots.values_mut() {
            tokens.insert(bot.token.clone(), bot.user.id.0);
            bot.webhook.iter_mut().for_each(StoredWebhook::resume);
        }
        Self {
            #[cfg(not(web))]
            closed: Closed { is_own, compat: state.compat },
            options,
            state,
            tokens,
            web: Web::default(),
            last_poll: 0,
            polls: Map::default(),
            last_delivery: 0,
            in_flight: Map::default(),
            log: Log::new(options.log),
            noted: serde_json::Map::new(),
            hints: Vec::new(),
            extensions: Extensions::default(),
        }
    }

    /// Returns when to ask [`Service::ready`] and [`Service::deliveries`] again if nothing happens before. `None` if
    /// that is after [`Time::LAST`], where the clock stops.
    #[must_use]
    pub fn next_wake(&self) -> Option<Time> {
        let webhooks = self.state.bots.values().filter_map(|bot| {
            let webhook = bot.webhook.as_ref()?;
            if bot.in_flight.len() < webhook.max_connections { webhook.next_due() } else { None }
        });
        let polls = self.polls.values().map(|poll| self.poll(poll).map_or(poll.until, |_| Time::default()));
        let payments = self.state.payments.deadlines.keys().next().map(|(deadline, _)| deadline.after(1));
        let calls = self.extensions.is_due().then(Time::default);
        let wake = webhooks.chain(polls).chain(calls).chain(payments).min();
        wake.filter(|wake| *wake <= Time::LAST)
    }

    /// Sets whether webhooks on other machines are refused.
    pub fn allow_loopback_webhooks_only(&mut self, only: bool) {
        self.options.loopback_webhooks_only = only;
    }

    /// Returns the latest calls and deliveries after the entry with this number, oldest first. Each entry is a JSON
    /// object with `number`, `time` (milliseconds), `bot` and `kind`: `call` (a request of the bot) and `inline` (a
    /// call in the response of a webhook) have `method`, `verb`, `encoding`, `parameters`, `status` and `answer` (the
    /// envelope). With a token that no bot has, they are calls of bot 0, and the parameters of a request of more than
    /// 64 KiB are omitted. `download` has `verb`, `path` and `status`. `stray` (an unknown path or verb) has `verb`,
    /// `target`, `status` and `answer`. `delivery` has `delivery` (its number), `update_id`, `update`, `url`,
    /// `attempt`, and `status` or `error`, and for a payment also `payment` and `invoice` (`chat_id` and `message_id`).
    /// An `inline` call has the `delivery` and `update_id` of its response. If a fault was applied, `fault` is its
    /// name.
    ///
    /// The entries have at most 16 MiB together. Older ones are removed first. In a member of more than 64 KiB, strings
    /// of more than 1 KiB end in a note such as `… (3000000 bytes)`, and the rest beyond 64 KiB is omitted. An upload
    /// is the string `attach://upload-<index>`. The tokens of all bots, and the token of the call, are removed from
    /// every string, even if a user wrote them.
    pub fn log(&mut self, after: u64) -> impl Iterator<Item = &str> {
        self.log.after(after, &self.state.bots)
    }

    /// Returns a note if updates wait without a webhook, otherwise an empty text.
    pub(crate) fn waiting(&self) -> String {
        let bots = self.state.bots.values().filter(|bot| bot.webhook.is_none());
        let updates = match bots.map(|bot| bot.queue.updates.len()).sum::<usize>() {
            0 => return String::new(),
            1 => "1 update waits".to_owned(),
            count => count.to_string() + " updates wait",
        };
        updates + " for getUpdates, as no webhook is set by setWebhook; "
    }

    pub(crate) fn redact(&self, text: &str) -> String {
        Secrets { bots: &self.state.bots, unknown: "" }.redactor().redact(text)
    }

    /// Removes the tokens of all bots from the keys and strings of a JSON text.
    #[must_use]
    pub fn redact_json(&self, json: &str) -> String {
        Secrets { bots: &self.state.bots, unknown: "" }.redact_json(json)
    }

    /// Advances the clock, which never goes back, and removes what has expired.
    pub(crate) fn at(&mut self, now: Time) -> Time {
        self.state.latest = self.state.latest.max(now.min(Time::LAST));
        for bot in self.state.bots.values_mut() {
            bot.expire(self.state.latest);
        }
        self.state.payments.expire(self.state.latest);
        self.state.latest
    }

    pub(crate) fn now(&self) -> Time {
        self.state.latest
    }

    /// Leaves a gap before the next `update_id` of each bot, for a snapshot that may be older than the last update that
    /// a bot has received.
    pub fn skip_update_ids(&mut self, count: u32) {
        let now = self.now();
        for bot in self.state.bots.values_mut() {
            bot.queue.skip_ids(count.into(), now, &mut self.state.update_ids);
        }
    }

    /// Gives waiting and later updates greater `update_id`s than any update of a former service with the same bots, for
    /// a snapshot that replaces it while the bots run: the offset of a bot that polls would otherwise confirm updates
    /// that the bot has not seen.
    pub fn continue_update_ids(&mut self, former: &Self) {
        for (id, former_bot) in former.state.bots.iter() {
            let Some(bot) = self.state.bots.get_mut(&id) else { continue };
            let growth = bot.queue.follow(&former_bot.queue);
            if let Some(webhook) = bot.webhook.as_mut().filter(|_| growth > 0) {
                webhook.renumber(growth);
            }
        }
    }

    /// Continues the log of a former service: its entries stay, and later ones have greater numbers.
    pub fn continue_log(&mut self, former: &Self) {
        self.log = former.log.clone();
        self.last_delivery = former.last_delivery;
    }

    /// Discards an update that waits for a bot, so that the next one of its chat is delivered. Returns false if the
    /// update does not wait.
    pub fn discard_update(&mut self, now: Time, bot: UserId, update: UpdateId) -> bool {
        let now = self.at(now);
        let Some(entry) = self.state.bots.get_mut(&bot.0) else { return false };
        let Some(stored) = entry.queue.updates.remove(&update.0) else { return false };
        if let Some(webhook) = &mut entry.webhook {
            webhook.finish(update.0, stored.chat, now);
        }
        true
    }

    pub(crate) fn bot(&mut self, id: i64) -> Result<&mut StoredBot, Refusal> {
        self.state.bots.get_mut(&id).ok_or_else(Refusal::unauthorized)
    }
}
