//! Queries that bots answer: callback, inline, shipping and pre-checkout queries, and payments.
//!
//! Unspecified behavior: a query can be answered as long as its update is stored, 24 hours, except for the 10 seconds
//! of a pre-checkout query, and for [`Options::callback_timeout`](crate::emulator::Options::callback_timeout).

use std::mem::replace;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::refusal::{Refusal, refuse_if};
use crate::emulator::rules::known::TOO_OLD;
use crate::emulator::state::{ChatKey, Map, TtlMap};
use crate::methods::SendInvoice;
use crate::types::{InlineQueryResult, LabeledPrice, Location, OrderInfo, ShippingOption};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredQuery {
    pub bot: i64,
    pub user: i64,
    pub asks: Asks,
}

/// The kind of a query, and its answer if there is one. Payment queries have the stage of their payment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Asks {
    Callback { asked: Time, button: Button, answer: Option<CallbackAnswer> },
    Inline { typed: TypedQuery, answer: Option<Arc<InlineResults>> },
    Payment { payment: u64, stage: PaymentStage, is_answered: bool },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Button {
    pub chat: ChatKey,
    pub message_id: i64,
    /// `None` for the button of a game.
    pub data: Option<String>,
}

/// The text of an inline query, and the location of the user if the bot asks for it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TypedQuery {
    pub query: String,
    pub offset: String,
    pub location: Option<Location>,
}

/// The answer of a bot to a callback query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CallbackAnswer {
    /// The text that the client shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// True if the client shows an alert instead of a notification.
    pub show_alert: bool,
    /// The URL that the client opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Seconds for which the client keeps the answer.
    pub cache_time: i64,
}

/// The answer of a bot to an inline query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InlineResults {
    /// The results.
    pub results: Vec<InlineQueryResult>,
    /// The offset of the next results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<String>,
    /// The text of the button that switches to the private chat with the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switch_pm_text: Option<String>,
    /// The parameter of the `/start` that this button sends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switch_pm_parameter: Option<String>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Queries {
    pub all: TtlMap<StoredQuery>,
    /// Answers to callback queries, cached by the clients of users.
    pub callbacks: TtlMap<CallbackAnswer>,
    /// Answers to inline queries, cached by the service.
    pub inline: TtlMap<Arc<InlineResults>>,
}

impl Button {
    /// Returns the key of the answer in the client's cache.
    pub fn key(&self, user: i64) -> String {
        // As JSON, because Debug would add the formatting of floats to the wasm.
        serde_json::to_string(&(user, self)).unwrap_or_default()
    }
}

impl TypedQuery {
    /// Returns the key of the answer in the service's cache, for a user or for all.
    pub fn key(&self, bot: i64, user: Option<i64>) -> String {
        serde_json::to_string(&(bot, user, self)).unwrap_or_default()
    }
}

/// The answer of a bot to a query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum QueryAnswer {
    /// The answer to a callback query.
    Callback(CallbackAnswer),
    /// The answer to an inline query.
    Inline(Arc<InlineResults>),
    /// The answer to a shipping or pre-checkout query.
    Payment(bool),
}

impl StoredQuery {
    pub fn payment(&self) -> Option<u64> {
        if let Asks::Payment { payment, .. } = self.asks { Some(payment) } else { None }
    }

    /// Returns the answer, or `None` while the user's client shows that it is loading.
    pub fn answer(&self) -> Option<QueryAnswer> {
        match &self.asks {
            Asks::Callback { answer, .. } => answer.clone().map(QueryAnswer::Callback),
            Asks::Inline { answer, .. } => answer.clone().map(QueryAnswer::Inline),
            Asks::Payment { is_answered, .. } => is_answered.then_some(QueryAnswer::Payment(true)),
        }
    }

    /// Marks a payment query as answered. A second answer is refused.
    pub fn answer_once(&mut self) -> Result<(), Refusal> {
        let Asks::Payment { is_answered, .. } = &mut self.asks else { return Err(too_old()) };
        refuse_if(replace(is_answered, true), "query is answered already")
    }
}

/// Returns the error for an answer that is too late, or to a query of another bot.
pub(crate) fn too_old() -> Refusal {
    Refusal::bad_request(TOO_OLD)
}

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PaymentStage {
    /// The bot has not answered the shipping query.
    Shipping,
    /// The user chooses a shipping option.
    Choosing,
    /// The bot has not answered the pre-checkout query, for which it has 10 seconds.
    Checkout,
    /// The message with `successful_payment` is sent.
    Paid,
    /// The bot refused or was late.
    Failed,
}

/// A payment as the user sees it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PaymentState {
    /// The stage.
    pub stage: PaymentStage,
    /// Total price in the smallest units of the currency. Includes shipping after the user has chosen it.
    pub total_amount: i64,
    /// The shipping options of the bot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shipping_options: Vec<ShippingOption>,
    /// The chosen shipping option.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_option_id: Option<String>,
    /// The reason for a failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The message with `successful_payment`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_id: Option<i64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredPayment {
    pub user: i64,
    pub bot: i64,
    pub chat: ChatKey,
    pub invoice_id: i64,
    pub terms: SendInvoice,
    pub order_info: Option<OrderInfo>,
    pub state: PaymentState,
    /// When it fails without an answer to the pre-checkout query.
    pub deadline: Option<Time>,
}

/// All payments, and the deadlines of those that wait for a checkout.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Payments {
    pub all: Map<u64, StoredPayment>,
    pub deadlines: Map<(Time, u64), ()>,
}

impl Payments {
    /// Fails payments whose deadline has passed.
    pub fn expire(&mut self, now: Time) {
        while let Some(((_, id), ())) = self.deadlines.pop_before((now, 0)) {
            if let Some(payment) = self.all.get_mut(&id) {
                payment.fail("the bot did not answer the pre-checkout query within 10 seconds".into());
            }
        }
    }
}

impl PaymentState {
    pub(crate) fn new(stage: PaymentStage, total_amount: i64) -> Self {
        let shipping_options = Vec::new();
        Self { stage, total_amount, shipping_options, shipping_option_id: None, error: None, message_id: None }
    }
}

impl StoredPayment {
    /// Fails the payment unless it has already ended.
    pub fn fail(&mut self, error: String) {
        if !matches!(self.state.stage, PaymentStage::Paid | PaymentStage::Failed) {
            (self.state.stage, self.state.error) = (PaymentStage::Failed, Some(error));
        }
    }
}

/// Returns the sum of prices, or `None` if it does not fit an Integer.
pub(crate) fn sum(prices: &[LabeledPrice]) -> Option<i64> {
    let total = prices.iter().try_fold(0_i64, |total, price| total.checked_add(price.amount))?;
    i32::try_from(total).ok().map(i64::from)
}

impl SendInvoice {
    /// Returns the total price of a checked invoice.
    pub(crate) fn total(&self) -> i64 {
        sum(&self.prices).unwrap_or(0)
    }
}
