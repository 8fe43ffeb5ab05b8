//! Reads the text of the rules at compile time: a word that does not exist does not compile.
#![expect(clippy::indexing_slicing, clippy::panic, reason = "the text is a constant, which is read at compile time")]

use super::names::{Action, BITS, Event, GROUPS, STEPS};

/// A rule. Its bits are those of [`BITS`].
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Events, and after them the inner steps.
    pub events: u64,
    pub phases: u32,
    pub all: u32,
    pub none: u32,
    pub any: u32,
    pub clears: u32,
    pub sets: u32,
    pub actions: [Option<Action>; 3],
    /// The number of the inner step that follows.
    pub then: Option<u8>,
}

const EMPTY: Rule =
    Rule { events: 0, phases: 0, all: 0, none: 0, any: 0, clears: 0, sets: 0, actions: [None; 3], then: None };

/// Returns the number of rules of a text: its lines that are neither empty nor comments.
pub const fn count(text: &str) -> usize {
    let (mut count, mut at) = (0, 0);
    while at < text.len() {
        let end = end_of_line(text.as_bytes(), at);
        count += is_rule(text.as_bytes(), at, end) as usize;
        at = end + 1;
    }
    count
}

/// Reads the rules.
pub const fn rules<const COUNT: usize>(text: &str) -> [Rule; COUNT] {
    let mut rules = [EMPTY; COUNT];
    let (mut count, mut at) = (0, 0);
    while at < text.len() {
        let end = end_of_line(text.as_bytes(), at);
        if is_rule(text.as_bytes(), at, end) {
            rules[count] = rule(text.as_bytes(), at, end);
            count += 1;
        }
        at = end + 1;
    }
    rules
}

const fn end_of_line(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b'\n' {
        at += 1;
    }
    at
}

const fn is_rule(text: &[u8], start: usize, end: usize) -> bool {
    start < end && text[start] != b'#'
}

/// Reads one rule, for tests of the rules.
///
/// # Panics
/// If a word does not exist.
#[must_use]
pub const fn read(line: &str) -> Rule {
    rule(line.as_bytes(), 0, line.len())
}

const fn rule(text: &[u8], mut at: usize, end: usize) -> Rule {
    let mut rule = EMPTY;
    let (mut field, mut actions) = (0, 0);
    while at < end {
        match text[at] {
            b' ' => at += 1,
            b'|' => {
                field += 1;
                at += 1;
            }
            sign => {
                let start = at;
                while at < end && text[at] != b' ' && text[at] != b'|' {
                    at += 1;
                }
                match field {
                    0 => rule.events |= 1 << event_or_step(text, start, at),
                    1 => rule.phases |= bit(text, start, at),
                    2 => match sign {
                        b'!' => rule.none |= bit(text, start + 1, at),
                        b'?' => rule.any |= bit(text, start + 1, at),
                        _ => rule.all |= bit(text, start, at),
                    },
                    3 if sign == b'-' => rule.clears |= bit(text, start + 1, at),
                    3 => rule.sets |= bit(text, start, at),
                    4 => {
                        rule.actions[actions] = Some(Action::ALL[number(Action::NAMES, text, start, at)]);
                        actions += 1;
                    }
                    5 => rule.then = Some(event_or_step(text, start, at)),
                    _ => panic!("a rule has six fields"),
                }
            }
        }
    }
    let mut group = 0;
    while group < GROUPS.len() {
        if rule.sets & GROUPS[group] != 0 {
            rule.clears |= GROUPS[group];
        }
        group += 1;
    }
    rule
}

/// Returns the number of an event, or after the last event that of an inner step.
#[expect(clippy::cast_possible_truncation, reason = "there are fewer than 64")]
const fn event_or_step(text: &[u8], start: usize, end: usize) -> u8 {
    if text[start].is_ascii_uppercase() {
        return number(Event::NAMES, text, start, end) as u8;
    }
    (Event::NAMES.len() + number(&STEPS, text, start, end)) as u8
}

const fn bit(text: &[u8], start: usize, end: usize) -> u32 {
    1 << number(&BITS, text, start, end)
}

/// Returns the bit of that name.
pub const fn bit_named(name: &str) -> u32 {
    bit(name.as_bytes(), 0, name.len())
}

const fn number(names: &[&str], text: &[u8], start: usize, end: usize) -> usize {
    let mut at = 0;
    while at < names.len() {
        if is_word(names[at].as_bytes(), text, start, end) {
            return at;
        }
        at += 1;
    }
    panic!("a rule contains an unknown word")
}

const fn is_word(name: &[u8], text: &[u8], start: usize, end: usize) -> bool {
    if name.len() != end - start {
        return false;
    }
    let mut at = 0;
    while at < name.len() {
        if name[at] != text[start + at] {
            return false;
        }
        at += 1;
    }
    true
}
