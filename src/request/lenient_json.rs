//! Parses JSON text as JavaScript does, into Rust types, which hold fewer values.

use std::borrow::Cow;

use serde_json::{Number, Value};

use crate::wire::json::{Cursor, Document, Node, SyntaxError, Text, float};

/// The maximum nesting. Each level uses stack: 30 kB of 1 MB in a debug build of wasm. The service nests about ten
/// levels.
const DEPTH: usize = 24;

/// A parsed value.
pub(crate) struct Lenient<'a> {
    pub document: Document<'a>,
    /// True if a lone surrogate was replaced by U+FFFD.
    pub had_surrogate: bool,
    /// True if a deeply nested value was replaced by `null`.
    #[cfg_attr(not(feature = "client"), allow(dead_code))] // for sessions
    pub is_cut: bool,
}

/// Parses JSON text of any depth. Values nested deeper than [`DEPTH`] become `null`. If a member is repeated, the last
/// one wins. An integer may be written as a fraction or a power. A number beyond the range of floats becomes `null`.
///
/// # Errors
/// The text is not JSON.
pub(crate) fn read(text: &str) -> Result<Lenient<'_>, SyntaxError> {
    let (cursor, document) = (Cursor::new(text), Document::for_text(text));
    let mut reader = Reader { cursor, read: Lenient { document, had_surrogate: false, is_cut: false } };
    reader.value(0)?;
    reader.cursor.end()?;
    Ok(reader.read)
}

/// Parses JSON text as a value.
///
/// # Errors
/// The text is not JSON.
pub(crate) fn value(text: &str) -> Result<Value, SyntaxError> {
    read(text).map(|read| read.document.value().into())
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    read: Lenient<'a>,
}

impl<'a> Reader<'a> {
    fn value(&mut self, depth: usize) -> Result<(), SyntaxError> {
        let node = match self.cursor.peek() {
            bracket @ (b'{' | b'[') => {
                let close = if bracket == b'{' { b'}' } else { b']' };
                let start = self.cursor.clone();
                let more = self.cursor.enter(close);
                if !more || depth < DEPTH {
                    return self.container(more, close, depth + 1);
                }
                self.cursor = start;
                self.cursor.value()?;
                self.read.is_cut = true;
                Node::Null
            }
            b'"' => {
                let text = self.cursor.string()?;
                Node::String(self.string(text))
            }
            b't' | b'f' | b'n' => match self.cursor.scalar()? {
                "null" => Node::Null,
                word => Node::Boolean(word == "true"),
            },
            _ => number(self.cursor.scalar()?).map_or(Node::Null, Node::Number),
        };
        self.read.document.push(node);
        Ok(())
    }

    /// Reads the members of an object or the items of an array.
    fn container(&mut self, mut more: bool, close: u8, depth: usize) -> Result<(), SyntaxError> {
        let start = self.read.document.begin();
        while more {
            if close == b'}' {
                let key = self.cursor.key()?;
                let name = Node::String(self.string(key));
                self.read.document.push(name);
            }
            self.value(depth)?;
            more = self.cursor.next(close)?;
        }
        self.read.document.end(start, if close == b'}' { Node::Object } else { Node::Array });
        Ok(())
    }

