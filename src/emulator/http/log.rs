//! What the service was asked and what it answered, the latest entries, without tokens.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde_json::Value;

use crate::emulator::clock::Time;
use crate::emulator::http::UPLOAD_IN_JSON;
use crate::emulator::state::{Map, StoredBot};
use crate::policy::Redactor;
use crate::policy::envelope::beginning;
use crate::wire::json;

/// Bytes that all entries together have at most.
const TOTAL: usize = 16 * 1024 * 1024;

/// Bytes of a JSON text that stay as they are.
const TEXT: usize = 64 * 1024;
/// Bytes of a string that stay in a longer text.
const STRING: usize = 1024;
/// Bytes behind them that are searched for the rest of a token.
const OVERLAP: usize = 1024;

/// The latest calls and deliveries; see [`Service::log`](crate::emulator::Service::log).
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    most: usize,
    last: u64,
    bytes: usize,
    entries: VecDeque<LogEntry>,
}

/// A JSON object, and what is known of the tokens in it.
#[derive(Debug, Clone, Default)]
pub(crate) struct LogEntry {
    number: u64,
    /// Without its beginning and end until the answer completes it.
    json: String,
    /// The token of the call, if no bot has it.
    unknown: String,
    /// How many bots there were when their tokens were taken out; none if nobody has read it yet.
    redacted_for: Option<usize>,
}

/// A member of an entry: its name, and its value as JSON text.
pub(crate) type LogMember<'a> = (&'static str, Cow<'a, str>);

impl Log {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Entries with a greater number than that one, oldest first, as JSON texts. Tokens are taken out when they are read
    /// first: most entries are never read.
    pub(crate) fn after(&mut self, number: u64, bots: &Map<i64, StoredBot>) -> impl Iterator<Item = &str> {
        let skipped = self.entries.partition_point(|entry| entry.number <= number);
        for entry in self.entries.iter_mut().skip(skipped) {
            let count = bots.len();
            if entry.redacted_for != Some(count) {
                let json = Secrets { bots, unknown: &entry.unknown }.redact_json(&entry.json);
                self.bytes = self.bytes - entry.json.len() + json.len();
                (entry.json, entry.redacted_for) = (json, Some(count));
            }
        }
        self.entries.iter().skip(skipped).map(|entry| entry.json.as_str())
    }

    /// An entry, which [`Log::add`] completes.
    pub(crate) fn open(&self, now: Time, bot: i64, secrets: Secrets<'_>, members: &[LogMember<'_>]) -> LogEntry {
        if self.most == 0 {
            return LogEntry::default();
        }
        let mut json = [",\"time\":", &now.millis().to_string(), ",\"bot\":", &bot.to_string()].concat();
        push(&mut json, secrets, members);
        let json = json.replace(UPLOAD_IN_JSON, "attach://upload");
        LogEntry { json, unknown: secrets.unknown.to_owned(), ..LogEntry::default() }
    }

    pub(crate) fn add(&mut self, mut entry: LogEntry, bots: &Map<i64, StoredBot>, members: &[LogMember<'_>]) {
        if self.most == 0 {
            return;
        }
        push(&mut entry.json, Secrets { bots, unknown: &entry.unknown }, members);
        self.last += 1;
        entry.number = self.last;
        entry.json = ["{\"number\":", &self.last.to_string(), &entry.json, "}"].concat();
        self.bytes += entry.json.len();
        self.entries.push_back(entry);
        while self.entries.len() > self.most || self.bytes > TOTAL {
            let Some(oldest) = self.entries.pop_front() else { break };
            self.bytes -= oldest.json.len();
        }
    }
}

fn push(json: &mut String, secrets: Secrets<'_>, members: &[LogMember<'_>]) {
    for (name, value) in members {
        json.push_str(&[",\"", name, "\":", &excerpt(value, secrets)].concat());
    }
}

pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// The JSON text, or what is left of one of more than 64 KiB: its long strings end in a note of their length, and members
/// and items beyond 64 KiB are left out. Tokens are taken out of what is shortened, as the note would hide that
/// they are cut off.
fn excerpt<'a>(json: &'a str, secrets: Secrets<'_>) -> Cow<'a, str> {
    if json.len() <= TEXT {
        return json.into();
    }
    let mut short = String::new();
    let mut open = Vec::new();
    let mut rest = json;
    while let Some((before, from)) = rest.find(['"', '{', '}', '[', ']', ',']).and_then(|at| rest.split_at_checked(at))
    {
        short.push_str(before);
        if let Some(string) = json::text(from) {
            push_string(&mut short, string, secrets);
            rest = from.get(string.raw().len() + 2..).unwrap_or_default();
            continue;
        }
        let mut symbols = from.chars();
        let Some(symbol) = symbols.next() else { break };
        rest = symbols.as_str();
        match symbol {
            '{' | '[' => open.push(symbol),
            ',' if short.len() > TEXT => {
                short.push_str(if open.last() == Some(&'{') { ",\"…\":\"more\"" } else { ",\"… more\"" });
                short.extend(open.iter().rev().map(|symbol| if *symbol == '{' { '}' } else { ']' }));
                return short.into();
            }
            ',' => {}
            _ => drop(open.pop()),
        }
        short.push(symbol);
    }
    short.push_str(rest);
    short.into()
}

fn push_string(short: &mut String, string: json::Text<'_>, secrets: Secrets<'_>) {
    let length = string.raw().len();
    if length <= STRING {
        return short.push_str(&string.quoted());
    }
    let clean = secrets.redactor().redact(start(&string.decode(), STRING + OVERLAP));
    let note = ["… (", &length.to_string(), " bytes)"].concat();
    short.push_str(&json::quote(&[start(&clean, STRING), &note].concat()));
}

/// Whole characters of at most so many bytes.
fn start(text: &str, most: usize) -> &str {
    (0..=most).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// No text of fewer bytes holds a token, not even `/bot5`.
const SHORTEST: usize = 5;

/// Characters of a token that no bot has which are searched for: no real token is as long.
const LONGEST: usize = 256;

/// The tokens of all bots, and one that no bot has; empty for none.
#[derive(Clone, Copy)]
pub(crate) struct Secrets<'a> {
    pub bots: &'a Map<i64, StoredBot>,
    pub unknown: &'a str,
}

impl Secrets<'_> {
    pub fn redactor(self) -> Redactor {
        let unknown = beginning(self.unknown, LONGEST);
        Redactor::new(self.bots.values().map(|bot| bot.token.as_str()).chain([unknown]))
    }

    /// The JSON text with the tokens taken out of its keys and strings. Of numbers, nothing is taken.
    pub fn redact_json(self, text: &str) -> String {
        let redactor = self.redactor();
        let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, from)) = rest.find('"').and_then(|start| rest.split_at_checked(start)) {
            shown.push_str(before);
            let Some(quoted) = json::text(from) else { return shown + &redactor.redact(from) };
            let input = quoted.decode();
            let clean = if input.len() < SHORTEST { input.to_string() } else { redactor.redact(&input) };
            shown.push_str(&if clean == input { quoted.quoted() } else { Value::from(clean).to_string() });
            rest = from.get(quoted.raw().len() + 2..).unwrap_or_default();
        }
        shown.push_str(rest);
        shown
    }
}
