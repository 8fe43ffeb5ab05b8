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

#[cfg(test)]
mod tests {
    use super::{bot_id, bot_key, fnv1a};

    #[test]
    fn hashes_are_those_of_the_published_vectors() {
        for (text, hash) in [("", 0x811c_9dc5), ("a", 0xe40c_292c), ("foobar", 0xbf9c_f968)] {
            assert_eq!(fnv1a(text.as_bytes()), hash, "{text}");
        }
    }

    #[test]
    fn a_key_is_the_identifier_or_a_hash() {
        assert_eq!(bot_key("110201543:AAHdqTcv"), "110201543");
        for token in ["foobar", ":foobar", "a1:foobar", "1"] {
            assert_eq!((bot_id(token), bot_key(token).len()), (None, 9), "{token}");
        }
        assert_eq!(bot_key("foobar"), "hbf9cf968");
    }
}
