//! Texts of errors, each kind made by one loop: the standard library's ways are some kilobytes of a wasm file.

/// The texts in a row. One copy of this loop is smaller than `concat` and `join` for each length, and than `to_owned` next to it.
pub(super) fn concat(texts: &[&str]) -> String {
    join(&mut texts.iter().copied(), "")
}

/// The texts with something between them.
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

/// The text with a number in place of each `#`; the formatting machinery of the standard library costs several kilobytes.
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

/// A count as [`fill`] takes it.
pub(super) fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
