//! JSON text made fit for Rust types, which hold less than JavaScript's values.

use std::borrow::Cow;
use std::ops::Range;

use crate::wire::json::{Cursor, Malformed, Text};

/// Levels of nesting that are read. Each takes stack, in a debug build of wasm 30 kB of the 1 MB
/// there is; what the service sends nests to about ten.
pub(super) const DEPTH: usize = 24;

/// Digits that a whole number may have and be one that a float holds, whichever they are.
const DIGITS: usize = 308;

/// Text that serde reads as JavaScript does.
pub(crate) struct Mended<'a> {
    pub text: Cow<'a, str>,
    /// Whether there was a lone surrogate, which is U+FFFD now.
    pub had_surrogate: bool,
    /// Whether there was something deeper than [`DEPTH`], which is `null` now.
    pub was_deep: bool,
}

/// Checks that the text is JSON, of whichever depth, and writes anew what serde would refuse.
///
/// # Errors
/// What is no JSON.
pub(super) fn mend(text: &str) -> Result<Mended<'_>, Malformed> {
    let mut cursor = Cursor::new(text);
    let mut edits = Edits { text, written: String::new(), end: 0, had_surrogate: false };
    // The closing bytes of what is open. No recursion: the depth is the sender's choice.
    let mut open = Vec::new();
    let mut deep = 0;
    let mut was_deep = false;
    loop {
        let first = cursor.peek();
        let start = cursor.at();
        let is_read = open.len() <= DEPTH;
        match first {
            bracket @ (b'{' | b'[') => {
                let close = if bracket == b'{' { b'}' } else { b']' };
                if open.len() == DEPTH {
                    deep = start;
                }
                if cursor.enter(close) {
                    open.push(close);
                    edits.key(&mut cursor, close, open.len() <= DEPTH)?;
                    continue;
                }
            }
            b'"' => {
                let string = cursor.string()?;
                edits.string(start, string, is_read);
            }
            _ => {
                let scalar = cursor.value(0)?;
                edits.number(start..cursor.at(), scalar, is_read);
            }
        }
        while let Some(close) = open.last().copied() {
            if cursor.next(close)? {
                edits.key(&mut cursor, close, open.len() <= DEPTH)?;
                break;
            }
            open.pop();
            if open.len() == DEPTH {
                was_deep = true;
                edits.replace(deep..cursor.at(), "null");
            }
        }
        if open.is_empty() {
            cursor.end()?;
            return Ok(Mended { was_deep, had_surrogate: edits.had_surrogate, text: edits.done() });
        }
    }
}

/// The text with some of its parts replaced, in order.
struct Edits<'a> {
    text: &'a str,
    written: String,
    /// Up to where it is written.
    end: usize,
    had_surrogate: bool,
}

impl<'a> Edits<'a> {
    fn replace(&mut self, range: Range<usize>, by: &str) {
        self.written.push_str(self.text.get(self.end..range.start).unwrap_or_default());
        self.written.push_str(by);
        self.end = range.end;
    }

    fn done(mut self) -> Cow<'a, str> {
        if self.end == 0 {
            return Cow::Borrowed(self.text);
        }
        self.written.push_str(self.text.get(self.end..).unwrap_or_default());
        Cow::Owned(self.written)
    }

    /// The key that comes next, if what closes with that byte is an object.
    fn key(&mut self, cursor: &mut Cursor<'a>, close: u8, is_read: bool) -> Result<(), Malformed> {
        if close == b'}' {
            cursor.peek();
            let start = cursor.at();
            let key = cursor.key()?;
            self.string(start, key, is_read);
        }
        Ok(())
    }

    fn string(&mut self, start: usize, string: Text<'_>, is_read: bool) {
        if is_read && !string.is_unicode() {
            self.had_surrogate = true;
            // Behind the quote.
            let start = start + 1;
            self.replace(start..start + string.raw().len(), &without_lone_surrogates(string.raw()));
        }
    }

    /// A whole number may be written as a fraction or a power; one beyond all floats is none.
    fn number(&mut self, range: Range<usize>, text: &str, is_read: bool) {
        let is_whole = !text.contains(['.', 'e', 'E']) && text.len() <= DIGITS && text != "-0";
        if !is_read || is_whole || text.ends_with('e') {
            return;
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_infinite() => self.replace(range, "null"),
            Ok(number) if number.fract() == 0.0 && is_safe(number) => {
                #[allow(clippy::cast_possible_truncation)]
                let whole = number as i64;
                self.replace(range, &whole.to_string());
            }
            _ => {}
        }
    }
}

