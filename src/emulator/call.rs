//! A call on its way: checked by the tables, then carried out by the section that knows the method.

use serde_json::Value;

use super::answer::{Done, Refusal};
use super::clock::Time;
use super::mishap::Mishap;
use super::parameters::{Parameters, UPLOAD_IN_JSON};
use super::service::Service;
use super::words::TOO_LONG;
use super::{
    albums, callbacks, chats, editing, forwarding, games, inline, locations, moderation, payments, places, profiles,
    sending, settings, stickers, updates,
};
use crate::wire::{self, Attachments, CheckOptions, Fault, Limit};

/// Carries out the methods of a section of the specification; none for a method of another.
type Section = fn(&mut Call<'_>) -> Option<Result<Done, Refusal>>;

const SECTIONS: &[Section] = &[
    updates::call,
    sending::call,
    places::call,
    albums::call,
    forwarding::call,
    locations::call,
    profiles::call,
    chats::call,
    moderation::call,
    settings::call,
    callbacks::call,
    editing::call,
    inline::call,
    stickers::call,
    payments::call,
    games::call,
];

/// A call that a section carries out.
pub(super) struct Call<'a> {
    pub service: &'a mut Service,
    pub method: &'static wire::Method,
    pub parameters: Parameters,
    pub caller: Caller,
    /// The fault that strikes the call.
    pub mishap: Option<Mishap>,
}

/// Who calls, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caller {
    pub bot: i64,
    pub now: Time,
}

impl Call<'_> {
    /// Checks the parameters, given also as JSON text, and carries the call out.
    pub fn done(mut self, json: &str) -> Result<Done, Refusal> {
        self.check(json)?;
        SECTIONS.iter().find_map(|section| section(&mut self)).unwrap_or_else(|| Err(Refusal::not_found()))
    }

    /// Checks the parameters by the tables, as the client does.
    fn check(&mut self, json: &str) -> Result<(), Refusal> {
        let sizes = self.parameters.sizes();
        let attachments = Attachments { prefix: UPLOAD_IN_JSON, sizes: &sizes };
        let options = CheckOptions { attachments, ..CheckOptions::default() };
        let excused = match self.method.name {
            "setWebhook" => updates::excuse_url(self.service.options.http_webhooks, &mut self.parameters),
            _ => None,
        };
        let outcome = if let Some(url) = excused {
            let masked = Value::Object(self.parameters.values.clone()).to_string();
            self.parameters.values.insert("url".into(), url);
            wire::check(self.method, &masked, &options)
        } else {
            wire::check(self.method, json, &options)
        };
        outcome.map_err(|fault| self.refusal(&fault))
    }

    fn refusal(&self, fault: &Fault) -> Refusal {
        let field = self.method.params.field(&fault.path).filter(|field| field.name == "text");
        let text = self.parameters.values.get("text").and_then(Value::as_str);
        match (field.map(|field| field.limit), text) {
            (Some(Limit::VisibleChars(_, most)), Some(text)) if text.chars().count() > most as usize => {
                Refusal::bad_request(TOO_LONG)
            }
            _ => Refusal::bad_request(&fault.to_string()),
        }
    }
}
