//! How many errors a walk passes over: that is how the next one is found.

use std::cell::Cell;

use super::validation_error::{CheckResult, ValidationError};

/// The errors that are still to be passed over.
pub(super) struct Skip {
    left: Cell<usize>,
}

impl Skip {
    /// So many.
    pub(super) fn errors(count: usize) -> Self {
        Self { left: Cell::new(count) }
    }

    /// How many are left.
    #[inline(always)]
    pub(super) fn left(&self) -> usize {
        self.left.get()
    }

    /// The outcome of a check, after which the cursor stands behind the value in any case: a skipped error is a success.
    #[inline(never)]
    pub(super) fn in_outcome(&self, outcome: CheckResult) -> CheckResult {
        outcome.or_else(|error| self.report(error))
    }

    /// A success if the error is skipped.
    #[cold]
    #[inline(never)]
    pub(super) fn report(&self, error: Box<ValidationError>) -> CheckResult {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => Err(error),
        }
    }
}
