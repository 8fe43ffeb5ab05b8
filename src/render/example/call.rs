//! A call of the service in memory, with its files.

use serde_json::Value;

use super::files::{NAMES, bytes, media_type};
use crate::emulator::{Answer, Emulator, Parameters, Refusal, Upload};
use crate::render::json::Json;
use crate::wire::MethodDescriptor;

/// The token of the bot in all examples.
pub const TOKEN: &str = "123456:secret";

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
    /// Returns the names of the files that the example uploads.
    pub fn uploads(&self) -> Vec<&'static str> {
        uploads(&self.parameters.text())
    }
}

/// Makes a call that the service must carry out. Returns the envelope.
pub fn call(emulator: &Emulator, method: &str, parameters: &Value) -> Result<Value, Refusal> {
    serde_json::from_str(&answer(emulator, method, parameters)?)
        .map_err(|error| Refusal::bad_request(&error.to_string()))
}

/// Makes a call that the service must carry out. Returns the text of the envelope, whose members are in the order of the
/// service.
pub fn answer(emulator: &Emulator, method: &str, parameters: &Value) -> Result<String, Refusal> {
    let mut input = Parameters::from(parameters.clone());
    input.uploads = uploads(&parameters.to_string()).into_iter().map(upload).collect();
    match emulator.with_service(|service, now| service.call(now, TOKEN, method, input)) {
        Answer::Ready { status: 200, envelope } => Ok(envelope),
        other => Err(Refusal::bad_request(&format!("{other:?}"))),
    }
}

fn uploads(text: &str) -> Vec<&'static str> {
    NAMES.into_iter().filter(|name| text.contains(&format!("\"{UPLOAD}{name}\""))).collect()
}

fn upload(name: &'static str) -> Upload {
    Upload { field: name.into(), file_name: name.into(), media_type: media_type(name).into(), bytes: bytes(name) }
}
