//! The options of a webhook: the deadline, claims, order, hooks, and how replies are sent.

use std::time::Duration;

use super::order::Order;
use super::request::Request;
use super::shared::Shared;
use super::stores::{AnyStore, MemoryStore};
use super::{AfterError, Failure};
use crate::client::{Bot, BoxFuture, Encoding, MaybeSend, MaybeSync};
use crate::policy::webhook::{ATTEMPTS, DEADLINE, LEASE, REMEMBERED};
use crate::webhook::Rejection;

/// Work that continues after the response.
pub type Task = BoxFuture<'static, ()>;

/// How a webhook sends the call that a handler returns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Returned {
    /// In the response. This is the fastest, and the service does not report whether the call succeeded.
    #[default]
    Inline,
    /// As an ordinary call of the bot, before the response and after the end of the update was saved. It is retried three times
    /// within 20 seconds unless the bot has its own policy. If it fails, [`Webhook::on_error`](crate::webhook::Webhook::on_error) is
    /// called; the update is done.
    Call,
}

/// The response to a delivery whose handler runs longer than the [deadline](crate::webhook::Webhook::deadline).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AtDeadline {
    /// 200: the handler goes on, and the service does not deliver the update again.
    #[default]
    Accept,
    /// 503: the handler goes on, and the service delivers the update again. The second delivery waits, because the first one
    /// still owns the claim. If the handler succeeds, the second delivery is answered with 200 and not handled. If the
    /// handler fails or its process is killed, the second delivery is handled.
    Retry,
}

#[derive(Clone)]
pub(in crate::webhook) struct WebhookOptions {
    pub bot: Option<Bot>,
    pub deadline: Option<Duration>,
    pub at_deadline: AtDeadline,
    pub wait_until: Option<Shared<dyn WaitUntil>>,
    /// True if refused calls wait as long as the service asks, because no host ends the program.
    pub is_polling: bool,
    /// Records which updates were handled, and turns.
    pub store: Shared<dyn AnyStore>,
    /// False if repeated deliveries are handled again.
    pub deduplicates: bool,
    pub order: Option<Order>,
    pub attempts: u32,
    pub remembers_responses: bool,
    pub claim_ttl: Duration,
    pub lease: Duration,
    pub returned: Returned,
    pub reply_encoding: Encoding,
    pub on_error: Option<Shared<dyn OnError>>,
    pub on_reject: Option<Shared<dyn OnReject>>,
}

/// A function of any type that can be shared.
pub(in crate::webhook) trait WaitUntil: Fn(Task) + MaybeSend + MaybeSync {}
impl<T: Fn(Task) + MaybeSend + MaybeSync> WaitUntil for T {}
pub(in crate::webhook) trait OnError: Fn(&Failure) -> AfterError + MaybeSend + MaybeSync {}
impl<T: Fn(&Failure) -> AfterError + MaybeSend + MaybeSync> OnError for T {}
pub(in crate::webhook) trait OnReject: Fn(&Rejection, &Request) + MaybeSend + MaybeSync {}
impl<T: Fn(&Rejection, &Request) + MaybeSend + MaybeSync> OnReject for T {}

impl Default for WebhookOptions {
    fn default() -> Self {
        Self::over(Shared::new(MemoryStore::local()))
    }
}

impl WebhookOptions {
    pub fn over(store: Shared<dyn AnyStore>) -> Self {
        Self {
            bot: None,
            deadline: Some(DEADLINE),
            at_deadline: AtDeadline::default(),
            wait_until: None,
            is_polling: false,
            store,
            deduplicates: true,
            order: None,
            attempts: ATTEMPTS,
            remembers_responses: true,
            claim_ttl: REMEMBERED,
            lease: LEASE,
            returned: Returned::default(),
            reply_encoding: Encoding::Json,
            on_error: None,
            on_reject: None,
        }
    }
}
