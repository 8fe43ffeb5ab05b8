//! The number of errors that a walk skips, to find the next one.

use std::cell::Cell;

use super::validation_error::{CheckResult, ValidationError};

/// The errors that are still to be skipped.
pub(super) struct Skip {
    remaining: Cell<usize>,
}

impl Skip {
    /// Skips this many errors.
    pub(super) fn errors(count: usize) -> Self {
        Self { remaining: Cell::new(count) }
    }

    #[inline(always)]
    pub(super) fn remaining(&self) -> usize {
        self.remaining.get()
    }

    /// Turns a skipped error into a success. The cursor must be after the value in both cases.
    #[inline(never)]
    pub(super) fn in_outcome(&self, outcome: CheckResult) -> CheckResult {
        outcome.or_else(|error| self.report(error))
    }

    /// Returns a success if the error is skipped.
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
