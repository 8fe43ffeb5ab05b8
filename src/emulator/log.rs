//! What the service was asked and what it answered, the latest entries, without tokens.

use std::collections::VecDeque;

use serde_json::Value;

use super::clock::Time;
use super::excerpt::excerpt;
use super::parameters::UPLOAD_IN_JSON;

/// Bytes that all entries together have at most.
const TOTAL: usize = 16 * 1024 * 1024;

/// The latest calls and deliveries. Each entry is a JSON object with `number`, `time`
/// (milliseconds), `bot` and `kind`: `call` (a request of the bot) and `inline` (a call in the
/// answer of a webhook) have `method`, `verb`, `encoding`, `parameters`, `status` and `answer` (the
/// envelope), with a token that no bot has as calls of bot 0; `download` has `verb`, `path` and
/// `status`; `stray` (a request for what the service does not have) has `verb`, `target`, `status`
/// and `answer`; `delivery` has `update`, `url`, `attempt`, and `status` or `error`.
///
/// The entries have at most 16 MiB together; older ones go first. In a member of more than 64 KiB, strings of more than
/// 1 KiB end in a note such as `… (60000000 bytes)`, and what is still beyond 64 KiB is left out. An upload is the string
/// `attach://upload-<index>`.
#[derive(Debug, Clone)]
pub struct Log {
    most: usize,
    last: u64,
    bytes: usize,
    entries: VecDeque<(u64, String)>,
}

/// The start of an entry, which the answer completes.
#[derive(Debug, Clone, Default)]
pub(super) struct Opening(String);

impl Log {
    pub(super) fn new(most: usize) -> Self {
        Self { most, last: 0, bytes: 0, entries: VecDeque::new() }
    }

    /// Entries with a greater number than that one, oldest first, as JSON texts.
    pub fn after(&self, number: u64) -> impl Iterator<Item = &str> {
        let skipped = self.entries.partition_point(|(entry, _)| *entry <= number);
        self.entries.iter().skip(skipped).map(|(_, json)| json.as_str())
    }

    /// An entry of that kind; `members` are names and JSON texts. `token` is that of [`Log::add`].
    pub(super) fn open(&self, now: Time, bot: i64, kind: &str, token: &str, members: &[(&str, &str)]) -> Opening {
        if self.most == 0 {
            return Opening::default();
        }
        let mut text = [",\"time\":", &now.millis().to_string(), ",\"bot\":", &bot.to_string()].concat();
        text.push_str(&[",\"kind\":\"", kind, "\""].concat());
        add(&mut text, token, members);
        Opening(text.replace(UPLOAD_IN_JSON, "attach://upload"))
    }

    /// Completes an entry. `token` is hidden wherever it stands in the texts.
    pub(super) fn add(&mut self, opening: Opening, token: &str, members: &[(&str, &str)]) {
        if self.most == 0 {
            return;
        }
        let Opening(mut text) = opening;
        add(&mut text, token, members);
        self.last += 1;
        let entry = ["{\"number\":", &self.last.to_string(), &hide(&text, token), "}"].concat();
        self.bytes += entry.len();
        self.entries.push_back((self.last, entry));
        while self.entries.len() > self.most || self.bytes > TOTAL {
            let Some((_, oldest)) = self.entries.pop_front() else { break };
            self.bytes -= oldest.len();
        }
    }
}

fn add(text: &mut String, token: &str, members: &[(&str, &str)]) {
    for (name, value) in members {
        text.push_str(&[",\"", name, "\":", &excerpt(value, token)].concat());
    }
}

/// A token with fewer characters, or of digits alone, also stands in ordinary texts and numbers: it is no secret.
const SHORT: usize = 6;

/// The text with `<token>` in place of the token, percent-encoded or not.
pub(super) fn hide(text: &str, token: &str) -> String {
    if token.len() < SHORT || token.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.to_owned();
    }
    let hidden = text.replace(token, "<token>");
    if token.contains(':') {
        ["%3A", "%3a"].iter().fold(hidden, |text, colon| text.replace(&token.replace(':', colon), "<token>"))
    } else {
        hidden
    }
}

/// A string as JSON text.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
