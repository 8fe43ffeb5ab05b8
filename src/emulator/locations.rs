//! The section Live locations: moved until they expire or are stopped.
//!
//! Spec: core, Live location message.

use super::answer::{Done, Refusal};
use super::buttons::check_buttons;
use super::call::Call;
use super::editing::cannot_edit;
use super::message::Content;
use super::places::point;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "editMessageLiveLocation" => move_live(call, false),
        "stopMessageLiveLocation" => move_live(call, true),
        _ => return None,
    })
}

fn move_live(call: &mut Call<'_>, stop: bool) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let target = service.target(*caller, parameters)?;
    let now = caller.now;
    let markup = parameters.json("reply_markup");
    check_buttons(false, false, &markup)?;
    let place = if stop { None } else { Some(point(parameters)?) };
    let record = service.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?;
    let rest = record.rest.as_mut().ok_or_else(cannot_edit)?;
    if rest.live_until.is_none_or(|until| until <= now) {
        return Err(cannot_edit());
    }
    rest.markup = markup;
    rest.edited = now.unix();
    if let Some(point) = place {
        record.content = Content::Other(["\"location\":", &point].concat().into());
    } else {
        rest.live_until = None;
    }
    Ok(service.edited(*caller, target))
}
