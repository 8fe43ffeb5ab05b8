//! What tests set: faults and hosted files.

use super::{Act, Done, gives, yes};
use crate::emulator::http::parameters::Upload;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::typed;
use crate::emulator::state::fault_kind::FaultKind;
use crate::emulator::state::faults::Fault;
use crate::wire::json::quote;

impl Act<'_> {
    /// What goes wrong: its name, and the members that belong to it.
    fn mishap(&self) -> Result<FaultKind, Refusal> {
        let what = self.given.text("what").unwrap_or_default();
        let own: &[&str] = match what {
            "flood" => &["retry_after"],
            "error" => &["error_code", "description"],
            "page" => &["status"],
            "slow" => &["millis"],
            _ => &[],
        };
        for name in ["retry_after", "error_code", "description", "status", "millis"] {
            if !own.contains(&name) && self.given.values.get(name).is_some_and(|value| !value.is_null()) {
                let text = ["fault.", name, ": \"", what, "\" has no such member"].concat();
                return Err(Refusal::bad_request(&text));
            }
        }
        let number = own.first().and_then(|name| self.given.integer(name));
        let description = self.given.text("description").unwrap_or_default();
        FaultKind::named(what, number, description).ok_or_else(|| {
            let names = FaultKind::NAMES.join(", ");
            Refusal::bad_request(&["fault.what: expected one of ", &names, ", got ", &quote(what)].concat())
        })
    }

    pub(super) fn circumstances(&mut self, name: &str) -> Option<Done> {
        Some(match name {
            "fault" => {
                let what = match self.mishap() {
                    Ok(what) => what,
                    Err(refusal) => return Some(Err(refusal)),
                };
                if what == FaultKind::Migration && self.given.is_true("deliveries") {
                    return Some(Err(Refusal::bad_request("a migration strikes calls, not deliveries")));
                }
                let fault = Fault {
                    what,
                    times: self.given.integer("times").and_then(|times| u32::try_from(times).ok()),
                    method: self.owned("method"),
                    chat: self.given.integer("chat"),
                    bot: self.given.integer("bot"),
                    probability: self.given.float("probability").unwrap_or(1.0),
                    seed: self.given.integer("seed").unwrap_or(1).unsigned_abs(),
                    deliveries: self.given.is_true("deliveries"),
                };
                gives(self.service.fault(fault))
            }
            "heal" => {
                self.service.heal(self.given.integer("fault").map(i64::unsigned_abs));
                yes()
            }
            "host" => {
                let url = self.owned("url").unwrap_or_default();
                let upload = self.given.text("file").and_then(|text| self.given.uploaded(text)).cloned();
                let said = self.given.text("type").unwrap_or_default();
                if let Some(Upload { bytes, file_name, media_type, .. }) = upload {
                    let said = if said.is_empty() { &media_type } else { said };
                    let kind = typed(&typed(said, &file_name), &url);
                    self.service.host(url, &kind, &bytes);
                } else {
                    let said = said.to_owned();
                    self.service.host(url, &said, &[]);
                }
                yes()
            }
            _ => return None,
        })
    }
}
