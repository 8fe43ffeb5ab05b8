//! Random numbers of the platform, which are not secure.

/// Returns a number from 0 to 1, or any value if a page replaces `Math.random`.
#[cfg(all(feature = "client", web))]
pub(crate) fn random() -> f64 {
    js_sys::Math::random()
}

/// Returns a number from 0 to 1.
#[cfg(not(all(feature = "client", web)))]
#[allow(clippy::cast_possible_truncation)] // any 32 bits will do
pub(crate) fn random() -> f64 {
    use std::hash::{BuildHasher, RandomState};
    f64::from(RandomState::new().hash_one(0) as u32) / f64::from(u32::MAX)
}

/// Returns 16 random hexadecimal digits.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // any 32 bits will do
pub(crate) fn random_digits() -> String {
    let digits = || (random() * f64::from(u32::MAX)) as u32;
    let number = u64::from(digits()) << 32 | u64::from(digits());
    let mut text = String::with_capacity(16);
    text.extend((0..16).rev().filter_map(|place| char::from_digit((number >> (4 * place)) as u32 & 0xf, 16)));
    text
}
