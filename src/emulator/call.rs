//! A call on its way: checked by the tables, then carried out by the section that knows the method.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answer::{Done, Refusal};
use super::clock::Time;
use super::parameters::{Parameters, UPLOAD, Upload};
use super::sending::TOO_LONG;
use super::service::Service;
use super::{sending, updates};
use crate::methods;
use crate::wire::{self, Attachments, CheckOptions, Fault, Limit};

/// Carries out the methods of a section of the specification; none for a method of another.
type Section = fn(&mut Call<'_>) -> Option<Result<Done, Refusal>>;

const SECTIONS: &[Section] = &[updates::call, sending::call];

/// A call that a section carries out.
pub(super) struct Call<'a> {
    pub service: &'a mut Service,
    pub method: &'static wire::Method,
    pub parameters: Parameters,
    pub caller: Caller,
}

/// Who calls, and when.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caller {
    pub bot: i64,
    pub now: Time,
}

impl Call<'_> {
    /// Carries the call out by a function from typed parameters to the method's result.
    pub fn run<P>(&mut self, act: fn(&mut Service, Caller, P) -> Result<P::Output, Refusal>) -> Result<Done, Refusal>
    where
        P: methods::Method + DeserializeOwned,
        P::Output: Serialize,
    {
        let parameters = self.read()?;
        Done::result(&act(self.service, self.caller, parameters)?)
    }

    /// The typed parameters.
    pub fn read<P: DeserializeOwned>(&mut self) -> Result<P, Refusal> {
        let values = std::mem::take(&mut self.parameters.values);
        serde_json::from_value(Value::Object(values)).map_err(|error| Refusal::bad_request(&error.to_string()))
    }

    /// Takes an uploaded file out of the parameters.
    pub fn take_file(&mut self, name: &str) -> Option<Upload> {
        let value = self.parameters.values.remove(name)?;
        let index = value.as_str()?.strip_prefix(UPLOAD)?.strip_prefix('-')?.parse::<usize>().ok()?;
        self.parameters.uploads.get(index).cloned()
    }

    /// Checks the parameters, given also as JSON text, and carries the call out.
    pub fn done(mut self, json: &str) -> Result<Done, Refusal> {
        self.check(json)?;
        SECTIONS
            .iter()
            .find_map(|section| section(&mut self))
            .unwrap_or_else(|| Err(Refusal::new(501, ["Not Implemented: ", self.method.name].concat())))
    }

    /// Checks the parameters by the tables, as the client does.
    fn check(&mut self, json: &str) -> Result<(), Refusal> {
        let sizes = self.parameters.sizes();
        let attachments = Attachments { prefix: UPLOAD, sizes: &sizes };
        let options = CheckOptions { limits: true, attachments };
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
