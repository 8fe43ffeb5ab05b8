//! Actions that edit, delete and forward messages, and actions that read them.

use super::scene::{Place, at_a_place};
use super::sending::point;
use crate::emulator::methods::editing::cannot_edit;
use crate::emulator::prelude::*;

at_a_place! {
    /// Lets a user edit their own message: its text, caption or live location.
    pub struct Edit {
        /// Identifier of the message.
        pub message_id: MessageId,
        /// The new text, up to 4096 characters.
        pub text: Option<String>,
        /// The new caption, up to 200 characters.
        pub caption: Option<String>,
        /// The markup of the text or caption. Default: none.
        pub parse_mode: Option<ParseMode>,
        /// The new latitude in degrees.
        pub latitude: Option<f64>,
        /// The new longitude in degrees.
        pub longitude: Option<f64>,
    }

    /// Lets a user delete a message: their own within two days, any message in a private chat, or as an administrator.
    pub struct Delete {
        /// Identifier of the message.
        pub message_id: MessageId,
    }

    /// Lets a user forward a message.
    pub struct Forward {
        /// Identifier of the message.
        pub message_id: MessageId,
        /// Identifier of the group, supergroup or channel to forward to. Default: the private chat with `to_bot`.
        pub to_chat: Option<ChatId>,
        /// Identifier of the bot to forward to. Default: `bot`.
        pub to_bot: Option<UserId>,
    }

    /// Returns the messages of a chat, oldest first.
    pub struct GetMessages {
        /// Returns only messages after the one with this identifier.
        pub after: Option<MessageId>,
    }

    /// Returns the latest edits by bots in a chat, at most 100, each with its number and the message after the edit.
    pub struct GetEdits {
        /// Returns only edits after the one with this number.
        pub after: Option<i64>,
    }

    /// Returns a message of a chat, or null if it does not exist.
    pub struct GetMessage {
        /// Identifier of the message.
        pub message_id: MessageId,
    }
}

pub(super) fn edit(service: &mut Service, Place { user, bot, chat }: Place, action: Edit) -> Result<Seen> {
    let (now, id) = (service.now(), action.message_id.0);
    service.check_user(chat, user, SEND)?;
    let is_own =
        |record: &&StoredMessage| record.sender() == Some(user) && record.via().is_none() && !record.is_forwarded();
    let record = service.record(chat, id).filter(is_own).ok_or_else(cannot_edit)?;
    let live = record.rest.as_ref().and_then(|rest| rest.live_until).is_some_and(|until| until > now);
    let mode = action.parse_mode.as_ref();
    let content = match (&record.content, action.text, action.caption) {
        (MessageContent::Text(_), Some(text), _) => service.written_text(&text, mode)?,
        (MessageContent::File(kind, number, _), _, Some(caption)) if record.content.takes_caption() => {
            MessageContent::File(*kind, *number, service.caption(Some(&caption), mode)?)
        }
        (MessageContent::Location(_), None, None) if live => {
            MessageContent::Location(point(action.latitude, action.longitude)?)
        }
        _ => return Err(cannot_edit()),
    };
    let record = service.record_mut(chat, id).ok_or_else(cannot_edit)?;
    record.content = content;
    record.rest_mut().edited = Some(now.unix());
    service.tell(chat, id, Some(user));
    service.shown_to_user(bot, chat, id)
}

pub(super) fn delete(service: &mut Service, Place { user, chat, .. }: Place, action: Delete) -> Result<True> {
    let id = action.message_id.0;
    service.check_presence(chat, user)?;
    let record = service.record(chat, id).or_refuse("message not found")?;
    let is_own_and_recent = record.sender() == Some(user) && service.now().unix() - record.date < 2 * DAY / SECOND;
    let private = matches!(chat, ChatKey::Private { .. });
    refuse_if(
        !(is_own_and_recent || private || service.check_rights(user, chat.id(), DELETE).is_ok()),
        "message can't be deleted",
    )?;
    service.delete(chat, id);
    Ok(True)
}

pub(super) fn forward(service: &mut Service, from: Place, action: Forward) -> Result<Seen> {
    let to = service.place(Some(UserId(from.user)), action.to_bot.or(Some(UserId(from.bot))), action.to_chat)?;
    service.check_presence(from.chat, from.user)?;
    service.check_user(to.chat, from.user, SEND)?;
    let message = service.forwarded(from.user, from.chat, action.message_id.0, to.chat)?;
    let id = service.publish(to.chat, message);
    service.shown_to_user(from.bot, to.chat, id)
}

pub(super) fn messages(service: &mut Service, place: Place, action: GetMessages) -> Result<Vec<Seen>> {
    Ok(service.seen(place.bot, place.chat, action.after.map_or(0, |id| id.0)))
}

pub(super) fn message(service: &mut Service, place: Place, action: GetMessage) -> Result<Option<Seen>> {
    let record = service.record(place.chat, action.message_id.0);
    record.map(|_| service.shown_to_user(place.bot, place.chat, action.message_id.0)).transpose()
}

pub(super) fn edits(service: &mut Service, place: Place, action: GetEdits) -> Result<Vec<SeenEdit>> {
    Ok(service.edits(place.bot, place.chat, action.after.unwrap_or(0).unsigned_abs()))
}
