//! Serializes numbers in parameters as JavaScript does, so that both send the same bytes.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::Number;
use serde_json::ser::{Formatter, Serializer};

/// Returns the value as JSON text.
///
/// # Errors
/// The value cannot be JSON, such as a map whose keys are not strings.
pub(crate) fn to_json(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::with_capacity(128);
    value.serialize(&mut Serializer::with_formatter(&mut text, Numbers))?;
    // JSON text is UTF-8. An error of serde_json would add the code that finds its line number.
    Ok(String::from_utf8(text).unwrap_or_default())
}

/// Writes compact JSON, and floats as `Number.prototype.toString` does: `55`, not `55.0`.
struct Numbers;

impl Formatter for Numbers {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        writer.write_all(decimal(value).as_bytes())
    }
}

/// Writes the fewest digits that identify the number: positional from 1e-6 to 1e21, exponential beyond.
///
/// `serde_json` finds the digits, because it is linked anyway. The standard library's code would add 16 kB.
fn decimal(value: f64) -> String {
    let number = Number::from_f64(value.abs()).filter(|_| value != 0.0);
    let Some(number) = number else { return "0".to_owned() };
    let shortest = number.to_string();
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let significant = digits.trim_start_matches('0');
    // The number of digits before the point.
    let exponent: isize = exponent.parse().unwrap_or_default();
    let point = exponent.saturating_add_unsigned(whole.len()).saturating_sub_unsigned(digits.len() - significant.len());
    let digits = significant.trim_end_matches('0');
    let at = |index: usize| digits.split_at_checked(index).unwrap_or((digits, ""));
    let size = match usize::try_from(point) {
        Ok(point @ 1..=21) => match at(point) {
            (whole, "") => [whole, &"0".repeat(point - whole.len())].concat(),
            (whole, fraction) => [whole, ".", fraction].concat(),
        },
        _ if (-5..=0).contains(&point) => ["0.", &"0".repeat(point.unsigned_abs()), digits].concat(),
        _ => {
            let (first, rest) = at(1);
            let point_or_none = if rest.is_empty() { "" } else { "." };
            let sign = if point > 0 { "e+" } else { "e-" };
            [first, point_or_none, rest, sign, &(point - 1).unsigned_abs().to_string()].concat()
        }
    };
    if value < 0.0 { ["-", &size].concat() } else { size }
}

#[cfg(test)]
mod tests {
    use super::{decimal, to_json};

    #[test]
    fn floats_are_written_as_in_javascript() {
        let written = [
            (55.0, "55"),
            (-0.0, "0"),
            (55.755_826, "55.755826"),
            (-0.000_001, "-0.000001"),
            (0.000_000_1, "1e-7"),
            (1.25e-7, "1.25e-7"),
            (1e20, "100000000000000000000"),
            (1_658_206_780_088_562.0 + 0.25, "1658206780088562.2"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1.5, "1.5"),
            (0.000_012_3, "0.0000123"),
            (100.0, "100"),
            (9_007_199_254_740_993.0, "9007199254740992"),
            (1e21, "1e+21"),
            (-1.5e300, "-1.5e+300"),
            (5e-324, "5e-324"),
            (0.1 + 0.2, "0.30000000000000004"),
        ];
        for (value, text) in written {
            assert_eq!(decimal(value), text);
        }
        assert_eq!(to_json(&serde_json::json!({"a": [1.0, -7, f64::NAN]})).unwrap(), r#"{"a":[1,-7,null]}"#);
    }
    #[test]
    fn digits_are_as_few_as_the_standard_librarys() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..10_000 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            let near_one = f64::from_bits(bits % (1 << 56) + (0x3fb << 52));
            for value in [f64::from_bits(bits), near_one, -near_one].into_iter().filter(|value| value.is_finite()) {
                let is_positional = (1e-6..1e21).contains(&value.abs());
                let exponential = format!("{value:e}").replace('e', if value.abs() < 1.0 { "e" } else { "e+" });
                let expected = if is_positional { value.to_string() } else { exponential };
                let written = decimal(value);
                // JavaScript takes the even one of two equally near results, and the standard library the larger one.
                assert_eq!((written.len(), written.parse()), (expected.len(), Ok(value)), "{written} {expected}");
            }
        }
    }
}
