//! The limits of the methods' parameters, for users too: their actions go past the check of a call.

use crate::wire::{Limit, MethodDescriptor};

/// Whether a number is outside of the limits of that parameter.
pub(crate) fn is_outside(method: &MethodDescriptor, name: &str, number: i64) -> bool {
    let (least, most): (i64, i64) = match method.params.field(name).map(|field| field.limit) {
        Some(Limit::Chars(least, most) | Limit::VisibleChars(least, most)) => (least.into(), most.into()),
        Some(Limit::Range(least, most)) => (least.into(), most.into()),
        _ => return false,
    };
    !(least..=most).contains(&number)
}

/// Whether a text has more or fewer characters than that parameter may have.
pub(crate) fn is_misfit(method: &MethodDescriptor, name: &str, text: &str) -> bool {
    is_outside(method, name, i64::try_from(text.chars().count()).unwrap_or(i64::MAX))
}
