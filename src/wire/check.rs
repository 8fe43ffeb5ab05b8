//! Entry points of the check: the first error of parameters or of an update, or all errors, in one pass.

use super::attachments::Attachments;
use super::compact::{self, UNKNOWN, UPDATE};
use super::descriptor::MethodDescriptor;
use super::faults::{Errors, Faults};
use super::validation_error::ValidationError;
use super::walk::Walk;

/// How parameters are checked.
#[derive(Debug, Clone, Copy)]
pub struct CheckOptions<'a> {
    /// Checks limits, formats, enumerated values, and rules for the arrangement of fields. Kinds, required fields, and
    /// targets are always checked.
    pub limits: bool,
    /// The files that were taken out of the parameters.
    pub attachments: Attachments<'a>,
}

impl Default for CheckOptions<'_> {
    fn default() -> Self {
        Self { limits: true, attachments: Attachments::default() }
    }
}

/// Checks the parameters of a method.
///
/// # Errors
/// The first error: its path, what was expected, and what was received.
pub fn check(method: &MethodDescriptor, parameters: &str, options: &CheckOptions<'_>) -> Result<(), ValidationError> {
    first(check_parameters(compact_of(method), parameters, options, 1))
}

/// The maximum number of errors of [`validate`].
pub(crate) const MOST_ERRORS: usize = 100;

/// Returns every error of the parameters of a method, at most 100. The first is that of [`check`].
#[must_use]
pub fn validate(method: &MethodDescriptor, parameters: &str, options: &CheckOptions<'_>) -> Vec<ValidationError> {
    let errors = check_parameters(compact_of(method), parameters, options, MOST_ERRORS);
    errors.into_iter().map(|error| *error).collect()
}

fn compact_of(method: &MethodDescriptor) -> Option<compact::CompactMethod> {
    compact::find(method.name).map(|(_, method)| method)
}

fn first(errors: Errors) -> Result<(), ValidationError> {
    errors.into_iter().next().map_or(Ok(()), |error| Err(*error))
}

/// Returns the errors of the parameters of a method, or of one beyond the specification: an object of JSON values. Ends
/// at that many.
pub(crate) fn check_parameters(
    method: Option<compact::CompactMethod>,
    parameters: &str,
    options: &CheckOptions<'_>,
    most: usize,
) -> Errors {
    let CheckOptions { limits, attachments } = *options;
    let walk = Walk { limits, incoming: false, attachments, faults: Faults::at_most(most) };
    walk.errors(parameters, method.map_or(UNKNOWN, compact::CompactMethod::params))
}

/// Checks parameters of a method beyond the specification: an object of JSON values.
///
/// # Errors
/// The first value that JSON does not support.
pub fn check_unknown(parameters: &str, attachments: Attachments<'_>) -> Result<(), ValidationError> {
    first(check_parameters(None, parameters, &CheckOptions { attachments, ..CheckOptions::default() }, 1))
}

/// Checks the kind of every known field of an Update. Limits, enumerations, and unknown fields are not checked, since a
/// newer service may send values that this version does not know.
///
/// # Errors
/// The first error.
pub fn check_update(update: &str) -> Result<(), ValidationError> {
    first(walk_update(update))
}

/// Returns the first error of an Update, if there is one.
pub(crate) fn walk_update(update: &str) -> Errors {
    let attachments = Attachments::default();
    Walk { limits: false, incoming: true, attachments, faults: Faults::at_most(1) }.errors(update, UPDATE)
}
