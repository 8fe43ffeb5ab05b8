//! The section Sending: locations, live ones too, venues and contacts.
//!
//! Where the specification is silent: a place that is not on the globe is refused.

use super::prelude::*;
use super::sending::common;

pub fn send_location(service: &mut Service, bot: i64, method: SendLocation) -> Result<Message> {
    let now = service.now();
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let location = location(method.longitude, method.latitude)?;
    let mut message = StoredMessage::new(bot, now, MessageContent::Location(location));
    if let Some(seconds) = method.live_period {
        message.rest_mut().live_until = Some(live_until(now, seconds));
    }
    service.send_stored(bot, chat, message, common!(method))
}

pub fn send_venue(service: &mut Service, bot: i64, method: SendVenue) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let mut venue = Venue::new(location(method.longitude, method.latitude)?, method.title, method.address);
    venue.venuedb_id = method.venuedb_id;
    service.send(bot, chat, MessageContent::Venue(Box::new(venue)), common!(method))
}

pub fn send_contact(service: &mut Service, bot: i64, method: SendContact) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let contact = contact(method.phone_number, method.first_name, method.last_name)?;
    service.send(bot, chat, MessageContent::Contact(Box::new(contact)), common!(method))
}

/// When a location expires that is live for so many seconds.
pub(crate) fn live_until(now: Time, seconds: i64) -> Time {
    now.after(seconds.saturating_mul(SECOND))
}

/// A Location; refused off the globe.
pub(crate) fn location(longitude: f64, latitude: f64) -> Result<Location> {
    if longitude.abs() <= 180.0 && latitude.abs() <= 90.0 {
        return Ok(Location::new(longitude, latitude));
    }
    Err(Refusal::bad_request("wrong location"))
}

/// A Contact; refused without a number and a name.
pub(crate) fn contact(phone_number: String, first_name: String, last_name: Option<String>) -> Result<Contact> {
    refuse_if(phone_number.is_empty() || first_name.is_empty(), "contact needs a phone number and a first name")?;
    let mut contact = Contact::new(phone_number, first_name);
    contact.last_name = last_name;
    Ok(contact)
}
