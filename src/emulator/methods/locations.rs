//! The section Live locations: moved until they expire or are stopped.
//!
//! Spec: core, Live location message.

use super::call::MethodCall;
use super::editing::{Named, cannot_edit};
use super::places::location;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::buttons::check_buttons;
use crate::emulator::state::message::MessageContent;
use crate::methods::{EditMessageLiveLocation, StopMessageLiveLocation};
use crate::types::{InlineKeyboardMarkup, Location, MessageOrTrue, ReplyMarkup};

pub(super) fn edit_message_live_location(
    call: &mut MethodCall<'_>,
    method: EditMessageLiveLocation,
) -> Result<MessageOrTrue, Refusal> {
    let EditMessageLiveLocation { chat_id, message_id, inline_message_id, reply_markup, .. } = method;
    let named = Named { chat: chat_id, message: message_id, inline: inline_message_id };
    let location = location(method.longitude, method.latitude);
    change(call, &named, Some(location), reply_markup)
}

pub(super) fn stop_message_live_location(
    call: &mut MethodCall<'_>,
    method: StopMessageLiveLocation,
) -> Result<MessageOrTrue, Refusal> {
    let StopMessageLiveLocation { chat_id, message_id, inline_message_id, reply_markup, .. } = method;
    let named = Named { chat: chat_id, message: message_id, inline: inline_message_id };
    change(call, &named, None, reply_markup)
}

/// Moves a live location, or stops it when there is no new one.
fn change(
    call: &mut MethodCall<'_>,
    named: &Named,
    location: Option<Result<Location, Refusal>>,
    markup: Option<InlineKeyboardMarkup>,
) -> Result<MessageOrTrue, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let target = service.target(*caller, named)?;
    let markup = markup.map(ReplyMarkup::InlineKeyboardMarkup);
    check_buttons(false, false, markup.as_ref())?;
    let location = location.transpose()?;
    let message = service.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?;
    let rest = message.rest.as_mut().ok_or_else(cannot_edit)?;
    if rest.live_until.is_none_or(|until| until <= caller.now) {
        return Err(cannot_edit());
    }
    rest.markup = markup;
    rest.edited = Some(caller.now.unix());
    match location {
        Some(location) => message.content = MessageContent::Location(location),
        None => rest.live_until = None,
    }
    service.edited(*caller, target)
}
