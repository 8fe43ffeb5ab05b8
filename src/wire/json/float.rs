//! Converts numbers of JSON to floats.

use super::cursor::Cursor;
#[cfg(not(all(feature = "client", target_arch = "wasm32", target_os = "unknown")))]
use super::nearest::nearest;
use super::{Type, type_of};

/// Returns the float nearest to a number of JSON text, as in JavaScript. Infinite beyond the range of floats.
#[cfg(all(feature = "client", target_arch = "wasm32", target_os = "unknown"))]
#[must_use]
pub fn float(number: &str) -> f64 {
    js_sys::parse_float(number)
}

/// Returns the float nearest to a number of JSON text, as in JavaScript. Infinite beyond the range of floats.
#[cfg(not(all(feature = "client", target_arch = "wasm32", target_os = "unknown")))]
#[must_use]
pub fn float(number: &str) -> f64 {
    let magnitude = number.strip_prefix('-').unwrap_or(number);
    let bits = nearest(magnitude);
    f64::from_bits(if magnitude.len() < number.len() { bits | 1 << 63 } else { bits })
}

/// Parses a text as a float if it is a number of JSON.
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    let is_number = type_of(text) == Type::Number && Cursor::new(text).scalar() == Ok(text);
    is_number.then(|| float(text))
}

#[cfg(test)]
mod tests {
    use super::{float, number};

    fn assert_same(text: &str) {
        let expected: f64 = text.parse().unwrap();
        assert_eq!(float(text).to_bits(), expected.to_bits(), "{text}");
    }

    #[test]
    fn floats_are_those_of_the_standard_library() {
        for text in [
            "0",
            "-0",
            "0.0",
            "1",
            "-1.5",
            "55.755826",
            "0.1",
            "1e22",
            "1e23",
            "1e-5",
            "123456789012345678901234567890",
            "9007199254740993",
            "9007199254740992.9",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "1e309",
            "1e400",
            "-1e400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0e99999999999999999999",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "3e-324",
            "1e-400",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "4.9406564584124654e-324",
            "0.000000e+5",
        ] {
            assert_same(text);
        }
    }

    #[test]
    fn a_text_is_a_number_or_none() {
        assert_eq!(number("1e3"), Some(1000.0));
        for text in ["", "-", "1 ", " 1", "01", "1.", "+1", "0x1", "\"1\"", "true", "null", "[1]", "NaN", "inf"] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn the_bits_of_floats_are_read_back() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..4_000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let number = f64::from_bits(bits & !(1 << 63));
            if number.is_finite() {
                assert_same(&format!("{number:e}"));
                assert_same(&format!("{number:.17e}"));
                assert_same(&format!("{}", bits >> (bits % 64)));
                assert_same(&format!("{}.{}", bits % 1000, bits >> 20));
            }
        }
    }

    #[test]
    fn a_half_is_rounded_to_even_and_any_digit_behind_it_counts() {
        // Halfway between 2^53 and its neighbors, and between the two smallest floats.
        for half in ["9007199254740993", "9007199254740995"] {
            for rest in ["", ".0", ".00000000000000000000000000000001"] {
                assert_same(&format!("{half}{rest}"));
            }
            let zeros = "0".repeat(2000);
            assert_same(&format!("{half}.{zeros}"));
            assert_same(&format!("{half}.{zeros}1"));
            assert_same(&format!("{half}{zeros}1e-2001"));
            assert_same(&format!("0.{zeros}{half}e2016"));
        }
        // Exact halves of subnormal floats have about 750 digits.
        let half = format!("{:.1075}", f64::from_bits(1) / 2.0 + f64::from_bits(3));
        assert_same(&half);
        let exact = format!("{:.1074}", f64::from_bits(3));
        assert_same(&exact);
        assert_same(&format!("{exact}1"));
    }
}
