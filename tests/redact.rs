//! The token is not shown, and innocent texts are: in spellings at random. Those of the vectors: `tests/vectors/redact.json`.

#![allow(clippy::indexing_slicing, clippy::unwrap_used)]

use std::fmt::Write;

use botwire::policy::{REDACTED, WITHHELD, redact};

#[test]
fn spellings_nested_at_random() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..3000 {
        let token = random.token();
        let before = random.one_of(&["", "/bot", "url=", "?a=1&secret=", "x ", "\"", "100% of "]);
        let after = random.one_of(&["", "/getMe", "&x=1", " end", "\"}"]);
        let mut text = [before, &token, after].concat();
        let layers: Vec<usize> = (0..random.below(4)).map(|_| random.below(LAYERS.len())).collect();
        // Encodings of the whole text are decoded twice.
        if layers.iter().filter(|layer| **layer < 2).count() > 2 {
            continue;
        }
        for layer in &layers {
            text = LAYERS[*layer](&text, &mut random);
        }
        let shown = redact(&text, &token);
        assert!(
            shown == WITHHELD || shown.contains(REDACTED),
            "round {round}, {layers:?}: {text} of {token} is {shown}"
        );
        assert_eq!(redact(&shown, &token), shown, "round {round}, {layers:?}: again");
    }
}

#[test]
fn texts_that_have_nothing_to_do_with_a_token() {
    let mut random = Random(7);
    for _ in 0..3000 {
        let (token, other) = (random.token(), random.token());
        let text = format!("at /bot{other}/getMe: {}, {}", base64(&other, &mut random), percent(&other, &mut random));
        assert_eq!(redact(&text, &token), text, "{token}");
    }
}

type Layer = fn(&str, &mut Random) -> String;

const LAYERS: [Layer; 9] = [base64, hexadecimal, percent, json, source, html, quoted_printable, split, full_width];

fn each(text: &str, random: &mut Random, must: &[char], escape: impl Fn(&mut String, u32)) -> String {
    let often = random.below(4);
    text.chars().fold(String::new(), |mut encoded, character| {
        if must.contains(&character) || random.below(4) < often {
            escape(&mut encoded, character.into());
        } else {
            encoded.push(character);
        }
        encoded
    })
}

fn bytes(encoded: &mut String, code: u32, write: fn(u8) -> String) {
    encoded.extend(char::from_u32(code).unwrap().to_string().bytes().map(write));
}

fn percent(text: &str, random: &mut Random) -> String {
    each(text, random, &['%'], |encoded, code| bytes(encoded, code, |byte| format!("%{byte:02x}")))
}

fn json(text: &str, random: &mut Random) -> String {
    each(text, random, &['\\', '"'], |encoded, code| write!(encoded, "\\u{code:04X}").unwrap())
}

fn source(text: &str, random: &mut Random) -> String {
    each(text, random, &['\\', '"'], |encoded, code| write!(encoded, "\\u{{{code:x}}}").unwrap())
}

fn html(text: &str, random: &mut Random) -> String {
    each(text, random, &['&', '<'], |encoded, code| write!(encoded, "&#{code};").unwrap())
}

fn quoted_printable(text: &str, random: &mut Random) -> String {
    each(text, random, &['='], |encoded, code| bytes(encoded, code, |byte| format!("={byte:02X}")))
}

fn hexadecimal(text: &str, random: &mut Random) -> String {
    let between = random.one_of(&["", " ", ":", ", "]);
    text.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(between)
}

fn split(text: &str, random: &mut Random) -> String {
    let between = random.one_of(&["\n ", "<wbr>", "\u{200b}", " "]);
    text.chars().fold(String::new(), |split, character| {
        let is_end = random.below(3) == 0;
        format!("{split}{character}{}", if is_end { between } else { "" })
    })
}

fn full_width(text: &str, _: &mut Random) -> String {
    let wide = |character: char| char::from_u32(u32::from(character) + 0xfee0).unwrap_or(character);
    text.chars().map(|character| if character.is_ascii_alphanumeric() { wide(character) } else { character }).collect()
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn base64(text: &str, random: &mut Random) -> String {
    let plus = random.below(2) == 0;
    let mut encoded = String::new();
    for group in text.as_bytes().chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, index| bits << 8 | usize::from(*group.get(index).unwrap_or(&0)));
        for place in 0..=group.len() {
            encoded.push(char::from(DIGITS[bits >> (18 - 6 * place) & 63]));
        }
    }
    if plus { encoded.replace('-', "+").replace('_', "/") } else { encoded }
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
        let secret: String = (0..35).map(|_| char::from(DIGITS[self.below(64)])).collect();
        format!("{number}:{secret}")
    }
}
