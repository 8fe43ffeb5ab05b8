//! Repeatable random numbers (splitmix64). Written here, because the sequence of a crate, and with it all identifiers,
//! may change with its version.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Random(#[serde(with = "super::state::bits")] u64);

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Returns a number that differs from call to call, or 0 on wasm32, where the standard library has none.
pub(crate) fn entropy() -> u64 {
    #[cfg(web)]
    return 0;
    #[cfg(not(web))]
    std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), 0)
}

impl Random {
    /// Returns true with this probability, 0 to 1.
    #[allow(clippy::cast_precision_loss)] // 53 bits are exact
    pub fn happens(&mut self, probability: f64) -> bool {
        ((self.next() >> 11) as f64) < probability * 9_007_199_254_740_992.0
    }

    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 1 to `most`, which is at least 1.
    pub fn up_to(&mut self, most: u32) -> i64 {
        let most = u64::from(most.max(1));
        i64::try_from(self.next() % most).unwrap_or(0) + 1
    }

    pub fn letters(&mut self, count: usize) -> String {
        let mut letter = || {
            let index = usize::try_from(self.next() >> 58).unwrap_or(0);
            LETTERS.get(index).copied().map_or('A', char::from)
        };
        (0..count).map(|_| letter()).collect()
    }
}
