//! Normalizes the spelling of a text: folds it to ASCII, removes its tags, and decodes its escapes and base64.

/// Returns the visible ASCII characters and spaces of a text, also if they are written as full-width, mathematical, or
/// circled letters. Each other character becomes a space.
pub(super) fn fold(text: &str) -> Vec<u8> {
    text.chars().map(|character| ascii(u32::from(character)).unwrap_or(b' ')).collect()
}

fn ascii(code: u32) -> Option<u8> {
    let letter = |index: u32| if index < 26 { u32::from(b'A') + index } else { u32::from(b'a') - 26 + index };
    let code = match code {
        0x20..=0x7e => code,
        0xff01..=0xff5e => code - 0xfee0,
        0x1_d400..=0x1_d6a3 => letter((code - 0x1_d400) % 52),
        0x1_d7ce..=0x1_d7ff => u32::from(b'0') + (code - 0x1_d7ce) % 10,
        0x24b6..=0x24e9 => letter(code - 0x24b6),
        _ => return None,
    };
    u8::try_from(code).ok()
}

/// Returns the letters and digits, in lower case.
pub(super) fn letters(text: &[u8]) -> String {
    text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(|byte| char::from(byte.to_ascii_lowercase())).collect()
}

/// Returns the text without tags. The text of a CDATA section remains.
pub(super) fn untagged(text: &[u8]) -> Vec<u8> {
    let (mut shown, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some((first, mut behind)) = rest.split_first() {
        if let Some(section) = rest.strip_prefix(b"<![CDATA[") {
            rest = section;
            continue;
        }
        let end = if *first == b'<' { behind.iter().position(|byte| b"<>".contains(byte)) } else { None };
        if let Some([b'>', after @ ..]) = end.and_then(|end| behind.get(end..)) {
            behind = after;
        } else {
            shown.push(*first);
        }
        rest = behind;
    }
    shown
}

/// Escapes of URLs, quoted-printable, source code, JSON, CSS, and HTML: their prefix, the radix of their number, and
/// how many digits it has, 0 for any number.
const ESCAPES: [(&[u8], u32, usize); 13] = [
    (b"%u", 16, 4),
    (b"%", 16, 2),
    (b"=", 16, 2),
    (b"0x", 16, 2),
    (b"u+", 16, 4),
    (b"\\u{", 16, 0),
    (b"\\u0000", 16, 4),
    (b"\\u", 16, 4),
    (b"\\x", 16, 2),
    (b"\\", 8, 3),
    (b"\\", 16, 2),
    (b"&#x", 16, 0),
    (b"&#", 10, 0),
];

/// Escapes without a number. The other named escapes of HTML are punctuation, which is ignored.
const NAMED: [(&[u8], u8); 9] = [
    (b"&amp;", b'&'),
    (b"&lt;", b'<'),
    (b"&gt;", b'>'),
    (b"&percnt;", b'%'),
    (b"&num;", b'#'),
    (b"&bsol;", b'\\'),
    (b"\\n", 0),
    (b"\\r", 0),
    (b"\\t", 0),
];

/// Decodes the escapes of the folded text once, also those that are broken by spaces.
pub(super) fn unescaped(folded: &[u8]) -> Vec<u8> {
    let mut text = folded.to_vec();
    text.retain(|byte| *byte != b' ');
    text.dedup_by(|next, byte| *next == b'\\' && *byte == b'\\');
    let (mut shown, mut rest) = (Vec::with_capacity(text.len()), text.as_slice());
    while let Some((first, behind)) = rest.split_first() {
        let (code, after) = escape(rest).unwrap_or((u32::from(*first), behind));
        match u8::try_from(code) {
            Ok(byte) => shown.push(byte),
            Err(_) => shown.extend(char::from_u32(code).unwrap_or_default().to_string().bytes()),
        }
        rest = after;
    }
    if shown == text { folded.to_vec() } else { fold(&String::from_utf8_lossy(&shown)) }
}

/// Returns the character of the escape that the text begins with, and the rest of the text.
fn escape(text: &[u8]) -> Option<(u32, &[u8])> {
    let behind = |start: &[u8]| {
        let (first, behind) = text.split_at_checked(start.len())?;
        first.eq_ignore_ascii_case(start).then_some(behind)
    };
    if !matches!(text.first()?, b'%' | b'=' | b'0' | b'u' | b'U' | b'\\' | b'&') {
        return None;
    }
    NAMED
        .iter()
        .find_map(|(start, byte)| Some((u32::from(*byte), behind(start)?)))
        .or_else(|| {
            ESCAPES.iter().find_map(|(start, radix, digits)| {
                let (code, behind) = number(behind(start)?, *radix, *digits)?;
                Some((code, if start.ends_with(b"{") { behind.strip_prefix(b"}")? } else { behind }))
            })
        })
        .or_else(|| {
            let name = behind(b"&")?;
            let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            (length > 1 && name.first()?.is_ascii_alphabetic()).then_some((0, name.get(length..)?.strip_prefix(b";")?))
        })
}

fn number(text: &[u8], radix: u32, digits: usize) -> Option<(u32, &[u8])> {
    let most = if digits == 0 { text.len() } else { digits };
    let count = text.iter().take(most).take_while(|byte| char::from(**byte).is_digit(radix)).count();
    let (number, behind) = text.split_at_checked(count).filter(|_| count >= digits.max(1))?;
    let code = number.iter().filter_map(|byte| char::from(*byte).to_digit(radix));
    let code = code.fold(0_u32, |code, digit| code.saturating_mul(radix).saturating_add(digit));
    match behind {
        [b';', behind @ ..] if digits == 0 => Some((code, behind)),
        // The next digit may be escaped itself.
        [b'%' | b'=' | b'\\', ..] if digits == 0 => None,
        _ => Some((code, behind)),
    }
}

/// Decodes base64, hexadecimal, and lists of decimal codes, for each possible position of the first digit in its group.
pub(super) fn decoded(text: &[u8]) -> Vec<Vec<u8>> {
    // The last digits may lack the rest of their group.
    let base64: Vec<u32> = text.iter().filter_map(|byte| six_bits(*byte)).chain([0; 3]).collect();
    let hex: Vec<u32> = text.iter().filter_map(|byte| char::from(*byte).to_digit(16)).collect();
    let codes = text.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let codes = codes.filter_map(|digits| Some(u8::try_from(number(digits, 10, 0)?.0).unwrap_or_default()));
    let mut decoded = vec![texts(codes.collect())];
    for (digits, size, bits) in [(base64, 4, 6), (hex, 2, 4)] {
        for first in 0..size {
            let mut bytes = Vec::new();
            for group in digits.get(first..).unwrap_or_default().chunks_exact(size) {
                let number = group.iter().fold(0, |number, digit| number << bits | digit);
                bytes.extend(number.to_be_bytes().get(4 - size * bits / 8..).unwrap_or_default());
            }
            decoded.push(texts(bytes));
        }
    }
    decoded
}

/// Returns runs of visible characters, also those of UTF-16. Shorter runs are visible by chance.
fn texts(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|byte| *byte != 0);
    let text = String::from_utf8_lossy(&bytes);
    let is_text = |character: char| character.is_whitespace() || !(character.is_control() || character == '\u{fffd}');
    let mut shown = Vec::new();
    for run in text.split(|character: char| !is_text(character)).filter(|run| run.chars().count() >= 6) {
        shown.extend(fold(run));
        shown.push(b' ');
    }
    shown
}

fn six_bits(digit: u8) -> Option<u32> {
    let bits = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    };
    Some(bits.into())
}