/// Whether a float tells that whole number from its neighbours.
pub(super) fn is_safe(number: f64) -> bool {
    number.abs() < 9_007_199_254_740_992.0
}

/// The inside of a string with U+FFFD for each lone surrogate.
fn without_lone_surrogates(raw: &str) -> String {
    let mut mended = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        mended.push_str(before);
        let pair = surrogate(after).filter(|unit| *unit < 0xDC00).and_then(|_| {
            let low = surrogate(after.get(5..)?.strip_prefix('\\')?)?;
            (low >= 0xDC00).then_some(11)
        });
        let length = match (pair, surrogate(after)) {
            (Some(length), _) => length,
            (None, Some(_)) => {
                mended.push('\u{fffd}');
                rest = after.get(5..).unwrap_or_default();
                continue;
            }
            (None, None) => after.chars().next().map_or(0, char::len_utf8),
        };
        mended.push('\\');
        mended.push_str(after.get(..length).unwrap_or_default());
        rest = after.get(length..).unwrap_or_default();
    }
    mended.push_str(rest);
    mended
}

/// The surrogate that an escape writes, told without its backslash.
fn surrogate(escape: &str) -> Option<u32> {
    let unit = u32::from_str_radix(escape.strip_prefix('u')?.get(..4)?, 16).ok()?;
    (0xD800..0xE000).contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::{DEPTH, mend};

    fn mended(text: &str) -> String {
        mend(text).unwrap().text.into_owned()
    }

    #[test]
    fn fair_text_is_left_as_it_is() {
        let text = " {\"a\" : [1, -2.5e-3, true,null, {} ,[ ]],\"b\\n\":\"\\ud83d\\ude00\\\\ud800\"}\n";
        let fair = mend(text).unwrap();
        assert!(matches!(fair.text, std::borrow::Cow::Borrowed(_)) && !fair.had_surrogate && !fair.was_deep);
        assert_eq!(fair.text, text);
    }

    #[test]
    fn lone_surrogates_are_mended_and_pairs_are_left() {
        assert_eq!(mended(r#""\ud800""#), "\"\u{fffd}\"");
        assert_eq!(mended(r#"["\ud800\ud83d\ude00\udc00x"]"#), "[\"\u{fffd}\\ud83d\\ude00\u{fffd}x\"]");
        assert_eq!(mended(r#"{"\udfff":{"a\n\uDBFF":1}}"#), "{\"\u{fffd}\":{\"a\\n\u{fffd}\":1}}");
        assert!(mend(r#"{"\udfff":1}"#).unwrap().had_surrogate);
    }

    #[test]
    fn numbers_are_those_of_javascript() {
        assert_eq!(mended("[5.0,1e2,-0,-0.0,1e400,-1e400,1.5,5e-324,1e300]"), "[5,100,0,0,null,null,1.5,5e-324,1e300]");
        assert_eq!(mended("9007199254740993"), "9007199254740993");
        // As long as a float can be, and longer.
        let longest = format!("1{}", "0".repeat(308));
        assert_eq!((mended(&longest), mended(&format!("-{longest}0"))), (longest, "null".to_owned()));
    }

    #[test]
    fn what_is_deep_is_cut() {
        let nested = |depth: usize| format!("{{\"a\":{}1{},\"b\":2.0}}", "[".repeat(depth), "]".repeat(depth));
        assert_eq!(mended(&nested(DEPTH - 1)), nested(DEPTH - 1).replace("2.0", "2"));
        let cut = nested(DEPTH - 1).replace("2.0", "2").replace('1', "null");
        for depth in [DEPTH, DEPTH + 1, 10_000, 400_000] {
            assert_eq!(mended(&nested(depth)), cut);
        }
        assert!(mend(&nested(DEPTH)).unwrap().was_deep);
        let objects = format!("{}1{}", "{\"\\ud800\":".repeat(10_000), "}".repeat(10_000));
        assert!(mended(&objects).contains("\u{fffd}\":null}"));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in
            ["", "[", "[1", "[1,]", "{\"a\"}", "{\"a\":1,}", "[}", "1 2", "\"", "nul", "[1]]", "01", "-", "{1:2}"]
        {
            assert!(mend(text).is_err(), "{text}");
        }
        assert!(mend(&"[".repeat(1_000_000)).is_err());
    }
}
