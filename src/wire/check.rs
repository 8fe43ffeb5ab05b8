//! Entry points of the check: the first error of parameters or of an update, or all errors.
//!
//! All errors are found in several passes: each one skips the errors that are already known.

use super::attachments::Attachments;
use super::compact::{self, UNKNOWN, UPDATE};
use super::descriptor::MethodDescriptor;
use super::skip::Skip;
use super::validation_error::{CheckResult, ValidationError};
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
    check_parameters(compact_of(method), parameters, options, 0)
}

/// The maximum number of errors of [`validate`].
const MOST_ERRORS: usize = 100;

/// The maximum number of bytes that [`validate`] reads, or twice the parameters: each error costs one pass.
const MOST_BYTES: usize = 64 << 20;

/// Returns every error of the parameters of a method, at most 100. The first is that of [`check`].
#[must_use]
pub fn validate(method: &MethodDescriptor, parameters: &str, options: &CheckOptions<'_>) -> Vec<ValidationError> {
    errors(compact_of(method), parameters, options)
}

/// Returns every error of the parameters of a method, or of a method beyond the specification.
pub(crate) fn errors(
    method: Option<compact::CompactMethod>,
    parameters: &str,
    options: &CheckOptions<'_>,
) -> Vec<ValidationError> {
    let most = MOST_ERRORS.min(1 + MOST_BYTES / parameters.len().max(1));
    let mut errors: Vec<ValidationError> = Vec::new();
    while errors.len() < most
        && let Err(error) = check_parameters(method, parameters, options, errors.len())
        // If the text ends early, each pass finds that error again.
        && errors.last() != Some(&error)
    {
        errors.push(error);
    }
    errors
}

fn compact_of(method: &MethodDescriptor) -> Option<compact::CompactMethod> {
    compact::find(method.name).map(|(_, method)| method)
}

/// Checks the parameters of a method, or of one beyond the specification: an object of JSON values.
///
/// # Errors
/// The first error after the skipped ones.
pub(crate) fn check_parameters(
    method: Option<compact::CompactMethod>,
    parameters: &str,
    options: &CheckOptions<'_>,
    skip: usize,
) -> Result<(), ValidationError> {
    walk_parameters(method, parameters, options, skip).map_err(|error| *error)
}

/// Does the same as [`check_parameters`], with a boxed error.
pub(crate) fn walk_parameters(
    method: Option<compact::CompactMethod>,
    parameters: &str,
    options: &CheckOptions<'_>,
    skip: usize,
) -> CheckResult {
    let CheckOptions { limits, attachments } = *options;
    let walk = Walk { limits, incoming: false, attachments, skip: Skip::errors(skip) };
    walk.whole(parameters, method.map_or(UNKNOWN, compact::CompactMethod::params))
}

/// Checks parameters of a method beyond the specification: an object of JSON values.
///
/// # Errors
/// The first value that JSON does not support.
pub fn check_unknown(parameters: &str, attachments: Attachments<'_>) -> Result<(), ValidationError> {
    check_parameters(None, parameters, &CheckOptions { attachments, ..CheckOptions::default() }, 0)
}

/// Checks the kind of every known field of an Update. Limits, enumerations, and unknown fields are not checked, since a
/// newer service may send values that this version does not know.
///
/// # Errors
/// The first error.
pub fn check_update(update: &str) -> Result<(), ValidationError> {
    walk_update(update).map_err(|error| *error)
}

/// Does the same as [`check_update`], with a boxed error.
pub(crate) fn walk_update(update: &str) -> CheckResult {
    let walk = Walk { limits: false, incoming: true, attachments: Attachments::default(), skip: Skip::errors(0) };
    walk.whole(update, UPDATE)
}
