//! The end of an update: a machine without I/O, which decides what happens after each event.
//!
//! The drivers of the webhook and of polling, in Rust and in TypeScript, do the I/O. They tell the machine what happened and
//! do what it says. Errors, calls, owners and texts travel from the event that brings them to the action that needs them in
//! a record of the driver, which no decision reads. JavaScript interprets the same rules: `botwire-render` writes them to
//! `updates/delivery-rules.ts`.

mod names;
mod parse;
mod rules;

pub use names::{Action, BITS, Event, GROUPS, STEPS};
pub use parse::{Rule, read};
pub use rules::{RULES, TEXT};

use parse::bit_named;

/// What does not change while an update is handled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Config {
    /// `atDeadline` is "accept".
    pub accepts: bool,
    /// The response can carry a call. False for `poll` and if returned calls are sent as ordinary calls.
    pub inline: bool,
    /// There is a bot that sends ordinary calls. False for a webhook in Rust without a bot.
    pub sends: bool,
}

/// The state of an update, with its configuration: the bits of [`BITS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct State(u32);

impl State {
    /// Returns the state before [`Event::Start`].
    #[must_use]
    pub const fn new(config: Config) -> Self {
        let Config { accepts, inline, sends } = config;
        let mut bits = const { bit_named("New") | bit_named("open") };
        if accepts {
            bits |= const { bit_named("accepts") };
        }
        if inline {
            bits |= const { bit_named("inline") };
        }
        if sends {
            bits |= const { bit_named("sends") };
        }
        Self(bits)
    }

    /// Returns the state after an event, and what the driver has to do.
    #[must_use]
    pub fn step(self, event: Event) -> (Self, Actions) {
        self.step_by(&RULES, event)
    }

    /// The same by other rules, for tests of the rules.
    #[must_use]
    pub fn step_by(self, rules: &[Rule], event: Event) -> (Self, Actions) {
        let (mut bits, mut actions, mut next) = (self.0, Actions::default(), Some(event as u8));
        while let Some(name) = next {
            let fits = |rule: &&Rule| {
                rule.events >> name & 1 == 1
                    && (rule.phases == 0 || rule.phases & bits != 0)
                    && rule.all & bits == rule.all
                    && rule.none & bits == 0
                    && (rule.any == 0 || rule.any & bits != 0)
            };
            let Some(rule) = rules.iter().find(fits) else { break };
            bits = bits & !rule.clears | rule.sets;
            rule.actions.iter().flatten().for_each(|action| actions.add(*action));
            next = rule.then;
        }
        (Self(bits), actions)
    }

    /// Returns true if nothing is left to do. Later events are ignored.
    #[must_use]
    pub const fn is_ended(self) -> bool {
        self.0 & const { bit_named("Ended") } != 0
    }

    /// Returns true if the update was given up while it waited: waits fail at once.
    #[must_use]
    pub const fn is_given_up(self) -> bool {
        self.0 & const { bit_named("givenUp") } != 0
    }

    /// Returns true if the handler waits for a turn or a session. A second wait at the same time is an error of the program.
    #[must_use]
    pub const fn waits(self) -> bool {
        self.0 & const { bit_named("waits") } != 0
    }

    /// Returns the bits, for tests.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// The most actions of one step.
const MOST: usize = 3;

/// What the driver has to do, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Actions([Option<Action>; MOST]);

impl Actions {
    fn add(&mut self, action: Action) {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(action);
        }
    }
}

impl IntoIterator for Actions {
    type Item = Action;
    type IntoIter = std::iter::Flatten<std::array::IntoIter<Option<Action>, MOST>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter().flatten()
    }
}
