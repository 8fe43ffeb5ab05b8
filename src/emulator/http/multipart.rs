//! `multipart/form-data` bodies: cut into parts, never copied more than once.

use crate::emulator::http::decode;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ParsedPart<'a> {
    pub name: String,
    /// Present when the part is a file.
    pub file_name: Option<String>,
    /// `Content-Type` of the part; empty when there is none.
    pub media_type: String,
    pub bytes: &'a [u8],
}

/// The parts of the body, or what is wrong with it.
pub(crate) fn parts<'a>(content_type: &str, body: &'a [u8]) -> Result<Vec<ParsedPart<'a>>, &'static str> {
    let boundary = parameter(content_type, "boundary").filter(|boundary| !boundary.is_empty());
    let boundary = boundary.ok_or("multipart body without a boundary")?;
    let opening = ["--", &boundary].concat().into_bytes();
    let delimiter = ["\r\n--", &boundary].concat().into_bytes();
    let mut rest = match body.strip_prefix(opening.as_slice()) {
        Some(rest) => rest,
        None => split(body, &delimiter).ok_or("multipart body without its boundary")?.1,
    };
    let mut parts = Vec::new();
    loop {
        if rest.starts_with(b"--") {
            return Ok(parts);
        }
        let (_, after) = split(rest, b"\r\n").ok_or("multipart body is cut off")?;
        let (part, after) = split(after, &delimiter).ok_or("multipart body is cut off")?;
        parts.push(self::part(part)?);
        rest = after;
    }
}

fn part(text: &[u8]) -> Result<ParsedPart<'_>, &'static str> {
    // A part without headers starts with the empty line itself.
    let (head, bytes) = match text.strip_prefix(b"\r\n") {
        Some(bytes) => (&[][..], bytes),
        None => split(text, b"\r\n\r\n").ok_or("multipart part without an end of its headers")?,
    };
    let head = str::from_utf8(head).map_err(|_| "strings must be encoded in UTF-8")?;
    let header = |name: &str| {
        head.split("\r\n")
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))
            .map_or("", |(_, value)| value.trim())
    };
    let disposition = header("content-disposition");
    Ok(ParsedPart {
        name: parameter(disposition, "name").ok_or("multipart part without a name")?,
        file_name: parameter(disposition, "filename*")
            .and_then(|name| extended(&name))
            .or_else(|| parameter(disposition, "filename")),
        media_type: header("content-type").to_owned(),
        bytes,
    })
}

/// A file name as some write it that is not ASCII: `UTF-8''%C3%A4.txt`.
fn extended(name: &str) -> Option<String> {
    let (_, rest) = name.split_once('\'')?;
    let (_, encoded) = rest.split_once('\'')?;
    decode(encoded.as_bytes())
}

/// A parameter of a header value, such as `boundary` or `filename`; quotes and the escapes that
/// browsers (`%22`) and others (`\"`) write are undone.
fn parameter(header: &str, name: &str) -> Option<String> {
    let mut rest = header.split_once(';')?.1;
    loop {
        let (key, after) = rest.split_once('=')?;
        let (value, next) = value(after);
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(value.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n"));
        }
        rest = next.split_once(';')?.1;
    }
}

fn value(text: &str) -> (String, &str) {
    let Some(quoted) = text.trim_start().strip_prefix('"') else {
        let end = text.find(';').unwrap_or(text.len());
        let (value, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        return (value.trim().to_owned(), rest);
    };
    let mut value = String::new();
    let mut rest = quoted.chars();
    while let Some(character) = rest.next() {
        match character {
            '"' => break,
            // Old browsers send `C:\name` unescaped: only a quote or a backslash is an escape.
            '\\' if rest.as_str().starts_with(['"', '\\']) => value.extend(rest.next()),
            other => value.push(other),
        }
    }
    (value, rest.as_str())
}

/// What stands before and after the first occurrence of `mark`, which starts with `\r`.
fn split<'a>(text: &'a [u8], mark: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let is_mark = |window: &[u8]| window.first() == Some(&b'\r') && window == mark;
    let at = text.windows(mark.len()).position(is_mark)?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}
