//! How updates reach bots: by long polls and by webhooks.

mod webhooks;

use crate::emulator::clock::Time;
use crate::emulator::http::LogEntry;
use crate::emulator::state::{FaultKind, FaultName};

/// A request to make: POST of the Update as `application/json`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delivery {
    /// Number under which [`Service::delivered`](crate::emulator::Service::delivered) takes the outcome.
    pub id: u64,
    /// Identifier of the bot.
    pub bot: i64,
    /// The webhook.
    pub url: String,
    /// The Update as JSON text.
    pub body: String,
    /// `secret_token` of the call that set the webhook, with [`Options::compat`](crate::emulator::Options::compat); empty for none.
    pub secret: String,
    /// Identifier of the Update.
    pub update_id: i64,
    /// 1 for the first attempt.
    pub attempt: u32,
    /// What is to strike it on its way, by an injected fault.
    pub fault: Option<FaultKind>,
}

/// What came of a delivery.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// The webhook answered. A status of 200 to 299 confirms the update; the body may hold a call.
    Answered {
        /// HTTP status.
        status: u16,
        /// `Content-Type` of the body.
        content_type: &'a str,
        /// Body.
        body: &'a [u8],
    },
    /// No answer came, for that reason.
    Failed(&'a str),
}

/// A delivery whose outcome is not known yet.
#[derive(Debug, Clone)]
pub(crate) struct InFlight {
    pub bot: i64,
    pub url: String,
    pub update: i64,
    pub chat: i64,
    pub attempt: u32,
    /// The fault that strikes it, or that has it made.
    pub fault: Option<FaultName>,
}

/// A getUpdates that waits.
#[derive(Debug, Clone)]
pub(crate) struct Poll {
    pub bot: i64,
    /// The first `update_id` to return.
    pub from: i64,
    pub limit: usize,
    pub until: Time,
    pub fault: Option<FaultKind>,
    /// The start of its entry in the log.
    pub entry: Option<LogEntry>,
}
