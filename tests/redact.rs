//! The token is taken out of every text, however it is written there.

#![allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used, clippy::single_match_else)]

use botwire::policy::redact;
use serde_json::Value;

#[test]
fn the_vectors() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("vectors/redact.json")).unwrap();
    assert!(vectors.len() > 100);
    for vector in &vectors {
        let [why, token, text, expected] =
            ["why", "token", "text", "expected"].map(|name| vector[name].as_str().unwrap());
        assert_eq!(redact(text, token), expected, "{why}: {text:?}");
    }
}

#[test]
fn escapes_nested_at_random() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..1500 {
        let token = random.token();
        let secret = &token[token.find(':').unwrap() + 1..];
        let whole = random.below(4) > 0;
        let before = random.one_of(&["", "/bot", "url=", "?a=1&secret=", "x ", "\"", "100% of "]);
        let after = random.one_of(&["", "/getMe", "&x=1", " end", "\"}"]);
        let mut text = [before, if whole { &token } else { secret }, after].concat();
        let mut layers = Vec::new();
        for _ in 0..random.below(5) {
            let layer = random.one_of(&LAYERS);
            // Base64 is looked into once.
            if layer == Layer::Base64 && layers.contains(&layer) {
                continue;
            }
            text = layer.encode(&text, &mut random);
            layers.push(layer);
        }
        let shows = |text: &str| {
            let seen = layers.iter().rev().fold(text.to_owned(), |seen, layer| layer.decode(&seen));
            seen.to_ascii_lowercase().contains(&secret.to_ascii_lowercase())
        };
        assert!(shows(&text), "round {round}, {layers:?}: {text} of {token} cannot be read");
        let clean = redact(&text, &token);
        assert!(!shows(&clean), "round {round}, {layers:?}: {text} of {token} is {clean}");
        assert_eq!(redact(&clean, &token), clean, "round {round}, {layers:?}: again");
    }
}

