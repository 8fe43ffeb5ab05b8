//! Injected faults, and the conditions under which they apply.

use botwire_macros::enumeration;
use serde::{Deserialize, Serialize};

use crate::emulator::random::Random;
use crate::emulator::refusal::Refusal;
use crate::types::ResponseParameters;

/// Defines the kinds of faults, with their fields, and their names.
macro_rules! faults {
    ($($(#[doc = $doc:literal])* $kind:ident $({ $($carried:tt)* })?,)*) => {
        /// The kind of a fault.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[doc = $doc])* $kind $({ $($carried)* })?,)*
        }

        /// The name of a fault, as in JavaScript and in the log.
        #[enumeration(closed)]
        pub enum FaultName {
            $($(#[doc = $doc])* $kind,)*
        }

        impl FaultKind {
            pub(crate) fn name(&self) -> FaultName {
                match self {
                    $(Self::$kind { .. } => FaultName::$kind,)*
                }
            }
        }
    };
}

faults! {
    /// The call is refused with 429 and `retry_after` in seconds.
    RateLimit {
        /// Seconds.
        retry_after: i64,
    },
    /// The group of the call becomes a supergroup first, so that the call is refused with `migrate_to_chat_id`. Calls
    /// for other chats are not affected.
    Migration,
    /// The call is refused with an envelope of this code, such as 500.
    Error {
        /// HTTP status and `error_code`.
        code: u16,
        /// `description`; empty for the default of the code.
        description: String,
    },
    /// The response is an HTML page with this status. The call is not carried out.
    Page {
        /// HTTP status.
        status: u16,
    },
    /// The call is carried out, but its response ends in the middle.
    CutOff,
    /// The call is carried out, but the body of its response takes some time.
    Slow {
        /// Milliseconds of real time.
        millis: i64,
    },
    /// The connection drops before the call is carried out.
    Drop,
    /// The call is carried out, and the connection drops before the answer.
    DropAfter,
    /// A webhook receives the update twice, and the first response is lost. The second delivery is not repeated. A
    /// getUpdates returns each update twice.
    Duplicate,
    /// A webhook receives the update after those of the next second. A getUpdates returns the updates in reverse order.
    Reorder,
}

impl FaultKind {
    /// Returns the refusal that replaces the call.
    pub(crate) fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::RateLimit { retry_after } => {
                let text = ["Too Many Requests: retry after ", &retry_after.to_string()].concat();
                let mut refusal = Refusal::new(429, text);
                refusal.parameters = Some(ResponseParameters::new().retry_after(*retry_after));
                Some(refusal)
            }
            Self::Error { code, description } => {
                let usual = match code {
                    502 => "Bad Gateway",
                    503 => "Service Unavailable",
                    504 => "Gateway Timeout",
                    500.. => "Internal Server Error",
                    _ => "Bad Request",
                };
                Some(Refusal::new(*code, if description.is_empty() { usual } else { description }))
            }
            _ => None,
        }
    }

    /// Returns the status that replaces the response to a delivery. The webhook receives nothing.
    pub(crate) fn status(&self) -> Option<u16> {
        let Self::Page { status } = self else { return self.refusal().map(|refusal| refusal.code) };
        Some(*status)
    }

    /// Returns the name of the fault for a driver, and the milliseconds of a slow response.
    #[cfg(all(feature = "emulator-js", web))]
    pub(crate) fn on_the_way(&self) -> (&'static str, i64) {
        match self {
            Self::Slow { millis } => ("slow", *millis),
            Self::CutOff => ("cut_off", 0),
            Self::DropAfter => ("drop_after", 0),
            _ => ("drop", 0),
        }
    }
}

/// A fault and its conditions. All conditions that are set must hold.
///
/// ```
/// use botwire::emulator::{Emulator, Fault, FaultKind};
///
/// let emulator = Emulator::new();
/// emulator.fault(Fault::new(FaultKind::DropAfter).method("sendMessage").times(1));
/// ```
#[must_use]
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// How many times the fault applies. `None` means always.
    pub times: Option<u32>,
    /// The method, in any case.
    pub method: Option<String>,
    /// Identifier of the chat: `chat_id` of the call, or the chat of the update.
    pub chat: Option<i64>,
    /// Identifier of the bot.
    pub bot: Option<i64>,
    /// The probability that the fault applies, 0 to 1.
    pub probability: f64,
    /// The seed for the probability. Equal seeds affect the same calls.
    #[serde(with = "super::bits")]
    pub seed: u64,
    /// If true, the fault applies to deliveries to webhooks instead of calls. [`FaultKind::CutOff`] and [`FaultKind::Slow`]
    /// then affect the body that the webhook receives. With [`FaultKind::RateLimit`], [`FaultKind::Error`] and
    /// [`FaultKind::Page`], the webhook receives nothing, and the service sees the status as its response.
    /// [`FaultKind::Migration`] does not apply to deliveries.
    pub deliveries: bool,
}

impl Fault {
    /// Creates a fault that always applies.
    pub fn new(kind: FaultKind) -> Self {
        Self { kind, times: None, method: None, chat: None, bot: None, probability: 1.0, seed: 1, deliveries: false }
    }

    /// Limits how many times the fault applies.
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Limits the fault to calls of this method.
    pub fn method(mut self, method: impl Into<String>) -> Self {
        self.method = Some(method.into());
        self
    }

    /// Applies the fault to deliveries to webhooks instead of calls.
    pub fn deliveries(mut self) -> Self {
        self.deliveries = true;
        self
    }

    /// Limits the fault to this chat.
    pub fn chat(mut self, chat: i64) -> Self {
        self.chat = Some(chat);
        self
    }

    /// Sets the probability that the fault applies, 0 to 1.
    pub fn probability(mut self, probability: f64, seed: u64) -> Self {
        (self.probability, self.seed) = (probability, seed);
        self
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct InjectedFault {
    pub id: u64,
    pub fault: Fault,
    pub random: Random,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Faults {
    pub last: u64,
    pub set: Vec<InjectedFault>,
}

impl Faults {
    /// Returns the first fault for a call of this method, or for a delivery without a method, that `wants` accepts.
    pub fn strike(
        &mut self,
        bot: i64,
        chat: Option<i64>,
        method: Option<&str>,
        wants: impl Fn(&Fault) -> bool,
    ) -> Option<FaultKind> {
        let hits = |InjectedFault { fault, random, .. }: &mut InjectedFault| {
            let is_method = |wanted: &String| method.is_some_and(|method| wanted.eq_ignore_ascii_case(method));
            let meant = fault.bot.is_none_or(|wanted| wanted == bot)
                && fault.chat.is_none_or(|wanted| chat == Some(wanted))
                && fault.method.as_ref().is_none_or(is_method)
                && wants(fault);
            meant && (fault.probability >= 1.0 || random.happens(fault.probability))
        };
        let at = self.set.iter_mut().position(hits)?;
        let fault = &mut self.set.get_mut(at)?.fault;
        let kind = fault.kind.clone();
        if let Some(times) = &mut fault.times {
            *times = times.saturating_sub(1);
            if *times == 0 {
                self.set.remove(at);
            }
        }
        Some(kind)
    }

    /// Returns true if a fault of this kind applies to an update of a chat.
    pub fn strikes_update(&mut self, kind: &FaultKind, bot: i64, chat: i64) -> bool {
        self.strike(bot, Some(chat), None, |fault| fault.kind == *kind).is_some()
    }
}
