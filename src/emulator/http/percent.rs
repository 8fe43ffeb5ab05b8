//! Percent-encoding of paths, queries and urlencoded bodies, strict about UTF-8.

use percent_encoding::percent_decode;

/// The text without percent-encoding; none if it is not UTF-8.
pub(crate) fn decode(text: &[u8]) -> Option<String> {
    percent_decode(text).decode_utf8().ok().map(Into::into)
}

/// The pairs of a query or an urlencoded body, in which `+` stands for a space; none if one is not UTF-8.
pub(crate) fn pairs(text: &[u8]) -> Option<Vec<(String, String)>> {
    text.split(|&byte| byte == b'&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let spaced: Vec<u8> = pair.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect();
            let mut halves = spaced.splitn(2, |&byte| byte == b'=').map(decode);
            Some((halves.next()??, halves.next().unwrap_or_else(|| Some(String::new()))?))
        })
        .collect()
}
