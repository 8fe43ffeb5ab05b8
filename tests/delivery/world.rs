//! The world of one delivery: the machine, and what really happened around it.

use botwire::policy::delivery::{BITS, Config, State};

/// Who has the update.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Claim {
    #[default]
    Free,
    Ours,
    Done,
    Other,
    DoneByOther,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Handler {
    #[default]
    NotYet,
    Runs,
    Returned,
    Threw,
}

/// The operation in flight.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Operation {
    #[default]
    None,
    Claim,
    Check,
    Report,
    Save(Save),
    Send,
    Release,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Save {
    pub sessions: bool,
    /// The machine asked for the text of the response.
    pub text: bool,
}

/// What the service got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Response {
    #[default]
    None,
    /// 200 while the handler runs.
    Early,
    Ok,
    Again,
    /// The client has left.
    Gone,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Failure {
    #[default]
    None,
    Store,
    Passing,
    Lasting,
}

/// The result of `onError`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Hook {
    #[default]
    Plain,
    Retry,
    Handled,
}

/// Of the query: from `answer()`, or returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Answer {
    #[default]
    None,
    Pending,
    Sent,
    /// The handler returned it.
    Returned,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Attempt {
    #[default]
    Early,
    Last,
    /// All attempts were used up.
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one fact about the world")]
pub struct World {
    pub machine: State,
    pub claim: Claim,
    pub attempt: Attempt,
    pub turn: bool,
    pub handler: Handler,
    pub waits: bool,
    pub is_wait_cancelled: bool,
    pub operation: Operation,
    pub is_paused: bool,
    pub is_claim_cancelled: bool,
    /// Given up while it waited, before an effect.
    pub is_doomed: bool,
    pub effect: bool,
    pub staged: bool,
    /// The session is in the store.
    pub written: bool,
    /// The text of the response is in the store.
    pub remembered: bool,
    /// The driver leaves the text out: it is too long, or has files.
    pub no_text: bool,
    pub has_call: bool,
    /// How often the call went out.
    pub calls_out: u8,
    pub answer: Answer,
    /// Given while the update was saved, so no text contains it.
    pub answered_late: bool,
    pub is_checked: bool,
    pub response: Response,
    pub failure: Failure,
    pub hook: Hook,
    pub will_retry: bool,
    pub reported: u8,
    pub told: u8,
    pub was_deadline: bool,
    pub is_lease_lost: bool,
    pub is_signalled: bool,
    /// Something went wrong that must be told.
    pub trouble: bool,
    pub claim_over: bool,
    pub save_over: bool,
    pub release_over: bool,
    pub is_dropped: bool,
    /// What the machine started when it was dropped.
    pub saved_when_dropped: bool,
    pub released_when_dropped: bool,
}

impl World {
    pub fn new(config: Config) -> Self {
        Self {
            machine: State::new(config),
            claim: Claim::default(),
            attempt: Attempt::default(),
            turn: false,
            handler: Handler::default(),
            waits: false,
            is_wait_cancelled: false,
            operation: Operation::default(),
            is_paused: false,
            is_claim_cancelled: false,
            is_doomed: false,
            effect: false,
            staged: false,
            written: false,
            remembered: false,
            no_text: false,
            has_call: false,
            calls_out: 0,
            answer: Answer::default(),
            answered_late: false,
            is_checked: false,
            response: Response::default(),
            failure: Failure::default(),
            hook: Hook::default(),
            will_retry: false,
            reported: 0,
            told: 0,
            was_deadline: false,
            is_lease_lost: false,
            is_signalled: false,
            trouble: false,
            claim_over: false,
            save_over: false,
            release_over: false,
            is_dropped: false,
            saved_when_dropped: false,
            released_when_dropped: false,
        }
    }

    /// True if nothing of the update counts any more: it was given up while it waited, and had no effect.
    pub fn is_given_up(&self) -> bool {
        self.is_doomed && !self.effect
    }

    /// True if the machine has that bit.
    pub fn knows(&self, name: &str) -> bool {
        let at = BITS.iter().position(|bit| *bit == name).expect("a bit");
        self.machine.bits() >> at & 1 == 1
    }

    pub fn is_response_open(&self) -> bool {
        self.response == Response::None
    }

    /// True if the response can carry something that has not gone out.
    pub fn has_content(&self) -> bool {
        let has_call = self.has_call && self.calls_out == 0 && self.failure == Failure::None;
        has_call || self.answer == Answer::Pending
    }
}

/// What may happen, and what is promised.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub config: Config,
    /// A webhook has a deadline and a client, and its host may drop it. Polling is stopped.
    pub is_webhook: bool,
    /// The update is a query, which `answer()` answers.
    pub is_query: bool,
}
