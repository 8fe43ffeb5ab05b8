//! Identifies a bot in a store that several bots share.

/// The maximum number of digits of an identifier that a JavaScript number represents exactly.
const DIGITS: usize = 15;

/// Returns the bot's identifier: the digits before the colon of its token, if the token begins like that.
#[must_use]
pub fn bot_id(token: &str) -> Option<i64> {
    let (digits, _) = token.split_once(':')?;
    let is_id = digits.len() <= DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_id)
}

/// Returns the prefix of the bot's keys in a store: its identifier, or `h` and the hash of its token.
#[must_use]
pub fn bot_key(token: &str) -> String {
    bot_id(token).map_or_else(|| format!("h{:08x}", fnv1a(token.as_bytes())), |id| id.to_string())
}

/// Returns the 32-bit FNV-1a hash.
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
