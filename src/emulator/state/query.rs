//! Queries that bots answer: callback, inline, shipping and pre-checkout queries, and payments.
//!
//! The specification does not say how long a query can be answered, but for the 10 seconds of a
//! pre-checkout query: here it is as long as its update is stored, 24 hours.

use std::mem::replace;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::refusal::{Refusal, refuse_if};
use crate::emulator::state::{ChatKey, Map, TtlMap};
use crate::methods::SendInvoice;
use crate::types::{InlineQueryResult, LabeledPrice, Location, OrderInfo, ShippingOption};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredQuery {
    pub bot: i64,
    pub user: i64,
    pub asks: Asks,
}

/// What is asked, and the answer once there is one. A shipping or pre-checkout query says the stage of its payment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Asks {
    Callback { button: Button, answer: Option<CallbackAnswer> },
    Inline { typed: TypedQuery, answer: Option<Arc<InlineResults>> },
    Payment { payment: u64, stage: PaymentStage, is_answered: bool },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Button {
    pub chat: ChatKey,
    pub message_id: i64,
    /// None for a game's button.
    pub data: Option<String>,
}

/// What a user typed behind the username of a bot, and where they are if the bot asks for that.
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
    /// What the client shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it shows an alert instead of a notification.
    pub show_alert: bool,
    /// The URL that the client opens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Seconds that the client keeps the answer.
    pub cache_time: i64,
}

/// The answer of a bot to an inline query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct InlineResults {
    /// The results.
    pub results: Vec<InlineQueryResult>,
    /// The offset with which the next results are asked for.
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
    /// Answers to callback queries that the clients of users keep.
    pub callbacks: TtlMap<CallbackAnswer>,
    /// Answers to inline queries that the service keeps.
    pub inline: TtlMap<Arc<InlineResults>>,
}

impl Button {
    /// Under which the client of a user keeps the answer.
    pub fn key(&self, user: i64) -> String {
        // As JSON: Debug would bring the formatting of floats into the wasm once more.
        serde_json::to_string(&(user, self)).unwrap_or_default()
    }
}

impl TypedQuery {
    /// Under which the service keeps the answer for a user, or for everybody.
    pub fn key(&self, bot: i64, user: Option<i64>) -> String {
        serde_json::to_string(&(bot, user, self)).unwrap_or_default()
    }
}

/// The answer of a bot to a query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum QueryAnswer {
    /// To a callback query.
    Callback(CallbackAnswer),
    /// To an inline query.
    Inline(Arc<InlineResults>),
    /// To a shipping or pre-checkout query.
    Payment(bool),
}

impl StoredQuery {
    pub fn payment(&self) -> Option<u64> {
        if let Asks::Payment { payment, .. } = self.asks { Some(payment) } else { None }
    }

    /// The answer; none while the user's client shows that it is loading.
    pub fn answer(&self) -> Option<QueryAnswer> {
        match &self.asks {
            Asks::Callback { answer, .. } => answer.clone().map(QueryAnswer::Callback),
            Asks::Inline { answer, .. } => answer.clone().map(QueryAnswer::Inline),
            Asks::Payment { is_answered, .. } => is_answered.then_some(QueryAnswer::Payment(true)),
        }
    }

    /// Takes the answer to a query about a payment, of which there is one.
    pub fn answer_once(&mut self) -> Result<(), Refusal> {
        let Asks::Payment { is_answered, .. } = &mut self.asks else { return Err(too_old()) };
        refuse_if(replace(is_answered, true), "query is answered already")
    }
}

/// The bot answered too late, or somebody else's query.
pub(crate) fn too_old() -> Refusal {
    Refusal::bad_request("query is too old or the query identifier is invalid")
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
    /// Where it stands.
    pub stage: PaymentStage,
    /// Total price in the smallest units of the currency, with shipping once that is chosen.
    pub total_amount: i64,
    /// What the bot offers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shipping_options: Vec<ShippingOption>,
    /// What the user chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shipping_option_id: Option<String>,
    /// Why it failed.
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
    /// When it fails if the bot does not answer the pre-checkout query.
    pub deadline: Option<Time>,
}

/// All payments, and when those that wait for a checkout fail.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Payments {
    pub all: Map<u64, StoredPayment>,
    pub deadlines: Map<(Time, u64), ()>,
}

impl Payments {
    /// Fails what the bot did not answer in time.
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
    /// The bot refuses it, or is late, unless it is over already.
    pub fn fail(&mut self, error: String) {
        if !matches!(self.state.stage, PaymentStage::Paid | PaymentStage::Failed) {
            (self.state.stage, self.state.error) = (PaymentStage::Failed, Some(error));
        }
    }
}

/// The sum of prices; none when it does not fit an Integer.
pub(crate) fn sum(prices: &[LabeledPrice]) -> Option<i64> {
    let total = prices.iter().try_fold(0_i64, |total, price| total.checked_add(price.amount))?;
    i32::try_from(total).ok().map(i64::from)
}

impl SendInvoice {
    /// The total price of an invoice that was checked.
    pub(crate) fn total(&self) -> i64 {
        sum(&self.prices).unwrap_or(0)
    }
}