#[test]
fn what_is_decoded_by_this_test_is_what_was_encoded() {
    let mut random = Random(7);
    for layer in LAYERS {
        for _ in 0..100 {
            let text = ["/bot", &random.token(), "?a=1&b=%41\\\"\\u0041 &#65; =41"].concat();
            let encoded = layer.encode(&text, &mut random);
            let decoded = layer.decode(&encoded);
            let is_same = if layer == Layer::Base64 { decoded.contains(&text) } else { decoded == text };
            assert!(is_same, "{layer:?}: {encoded} is {decoded}, not {text}");
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Layer {
    Percent,
    PercentU,
    Json,
    Source,
    Html,
    QuotedPrintable,
    Base64,
    Utf16,
}

const LAYERS: [Layer; 8] = [
    Layer::Percent,
    Layer::PercentU,
    Layer::Json,
    Layer::Source,
    Layer::Html,
    Layer::QuotedPrintable,
    Layer::Base64,
    Layer::Utf16,
];

impl Layer {
    /// Escapes what must be, and other characters at random.
    fn encode(self, text: &str, random: &mut Random) -> String {
        if self == Self::Base64 {
            return base64(text.as_bytes(), random.below(2) == 0);
        }
        if self == Self::Utf16 {
            return text.chars().flat_map(|character| [character, '\0']).collect();
        }
        let often = random.below(4);
        let mut encoded = String::new();
        for character in text.chars() {
            let must = match self {
                Self::Percent | Self::PercentU => character == '%',
                Self::Json | Self::Source => "\\\"".contains(character),
                Self::Html => character == '&',
                Self::QuotedPrintable => character == '=',
                Self::Base64 | Self::Utf16 => false,
            };
            if !must && random.below(4) >= often {
                encoded.push(character);
                continue;
            }
            let code = u32::from(character);
            let escape = match self {
                Self::Percent | Self::QuotedPrintable => format!("{code:02x}"),
                Self::PercentU | Self::Json => format!("{code:04x}"),
                Self::Source => random.one_of(&[
                    format!("x{code:02x}"),
                    format!("u{code:04x}"),
                    format!("u{{{code:x}}}"),
                    format!("u{{000{code:x}}}"),
                    format!("U{code:08x}"),
                ]),
                Self::Html => random.one_of(&[format!("{code};"), format!("00{code};"), format!("x{code:x};")]),
                Self::Base64 | Self::Utf16 => String::new(),
            };
            let digits: String = escape
                .chars()
                .map(|digit| {
                    let is_upper = "abcdef".contains(digit) && random.below(2) == 0;
                    if is_upper { digit.to_ascii_uppercase() } else { digit }
                })
                .collect();
            let start = match self {
                Self::Percent => "%",
                Self::PercentU => "%u",
                Self::Json => "\\u",
                Self::Source => "\\",
                Self::Html => "&#",
                Self::QuotedPrintable => "=",
                Self::Base64 | Self::Utf16 => "",
            };
            encoded.push_str(start);
            encoded.push_str(&digits);
            if self == Self::QuotedPrintable && random.below(8) == 0 {
                encoded.push_str("=\r\n");
            }
        }
        encoded
    }

    /// From left to right, one layer only: not as [`redact`] does it.
    fn decode(self, text: &str) -> String {
        if self == Self::Base64 {
            return decode_base64(text);
        }
        if self == Self::Utf16 {
            return text.replace('\0', "");
        }
        let start = match self {
            Self::Percent => "%",
            Self::PercentU => "%u",
            Self::Json | Self::Source => "\\",
            Self::Html => "&#",
            _ => "=",
        };
        let mut pieces = text.split(start);
        let mut decoded = pieces.next().unwrap_or_default().to_owned();
        for piece in pieces {
            if self == Self::QuotedPrintable && piece.starts_with("\r\n") {
                decoded.push_str(&piece[2..]);
                continue;
            }
            let (head, radix, fixed) = match (self, piece.chars().next()) {
                (Self::Json | Self::Source, Some('u')) if piece[1..].starts_with('{') => ("u{", 16, None),
                (Self::Json | Self::Source, Some('u')) => ("u", 16, Some(4)),
                (Self::Source, Some('U')) => ("U", 16, Some(8)),
                (Self::Json | Self::Source, Some('x')) => ("x", 16, Some(2)),
                (Self::Html, Some('x' | 'X')) => (&piece[..1], 16, None),
                (Self::Html, _) => ("", 10, None),
                (Self::PercentU, _) => ("", 16, Some(4)),
                _ => ("", 16, Some(2)),
            };
            let rest = &piece[head.len()..];
            let run = rest.bytes().take_while(|digit| char::from(*digit).is_digit(radix)).count();
            let length = fixed.unwrap_or(run);
            let code = rest.get(..length).and_then(|digits| u32::from_str_radix(digits, radix).ok());
            match code.and_then(char::from_u32) {
                Some(character) => {
                    decoded.push(character);
                    let end = rest[length..].strip_prefix(if head == "u{" { '}' } else { ';' });
                    let has_end = self == Self::Html || head == "u{";
                    decoded.push_str(end.filter(|_| has_end).unwrap_or(&rest[length..]));
                }
                None => {
                    decoded.push_str(start);
                    decoded.push_str(piece);
                }
            }
        }
        decoded
    }
}

const ALPHABETS: [&[u8; 64]; 2] = [
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
];

fn base64(bytes: &[u8], is_for_urls: bool) -> String {
    let alphabet = ALPHABETS[usize::from(is_for_urls)];
    let mut encoded = String::new();
    for group in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, index| bits << 8 | usize::from(*group.get(index).unwrap_or(&0)));
        for place in 0..4 {
            let letter = char::from(alphabet[bits >> (18 - 6 * place) & 63]);
            encoded.push(if place <= group.len() { letter } else { '=' });
        }
    }
    encoded
}

/// Each run of letters on its own, in the phase that makes the most of it readable.
fn decode_base64(text: &str) -> String {
    let value = |byte: u8| ALPHABETS.iter().find_map(|alphabet| alphabet.iter().position(|letter| *letter == byte));
    let mut decoded = String::new();
    for run in text.split(|letter: char| !letter.is_ascii() || value(letter as u8).is_none()) {
        for phase in 0..4 {
            let mut bits = 0;
            for (index, letter) in run.bytes().skip(phase).enumerate() {
                bits = bits << 6 & 0xff_ffff | value(letter).unwrap_or_default();
                if index % 4 > 0 {
                    decoded.push(char::from((bits >> (6 - 2 * (index % 4))).to_le_bytes()[0]));
                }
            }
            decoded.push('\n');
        }
    }
    decoded.strip_suffix('\n').unwrap_or(&decoded).to_owned()
}

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }

    fn token(&mut self) -> String {
        let number: String = (0..9).map(|_| char::from(b'0' + u8::try_from(self.below(10)).unwrap())).collect();
        let secret: String = (0..35).map(|_| char::from(ALPHABETS[1][self.below(64)])).collect();
        format!("{number}:{secret}")
    }
}
