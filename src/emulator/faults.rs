//! Faults that the user of the emulator injects: for the next calls, a method, a chat, a bot, or
//! with a probability.

use super::answer::Refusal;
use super::chat::ChatKey;
use super::clock::Time;
use super::member::Kind;
use super::parameters::Parameters;
use super::random::Random;
use super::service::Service;
use super::stored::Stored;

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mishap {
    /// The call is refused with 429 and `retry_after` in seconds.
    Flood {
        /// Seconds.
        retry_after: i64,
    },
    /// The group of the call becomes a supergroup first, so that the call is refused with
    /// `migrate_to_chat_id`. Calls for other chats are left alone.
    Migration,
    /// The call is refused with an envelope of that code, such as 500.
    Error {
        /// HTTP status and `error_code`.
        code: u16,
        /// `description`; empty for the usual one of the code.
        description: String,
    },
    /// An HTML page with that status comes instead of an envelope. The call is not carried out.
    Page {
        /// HTTP status.
        status: u16,
    },
    /// The call is carried out, but the body of the answer ends in the middle.
    CutOff,
    /// The call is carried out, and the body of the answer takes so many milliseconds.
    Slow {
        /// Milliseconds of real time.
        millis: i64,
    },
    /// The connection drops before the call is carried out.
    Drop,
    /// The call is carried out, and the connection drops before the answer.
    DropAfter,
    /// A webhook gets the update twice; a getUpdates gives each update twice.
    Duplicate,
    /// An update to a webhook is overtaken by those of the next second; a getUpdates gives the
    /// updates in reverse order.
    Reorder,
}

/// A fault and when it strikes: each condition that is given must hold.
#[derive(Debug, Clone)]
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
    pub seed: u64,
    /// Strikes deliveries to webhooks in place of calls: of the kinds, those that a connection may suffer.
    /// [`Mishap::CutOff`] and [`Mishap::Slow`] are then of the body that the webhook gets.
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
#[derive(Debug, Clone)]
struct Set {
    id: u64,
    fault: Fault,
    random: Random,
}

/// The faults in the order in which they were set.
#[derive(Debug, Clone, Default)]
pub(super) struct Faults {
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

    /// Whether the update that was delivered is delivered once more.
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
        let ways =
            |what: &Mishap| matches!(what, Mishap::CutOff | Mishap::Slow { .. } | Mishap::Drop | Mishap::DropAfter);
        self.strike(event, |fault| fault.deliveries && ways(&fault.what))
    }
}

impl Service {
    /// Sets a fault; the number that takes it back.
    pub fn fault(&mut self, fault: Fault) -> u64 {
        self.faults.last += 1;
        let id = self.faults.last;
        if fault.times != Some(0) {
            let random = Random::new(fault.seed);
            self.faults.set.push(Set { id, fault, random });
        }
        id
    }

    /// Takes a fault back, or all of them.
    pub fn heal(&mut self, id: Option<u64>) {
        self.faults.set.retain(|set| id.is_some_and(|id| id != set.id));
    }

    /// The fault that strikes a call, if one does.
    pub(super) fn mishap(&mut self, now: Time, bot: i64, method: &str, parameters: &Parameters) -> Option<Mishap> {
        if self.faults.set.is_empty() {
            return None;
        }
        let chat = self.chat_of(bot, parameters, "chat_id").ok().map(ChatKey::id);
        let event = Event { bot, chat, method: Some(method) };
        let polls = method == "getUpdates";
        let group =
            chat.and_then(|id| self.shared(id)).is_some_and(|chat| chat.kind == Kind::Group && chat.migrated_to == 0);
        let what = self.faults.strike(event, |fault| match fault.what {
            Mishap::Duplicate | Mishap::Reorder => polls && !fault.deliveries,
            Mishap::Migration => group,
            _ => !fault.deliveries,
        })?;
        if let (Mishap::Migration, Some(chat)) = (&what, chat) {
            let _ = self.migrate(now, chat);
        }
        Some(what)
    }
}

impl Mishap {
    /// The refusal that takes the place of the call.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::Flood { retry_after } => {
                let text = ["Too Many Requests: retry after ", &retry_after.to_string()].concat();
                let mut refusal = Refusal::new(429, text);
                refusal.parameters.insert("retry_after".into(), (*retry_after).into());
                Some(refusal)
            }
            Self::Error { code, description } if description.is_empty() => Some(Refusal::new(
                *code,
                match code {
                    502 => "Bad Gateway",
                    503 => "Service Unavailable",
                    504 => "Gateway Timeout",
                    500.. => "Internal Server Error",
                    _ => "Bad Request",
                },
            )),
            Self::Error { code, description } => Some(Refusal::new(*code, description.as_str())),
            _ => None,
        }
    }

    fn parts(&self) -> (u8, i64, &str) {
        match self {
            Self::Flood { retry_after } => (0, *retry_after, ""),
            Self::Migration => (1, 0, ""),
            Self::Error { code, description } => (2, i64::from(*code), description),
            Self::Page { status } => (3, i64::from(*status), ""),
            Self::CutOff => (4, 0, ""),
            Self::Slow { millis } => (5, *millis, ""),
            Self::Drop => (6, 0, ""),
            Self::DropAfter => (7, 0, ""),
            Self::Duplicate => (8, 0, ""),
            Self::Reorder => (9, 0, ""),
        }
    }

    /// What a driver is told to do to an answer or a delivery: a name, and milliseconds.
    #[cfg(feature = "emulator-js")]
    pub(super) fn on_the_way(&self) -> (&'static str, i64) {
        match self {
            Self::Slow { millis } => ("slow", *millis),
            Self::CutOff => ("cut_off", 0),
            Self::DropAfter => ("drop_after", 0),
            _ => ("drop", 0),
        }
    }

    /// The fault of a name, with its number (seconds, code, status or milliseconds) and text.
    pub(super) fn named(name: &str, number: Option<i64>, description: &str) -> Option<Self> {
        let code = |usual| u16::try_from(number.unwrap_or(usual)).ok().filter(|code| (400..600).contains(code));
        Some(match name {
            "flood" => Self::Flood { retry_after: number.unwrap_or(1) },
            "migration" => Self::Migration,
            "error" => Self::Error { code: code(500)?, description: description.to_owned() },
            "page" => Self::Page { status: code(502)? },
            "cut_off" => Self::CutOff,
            "slow" => Self::Slow { millis: number.unwrap_or(1000).max(0) },
            "drop" => Self::Drop,
            "drop_after" => Self::DropAfter,
            "duplicate" => Self::Duplicate,
            "reorder" => Self::Reorder,
            _ => return None,
        })
    }
}

impl Stored for Mishap {
    fn save(&self, bytes: &mut Vec<u8>) {
        let (kind, number, text) = self.parts();
        kind.save(bytes);
        number.save(bytes);
        text.to_owned().save(bytes);
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        let (kind, number, text) = <(u8, i64, String)>::load(bytes)?;
        let names =
            ["flood", "migration", "error", "page", "cut_off", "slow", "drop", "drop_after", "duplicate", "reorder"];
        Self::named(names.get(usize::from(kind))?, Some(number), &text)
    }
}

super::stored::stored! {
    Fault { what, times, method, chat, bot, probability, seed, deliveries }
    Set { id, fault, random }
    Faults { last, set }
}
