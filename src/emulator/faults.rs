//! Faults that the user of the emulator injects, and when they strike: for the next calls, a method,
//! a chat, a bot, or with a probability.

use serde::{Deserialize, Serialize};

use super::bot::ID;
use super::chat::ChatKey;
use super::clock::Time;
use super::member::Kind;
use super::mishap::Mishap;
use super::parameters::Parameters;
use super::random::Random;
use super::service::Service;

/// A fault and when it strikes: each condition that is given must hold.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fault {
    /// What goes wrong.
    pub what: Mishap,
    /// How often; none for always.
    pub times: Option<u32>,
    /// Name of the method in any case.
    pub method: Option<String>,
    /// Identifier of the chat: `chat_id` of the call, or the chat of the update.
    pub chat: Option<i64>,
    /// Identifier of the bot.
    pub bot: Option<i64>,
    /// 0 to 1, decided by [`Fault::seed`].
    pub probability: f64,
    /// Equal seeds strike the same calls.
    #[serde(with = "super::state::bits")]
    pub seed: u64,
    /// Strikes deliveries to webhooks in place of calls. [`Mishap::CutOff`] and [`Mishap::Slow`] are then of
    /// the body that the webhook gets; of [`Mishap::Flood`], [`Mishap::Error`] and [`Mishap::Page`] the service
    /// sees the status as the answer of a webhook that got nothing. [`Mishap::Migration`] strikes no delivery.
    pub deliveries: bool,
}

impl Fault {
    /// A fault that strikes always.
    #[must_use]
    pub fn new(what: Mishap) -> Self {
        Self { what, times: None, method: None, chat: None, bot: None, probability: 1.0, seed: 1, deliveries: false }
    }

    /// Strikes only so often.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Strikes only calls of that method.
    #[must_use]
    pub fn method(mut self, method: impl Into<String>) -> Self {
        self.method = Some(method.into());
        self
    }

    /// Strikes deliveries to webhooks in place of calls.
    #[must_use]
    pub fn deliveries(mut self) -> Self {
        self.deliveries = true;
        self
    }

    /// Strikes only that chat.
    #[must_use]
    pub fn chat(mut self, chat: i64) -> Self {
        self.chat = Some(chat);
        self
    }

    /// Strikes with a probability of 0 to 1.
    #[must_use]
    pub fn probability(mut self, probability: f64, seed: u64) -> Self {
        (self.probability, self.seed) = (probability, seed);
        self
    }
}

/// A fault that was set, and the dice that decide.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Set {
    id: u64,
    fault: Fault,
    random: Random,
}

/// The faults in the order in which they were set.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Faults {
    last: u64,
    set: Vec<Set>,
}

/// What a fault is held against.
#[derive(Clone, Copy)]
struct Event<'a> {
    bot: i64,
    chat: Option<i64>,
    /// None for a delivery.
    method: Option<&'a str>,
}

impl Faults {
    /// The first fault that strikes, if `wants` it.
    fn strike(&mut self, event: Event<'_>, wants: impl Fn(&Fault) -> bool) -> Option<Mishap> {
        let hits = |set: &mut Set| {
            let Set { fault, random, .. } = set;
            let method = match (&fault.method, event.method) {
                (Some(wanted), Some(method)) => wanted.eq_ignore_ascii_case(method),
                (Some(_), None) => false,
                (None, _) => true,
            };
            let meant = fault.bot.is_none_or(|bot| bot == event.bot)
                && fault.chat.is_none_or(|chat| event.chat == Some(chat))
                && method
                && wants(fault);
            meant && (fault.probability >= 1.0 || random.happens(fault.probability))
        };
        let at = self.set.iter_mut().position(hits)?;
        let fault = &mut self.set.get_mut(at)?.fault;
        let what = fault.what.clone();
        if let Some(times) = &mut fault.times {
            *times = times.saturating_sub(1);
            if *times == 0 {
                self.set.remove(at);
            }
        }
        Some(what)
    }

    /// Whether the update that is stored now is overtaken on its way to a webhook.
    pub fn is_overtaken(&mut self, bot: i64, chat: i64) -> bool {
        let event = Event { bot, chat: Some(chat), method: None };
        !self.set.is_empty() && self.strike(event, |fault| fault.what == Mishap::Reorder).is_some()
    }

    /// Whether the update that was delivered is delivered once more. It is not asked of that second delivery.
    pub fn is_doubled(&mut self, bot: i64, chat: i64) -> bool {
        let event = Event { bot, chat: Some(chat), method: None };
        !self.set.is_empty() && self.strike(event, |fault| fault.what == Mishap::Duplicate).is_some()
    }

    /// What strikes the delivery that is made now.
    pub fn on_delivery(&mut self, bot: i64, chat: i64) -> Option<Mishap> {
        if self.set.is_empty() {
            return None;
        }
        let event = Event { bot, chat: Some(chat), method: None };
        let strikes = |what: &Mishap| !matches!(what, Mishap::Migration | Mishap::Duplicate | Mishap::Reorder);
        self.strike(event, |fault| fault.deliveries && strikes(&fault.what))
    }
}

impl Service {
    /// Sets a fault; the number that takes it back.
    pub fn fault(&mut self, mut fault: Fault) -> u64 {
        // Nobody has an identifier beyond these.
        let possible = |id: Option<i64>| id.map(|id| id.clamp(-ID, ID));
        (fault.chat, fault.bot) = (possible(fault.chat), possible(fault.bot));
        self.state.faults.last += 1;
        let id = self.state.faults.last;
        if fault.times != Some(0) {
            let random = Random::new(fault.seed);
            self.state.faults.set.push(Set { id, fault, random });
        }
        id
    }

    /// Takes a fault back, or all of them.
    pub fn heal(&mut self, id: Option<u64>) {
        self.state.faults.set.retain(|set| id.is_some_and(|id| id != set.id));
    }

    /// The fault that strikes a call, if one does.
    pub(crate) fn mishap(&mut self, now: Time, bot: i64, method: &str, parameters: &Parameters) -> Option<Mishap> {
        if self.state.faults.set.is_empty() {
            return None;
        }
        let named = parameters.chat("chat_id");
        let chat = named.and_then(|chat| self.chat_of(bot, &chat).ok()).map(ChatKey::id);
        let event = Event { bot, chat, method: Some(method) };
        let polls = method == "getUpdates";
        let group = chat
            .and_then(|id| self.shared(id))
            .is_some_and(|chat| chat.kind == Kind::Group && chat.migrated_to.is_none());
        let what = self.state.faults.strike(event, |fault| match fault.what {
            Mishap::Duplicate | Mishap::Reorder => polls && !fault.deliveries,
            Mishap::Migration => group && !fault.deliveries,
            _ => !fault.deliveries,
        })?;
        if let (Mishap::Migration, Some(chat)) = (&what, chat) {
            let _ = self.migrate(now, chat);
        }
        Some(what)
    }
}
