//! Texts of errors, each kind made by one loop: the standard library's ways are some kilobytes of a wasm file.

/// The words in a row. One copy of this loop is smaller than `concat` and `join` for each length, and than `to_owned` next to it.
pub(super) fn words(words: &[&str]) -> String {
    list(&mut words.iter().copied(), "")
}

/// The words with something between them.
#[inline(never)]
pub(super) fn list(words: &mut dyn Iterator<Item = &str>, between: &str) -> String {
    let mut text = String::new();
    for word in words {
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(word);
    }
    text
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
