//! JSON texts that are too long for the log, shortened with a note, and still JSON.

use std::borrow::Cow;

use super::log::hide;

/// Bytes of a JSON text that stay as they are.
const TEXT: usize = 64 * 1024;
/// Bytes of a string that stay in a longer text.
const STRING: usize = 1024;

/// The JSON text, or what is left of one of more than 64 KiB: its long strings end in a note of their length, and members
/// and items beyond 64 KiB are left out. `token` is hidden in what is shortened, so that no part of it stays at the end.
pub(super) fn excerpt<'a>(json: &'a str, token: &str) -> Cow<'a, str> {
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
                let (text, after) = rest.split_at_checked(string_end(rest)).unwrap_or((rest, ""));
                push_string(&mut short, text, token);
                rest = after.strip_prefix('"').unwrap_or(after);
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

/// Where the text of a JSON string ends, which starts behind its quote.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    });
    end.unwrap_or(text.len())
}

fn push_string(short: &mut String, text: &str, token: &str) {
    short.push('"');
    if text.len() <= STRING {
        short.push_str(text);
    } else {
        // Percent-encoded, a token is three times as long; an escape sequence has six bytes.
        let overlap = token.len() * 3 + 6;
        let hidden = hide(start(text, STRING + overlap), token);
        short.push_str(start(&hidden, STRING.min(hidden.len().saturating_sub(overlap))));
        short.push_str(&["… (", &text.len().to_string(), " bytes)"].concat());
    }
    short.push('"');
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
