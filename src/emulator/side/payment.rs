//! Payments of users, from the press of the Pay button to the receipt.

use serde::Deserialize;
use serde_json::json;

use super::super::Refusal;
use super::world::World;
use crate::types::ShippingOption;

/// A payment under way.
#[derive(Debug, Clone)]
pub struct Payment {
    world: World,
    number: u64,
}

/// Where a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaymentStage {
    /// The bot has not answered the shipping query.
    Shipping,
    /// The user chooses a shipping option: [`Payment::ship`] goes on.
    Choosing,
    /// The bot has not answered the pre-checkout query, for which it has 10 seconds.
    Checkout,
    /// The message with `successful_payment` is sent.
    Paid,
    /// The bot refused or was late.
    Failed,
}

/// A payment as the user sees it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct PaymentState {
    /// Where it stands.
    pub stage: PaymentStage,
    /// Total price in the smallest units of the currency, with shipping once that is chosen.
    pub total_amount: i64,
    /// What the bot offers.
    #[serde(default)]
    pub shipping_options: Vec<ShippingOption>,
    /// What the user chose.
    pub shipping_option_id: Option<String>,
    /// Why it failed.
    pub error: Option<String>,
    /// The message with `successful_payment`.
    pub message_id: Option<i64>,
}

impl Payment {
    pub(super) fn new(world: World, number: u64) -> Self {
        Self { world, number }
    }

    /// Where it stands.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made it.
    pub fn state(&self) -> Result<PaymentState, Refusal> {
        self.world.ask("payment", json!({ "payment": self.number }))
    }

    /// Chooses a shipping option by its identifier, the first one when none is given, and confirms.
    ///
    /// # Errors
    /// When there is nothing to choose, or no such option.
    pub fn ship(&self, option: Option<&str>) -> Result<(), Refusal> {
        self.world.act::<bool>("ship", json!({ "payment": self.number, "option": option })).map(|_| ())
    }
}