    fn string(&mut self, text: Text<'a>) -> Cow<'a, str> {
        self.read.had_surrogate |= !text.is_unicode();
        text.decode()
    }
}

/// Parses a number, as an integer if it is a whole one. Returns `None` beyond the range of floats.
fn number(text: &str) -> Option<Number> {
    if let Some(whole) = text.parse::<i64>().ok().filter(|_| text != "-0") {
        return Some(whole.into());
    }
    if let Ok(large) = text.parse::<u64>() {
        return Some(large.into());
    }
    let number = float(text);
    if number.trunc().to_bits() == number.to_bits() && is_safe(number) {
        #[allow(clippy::cast_possible_truncation)]
        let whole = number as i64;
        return Some(whole.into());
    }
    Number::from_f64(number)
}

/// Returns true if a float distinguishes the integer from its neighbors.
pub(super) fn is_safe(number: f64) -> bool {
    number.abs() < 9_007_199_254_740_992.0
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{DEPTH, read};

    fn value(text: &str) -> Value {
        super::value(text).unwrap()
    }

    #[test]
    fn fair_text_is_read_as_serde_reads_it() {
        let text = " {\"a\" : [1, -2.5e-3, true,null, {} ,[ ], false],\"b\\n\":\"\\ud83d\\ude00\\\\ud800\"}\n";
        let fair = read(text).unwrap();
        assert!(!fair.had_surrogate);
        assert_eq!(value(text), serde_json::from_str::<Value>(text).unwrap());
    }

    #[test]
    fn integers_beyond_those_of_a_float_are_exact() {
        for text in ["-9007199254740993", "9007199254740993", "-9223372036854775808", "18446744073709551615"] {
            assert_eq!(value(text).to_string(), text);
        }
    }

    #[test]
    fn lone_surrogates_are_replaced_and_pairs_are_left() {
        assert_eq!(value(r#""\ud800""#), "\u{fffd}");
        assert_eq!(value(r#"["\ud800\ud83d\ude00\udc00x"]"#), json!(["\u{fffd}😀\u{fffd}x"]));
        assert_eq!(value(r#"{"\udfff":{"a\n\uDBFF":1}}"#), json!({"\u{fffd}": {"a\n\u{fffd}": 1}}));
        assert!(read(r#"{"\udfff":1}"#).unwrap().had_surrogate);
    }

    #[test]
    fn the_last_member_of_a_name_counts() {
        assert_eq!(value(r#"{"a":1,"b":2,"a":3,"\u0062":4}"#), json!({"a": 3, "b": 4}));
    }

    #[test]
    fn numbers_are_those_of_javascript() {
        let read = value("[5.0,1e2,-0,-0.0,1e400,-1e400,1.5,5e-324,1e300]");
        assert_eq!(read, json!([5, 100, 0, 0, null, null, 1.5, 5e-324, 1e300]));
        assert_eq!(value("9007199254740993"), json!(9_007_199_254_740_993_i64));
        assert_eq!(value("18446744073709551615"), json!(u64::MAX));
        // The longest that a float can be, and longer.
        let longest = format!("1{}", "0".repeat(308));
        assert_eq!((value(&longest), value(&format!("-{longest}0"))), (json!(1e308), Value::Null));
    }

    #[test]
    fn what_is_deep_is_cut() {
        let nested = |depth: usize| format!("{{\"a\":{}1{},\"b\":2.0}}", "[".repeat(depth), "]".repeat(depth));
        let deepest = nested(DEPTH - 1).replace("2.0", "2");
        assert_eq!(value(&nested(DEPTH - 1)).to_string(), deepest);
        let cut = deepest.replace('1', "null");
        for depth in [DEPTH, DEPTH + 1, 10_000, 400_000] {
            assert_eq!(value(&nested(depth)).to_string(), cut);
        }
        let objects = format!("{}1{}", "{\"\\ud800\":".repeat(10_000), "}".repeat(10_000));
        assert!(value(&objects).to_string().contains("\u{fffd}\":null}"));
        let mixed = format!("{}[{{\"a\":[],\"b\":\"]\"}},{{}},1]{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
        assert_eq!(value(&mixed).to_string(), format!("{}null{}", "[".repeat(DEPTH), "]".repeat(DEPTH)));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in
            ["", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":1,}", "[}", "1 2", "\"", "nul", "[1]]", "01", "-", "{1:2}"]
        {
            assert!(read(text).is_err(), "{text}");
            let deep = format!("{}{text}{}", "[".repeat(DEPTH + 1), "]".repeat(DEPTH + 1));
            assert!(text.is_empty() || read(&deep).is_err(), "{deep}");
        }
        assert!(read(&"[".repeat(1_000_000)).is_err());
    }
}
