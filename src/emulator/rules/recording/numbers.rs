//! Numbers in the headers of files.

/// Returns the number in these bytes, the highest byte first.
pub(super) fn big(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
    Some(bytes.get(at..at.checked_add(width)?)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Returns the number in these bytes, the lowest byte first.
pub(super) fn little(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
    Some(bytes.get(at..at.checked_add(width)?)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Divides, rounds, and limits a number of seconds to an Integer.
pub(super) fn seconds(count: u64, rate: u64) -> Option<i64> {
    let whole = count.checked_add(rate / 2)?.checked_div(rate)?;
    Some(i64::from(i32::try_from(whole).unwrap_or(i32::MAX)))
}
