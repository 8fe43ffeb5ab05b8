//! The example of each method: a call that the service in memory answers, and its answer.

mod call;
mod files;
mod more;
mod scene;

use self::call::answer;
use self::scene::Scene;
use super::catalog::Direction;
use super::json::Json;
use super::reference::values;
use crate::emulator::Refusal;
use crate::methods::METHODS;
use crate::wire::{Limit, MethodDescriptor, ValueKind};

pub use self::call::{Call, Example, UPLOAD};
pub use self::files::{NAMES as FILES, bytes as file, media_type, variable};

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
}

/// Makes the calls that only the pages of types show.
///
/// # Errors
/// If the service refuses one that it should carry out.
pub fn more() -> Result<Vec<Call>, String> {
    more::more().map_err(|refusal| refusal.description)
}
