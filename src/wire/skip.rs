//! How many faults a walk passes over: that is how the next one is found.

use std::cell::Cell;

use super::fault::{Fault, Outcome};

/// The faults that are still to be passed over.
pub(super) struct Skip {
    left: Cell<usize>,
}

impl Skip {
    /// So many.
    pub(super) fn faults(count: usize) -> Self {
        Self { left: Cell::new(count) }
    }

    /// How many are left.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }

    /// The outcome of a check, after which the cursor stands behind the value in any case: a skipped fault is a success.
    #[inline(never)]
    pub(super) fn in_outcome(&self, outcome: Outcome) -> Outcome {
        outcome.or_else(|fault| self.fault(fault))
    }

    /// A success if the fault is skipped.
    #[cold]
    #[inline(never)]
    pub(super) fn fault(&self, fault: Box<Fault>) -> Outcome {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(fault),
        }
    }
}
