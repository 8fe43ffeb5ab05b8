//! The example of each method: a call that the service in memory answers, and its answer.

mod files;
mod more;
mod scene;

use serde_json::Value;

use self::scene::{Scene, TOKEN};
use super::catalog::Direction;
use super::json::Json;
use super::reference::values;
use crate::emulator::{Answer, Emulator, Parameters, Refusal, Upload};
use crate::methods::METHODS;
use crate::wire::{Limit, MethodDescriptor, ValueKind};

pub use self::files::{NAMES as FILES, bytes as file, media_type, variable};

/// The start of a string that represents an uploaded file. The name of the file follows.
pub const UPLOAD: &str = "attach://";

/// A method and a call of it.
pub type Call = (&'static MethodDescriptor, Example);

/// The example of a method.
pub struct Example {
    /// The parameters of the call.
    pub parameters: Json,
    /// The body of the response.
    pub response: Json,
    /// A snapshot of the service before the call.
    pub before: Vec<u8>,
}

impl Example {
    /// Makes the call.
    ///
    /// # Errors
    /// If the service refuses it.
    pub fn of(method: &MethodDescriptor) -> Result<Self, String> {
        let sample = values::parameters(method);
        if !METHODS.iter().any(|known| known.name == method.name) {
            // The tests of the renderers have methods of their own.
            let result = values::value(&method.returns, "result", &Limit::None, Direction::Output, 0);
            let response = Json::object([("ok", Json::Boolean(true)), ("result", result)]);
            return Ok(Self { parameters: sample, response, before: Vec::new() });
        }
        Self::known(method, sample).map_err(|refusal| format!("{}: {}", method.name, refusal.description))
    }

    fn known(method: &MethodDescriptor, sample: Json) -> Result<Self, Refusal> {
        let scene = Scene::new()?;
        let changes = scene.prepare(method.name, method.section())?;
        let Json::Object(mut members) = sample else { return Err(Refusal::bad_request("there are no parameters")) };
        for (name, value) in &mut members {
            let kind = method.params.field(name).map(|field| field.kind);
            if matches!(kind, Some(ValueKind::File | ValueKind::FileOrString)) {
                *value = Json::from([UPLOAD, files::name(method.name, name)].concat());
            }
        }
        for (name, change) in changes {
            if method.params.field(name).is_some() {
                members.retain(|(known, _)| known != name);
                members.extend(change.map(|value| (name.to_owned(), value)));
            }
        }
        members.sort_by_key(|(name, _)| method.params.fields.iter().position(|field| field.name == name));
        let parameters = Json::Object(members);
        let before = scene.emulator.save();
        let values = serde_json::from_str(&parameters.text()).unwrap_or_default();
        let response = Json::parsed(&answer(&scene.emulator, method.name, &values)?);
        Ok(Self { parameters, response, before })
    }

    /// Returns the names of the files that the example uploads.
    pub fn uploads(&self) -> Vec<&'static str> {
        uploads(&self.parameters.text())
    }
}

/// Makes the calls that only the pages of types show.
///
/// # Errors
/// If the service refuses one that it should carry out.
pub fn more() -> Result<Vec<Call>, String> {
    more::more().map_err(|refusal| refusal.description)
}

/// Makes a call that the service must carry out. Returns the envelope.
fn call(emulator: &Emulator, method: &str, parameters: &Value) -> Result<Value, Refusal> {
    serde_json::from_str(&answer(emulator, method, parameters)?)
        .map_err(|error| Refusal::bad_request(&error.to_string()))
}

/// Makes a call that the service must carry out. Returns the text of the envelope, whose members are in the order of the
/// service.
fn answer(emulator: &Emulator, method: &str, parameters: &Value) -> Result<String, Refusal> {
    let mut input = Parameters::from(parameters.clone());
    input.uploads = uploads(&parameters.to_string()).into_iter().map(upload).collect();
    match emulator.with_service(|service, now| service.call(now, TOKEN, method, input)) {
        Answer::Ready { status: 200, envelope } => Ok(envelope),
        other => Err(Refusal::bad_request(&format!("{other:?}"))),
    }
}

fn uploads(text: &str) -> Vec<&'static str> {
    files::NAMES.into_iter().filter(|name| text.contains(&format!("\"{UPLOAD}{name}\""))).collect()
}

fn upload(name: &'static str) -> Upload {
    Upload { field: name.into(), file_name: name.into(), media_type: media_type(name).into(), bytes: file(name) }
}
