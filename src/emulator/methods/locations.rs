//! The section Live locations: moved until they expire or are stopped.
//!
//! Spec: core, Live location message.

use super::editing::{Named, cannot_edit, named};
use super::places::location;
use super::prelude::*;
use crate::emulator::rules::check_buttons;

pub fn edit_message_live_location(
    service: &mut Service,
    bot: i64,
    method: EditMessageLiveLocation,
) -> Result<MessageOrTrue> {
    let location = location(method.longitude, method.latitude);
    change(service, bot, &named!(method), Some(location), method.reply_markup)
}

pub fn stop_message_live_location(
    service: &mut Service,
    bot: i64,
    method: StopMessageLiveLocation,
) -> Result<MessageOrTrue> {
    change(service, bot, &named!(method), None, method.reply_markup)
}

/// Moves a live location, or stops it when there is no new one.
fn change(
    service: &mut Service,
    bot: i64,
    named: &Named,
    location: Option<Result<Location>>,
    markup: Option<InlineKeyboardMarkup>,
) -> Result<MessageOrTrue> {
    let now = service.now();
    let target = service.target(bot, named)?;
    let markup = markup.map(ReplyMarkup::InlineKeyboardMarkup);
    check_buttons(false, false, markup.as_ref())?;
    let location = location.transpose()?;
    let message = service.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?;
    let rest = message.rest.as_mut().ok_or_else(cannot_edit)?;
    if rest.live_until.is_none_or(|until| until <= now) {
        return Err(cannot_edit());
    }
    rest.markup = markup;
    match location {
        Some(location) => message.content = MessageContent::Location(location),
        None => rest.live_until = None,
    }
    service.edited(bot, target)
}
