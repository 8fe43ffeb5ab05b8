//! Writes values as JavaScript and as indented JSON.

use crate::render::json::{Json, quote};

/// The maximum width of a value on one line.
const WIDTH: usize = 72;

/// The style of member names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// In quotes.
    Json,
    /// Without quotes, and with a comma after the last member of a long object.
    JavaScript,
}

/// Returns the text of a value whose first line starts after `before` columns.
pub fn text(value: &Json, style: Style, depth: usize, before: usize) -> String {
    let line = line(value, style);
    if 2 * depth + before + line.len() <= WIDTH {
        return line;
    }
    let (open, close, items): (_, _, Vec<String>) = match value {
        Json::Array(items) => ('[', ']', items.iter().map(|item| text(item, style, depth + 1, 0)).collect()),
        Json::Object(members) => {
            let item = |(name, value): &(String, Json)| {
                let name = self::name(name, style);
                let value = text(value, style, depth + 1, name.len() + 2);
                format!("{name}: {value}")
            };
            ('{', '}', members.iter().map(item).collect())
        }
        _ => return line,
    };
    let indent = "  ".repeat(depth + 1);
    let last = if style == Style::JavaScript { "," } else { "" };
    format!("{open}\n{indent}{}{last}\n{}{close}", items.join(&format!(",\n{indent}")), "  ".repeat(depth))
}

fn line(value: &Json, style: Style) -> String {
    match value {
        Json::Boolean(value) => value.to_string(),
        Json::Integer(value) => value.to_string(),
        Json::String(value) => quote(value),
        Json::Text(text) => text.clone(),
        Json::Array(items) => {
            format!("[{}]", items.iter().map(|item| line(item, style)).collect::<Vec<_>>().join(", "))
        }
        Json::Object(members) if members.is_empty() => "{}".to_owned(),
        Json::Object(members) => {
            let members =
                members.iter().map(|(name, value)| format!("{}: {}", self::name(name, style), line(value, style)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

fn name(name: &str, style: Style) -> String {
    if style == Style::Json { quote(name) } else { name.to_owned() }
}
