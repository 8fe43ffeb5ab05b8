//! Random numbers of the platform, which are not secure.

/// Returns a number from 0 to 1, or any value if a page replaces `Math.random`.
#[cfg(all(feature = "client", web))]
pub(crate) fn random() -> f64 {
    js_sys::Math::random()
}

/// Returns a number from 0 to 1.
#[cfg(all(feature = "client", not(web)))]
#[allow(clippy::cast_possible_truncation)] // any 32 bits will do
pub(crate) fn random() -> f64 {
    f64::from(random_bits() as u32) / f64::from(u32::MAX)
}

#[cfg(not(all(feature = "client", web)))]
fn random_bits() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0)
}

#[cfg(all(feature = "client", web))]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // any 32 bits will do
fn random_bits() -> u64 {
    let bits = || (random() * f64::from(u32::MAX)) as u32;
    u64::from(bits()) << 32 | u64::from(bits())
}

/// Returns 16 random hexadecimal digits.
#[allow(clippy::cast_possible_truncation)] // four bits each
pub(crate) fn random_digits() -> String {
    let number = random_bits();
    let mut text = String::with_capacity(16);
    text.extend((0..16).rev().filter_map(|place| char::from_digit((number >> (4 * place)) as u32 & 0xf, 16)));
    text
}
