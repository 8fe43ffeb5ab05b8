//! Finds the float nearest to a decimal number, where no platform does.
//!
//! The parser of the standard library is not used: its table adds 10 kB that do not compress, for speed that latitudes
//! and longitudes do not need.

use std::cmp::Ordering;

/// This many digits identify every float. Of further digits, it only matters whether one is not 0.
const DIGITS: usize = 800;

/// Beyond this power of ten, every number is 0 or infinite.
const LARGEST_POWER: i64 = 400;

/// Returns the bits of the float nearest to a number of JSON text without a sign.
pub(super) fn nearest(number: &str) -> u64 {
    const INFINITE: u64 = 0x7ff << 52;
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (mut digits, mut count, mut has_more) = (Natural(Vec::new()), 0, false);
    let (mut power, mut is_fraction) = (0_i64, false);
    for byte in mantissa.bytes() {
        match byte {
            b'.' => is_fraction = true,
            _ if count < DIGITS => {
                digits.multiply_add(10, digit(byte));
                count += usize::from(!digits.0.is_empty());
                power -= i64::from(is_fraction);
            }
            _ => {
                has_more |= byte != b'0';
                power += i64::from(!is_fraction);
            }
        }
    }
    if digits.0.is_empty() {
        return 0;
    }
    power = power.saturating_add(parsed(exponent));
    let size = power.saturating_add(i64::try_from(count).unwrap_or(i64::MAX));
    if size > LARGEST_POWER {
        return INFINITE;
    }
    if size < -LARGEST_POWER {
        return 0;
    }
    let mut divisor = Natural(vec![1]);
    if power < 0 { &mut divisor } else { &mut digits }.raise(power.unsigned_abs());
    // The quotient has 64 or 65 bits: the number times two to that power.
    let scale = 64 + divisor.bits() - digits.bits();
    if scale < 0 { &mut divisor } else { &mut digits }.shift(scale.unsigned_abs());
    let (quotient, is_exact) = digits.divide(&divisor);
    // Bits below the last one of the float, which has 53 bits, or fewer close to zero.
    let length = i64::from(u128::BITS - quotient.leading_zeros());
    let dropped = (length - 53).max(scale - 1074);
    let Some(half) = u32::try_from(dropped - 1).ok().and_then(|shift| 1_u128.checked_shl(shift)) else { return 0 };
    let (kept, rest) = (quotient / (2 * half), quotient % (2 * half));
    let is_up = match rest.cmp(&half) {
        Ordering::Less => false,
        Ordering::Equal => !is_exact || has_more || kept % 2 == 1,
        Ordering::Greater => true,
    };
    // The highest of the 53 bits is not stored: it adds one to the exponent before them.
    let stored = u64::try_from(kept).unwrap_or_default() + u64::from(is_up);
    let exponent = u64::try_from(dropped - scale + 1074).unwrap_or_default();
    ((exponent << 52) + stored).min(INFINITE)
}

/// Parses an exponent. Saturates, because the result is then 0 or infinite anyway.
fn parsed(exponent: &str) -> i64 {
    let digits = exponent.trim_start_matches(['+', '-']).bytes();
    let size = digits.fold(0_i64, |size, byte| size.saturating_mul(10).saturating_add(digit(byte).into()));
    if exponent.starts_with('-') { -size } else { size }
}

fn digit(byte: u8) -> u32 {
    u32::from(byte & 0xf)
}

/// A natural number of any size, with the lowest digits first. Empty for zero.
struct Natural(Vec<u32>);

impl Natural {
    fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for digit in &mut self.0 {
            carry += u64::from(*digit) * u64::from(factor);
            *digit = low(carry);
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(low(carry));
        }
    }

    /// Multiplies by that power of ten.
    fn raise(&mut self, power: u64) {
        for _ in 0..power / 9 {
            self.multiply_add(1_000_000_000, 0);
        }
        for _ in 0..power % 9 {
            self.multiply_add(10, 0);
        }
    }

    fn bits(&self) -> i64 {
        let highest = self.0.last().map_or(0, |digit| digit.leading_zeros());
        32 * i64::try_from(self.0.len()).unwrap_or_default() - i64::from(highest)
    }

    /// Multiplies by that power of two.
    fn shift(&mut self, bits: u64) {
        let mut shifted = vec![0; usize::try_from(bits / 32).unwrap_or_default()];
        shifted.append(&mut self.0);
        self.0 = shifted;
        self.multiply_add(1 << (bits % 32), 0);
    }

    /// Returns the quotient of at most 65 bits, and whether the remainder is zero.
    fn divide(mut self, divisor: &Self) -> (u128, bool) {
        let mut multiple = Self(divisor.0.clone());
        multiple.shift(65);
        let mut quotient = 0;
        for _ in 0..=65 {
            quotient *= 2;
            quotient += u128::from(self.subtract(&multiple));
            multiple.halve();
        }
        (quotient, self.0.is_empty())
    }

    /// Subtracts the other number if it is not larger, and returns whether it did.
    fn subtract(&mut self, other: &Self) -> bool {
        let by_size = self.0.len().cmp(&other.0.len());
        if by_size.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_lt() {
            return false;
        }
        let mut borrow = 0;
        for (index, digit) in self.0.iter_mut().enumerate() {
            let taken = u64::from(other.0.get(index).copied().unwrap_or_default()) + borrow;
            borrow = u64::from(u64::from(*digit) < taken);
            *digit = low(u64::from(*digit).wrapping_sub(taken));
        }
        self.trim();
        true
    }

    fn halve(&mut self) {
        let mut carry = 0;
        for digit in self.0.iter_mut().rev() {
            let next = *digit << 31;
            *digit = *digit >> 1 | carry;
            carry = next;
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[allow(clippy::cast_possible_truncation)]
fn low(number: u64) -> u32 {
    number as u32
}
