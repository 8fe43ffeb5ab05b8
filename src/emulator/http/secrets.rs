//! Takes the tokens of the bots out of texts that a person may see.

use serde_json::Value;

use crate::emulator::state::{Map, StoredBot};
use crate::policy::Redactor;
use crate::policy::envelope::beginning;
use crate::wire::json;

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
            let (quoted, after) = from.split_at_checked(string_end(from)).unwrap_or((from, ""));
            let given = json::text(quoted).map(json::Text::decode).unwrap_or_default();
            let clean = if given.len() < SHORTEST { given.to_string() } else { redactor.redact(&given) };
            shown.push_str(before);
            shown.push_str(&if clean == given { quoted.to_owned() } else { Value::from(clean).to_string() });
            rest = after;
        }
        shown.push_str(rest);
        shown
    }
}

/// Bytes of the JSON string that the text begins with, with its quotes.
pub(crate) fn string_end(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 2)
}
