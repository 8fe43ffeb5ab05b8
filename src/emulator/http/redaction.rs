//! Texts without the tokens of the bots.

use crate::emulator::http::secrets::Secrets;
use crate::emulator::service::Service;

impl Service {
    /// The text without the tokens of all bots.
    pub(crate) fn redact(&self, text: &str) -> String {
        Secrets { bots: &self.state.bots, unknown: "" }.redactor().redact(text)
    }

    /// The JSON text with the tokens of all bots taken out of its keys and strings: JSON again.
    #[must_use]
    pub fn redact_json(&self, json: &str) -> String {
        Secrets { bots: &self.state.bots, unknown: "" }.redact_json(json)
    }
}
