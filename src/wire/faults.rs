//! The errors that a walk has found.

use super::compact::{CompactField, text};
use super::json::SyntaxError;
use super::validation_error::{CheckResult, ValidationError, item, step};

/// Errors in the order of the text, boxed as in a `CheckResult`.
#[allow(clippy::vec_box)]
pub(crate) type Errors = Vec<Box<ValidationError>>;

/// The walk ends: it has found as many errors as its caller asked for, or text that is not JSON.
#[derive(Debug)]
pub(super) struct Stop;

/// The errors found so far, in order. Their paths begin at the value that is walked, so each level prepends its step.
pub(super) struct Faults {
    pub(super) found: Errors,
    most: usize,
}

impl Faults {
    /// Ends the walk at this many errors.
    pub(super) fn at_most(most: usize) -> Self {
        Self { found: Vec::new(), most }
    }

    /// Returns the number of errors.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        self.found.len()
    }

    /// Adds the error of an outcome. The cursor must be after the value in both cases.
    #[inline(always)]
    pub(super) fn add(&mut self, outcome: CheckResult) -> Result<(), Stop> {
        match outcome {
            Ok(()) => Ok(()),
            Err(error) => self.report(error),
        }
    }

    /// Adds an error.
    #[cold]
    #[inline(never)]
    pub(super) fn report(&mut self, error: Box<ValidationError>) -> Result<(), Stop> {
        self.found.push(error);
        if self.found.len() < self.most { Ok(()) } else { Err(Stop) }
    }

    /// Ends the walk at text that is not JSON, with an error.
    #[inline(always)]
    pub(super) fn read<T>(&mut self, outcome: Result<T, SyntaxError>) -> Result<T, Stop> {
        outcome.map_err(|error| self.malformed(error))
    }

    #[cold]
    fn malformed(&mut self, error: SyntaxError) -> Stop {
        self.found.push(ValidationError::of_syntax(error));
        Stop
    }

    /// Prepends a known field's name to the paths of the errors after the first ones.
    #[inline(always)]
    pub(super) fn in_known(&mut self, first: usize, field: CompactField) {
        if self.found.len() > first {
            self.within(first, &step(text(field.name())));
        }
    }

    /// Prepends an unknown field's name.
    #[inline(always)]
    pub(super) fn in_field(&mut self, first: usize, name: &str) {
        if self.found.len() > first {
            self.within(first, &step(name));
        }
    }

    /// Prepends an item's index.
    #[inline(always)]
    pub(super) fn in_item(&mut self, first: usize, index: usize) {
        if self.found.len() > first {
            self.within(first, &item(index));
        }
    }

    #[cold]
    #[inline(never)]
    fn within(&mut self, first: usize, step: &str) {
        for error in self.found.iter_mut().skip(first) {
            error.within(step);
        }
    }
}
