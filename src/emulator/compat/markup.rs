//! Markup of later interfaces, converted to HTML of the specification: `entities`, `MarkdownV2`, and nested or newer tags.
//!
//! The specification does not nest marks. Where several marks cover a text, the first of these remains: link, code, bold,
//! italic. Marks that it does not have, such as underline, are dropped; their text stays.

use serde_json::{Map, Value};

use crate::emulator::prelude::*;
use crate::text::{self, escape_html, slice};

/// A mark: the bytes that it covers, and its tags in HTML.
struct Marked {
    start: usize,
    end: usize,
    open: String,
    close: &'static str,
}

/// The parameters of texts, and those of their entities.
const TEXTS: [(&str, &str); 3] = [("text", "entities"), ("caption", "caption_entities"), ("message_text", "entities")];

/// Converts the texts in parameters, and in objects inside of them.
pub(super) fn convert(members: &mut Map<String, Value>) -> Result<()> {
    for (name, entities) in TEXTS {
        let Some(Value::String(text)) = members.get(name) else { continue };
        let mode = members.get("parse_mode").and_then(Value::as_str);
        let html = match (mode, members.get(entities)) {
            (Some("MarkdownV2"), _) => Some(of_markdown(text)?),
            (Some("HTML"), _) if text::parse(text, "HTML").is_err() => of_html(text),
            (None, Some(Value::Array(entities))) => Some(of_entities(text, entities)),
            _ => None,
        };
        if let Some(html) = html {
            members.insert(name.into(), html.into());
            members.insert("parse_mode".into(), "HTML".into());
            members.remove(entities);
        }
    }
    for value in members.values_mut() {
        match value {
            Value::Object(members) => convert(members)?,
            Value::Array(items) => items.iter_mut().filter_map(Value::as_object_mut).try_for_each(convert)?,
            _ => {}
        }
    }
    Ok(())
}

/// Returns the tags of a mark: its name in entities, in HTML or in `MarkdownV2`, with its URL. `None` if it has none.
fn tags(kind: &str, url: Option<&str>) -> Option<(String, &'static str)> {
    let (open, close) = match kind {
        "bold" | "b" | "strong" | "*" => ("<b>", "</b>"),
        "italic" | "i" | "em" | "_" => ("<i>", "</i>"),
        "code" | "`" => ("<code>", "</code>"),
        "pre" | "```" => ("<pre>", "</pre>"),
        "text_link" | "text_mention" | "a" => {
            return Some((["<a href=\"", &escape_html(url?), "\">"].concat(), "</a>"));
        }
        _ => return None,
    };
    Some((open.to_owned(), close))
}

fn of_entities(text: &str, entities: &[Value]) -> String {
    let mut marks = Vec::new();
    for entity in entities {
        let number = |name: &str| entity.get(name).and_then(Value::as_i64);
        let (Some(offset), Some(length)) = (number("offset"), number("length")) else { continue };
        let user = entity.get("user").and_then(|user| user.get("id")).and_then(Value::as_i64);
        let user = user.map(|id| ["tg://user?id=", &id.to_string()].concat());
        let url = entity.get("url").and_then(Value::as_str).or(user.as_deref());
        let kind = entity.get("type").and_then(Value::as_str).unwrap_or_default();
        let (Some(before), Some(inside)) = (slice(text, 0, offset), slice(text, offset, length)) else { continue };
        if let Some((open, close)) = tags(kind, url) {
            marks.push(Marked { start: before.len(), end: before.len() + inside.len(), open, close });
        }
    }
    flat(text, &marks)
}

/// Writes a text with its marks as HTML in which no mark is nested.
fn flat(text: &str, marks: &[Marked]) -> String {
    let order = |mark: &Marked| ["</a>", "</code>", "</pre>", "</b>"].iter().position(|close| *close == mark.close);
    let mut html = String::new();
    let mut current: Option<&Marked> = None;
    for (at, letter) in text.char_indices() {
        let covering = marks.iter().filter(|mark| (mark.start..mark.end).contains(&at));
        let best = covering.min_by_key(|mark| order(mark).unwrap_or(usize::MAX));
        if best.map(std::ptr::from_ref) != current.map(std::ptr::from_ref) {
            html.push_str(current.map_or("", |mark| mark.close));
            html.push_str(best.map_or("", |mark| &mark.open));
            current = best;
        }
        match letter {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            other => html.push(other),
        }
    }
    html + current.map_or("", |mark| mark.close)
}

