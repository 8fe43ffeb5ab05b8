//! Percent-encoding of paths, queries and urlencoded bodies, strict about UTF-8.

/// The text without percent-encoding; none if it is not UTF-8. In forms `+` stands for a space.
pub(crate) fn decode(text: &[u8], form: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(&byte) = rest.next() {
        bytes.push(match byte {
            b'+' if form => b' ',
            b'%' => match escaped(rest.as_slice()) {
                Some(value) => {
                    rest.nth(1);
                    value
                }
                None => b'%',
            },
            other => other,
        });
    }
    String::from_utf8(bytes).ok()
}

/// The pairs of a query or an urlencoded body; none if one is not UTF-8.
pub(crate) fn pairs(text: &[u8]) -> Option<Vec<(String, String)>> {
    text.split(|&byte| byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let mut halves = pair.splitn(2, |&byte| byte == b'=');
            let name = halves.next().unwrap_or_default();
            let value = halves.next().unwrap_or_default();
            Some((decode(name, true)?, decode(value, true)?))
        })
        .collect()
}

fn escaped(after: &[u8]) -> Option<u8> {
    let [high, low, ..] = after else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}
