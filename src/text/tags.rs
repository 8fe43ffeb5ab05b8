//! The HTML that the service supports: `b`, `strong`, `i`, `em`, `a href`, `code` and `pre`, not nested.
//!
//! Outside of tags, literal `<`, `>` and `&` must be written as entities: numerical ones, `&lt;`, `&gt;`, `&amp;` or `&quot;`.

use super::entity::{Mark, MarkupError, VisibleText};

/// A start tag that is not closed yet.
struct OpenTag {
    name: String,
    at: usize,
    start: i64,
    kind: Mark,
    url: Option<String>,
}

pub(super) fn parse(text: &str, output: &mut VisibleText) -> Result<(), MarkupError> {
    let (mut rest, mut open_tag) = (text, None::<OpenTag>);
    while let Some(letter) = rest.chars().next() {
        let at = text.len() - rest.len();
        let after = rest.get(letter.len_utf8()..).unwrap_or_default();
        rest = match letter {
            '<' => {
                let (tag, after) = cut_tag(after).ok_or_else(|| MarkupError::new(at, "unclosed tag"))?;
                match (tag.strip_prefix('/'), open_tag.take()) {
                    (Some(name), Some(opened)) if name.trim().eq_ignore_ascii_case(&opened.name) => {
                        output.mark(opened.kind, opened.start, opened.url);
                    }
                    (Some(_), _) => return Err(MarkupError::new(at, "unexpected end tag")),
                    (None, Some(_)) => return Err(MarkupError::new(at, "nested tag")),
                    (None, None) => open_tag = Some(start_tag(tag, at, output.offset())?),
                }
                after
            }
            '&' => {
                let what = "\"&\" that begins no supported entity; write \"&amp;\"";
                let (letter, after) = reference(after).ok_or_else(|| MarkupError::new(at, what))?;
                output.push(letter);
                after
            }
            '>' => return Err(MarkupError::new(at, "\">\" outside of a tag; write \"&gt;\"")),
            other => {
                output.push(other);
                after
            }
        };
    }
    match open_tag {
        Some(open_tag) => {
            let what = ["can't find the end tag of the start tag \"", &open_tag.name, "\""].concat();
            Err(MarkupError::new(open_tag.at, what))
        }
        None => Ok(()),
    }
}

/// Finds the end of a tag: a `>` outside the quotes of an attribute's value.
#[derive(Default)]
pub(super) struct TagEnd {
    /// 0 outside of quotes.
    quote: u8,
    assigned: bool,
}

impl TagEnd {
    /// Returns true if the tag ends with this byte, the next one.
    pub fn is_at(&mut self, byte: u8) -> bool {
        if self.quote != 0 {
            self.quote = if byte == self.quote { 0 } else { self.quote };
            return false;
        }
        if self.assigned && matches!(byte, b'"' | b'\'') {
            self.quote = byte;
        }
        self.assigned = byte == b'=' || (self.assigned && byte.is_ascii_whitespace());
        byte == b'>'
    }
}

/// Returns the content of a tag, and the rest of the text.
fn cut_tag(text: &str) -> Option<(&str, &str)> {
    let mut tag = TagEnd::default();
    let end = text.bytes().position(|byte| tag.is_at(byte))?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

fn start_tag(tag: &str, at: usize, start: i64) -> Result<OpenTag, MarkupError> {
    let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let name = name.to_ascii_lowercase();
    let kind = match name.as_str() {
        "b" | "strong" => Mark::Bold,
        "i" | "em" => Mark::Italic,
        "a" => Mark::TextLink,
        "code" => Mark::Code,
        "pre" => Mark::Pre,
        _ => return Err(MarkupError::new(at, ["unsupported start tag \"", &name, "\""].concat())),
    };
    let is_link = name == "a";
    let url = href(attributes, is_link)
        .ok_or_else(|| MarkupError::new(at, ["unsupported attribute of the start tag \"", &name, "\""].concat()))?;
    Ok(OpenTag { name, at, start, kind, url: is_link.then_some(url) })
}

/// Returns the value of `href`, empty if it is absent, or `None` if there is another attribute.
fn href(attributes: &str, is_link: bool) -> Option<String> {
    let (mut rest, mut url) = (attributes.trim(), String::new());
    while let Some((name, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let quote = after.chars().next().filter(|letter| matches!(letter, '"' | '\''));
        let (value, next) = match quote {
            Some(quote) => after.get(1..).unwrap_or_default().split_once(quote).unwrap_or_default(),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        if !is_link || !name.trim().eq_ignore_ascii_case("href") {
            return None;
        }
        url = decoded(value);
        rest = next.trim_start();
    }
    rest.is_empty().then_some(url)
}

fn decoded(text: &str) -> String {
    let (mut decoded, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let (letter, after) = reference(after).unwrap_or(('&', after));
        decoded.push(letter);
        rest = after;
    }
    decoded + rest
}

/// Returns the character of a reference, whose `&` precedes the text, and the rest.
fn reference(text: &str) -> Option<(char, &str)> {
    let (name, after) = text.split_once(';')?;
    let letter = match name {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        _ => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = number.strip_prefix(['x', 'X']).map_or((number, 10), |digits| (digits, 16));
            // Rust would accept a sign too.
            let code = u32::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
            char::from_u32(code).filter(|letter| *letter != '\0')?
        }
    };
    Some((letter, after))
}
