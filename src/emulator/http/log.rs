//! The log: the latest requests and answers, without tokens.

use std::borrow::Cow;
use std::collections::VecDeque;

use serde_json::Value;

use crate::emulator::clock::Time;
use crate::emulator::http::UPLOAD_IN_JSON;
use crate::emulator::state::{Map, StoredBot};
use crate::emulator::stored::json_text;
use crate::policy::Redactor;
use crate::policy::envelope::beginning;
use crate::wire::json;

/// The largest size of all entries together, in bytes.
const TOTAL: usize = 16 * 1024 * 1024;

/// The largest JSON text that is not shortened, in bytes.
const TEXT: usize = 64 * 1024;
/// The part of a string that remains in a longer text, in bytes.
const STRING: usize = 1024;
/// The part after that which is searched for the rest of a token, in bytes.
const OVERLAP: usize = 1024;

/// The latest calls and deliveries; see [`Service::log`](crate::emulator::Service::log).
#[derive(Debug, Clone, Default)]
pub(crate) struct Log {
    most: usize,
    last: u64,
    bytes: usize,
    entries: VecDeque<LogEntry>,
}

/// An entry as JSON, and the state of its redaction.
#[derive(Debug, Clone, Default)]
pub(crate) struct LogEntry {
    number: u64,
    /// Without its number and end until [`Log::add`] completes it.
    json: String,
    /// The token of the call, if no bot has it.
    unknown: String,
    /// What the call asked for and did not get.
    pub notes: Vec<String>,
    /// How many bots existed when their tokens were removed. `None` until the entry is read.
    redacted_for: Option<usize>,
}

/// A member of an entry: its name, and its value as JSON text.
pub(crate) type LogMember<'a> = (&'static str, Cow<'a, str>);

impl Log {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Returns the entries after this number, oldest first, as JSON texts. Removes tokens only now, because most
    /// entries are never read.
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

    /// Starts an entry, which [`Log::add`] completes.
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
        let secrets = Secrets { bots, unknown: &entry.unknown };
        push(&mut entry.json, secrets, members);
        if !entry.notes.is_empty() {
            push(&mut entry.json, secrets, &[("note", quoted(&entry.notes.join("; ")).into())]);
        }
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
    json_text(&Value::from(text))
}

/// Shortens a JSON text of more than 64 KiB: long strings end in a note of their length, and members and items beyond
/// 64 KiB are omitted. Tokens are removed first, because the note would hide one that is cut off.
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

/// Returns the start of a text, at most this many bytes of whole characters.
fn start(text: &str, most: usize) -> &str {
    (0..=most).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// The shortest text that can contain a token is `/bot5`.
const SHORTEST: usize = 5;

/// How many characters of an unknown token are searched for. Real tokens are shorter.
const LONGEST: usize = 256;

/// The tokens of all bots, and one that no bot has, or an empty text.
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

    /// Removes the tokens from the keys and strings of a JSON text. Numbers stay unchanged.
    pub fn redact_json(self, text: &str) -> String {
        let redactor = self.redactor();
        let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
        while let Some((before, from)) = rest.find('"').and_then(|start| rest.split_at_checked(start)) {
            shown.push_str(before);
            let Some(quoted) = json::text(from) else { return shown + &redactor.redact(from) };
            let input = quoted.decode();
            let clean = if input.len() < SHORTEST { input.to_string() } else { redactor.redact(&input) };
            shown.push_str(&if clean == input { quoted.quoted() } else { json_text(&Value::from(clean)) });
            rest = from.get(quoted.raw().len() + 2..).unwrap_or_default();
        }
        shown.push_str(rest);
        shown
    }
}
