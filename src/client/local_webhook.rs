//! Checks calls, and allows a webhook on this machine if the service is on this machine too.

use crate::policy::is_local;
use crate::request::serialized_call::{Invalid, SerializedCall};
use crate::wire::json;

/// Checks the parameters of a call to the service at that base URL.
pub(crate) fn check(mut parameters: SerializedCall, limits: bool, base_url: &str) -> Result<SerializedCall, Invalid> {
    let Err(invalid) = parameters.check(limits) else { return Ok(parameters) };
    if invalid.error.path != "url" || parameters.method != "setWebhook" || !is_local(base_url) {
        return Err(invalid);
    }
    let url = json::member(&parameters.json, "url").and_then(json::text);
    if !url.is_some_and(|url| is_local(&url.decode())) {
        return Err(invalid);
    }
    // The other parameters are checked with an empty URL, which is always accepted.
    let without_url = json::replaced(&parameters.json, |name, _| (*name == *"url").then_some("\"\""));
    let json = std::mem::replace(&mut parameters.json, without_url);
    parameters.check(limits)?;
    parameters.json = json;
    Ok(parameters)
}
