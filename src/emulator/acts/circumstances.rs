//! What tests set: faults and hosted files.

use super::super::answer::Refusal;
use super::super::faults::Fault;
use super::super::file::typed;
use super::super::mishap::Mishap;
use super::super::parameters::Upload;
use super::{Act, Text, yes};

impl Act<'_> {
    pub(super) fn circumstances(&mut self, name: &str) -> Option<Text> {
        Some(match name {
            "fault" => {
                let description = self.given.text("description").unwrap_or_default();
                let what = self.given.text("what").unwrap_or_default();
                let Some(what) = Mishap::named(what, self.given.integer("number"), description) else {
                    return Some(Err(Refusal::bad_request("unknown fault, or its number is out of range")));
                };
                if what == Mishap::Migration && self.given.is_true("deliveries") {
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
                Ok(self.service.fault(fault).to_string())
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
