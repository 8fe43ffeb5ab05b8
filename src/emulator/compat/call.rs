//! A method of the specification, called for one of a later interface.

use crate::emulator::http::{Answer, Parameters};
use crate::emulator::prelude::*;
use crate::wire::MethodDescriptor;

/// Runs a method of the specification with other parameters. Returns its result as JSON text.
pub(super) fn run(
    service: &mut Service,
    bot: i64,
    method: &MethodDescriptor,
    mut parameters: Parameters,
) -> Result<String> {
    parameters.convert(method.params);
    parameters.translate(method.params)?;
    let Answer::Ready { envelope, .. } = service.serve(bot, method.name, method, parameters, None)? else {
        return Err(Refusal::not_found());
    };
    let result = envelope.split_once("\"result\":").and_then(|(_, rest)| rest.strip_suffix('}'));
    Ok(result.unwrap_or("null").to_owned())
}
