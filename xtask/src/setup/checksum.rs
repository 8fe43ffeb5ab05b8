//! SHA-256, of archives before they are built. By hand, since this program has no dependencies.

use std::fmt::Write as _;

/// The digest in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let mut state = fractions(8, 2);
    let rounds = fractions(64, 3);
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend_from_slice(&(bytes.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut state, block, &rounds);
    }
    state.iter().fold(String::new(), |mut hex, word| {
        let _ = write!(hex, "{word:08x}");
        hex
    })
}

/// The first 32 bits of the fractions of the square or cube roots of the first primes: the constants of the standard.
fn fractions(count: usize, root: u32) -> Vec<u32> {
    let primes = (2_u128..).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
    primes.take(count).map(|prime| fraction(prime, root)).collect()
}

/// By bisection in whole numbers: the largest `x` with `x^root <= prime * 2^(32 root)`.
#[allow(clippy::cast_possible_truncation)]
fn fraction(prime: u128, root: u32) -> u32 {
    let (mut low, mut high) = (0_u128, 1 << 38);
    while high - low > 1 {
        let middle = u128::midpoint(low, high);
        let is_low = middle.pow(root) <= prime << (32 * root);
        (low, high) = if is_low { (middle, high) } else { (low, middle) };
    }
    low as u32
}

#[allow(clippy::indexing_slicing, clippy::many_single_char_names)]
fn compress(state: &mut [u32], block: &[u8], rounds: &[u32]) {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|word| word.iter().fold(0, |sum, byte| sum << 8 | u32::from(*byte))).collect();
    for at in 16..64 {
        let (near, far) = (words[at - 2], words[at - 15]);
        let first = far.rotate_right(7) ^ far.rotate_right(18) ^ (far >> 3);
        let second = near.rotate_right(17) ^ near.rotate_right(19) ^ (near >> 10);
        words.push(words[at - 16].wrapping_add(first).wrapping_add(words[at - 7]).wrapping_add(second));
    }
    let mut now = state.to_vec();
    for (word, round) in words.iter().zip(rounds) {
        let (a, b, c, e, f, g) = (now[0], now[1], now[2], now[4], now[5], now[6]);
        let rotated = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = (e & f) ^ (!e & g);
        let first = [rotated, chosen, *round, *word].iter().fold(now[7], |sum, term| sum.wrapping_add(*term));
        let second =
            (a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22)).wrapping_add((a & b) ^ (a & c) ^ (b & c));
        now.rotate_right(1);
        now[4] = now[4].wrapping_add(first);
        now[0] = first.wrapping_add(second);
    }
    for (sum, term) in state.iter_mut().zip(now) {
        *sum = sum.wrapping_add(term);
    }
}

#[cfg(test)]
mod tests {
    use super::sha256;

    /// The examples of FIPS 180-4, and lengths around a block.
    #[test]
    fn digests_are_those_of_the_standard() {
        let examples: [(&[u8], &str); 3] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        for (text, digest) in examples {
            assert_eq!(sha256(text), digest);
        }
        assert_eq!(sha256(&[b'a'; 64]), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
        assert_eq!(sha256(&[b'a'; 55]), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
    }
}
