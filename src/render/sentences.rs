//! Descriptors in words: limits, forms, rules, first sentences.

use crate::wire::{Format, KB, Limit, MB, Rule};

/// Describes a limit with its unit.
pub fn limit(limit: &Limit) -> Option<String> {
    let most = |value: u32| (value < u32::MAX).then_some(i64::from(value));
    let counted = |from: u32, to, unit: &str| between((from > 0).then_some(from.into()), most(to), unit);
    Some(match *limit {
        Limit::None => return None,
        Limit::Chars(from, to) => count(from, to, "characters"),
        Limit::VisibleChars(from, to) => count(from, to, "visible characters (markup is not counted)"),
        Limit::Bytes(from, to) => counted(from, to, "bytes of UTF-8"),
        Limit::Items(from, to) => counted(from, to, "items"),
        Limit::Range(from, to) => {
            let (least, most) = ((from > i32::MIN).then_some(from), (to < i32::MAX).then_some(to));
            between(least.map(Into::into), most.map(Into::into), "")
        }
        Limit::UploadBytes(bytes) => format!("at most {} when uploaded", size(bytes)),
    })
}

fn count(from: u32, to: u32, unit: &str) -> String {
    between(Some(from.into()), (to < u32::MAX).then_some(to.into()), unit)
}

fn between(from: Option<i64>, to: Option<i64>, unit: &str) -> String {
    let text = match (from, to) {
        (Some(from), Some(to)) if from == to => format!("exactly {from} {unit}"),
        (Some(from), Some(to)) => format!("{from}–{to} {unit}"),
        (Some(from), None) => format!("at least {from} {unit}"),
        (None, Some(to)) => format!("at most {to} {unit}"),
        (None, None) => unit.to_owned(),
    };
    text.trim_end().to_owned()
}

fn size(bytes: u32) -> String {
    if bytes.is_multiple_of(MB) {
        format!("{} MB", bytes / MB)
    } else if bytes.is_multiple_of(KB) {
        format!("{} KB", bytes / KB)
    } else {
        format!("{bytes} bytes")
    }
}

/// Describes the format of a string.
pub fn format(format: Format) -> Option<&'static str> {
    Some(match format {
        Format::Any => return None,
        Format::NonEmpty => "not empty",
        Format::WebhookUrl => "empty, or an HTTPS URL on port 443, 80, 88 or 8443",
        Format::StickerSetName => {
            "English letters, digits and single underscores, beginning with a letter and ending in `_by_<bot_username>`"
        }
        Format::DeepLink => "of the characters A-Z, a-z, 0-9, _ and -",
        Format::Currency => "a three-letter ISO 4217 code",
        Format::Country => "a two-letter ISO 3166-1 code in capital letters",
        Format::NotUrl => "a file_id or an upload; a URL is not supported",
    })
}

/// Describes a limit and a format in one sentence.
pub fn bounds(limit: &Limit, format: Format) -> Option<String> {
    let parts: Vec<String> = self::limit(limit).into_iter().chain(self::format(format).map(Into::into)).collect();
    let text = parts.join("; ");
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).chain(['.']).collect())
}

/// Describes a rule between fields.
pub fn rule(rule: &Rule) -> String {
    match rule {
        Rule::Target => "Either `chat_id` and `message_id`, or `inline_message_id` must be given.".into(),
        Rule::ExactlyOne(fields) => format!("Exactly one of {} must be used.", names(fields)),
        Rule::AtMostOne(fields) => format!("At most one of {} may be used.", names(fields)),
        Rule::NoneOf(fields) => format!("None of {} may be used: other objects have them.", names(fields)),
        Rule::RequiredWhen { field, when, equals } => format!("`{field}` is required when `{when}` is `{equals}`."),
        Rule::ButtonsFirst(fields) => {
            format!("A button with {} must be the first one of the first row.", fields.join(" or "))
        }
        Rule::FirstButton(field) => {
            format!("When `reply_markup` has buttons, the first one of the first row must have `{field}`.")
        }
    }
}

fn names(fields: &[&str]) -> String {
    let names: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
    names.join(", ")
}

/// Returns the first sentence of a documentation.
pub fn first_sentence(doc: &str) -> String {
    let paragraph = doc.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    paragraph.get(..end).unwrap_or(&paragraph).to_owned()
}

/// Converts `callback_data` to `CallbackData`.
pub fn pascal(name: &str) -> String {
    name.split(['_', '-', '/', '.'])
        .flat_map(|word| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_have_their_unit() {
        let text = |value| limit(&value).unwrap_or_default();
        assert_eq!(limit(&Limit::None), None);
        assert_eq!(text(Limit::Chars(0, 200)), "0–200 characters");
        assert_eq!(text(Limit::Bytes(0, 64)), "at most 64 bytes of UTF-8");
        assert_eq!(text(Limit::Items(2, 10)), "2–10 items");
        assert_eq!(text(Limit::Range(0, i32::MAX)), "at least 0");
        assert_eq!(text(Limit::UploadBytes(10 * MB)), "at most 10 MB when uploaded");
        assert_eq!(text(Limit::UploadBytes(512 * KB)), "at most 512 KB when uploaded");
        assert_eq!(bounds(&Limit::Chars(1, 64), Format::NonEmpty).as_deref(), Some("1–64 characters; not empty."));
    }

    #[test]
    fn the_first_sentence_ends_at_its_full_stop() {
        assert_eq!(first_sentence("Sends a\ntext. And more.\n\nEven more."), "Sends a text.");
        assert_eq!(first_sentence("Sends 1.5 things"), "Sends 1.5 things");
    }

    #[test]
    fn names_become_pascal_case() {
        assert_eq!(pascal("callback_data"), "CallbackData");
        assert_eq!(pascal("mpeg4_gif"), "Mpeg4Gif");
    }
}
