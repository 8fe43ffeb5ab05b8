//! The user's side: files, places and contacts that users send, and what they edit, delete, forward.

use crate::emulator::clock::{DAY, SECOND, Time};
use crate::emulator::http::parameters::Parameters;
use crate::emulator::methods::editing::cannot_edit;
use crate::emulator::methods::places::{contact, live_until, location};
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::formatted_text::{check_caption, check_length, written};
use crate::emulator::service::Service;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::file::{FileKind, MediaAttributes};
use crate::emulator::state::member::{DELETE, SEND};
use crate::emulator::state::message::{FormattedText, MessageContent, ServiceEvent, StoredMessage};
use crate::types::{Contact, Location, Venue};

/// The kind of file that a user sends.
pub(crate) fn kind_of(name: &str) -> Option<FileKind> {
    Some(match name {
        "photo" => FileKind::Photo,
        "audio" => FileKind::Audio,
        "document" => FileKind::Document,
        "video" => FileKind::Video,
        "voice" => FileKind::Voice,
        "video_note" => FileKind::VideoNote,
        "sticker" => FileKind::Sticker,
        _ => return None,
    })
}

impl Service {
    /// A user sends what `type` says: a file (`photo`, `audio`, `document`, `video`, `voice`,
    /// `video_note`, `sticker`) under `file`, a `location`, `venue` or `contact`; its number.
    pub(crate) fn send_as_user(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        bot: i64,
        given: &Parameters,
    ) -> Result<i64, Refusal> {
        let name = given.text("type").unwrap_or("document");
        self.check_user(now, chat, user, SEND)?;
        let content = match (kind_of(name), name) {
            (Some(kind), _) => {
                let caption = written(given.text("caption").unwrap_or_default());
                check_caption(&caption.text)?;
                let caption = if matches!(kind, FileKind::VideoNote | FileKind::Sticker) {
                    FormattedText::default()
                } else {
                    caption
                };
                let file = given.file("file").ok_or_else(|| Refusal::bad_request("file is missing"))?;
                let source = self.source(bot, &file, kind)?;
                self.media(source, kind, details_in(given), caption)?
            }
            (None, "location") => MessageContent::Location(location_in(given)?),
            (None, "venue") => {
                let text = |name| given.text(name).unwrap_or_default();
                let mut venue = Venue::new(location_in(given)?, text("title"), text("address"));
                venue.venuedb_id = given.text("venuedb_id").map(str::to_owned);
                MessageContent::Venue(Box::new(venue))
            }
            (None, "contact") => MessageContent::Contact(Box::new(self.contact_in(given)?)),
            _ => return Err(Refusal::bad_request("type of what is sent is unknown")),
        };
        self.check_permission(user, chat, now, content.permission())?;
        let mut record = StoredMessage::new(user, now, content);
        record.reply_to = self.check_reply(chat, given.integer("reply_to_message_id"))?;
        if let Some(seconds) = given.integer("live_period").filter(|_| name == "location") {
            record.rest_mut().live_until = Some(live_until(now, seconds));
        }
        if let Some(album) = given.text("media_group_id") {
            record.rest_mut().media_group_id = Some(album.to_owned());
        }
        Ok(self.publish(now, chat, record))
    }

    /// A user logs in to a website through the bot; the message that says so.
    pub(crate) fn log_in(&mut self, now: Time, user: i64, chat: ChatKey, website: &str) -> Result<i64, Refusal> {
        self.check_user(now, chat, user, SEND)?;
        Ok(self.announce(now, chat, user, ServiceEvent::LoggedIn(website.to_owned())))
    }

    /// A user edits a message of their own: its text, its caption, or a live location.
    pub(crate) fn edit_as_user(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        id: i64,
        given: &Parameters,
    ) -> Result<(), Refusal> {
        self.check_user(now, chat, user, SEND)?;
        let record = self.record(chat, id);
        let record =
            record.filter(|record| record.sender() == Some(user) && record.via().is_none() && !record.is_forwarded());
        let record = record.ok_or_else(cannot_edit)?;
        let live = record.rest.as_ref().and_then(|rest| rest.live_until).is_some_and(|until| until > now);
        let content = match (&record.content, given.text("text"), given.text("caption")) {
            (MessageContent::Text(_), Some(text), _) => {
                check_length(text)?;
                MessageContent::Text(written(text))
            }
            (MessageContent::File(kind, number, _), _, Some(caption)) if record.content.takes_caption() => {
                check_caption(caption)?;
                MessageContent::File(*kind, *number, written(caption))
            }
            (MessageContent::Location(_), None, None) if live => MessageContent::Location(location_in(given)?),
            _ => return Err(cannot_edit()),
        };
        let record = self.record_mut(chat, id).ok_or_else(cannot_edit)?;
        record.content = content;
        record.rest_mut().edited = Some(now.unix());
        self.tell(now, chat, id, Some(user), true);
        Ok(())
    }

    /// A user deletes a message: their own, any in a private chat, or as an administrator.
    pub(crate) fn delete_as_user(&mut self, now: Time, user: i64, chat: ChatKey, id: i64) -> Result<(), Refusal> {
        let record = self.record(chat, id).ok_or_else(|| Refusal::bad_request("message not found"))?;
        let own = record.sender() == Some(user) && now.unix() - record.date < 2 * DAY / SECOND;
        let private = matches!(chat, ChatKey::Private { .. });
        if !(own || private || self.check_rights(user, chat.id(), DELETE).is_ok()) {
            return Err(Refusal::bad_request("message can't be deleted"));
        }
        self.delete(chat, id);
        Ok(())
    }

    /// A user forwards a message to another chat; its number there.
    pub(crate) fn forward_as_user(
        &mut self,
        now: Time,
        user: i64,
        from: ChatKey,
        id: i64,
        to: ChatKey,
    ) -> Result<i64, Refusal> {
        let record = self.forwarded(now, user, from, id)?;
        self.check_user(now, to, user, record.content.permission())?;
        Ok(self.publish(now, to, record))
    }

    fn contact_in(&self, given: &Parameters) -> Result<Contact, Refusal> {
        let text = |name| given.text(name).map(str::to_owned);
        let first_name = text("first_name").unwrap_or_default();
        let mut contact = contact(text("phone_number").unwrap_or_default(), first_name, text("last_name"))?;
        let user = given.integer("user_id").filter(|id| self.state.users.contains_key(id));
        contact.user_id = user.map(Into::into);
        Ok(contact)
    }
}

/// The point that is given; refused off the globe.
fn location_in(given: &Parameters) -> Result<Location, Refusal> {
    let degrees = |name| given.float(name).unwrap_or(f64::INFINITY);
    location(degrees("longitude"), degrees("latitude"))
}

/// What a file is given with.
pub(crate) fn details_in(given: &Parameters) -> MediaAttributes {
    MediaAttributes {
        duration: given.integer("duration"),
        width: given.integer("width").or_else(|| given.integer("length")),
        height: given.integer("height"),
        performer: given.text("performer").map(str::to_owned),
        title: given.text("title").map(str::to_owned),
    }
}
