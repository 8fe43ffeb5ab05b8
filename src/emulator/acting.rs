//! The user's side: files, places and contacts that users send, and what they edit, delete, forward.

use super::answer::Refusal;
use super::chat::ChatKey;
use super::clock::{DAY, SECOND, Time};
use super::file::FileKind;
use super::forwarding::permission;
use super::json::Members;
use super::media::Details;
use super::member::{DELETE, SEND};
use super::message::{Content, Record};
use super::parameters::Parameters;
use super::places;
use super::sending::file_content;
use super::service::Service;
use super::words::{check_caption, check_length, written};

/// The kind of file that a user sends.
pub(super) fn kind_of(name: &str) -> Option<FileKind> {
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
    pub(super) fn send_as_user(
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
                let source = self.source(bot, given, given.text("file").unwrap_or_default(), kind)?;
                let (kind, member) = self.media(source, kind, Details::of(given))?;
                file_content(kind, member, caption)
            }
            (None, "location") => Content::Other(places::location(self, given)?.bare().into()),
            (None, "venue") => Content::Other(places::venue(self, given)?.bare().into()),
            (None, "contact") => Content::Other(places::contact(self, given)?.bare().into()),
            _ => return Err(Refusal::bad_request("type of what is sent is unknown")),
        };
        self.check_permission(user, chat, now, permission(&content))?;
        let mut record = Record::new(user, now, content);
        record.reply_to = self.check_reply(chat, given.integer("reply_to_message_id"))?;
        if let Some(until) = places::live_until(now, given).filter(|_| name == "location") {
            record.rest_mut().live_until = Some(until);
        }
        if let Some(album) = given.text("media_group_id") {
            album.clone_into(&mut record.rest_mut().media_group_id);
        }
        Ok(self.publish(now, chat, record))
    }

    /// A user logs in to a website through the bot; the message that says so.
    pub(super) fn log_in(&mut self, now: Time, user: i64, chat: ChatKey, website: &str) -> Result<i64, Refusal> {
        self.check_user(now, chat, user, SEND)?;
        Ok(self.announce(now, chat, user, Members::new().text("connected_website", website)))
    }

    /// A user edits a message of their own: its text, its caption, or a live location.
    pub(super) fn edit_as_user(
        &mut self,
        now: Time,
        user: i64,
        chat: ChatKey,
        id: i64,
        given: &Parameters,
    ) -> Result<(), Refusal> {
        let cannot = super::editing::cannot_edit;
        self.check_user(now, chat, user, SEND)?;
        let record = self.record(chat, id);
        let record = record.filter(|record| record.sender() == user && record.via() == 0 && !record.is_forwarded());
        let record = record.ok_or_else(cannot)?;
        let live = record.rest.as_ref().and_then(|rest| rest.live_until).is_some_and(|until| until > now);
        let content = match (&record.content, given.text("text"), given.text("caption")) {
            (Content::Text(_), Some(text), _) => {
                check_length(text)?;
                Content::Text(written(text))
            }
            (Content::File(member, _), _, Some(caption)) => {
                check_caption(caption)?;
                Content::File(member.clone(), written(caption))
            }
            (Content::Other(_), None, None) if live => Content::Other(places::location(self, given)?.bare().into()),
            _ => return Err(cannot()),
        };
        let record = self.record_mut(chat, id).ok_or_else(cannot)?;
        record.content = content;
        record.rest_mut().edited = now.unix();
        self.tell(now, chat, id, user, true);
        Ok(())
    }

    /// A user deletes a message: their own, any in a private chat, or as an administrator.
    pub(super) fn delete_as_user(&mut self, now: Time, user: i64, chat: ChatKey, id: i64) -> Result<(), Refusal> {
        let record = self.record(chat, id).ok_or_else(|| Refusal::bad_request("message not found"))?;
        let own = record.sender() == user && now.unix() - record.date < 2 * DAY / SECOND;
        let private = matches!(chat, ChatKey::Private { .. });
        if !(own || private || self.check_rights(user, chat.id(), DELETE).is_ok()) {
            return Err(Refusal::bad_request("message can't be deleted"));
        }
        self.delete(chat, id);
        Ok(())
    }

    /// A user forwards a message to another chat; its number there.
    pub(super) fn forward_as_user(
        &mut self,
        now: Time,
        user: i64,
        from: ChatKey,
        id: i64,
        to: ChatKey,
    ) -> Result<i64, Refusal> {
        let record = self.forwarded(now, user, from, id)?;
        self.check_user(now, to, user, permission(&record.content))?;
        Ok(self.publish(now, to, record))
    }
}