/// Parses HTML with nested and newer tags. `None` if it is not well-formed; the service then reports that.
fn of_html(html: &str) -> Option<String> {
    let (mut plain, mut marks, mut open) = (String::new(), Vec::new(), Vec::<(String, usize, String)>::new());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once('<') {
        plain.push_str(&text::parse(before, "HTML").ok()?.text);
        let (tag, after) = after.split_once('>')?;
        rest = after;
        let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        let name = name.to_ascii_lowercase();
        if let Some(name) = name.strip_prefix('/') {
            let (opened, start, url) = open.pop().filter(|(opened, ..)| opened == name)?;
            if let Some((open, close)) = tags(&opened, Some(&url)) {
                marks.push(Marked { start, end: plain.len(), open, close });
            }
        } else {
            let known = ["u", "ins", "s", "strike", "del", "span", "tg-spoiler", "tg-emoji", "tg-time", "blockquote"];
            if !known.contains(&name.as_str()) && tags(&name, Some("")).is_none() {
                return None;
            }
            let url = attributes.split_once("href=").map(|(_, url)| url.trim_matches(['"', '\'', ' ']));
            let url = text::parse(url.unwrap_or_default(), "HTML").ok()?.text;
            open.push((name, plain.len(), url));
        }
    }
    plain.push_str(&text::parse(rest, "HTML").ok()?.text);
    open.is_empty().then(|| flat(&plain, &marks))
}

/// Characters that must be escaped outside of code.
const RESERVED: &str = "_*[]()~`>#+-=|{}.!";

/// Parses `MarkdownV2`.
fn of_markdown(source: &str) -> Result<String> {
    let refused = |what: &str| Refusal::bad_request(&["can't parse entities: ", what].concat());
    let (mut plain, mut marks, mut open) = (String::new(), Vec::new(), Vec::<(&str, usize)>::new());
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let after = |mark: &str| rest.get(mark.len()..).unwrap_or_default();
        let done = source.get(..source.len() - rest.len()).unwrap_or_default();
        let is_start_of_line = done.is_empty() || done.ends_with('\n');
        if let Some(escaped) = rest.strip_prefix('\\').and_then(|rest| rest.chars().next()).filter(char::is_ascii) {
            plain.push(escaped);
            rest = rest.get(2..).unwrap_or_default();
            continue;
        }
        let found = ["```", "`", "||", "__", "*", "_", "~"].into_iter().find(|mark| rest.starts_with(mark));
        match found {
            Some(fence @ ("```" | "`")) => {
                let (code, next) = code(after(fence), fence).ok_or_else(|| refused("can't find end of code"))?;
                let code = if fence == "```" { without_language(&code) } else { &code };
                let start = plain.len();
                plain.push_str(code);
                marks.extend(tags(fence, None).map(|(open, close)| Marked { start, end: plain.len(), open, close }));
                rest = next;
            }
            Some(mark) => {
                match open.iter().rposition(|(opened, _)| *opened == mark) {
                    Some(at) if at + 1 == open.len() => {
                        let start = open.pop().map_or(0, |(_, start)| start);
                        let tags = tags(mark, None);
                        marks.extend(tags.map(|(open, close)| Marked { start, end: plain.len(), open, close }));
                    }
                    Some(_) => return Err(refused("marks that overlap")),
                    None => open.push((mark, plain.len())),
                }
                rest = after(mark);
            }
            None if letter == '[' || rest.starts_with("![") => {
                open.push(("[", plain.len()));
                rest = after(if letter == '[' { "[" } else { "![" });
            }
            None if letter == ']' && open.last().is_some_and(|(mark, _)| *mark == "[") => {
                let start = open.pop().map_or(0, |(_, start)| start);
                let target = after("]").strip_prefix('(').and_then(|rest| code(rest, ")"));
                let (url, next) = target.ok_or_else(|| refused("can't find the URL of a link"))?;
                marks.extend(tags("a", Some(&url)).map(|(open, close)| Marked {
                    start,
                    end: plain.len(),
                    open,
                    close,
                }));
                rest = next;
            }
            None if letter == '>' && is_start_of_line => rest = after(">"),
            None if RESERVED.contains(letter) => {
                let reserved = ["character '", &letter.to_string(), "' is reserved and must be escaped"];
                return Err(refused(&[&reserved.concat(), " with the preceding '\\'"].concat()));
            }
            None => {
                plain.push(letter);
                rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            }
        }
    }
    match open.last() {
        Some((mark, _)) => Err(refused(&["can't find end of the entity that starts with '", mark, "'"].concat())),
        None => Ok(flat(&plain, &marks)),
    }
}

/// Returns the text up to an end that is not escaped, without its escapes, and the rest.
fn code<'a>(text: &'a str, end: &str) -> Option<(String, &'a str)> {
    let (mut inside, mut rest) = (String::new(), text);
    loop {
        if let Some(next) = rest.strip_prefix(end) {
            return Some((inside, next));
        }
        let rest_after = rest.strip_prefix('\\').filter(|rest| rest.starts_with(['\\', '`', ')'])).unwrap_or(rest);
        let letter = rest_after.chars().next()?;
        inside.push(letter);
        rest = rest_after.get(letter.len_utf8()..)?;
    }
}

/// Removes the name of a language from the first line of a block of code.
fn without_language(code: &str) -> &str {
    match code.split_once('\n') {
        Some((language, code)) if !language.contains(char::is_whitespace) => code,
        _ => code,
    }
}
