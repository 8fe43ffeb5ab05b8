//! The visible length of marked-up text.

/// How many characters (Unicode scalar values) of the text are shown, at least: what could be
/// markup of the `parse_mode` is not counted, so that nothing is refused which the service takes.
///
/// Spec: core, Formatting of text and Message.
#[must_use]
pub fn visible_length(text: &str, parse_mode: Option<&str>) -> usize {
    match parse_mode {
        Some("HTML") => html(text),
        Some("Markdown") => markdown(text),
        _ => characters(text),
    }
}

/// How many characters (Unicode scalar values) the text has.
///
/// Counts what is no continuation byte, as `chars().count()` does with a kilobyte of unrolled code.
#[must_use]
pub fn characters(text: &str) -> usize {
    const EACH: u64 = u64::MAX / 255;
    let (eights, rest) = text.as_bytes().as_chunks();
    let continued = |word: u64| (word >> 7 & !(word >> 6) & EACH).count_ones() as usize;
    let more = eights.iter().map(|eight| continued(u64::from_le_bytes(*eight))).sum::<usize>();
    text.len() - more - rest.iter().filter(|byte| **byte & 0xC0 == 0x80).count()
}

/// Tags count nothing, a character reference counts one.
fn html(text: &str) -> usize {
    let (mut shown, mut rest) = (0, text.chars());
    while let Some(letter) = rest.next() {
        let close = match letter {
            '<' => '>',
            '&' => ';',
            _ => {
                shown += 1;
                continue;
            }
        };
        let mut ahead = rest.clone();
        if ahead.any(|letter| letter == close) {
            rest = ahead;
            shown += usize::from(letter == '&');
        } else {
            shown += 1;
        }
    }
    shown
}

/// Marks count nothing, of a link only its text counts, and the language of a fenced block nothing.
fn markdown(text: &str) -> usize {
    let (mut shown, mut rest) = (0, text.chars());
    while let Some(letter) = rest.next() {
        match letter {
            '*' | '_' | '`' | '[' => {}
            ']' if rest.as_str().starts_with('(') => {
                let mut ahead = rest.clone();
                if ahead.any(|letter| letter == ')') {
                    rest = ahead;
                }
            }
            _ => shown += 1,
        }
    }
    shown
}
