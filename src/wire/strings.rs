//! Builds texts of errors with simple loops: the standard library's functions add several kilobytes to a wasm file.

/// Concatenates texts. One loop is smaller than `concat` and `join` for each length, or than `to_owned` as well.
pub(super) fn concat(texts: &[&str]) -> String {
    join(&mut texts.iter().copied(), "")
}

/// Joins texts with a separator.
#[inline(never)]
pub(super) fn join(texts: &mut dyn Iterator<Item = &str>, between: &str) -> String {
    let mut joined = String::new();
    for text in texts {
        if !joined.is_empty() {
            joined.push_str(between);
        }
        joined.push_str(text);
    }
    joined
}

/// Replaces each `#` by a number. The formatting code of the standard library costs several kilobytes.
#[inline(never)]
pub(super) fn fill(template: &str, numbers: &[i64]) -> String {
    let mut numbers = numbers;
    let mut text = String::new();
    for letter in template.chars() {
        match numbers {
            [number, rest @ ..] if letter == '#' => {
                numbers = rest;
                if *number < 0 {
                    text.push('-');
                }
                digits(number.unsigned_abs(), &mut text);
            }
            _ => text.push(letter),
        }
    }
    text
}

fn digits(number: u64, text: &mut String) {
    if number > 9 {
        digits(number / 10, text);
    }
    text.extend(char::from_digit((number % 10) as u32, 10));
}

/// Returns true if each byte fits. One loop for all callers is smaller than a loop in each.
#[inline(never)]
pub(super) fn all(bytes: &[u8], fits: fn(u8) -> bool) -> bool {
    bytes.iter().all(|byte| fits(*byte))
}

/// Returns true for the letters of names: English letters, digits, and underscores.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Converts a count for [`fill`].
pub(super) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
