//! JSON texts that are too long for the log, shortened with a note, and still JSON.

use std::borrow::Cow;

use crate::emulator::http::{Secrets, string_end};
use crate::wire::json;

/// Bytes of a JSON text that stay as they are.
const TEXT: usize = 64 * 1024;
/// Bytes of a string that stay in a longer text.
const STRING: usize = 1024;
/// Bytes behind them that are searched for the rest of a token.
const OVERLAP: usize = 1024;

/// The JSON text, or what is left of one of more than 64 KiB: its long strings end in a note of their length, and members
/// and items beyond 64 KiB are left out. Tokens are taken out of what is shortened, as the note would hide that
/// they are cut off.
pub(crate) fn excerpt<'a>(json: &'a str, secrets: Secrets<'_>) -> Cow<'a, str> {
    if json.len() <= TEXT {
        return json.into();
    }
    let mut short = String::new();
    let mut open = Vec::new();
    let mut rest = json;
    while let Some((before, from)) = rest.find(['"', '{', '}', '[', ']', ',']).and_then(|at| rest.split_at_checked(at))
    {
        short.push_str(before);
        let mut symbols = from.chars();
        let Some(symbol) = symbols.next() else { break };
        rest = symbols.as_str();
        match symbol {
            '"' => {
                let (quoted, after) = from.split_at_checked(string_end(from)).unwrap_or((from, ""));
                push_string(&mut short, quoted, secrets);
                rest = after;
                continue;
            }
            '{' | '[' => open.push(symbol),
            ',' if short.len() > TEXT => {
                short.push_str(if open.last() == Some(&'{') { ",\"…\":\"more\"" } else { ",\"… more\"" });
                short.extend(open.iter().rev().map(|symbol| if *symbol == '{' { '}' } else { ']' }));
                return short.into();
            }
            ',' => {}
            _ => drop(open.pop()),
        }
        short.push(symbol);
    }
    short.push_str(rest);
    short.into()
}

fn push_string(short: &mut String, quoted: &str, secrets: Secrets<'_>) {
    let inside = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
    if inside.len() <= STRING {
        short.push_str(quoted);
        return;
    }
    let start = ["\"", start(inside, STRING + OVERLAP), "\""].concat();
    let mut text = secrets.redactor().redact(&json::text(&start).map(json::Text::decode).unwrap_or_default());
    let mut end = STRING.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.push_str(&["… (", &inside.len().to_string(), " bytes)"].concat());
    short.push_str(&json::quote(&text));
}

/// What the inside of a JSON string starts with: whole characters and escape sequences of at most so many bytes.
fn start(text: &str, most: usize) -> &str {
    let mut end = 0;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character == '\\' && characters.next() == Some('u') {
            characters.nth(3);
        }
        let past = text.len() - characters.as_str().len();
        if past > most {
            break;
        }
        end = past;
    }
    text.get(..end).unwrap_or_default()
}
