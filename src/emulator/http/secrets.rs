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
            shown.push_str(before);
            let Some(quoted) = json::text(from) else { return shown + &redactor.redact(from) };
            let given = quoted.decode();
            let clean = if given.len() < SHORTEST { given.to_string() } else { redactor.redact(&given) };
            shown.push_str(&if clean == given { quoted.quoted() } else { Value::from(clean).to_string() });
            rest = from.get(quoted.raw().len() + 2..).unwrap_or_default();
        }
        shown.push_str(rest);
        shown
    }
}
