//! The parameters of a call as they are sent: serialised, without their files, checked.

use serde::Serialize;
use serde_json::Value;

use super::error::Error;
use crate::methods::{self, Method};
use crate::types::InputFile;
use crate::types::input_file::{Content, collect};
use crate::wire::{self, Attachments, CheckOptions, Fault, json};

/// Parameters that passed the check.
#[derive(Debug, Clone)]
pub(super) struct Parameters {
    /// Name of the method in the specification's spelling, or as it was given.
    pub method: String,
    /// The parameters as JSON text, in which the strings `{prefix}-{index}` stand for the files.
    pub json: String,
    /// What those strings start with.
    pub prefix: String,
    /// The files.
    pub files: Vec<InputFile>,
    /// The method's descriptor, if the specification knows it.
    pub known: Option<&'static wire::Method>,
    /// Whether limits are checked.
    limits: bool,
}

impl Parameters {
    /// Of a typed method.
    pub fn of<M: Method>(method: &M, limits: bool) -> Result<Self, Error> {
        Self::new(M::DESCRIPTOR.name, Some(M::DESCRIPTOR), method, limits)
    }

    /// Of a method by its name, in any case; also of one that the specification does not know.
    pub fn named(name: &str, parameters: &Value, limits: bool) -> Result<Self, Error> {
        let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || !name.bytes().all(is_letter) {
            let received = if name.len() > 64 { "a longer String".to_owned() } else { json::quote(name) };
            let fault = fault("the name of a method", &received);
            return Err(Error::Validation { method: "call".to_owned(), fault });
        }
        let known = methods::find(name);
        let name = known.map_or(name, |method| method.name);
        let empty = Value::Object(serde_json::Map::new());
        Self::new(name, known, if parameters.is_null() { &empty } else { parameters }, limits)
    }

    fn new(
        method: &str,
        known: Option<&'static wire::Method>,
        parameters: &impl Serialize,
        limits: bool,
    ) -> Result<Self, Error> {
        let prefix = prefix();
        let (json, files) = collect(&prefix, || serde_json::to_string(parameters));
        let invalid = |fault| Error::Validation { method: method.to_owned(), fault };
        let json = json.map_err(|error| invalid(fault("values that JSON can hold", &error.to_string())))?;
        let parameters =
            Self { method: method.to_owned(), json: without_nulls(json, known), prefix, files, known, limits };
        parameters.check()?;
        Ok(parameters)
    }

    /// Checks them against the descriptor, with the sizes of the files as far as they are known.
    pub fn check(&self) -> Result<(), Error> {
        let sizes: Vec<f64> = self.files.iter().map(|file| size(&file.content)).collect();
        let attachments = Attachments { prefix: &self.prefix, sizes: &sizes };
        let outcome = match self.known {
            Some(method) => wire::check(method, &self.json, &CheckOptions { limits: self.limits, attachments }),
            None => wire::check_unknown(&self.json, attachments),
        };
        outcome.map_err(|fault| Error::Validation { method: self.method.clone(), fault })
    }

    /// Whether doing it twice does the same as once; not known of methods beyond the specification.
    pub fn repeatable(&self) -> bool {
        self.known.is_some_and(|method| method.repeatable)
    }

    /// The name of the parameter that holds the file, where it stands at the top.
    pub fn name_of(&self, index: usize) -> String {
        let reference = json::quote(&self.reference(index));
        let holds = |value: &str| value == reference;
        json::members(&self.json)
            .find(|(_, value)| holds(value))
            .map(|(name, _)| name.decode().into_owned())
            .unwrap_or_default()
    }

    /// The string that stands for the file.
    pub fn reference(&self, index: usize) -> String {
        [&self.prefix, "-", &index.to_string()].concat()
    }
}

pub(super) fn fault(expected: &str, received: &str) -> Fault {
    Fault { path: String::new(), expected: expected.to_owned(), received: received.to_owned() }
}

/// Random, so that no text of a user can be taken for a file.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn prefix() -> String {
    let random = || (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("attach://{:08x}{:08x}", random(), random())
}

fn size(content: &Content) -> f64 {
    match content {
        #[allow(clippy::cast_precision_loss)]
        Content::Bytes(bytes) => bytes.len() as f64,
        Content::Blob(blob) => blob.size(),
        Content::Stream(_) => -1.0,
    }
}

/// The parameters without the nulls of fields that the specification does not know: an absent value
/// is never sent. Known fields never serialise to null, except a number that is none, which the
/// check has to see.
fn without_nulls(parameters: String, known: Option<&'static wire::Method>) -> String {
    if !parameters.contains("null") {
        return parameters;
    }
    let mut members = Vec::new();
    for (name, value) in json::members(&parameters) {
        let typed = known.is_some_and(|method| method.params.field(&name.decode()).is_some());
        let value = match serde_json::from_str::<Value>(value) {
            Ok(Value::Null) if !typed => continue,
            Ok(parsed) if !typed => bare(parsed).to_string(),
            _ => value.to_owned(),
        };
        members.push(["\"", name.raw(), "\":", &value].concat());
    }
    // Text that is no object is left to the check.
    if parameters.starts_with('{') { ["{", &members.join(","), "}"].concat() } else { parameters }
}

fn bare(value: Value) -> Value {
    match value {
        Value::Object(members) => {
            members.into_iter().filter(|(_, value)| !value.is_null()).map(|(name, value)| (name, bare(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(bare).collect(),
        other => other,
    }
}
