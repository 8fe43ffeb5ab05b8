//! How many errors a walk passes over: that is how the next one is found.

use std::cell::Cell;

use super::validation_error::{CheckResult, ValidationError};

/// The errors that are still to be passed over.
pub(super) struct Skip {
    remaining: Cell<usize>,
}

impl Skip {
    /// So many.
    pub(super) fn errors(count: usize) -> Self {
        Self { remaining: Cell::new(count) }
    }

    #[inline(always)]
    pub(super) fn remaining(&self) -> usize {
        self.remaining.get()
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
        match self.remaining.get().checked_sub(1) {
            Some(remaining) => {
                self.remaining.set(remaining);
                Ok(())
            }
            None => Err(error),
        }
    }
}
