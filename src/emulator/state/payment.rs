//! Payments.

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::state::{ChatKey, Map};
use crate::methods::SendInvoice;
use crate::types::{LabeledPrice, OrderInfo, ShippingOption};

/// Where a payment stands.
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
    last: u64,
    pub all: Map<u64, StoredPayment>,
    pub deadlines: Map<(Time, u64), ()>,
}

impl Payments {
    pub fn add(&mut self, payment: StoredPayment) -> u64 {
        self.last += 1;
        self.all.insert(self.last, payment);
        self.last
    }

    /// Fails what the bot did not answer in time.
    pub fn expire(&mut self, now: Time) {
        while let Some(((_, id), ())) = self.deadlines.pop_before((now, 0)) {
            if let Some(payment) = self.all.get_mut(&id) {
                payment.fail("the bot did not answer the pre-checkout query within 10 seconds".into());
            }
        }
    }

    pub fn next_end(&self) -> Option<Time> {
        self.deadlines.keys().next().map(|(deadline, _)| deadline.after(1))
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
