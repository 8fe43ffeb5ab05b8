//! Serialising parameters with numbers written as JavaScript writes them, so that both send the same bytes.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The value as JSON text.
///
/// # Errors
/// What cannot be JSON, such as a map whose keys are no strings.
pub(crate) fn to_json(value: &impl Serialize) -> serde_json::Result<String> {
    let mut text = Vec::with_capacity(128);
    value.serialize(&mut Serializer::with_formatter(&mut text, Numbers))?;
    String::from_utf8(text).map_err(serde::ser::Error::custom)
}

/// Compact, and with floats as `Number.prototype.toString` writes them: `55`, not `55.0`.
struct Numbers;

impl Formatter for Numbers {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> Result<()> {
        writer.write_all(decimal(value).as_bytes())
    }
}

/// Positional from 1e-7 up to 1e21, exponential beyond, with the fewest digits that tell the number.
fn decimal(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        return "0".to_owned();
    }
    if (1e-6..1e21).contains(&size) {
        return value.to_string();
    }
    let text = format!("{value:e}");
    if size < 1.0 { text } else { text.replace('e', "e+") }
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
}
