//! The section Sending: locations, live ones too, venues and contacts.

use super::answer::{Done, Refusal};
use super::call::Call;
use super::clock::{SECOND, Time};
use super::json::Members;
use super::member::SEND;
use super::message::{Content, Record};
use super::parameters::Parameters;
use super::service::Service;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "sendLocation" => send(call, location),
        "sendVenue" => send(call, venue),
        "sendContact" => send(call, contact),
        _ => return None,
    })
}

fn send(call: &mut Call<'_>, members: fn(&Service, &Parameters) -> Result<Members, Refusal>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND)?;
    let content = Content::Other(members(service, parameters)?.bare().into());
    let mut record = Record::new(caller.bot, caller.now, content);
    if let Some(until) = live_until(caller.now, parameters) {
        record.rest_mut().live_until = Some(until);
    }
    service.send_record(*caller, chat, record, parameters)
}

/// When a location with a `live_period` expires.
pub(super) fn live_until(now: Time, parameters: &Parameters) -> Option<Time> {
    parameters.integer("live_period").map(|seconds| now.after(seconds.saturating_mul(SECOND)))
}

/// The Location in parameters; refused off the globe.
pub(super) fn point(parameters: &Parameters) -> Result<String, Refusal> {
    let (longitude, latitude) = (parameters.float("longitude"), parameters.float("latitude"));
    let within = |degrees: Option<f64>, most: f64| degrees.is_some_and(|degrees| degrees.abs() <= most);
    if !within(longitude, 180.0) || !within(latitude, 90.0) {
        return Err(Refusal::bad_request("wrong location"));
    }
    let (longitude, latitude) = (parameters.json("longitude"), parameters.json("latitude"));
    Ok(Members::new().json("longitude", &longitude).json("latitude", &latitude).object())
}

pub(super) fn location(_: &Service, parameters: &Parameters) -> Result<Members, Refusal> {
    Ok(Members::new().json("location", &point(parameters)?))
}

/// With compat a venue comes with its location too, as later clients expect.
pub(super) fn venue(service: &Service, parameters: &Parameters) -> Result<Members, Refusal> {
    let point = point(parameters)?;
    let text = |name| parameters.text(name).unwrap_or_default();
    let venue = Members::new()
        .json("location", &point)
        .text("title", text("title"))
        .text("address", text("address"))
        .maybe("venuedb_id", parameters.text("venuedb_id"))
        .object();
    Ok(Members::new().json("venue", &venue).json("location", if service.options.compat { &point } else { "" }))
}

pub(super) fn contact(service: &Service, parameters: &Parameters) -> Result<Members, Refusal> {
    let phone = parameters.text("phone_number").unwrap_or_default();
    if phone.is_empty() || parameters.text("first_name").unwrap_or_default().is_empty() {
        return Err(Refusal::bad_request("contact needs a phone number and a first name"));
    }
    let user = parameters.integer("user_id").filter(|id| service.users.contains_key(id));
    let contact = Members::new()
        .text("phone_number", phone)
        .text("first_name", parameters.text("first_name").unwrap_or_default())
        .maybe("last_name", parameters.text("last_name"))
        .maybe_number("user_id", user)
        .object();
    Ok(Members::new().json("contact", &contact))
}
