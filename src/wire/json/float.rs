//! Converts numbers of JSON to floats.

use super::cursor::Cursor;
use super::{Type, type_of};

/// Returns the float nearest to a number of JSON text. Infinite beyond the range of floats.
#[must_use]
pub fn float(number: &str) -> f64 {
    // The browser's parser: that of the standard library would add 10 kB to a program.
    #[cfg(all(feature = "client", web))]
    return js_sys::parse_float(number);
    #[cfg(not(all(feature = "client", web)))]
    number.parse().unwrap_or(f64::NAN)
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

    #[test]
    fn a_number_is_the_nearest_float() {
        for (text, expected) in [
            ("0", 0.0),
            ("-1.5", -1.5),
            ("55.755826", 55.755_826),
            ("1e22", 1e22),
            ("1e-5", 1e-5),
            ("9007199254740993", 9_007_199_254_740_992.0),
            ("9007199254740993.00000000000000000000000000000001", 9_007_199_254_740_994.0),
            ("1.7976931348623157e308", f64::MAX),
            ("1.7976931348623159e308", f64::INFINITY),
            ("-1e400", f64::NEG_INFINITY),
            ("1e99999999999999999999", f64::INFINITY),
            ("1e-99999999999999999999", 0.0),
            ("5e-324", f64::from_bits(1)),
            ("2.2250738585072014e-308", f64::MIN_POSITIVE),
        ] {
            assert_eq!(float(text).to_bits(), expected.to_bits(), "{text}");
        }
        assert!(float("-0").is_sign_negative());
    }

    #[test]
    fn a_text_is_a_number_or_none() {
        assert_eq!(number("1e3"), Some(1000.0));
        for text in ["", "-", "1 ", " 1", "01", "1.", "+1", "0x1", "\"1\"", "true", "null", "[1]", "NaN", "inf"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
