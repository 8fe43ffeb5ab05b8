//! Locations, venues and contacts, and the section Live locations: moved until they expire or are stopped.
//!
//! Unspecified behavior: coordinates outside of the globe are refused, and so are required texts that are empty.

use super::editing::{Edited, cannot_edit, named};
use super::sending::common;
use crate::emulator::prelude::*;
use crate::emulator::rules::check_buttons;

pub fn send_location(service: &mut Service, bot: i64, method: SendLocation) -> Result<Message> {
    let now = service.now();
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let location = location(method.longitude, method.latitude)?;
    let mut message = StoredMessage::new(bot, now, MessageContent::Location(location));
    if let Some(seconds) = method.live_period {
        message.rest_mut().live_until = Some(now.after_seconds(seconds));
    }
    service.send(bot, chat, message, common!(method))
}

pub fn send_venue(service: &mut Service, bot: i64, method: SendVenue) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let venue = venue(location(method.longitude, method.latitude)?, method.title, method.address, method.venuedb_id)?;
    service.send(bot, chat, StoredMessage::new(bot, service.now(), venue), common!(method))
}

pub fn send_contact(service: &mut Service, bot: i64, method: SendContact) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let contact = contact(method.phone_number, method.first_name, method.last_name)?;
    let contact = MessageContent::Contact(Box::new(contact));
    service.send(bot, chat, StoredMessage::new(bot, service.now(), contact), common!(method))
}

pub(crate) fn location(longitude: f64, latitude: f64) -> Result<Location> {
    let is_on_globe = longitude.abs() <= 180.0 && latitude.abs() <= 90.0;
    refuse_if(!is_on_globe, "wrong location")?;
    Ok(Location::new(longitude, latitude))
}

pub(crate) fn venue(point: Location, title: String, address: String, id: Option<String>) -> Result<MessageContent> {
    refuse_if(title.is_empty() || address.is_empty(), "venue needs a title and an address")?;
    Ok(MessageContent::Venue(Box::new(Venue::new(point, title, address).venuedb_id(id))))
}

pub(crate) fn contact(phone_number: String, first_name: String, last_name: Option<String>) -> Result<Contact> {
    refuse_if(phone_number.is_empty() || first_name.is_empty(), "contact needs a phone number and a first name")?;
    Ok(Contact { last_name, ..Contact::new(phone_number, first_name) })
}

pub fn edit_message_live_location(service: &mut Service, bot: i64, method: EditMessageLiveLocation) -> Edited {
    let location = location(method.longitude, method.latitude);
    change(service, bot, named!(method, method.reply_markup), Some(location))
}

pub fn stop_message_live_location(service: &mut Service, bot: i64, method: StopMessageLiveLocation) -> Edited {
    change(service, bot, named!(method, method.reply_markup), None)
}

/// Moves a live location, or stops it for `None`.
fn change(service: &mut Service, bot: i64, named: EditMessageReplyMarkup, to: Option<Result<Location>>) -> Edited {
    let now = service.now();
    let target = service.target(bot, &named)?;
    let markup = named.reply_markup.map(ReplyMarkup::InlineKeyboardMarkup);
    check_buttons(false, false, markup.as_ref())?;
    let location = to.transpose()?;
    let message = service.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?;
    let rest = message.rest.as_mut().ok_or_else(cannot_edit)?;
    rest.live_until.filter(|until| *until > now).ok_or_else(cannot_edit)?;
    rest.markup = markup;
    match location {
        Some(location) => message.content = MessageContent::Location(location),
        None => rest.live_until = None,
    }
    service.edited(bot, target)
}
