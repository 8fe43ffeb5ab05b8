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

    handles! {
        /// Where it stands.
        #[fails = "another emulator made it"]
        fn state(&self) -> PaymentState { self.world.ask(GetPayment::new(self.number())) }

        /// Chooses a shipping option by its identifier, the first one when none is given, and confirms.
        #[fails = "there is nothing to choose, or no such option"]
        fn ship(&self, option: Option<&str>) -> () {
            self.world.act(Ship::new(self.number()).option(option)).map(|_| ())
        }
    }

    fn number(&self) -> i64 {
        i64::try_from(self.number).unwrap_or(i64::MAX)
    }
}
