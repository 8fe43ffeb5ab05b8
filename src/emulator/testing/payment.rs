//! Payments of users, from the press of the Pay button to the receipt.

use super::super::actions::{GetPayment, Ship};
use super::super::{PaymentState, Refusal};
use super::world::SharedWorld;

/// A payment under way.
#[derive(Debug, Clone)]
pub struct Payment {
    world: SharedWorld,
    number: u64,
}

impl Payment {
    pub(super) fn new(world: SharedWorld, number: u64) -> Self {
        Self { world, number }
    }

    /// Where it stands.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made it.
    pub fn state(&self) -> Result<PaymentState, Refusal> {
        self.world.ask(GetPayment::new(self.number()))
    }

    /// Chooses a shipping option by its identifier, the first one when none is given, and confirms.
    ///
    /// # Errors
    /// When there is nothing to choose, or no such option.
    pub fn ship(&self, option: Option<&str>) -> Result<(), Refusal> {
        self.world.act(Ship::new(self.number()).option(option)).map(|_| ())
    }

    fn number(&self) -> i64 {
        i64::try_from(self.number).unwrap_or(i64::MAX)
    }
}
