//! HTTP requests: the path, and parameters from query, urlencoded, JSON and multipart bodies.
//!
//! Multipart bodies are parsed here, because the crate `multer` (3.1) reads an asynchronous stream and the service
//! answers synchronously.

use serde_json::{Map, Value};

use crate::emulator::http::{Parameters, Upload, decode};
use crate::emulator::refusal::Refusal;

/// Bytes of the largest body in JSON or of a form, and of all texts in a multipart body. A parsed JSON text takes up to a
/// hundred times its bytes.
const MAX_TEXT_BYTES: usize = 4 << 20;

/// Bytes of the largest multipart body: 50 MB of a file, and room for the rest of the form.
const MAX_BYTES: usize = 64 << 20;

/// Bytes of the largest request whose parameters are parsed only for the log, which shortens longer ones.
const MAX_LOGGED_BYTES: usize = 64 << 10;

/// An HTTP request to the service.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'a> {
    /// Verb, `GET` or `POST`.
    pub verb: &'a str,
    /// Path and query, such as `/bot<token>/getMe?x=1`.
    pub target: &'a str,
    /// `Content-Type`, or empty.
    pub content_type: &'a str,
    /// Body.
    pub body: &'a [u8],
}

/// `/bot<token>/<method>`, or `/file/bot<token>/<path>`.
pub(crate) struct Route {
    pub is_file: bool,
    pub token: String,
    pub rest: String,
}

impl Request<'_> {
    /// Parses the path. `None` if the service does not have it.
    pub(crate) fn route(&self) -> Option<Route> {
        let path = self.target.split(['?', '#']).next()?;
        let (is_file, path) = path.strip_prefix("/file").map_or((false, path), |path| (true, path));
        let (token, rest) = path.strip_prefix("/bot")?.split_once('/')?;
        if !is_file && (rest.is_empty() || rest.contains('/')) {
            return None;
        }
        Some(Route { is_file, token: decode(token.as_bytes())?, rest: decode(rest.as_bytes())? })
    }

    /// Returns the parameters of the query and of the body. The body takes precedence.
    pub(crate) fn parameters(&self) -> Result<Parameters, Refusal> {
        let most = if self.encoding() == "multipart" { MAX_BYTES } else { MAX_TEXT_BYTES };
        if self.body.len() > most {
            return Err(too_large());
        }
        let query = self.target.split('#').next().and_then(|target| target.split_once('?'));
        let mut parameters = Parameters::default();
        if let Some((_, query)) = query {
            add_pairs(&mut parameters, query.as_bytes())?;
        }
        add_body(&mut parameters, self.content_type, self.body)?;
        Ok(parameters)
    }

    /// Returns the parameters for the log. `None` if the request is too large for it.
    pub(crate) fn logged_parameters(&self) -> Option<Parameters> {
        if self.target.len() + self.body.len() > MAX_LOGGED_BYTES { None } else { self.parameters().ok() }
    }

    /// Returns the encoding in one word, for the log.
    pub(crate) fn encoding(&self) -> &'static str {
        match essence(self.content_type).as_str() {
            _ if self.body.is_empty() => "query",
            "application/json" => "json",
            "multipart/form-data" => "multipart",
            _ => "form",
        }
    }
}

/// Adds the parameters of a body: that of a request, or of a webhook's response.
pub(crate) fn add_body(parameters: &mut Parameters, content_type: &str, body: &[u8]) -> Result<(), Refusal> {
    if body.is_empty() {
        return Ok(());
    }
    match essence(content_type).as_str() {
        "application/json" => add_json(parameters, body),
        "application/x-www-form-urlencoded" => add_pairs(parameters, body),
        "multipart/form-data" => add_parts(parameters, content_type, body),
        other => Err(Refusal::bad_request(&["content type not supported: ", other].concat())),
    }
}

/// A MIME type without its parameters, in lower case.
pub(crate) fn essence(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn too_large() -> Refusal {
    Refusal::new(413, "Request Entity Too Large")
}

fn not_utf8() -> Refusal {
    Refusal::bad_request("strings must be encoded in UTF-8")
}

fn add_json(parameters: &mut Parameters, body: &[u8]) -> Result<(), Refusal> {
    let text = str::from_utf8(body).map_err(|_| not_utf8())?;
    let text = text.trim_start_matches('\u{feff}');
    // Some languages send this for no parameters.
    if matches!(text.trim(), "[]" | "null") {
        return Ok(());
    }
    let values: Map<String, Value> = serde_json::from_str(text)
        .map_err(|error| Refusal::bad_request(&["can't parse the JSON object: ", &error.to_string()].concat()))?;
    parameters.values.extend(values);
    Ok(())
}

fn add_pairs(parameters: &mut Parameters, text: &[u8]) -> Result<(), Refusal> {
    decode(text).ok_or_else(not_utf8)?;
    parameters.values.extend(form_urlencoded::parse(text).map(|(name, value)| (name.into(), value.into())));
    Ok(())
}

fn add_parts(parameters: &mut Parameters, content_type: &str, body: &[u8]) -> Result<(), Refusal> {
    let mut remaining_bytes = MAX_TEXT_BYTES;
    for part in parts(content_type, body).map_err(Refusal::bad_request)? {
        if let Some(file_name) = part.file_name {
            let (field, media_type, bytes) = (part.name, part.media_type, part.bytes.to_vec());
            parameters.upload(Upload { field, file_name, media_type, bytes });
        } else {
            remaining_bytes = remaining_bytes.checked_sub(part.bytes.len()).ok_or_else(too_large)?;
            let text = String::from_utf8(part.bytes.to_vec()).map_err(|_| not_utf8())?;
            parameters.values.insert(part.name, text.into());
        }
    }
    Ok(())
}

struct ParsedPart<'a> {
    name: String,
    /// Present when the part is a file.
    file_name: Option<String>,
    /// `Content-Type` of the part, or empty.
    media_type: String,
    bytes: &'a [u8],
}

/// Splits a `multipart/form-data` body into parts, without copying them, or returns what is wrong with it.
fn parts<'a>(content_type: &str, body: &'a [u8]) -> Result<Vec<ParsedPart<'a>>, &'static str> {
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
        parts.push(parsed(part)?);
        rest = after;
    }
}

fn parsed(text: &[u8]) -> Result<ParsedPart<'_>, &'static str> {
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

/// Decodes an extended file name, for names that are not ASCII: `UTF-8''%C3%A4.txt`.
fn extended(name: &str) -> Option<String> {
    let (_, rest) = name.split_once('\'')?;
    let (_, encoded) = rest.split_once('\'')?;
    decode(encoded.as_bytes())
}

/// Returns a parameter of a header value, such as `boundary` or `filename`. Removes quotes and the escapes of browsers
/// (`%22`) and others (`\"`).
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

/// Splits at the first occurrence of `mark`, which starts with `\r`.
fn split<'a>(text: &'a [u8], mark: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let is_mark = |window: &[u8]| window.first() == Some(&b'\r') && window == mark;
    let at = text.windows(mark.len()).position(is_mark)?;
    Some((text.get(..at)?, text.get(at + mark.len()..)?))
}
