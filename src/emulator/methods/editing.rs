//! The section Editing and deleting: which messages may be changed, by whom, and until when.
//!
//! Unspecified behavior: besides its own messages, a bot may edit messages sent through it in inline mode, by their
//! `inline_message_id`, and posts of others in a channel where it has `can_edit_messages`. An edit that changes nothing
//! is refused, as in services, and so is an edit of a forwarded message. A bot's message in a private chat cannot be
//! deleted, because the rules do not name this case. A deleted message is not found again, so repeating deleteMessage
//! after a lost response is refused.

use crate::emulator::prelude::*;
use crate::emulator::rules::known;

/// The edited message, if the bot sent it.
pub(super) type Edited = Result<MessageOrTrue>;

/// Converts the common parameters of edits: the message, by one of two identifiers, and its keyboard.
macro_rules! named {
    ($method:ident, $markup:expr) => {
        EditMessageReplyMarkup {
            chat_id: $method.chat_id.map(Into::into),
            message_id: $method.message_id,
            inline_message_id: $method.inline_message_id,
            reply_markup: $markup,
            extra: $method.extra,
        }
    };
}
pub(super) use named;

#[derive(Debug, Clone, Copy)]
pub(crate) struct EditTarget {
    pub chat: ChatKey,
    pub id: i64,
    /// True if the bot sent the message. The result is then the edited Message.
    pub is_sender: bool,
}

type NewWords<'a> = &'a dyn Fn(&Service, &MessageContent) -> Result<Option<FormattedText>>;

pub fn edit_message_text(service: &mut Service, bot: i64, method: EditMessageText) -> Edited {
    let hides = Some(method.disable_web_page_preview == Some(true));
    edit(service, bot, named!(method, method.reply_markup), hides, &|service, content| {
        if matches!(content, MessageContent::Text(_) | MessageContent::Game(_)) {
            return service.text(&method.text, method.parse_mode.as_ref()).map(Some);
        }
        Err(Refusal::bad_request("there is no text in the message to edit"))
    })
}

pub fn edit_message_caption(service: &mut Service, bot: i64, method: EditMessageCaption) -> Edited {
    edit(service, bot, named!(method, method.reply_markup), None, &|service, content| {
        if content.takes_caption() {
            return service.caption(method.caption.as_deref(), method.parse_mode.as_ref()).map(Some);
        }
        Err(Refusal::bad_request("there is no caption in the message to edit"))
    })
}

pub fn edit_message_reply_markup(service: &mut Service, bot: i64, method: EditMessageReplyMarkup) -> Edited {
    edit(service, bot, method, None, &|_, _| Ok(None))
}

pub fn delete_message(service: &mut Service, bot: i64, method: DeleteMessage) -> Result<True> {
    let chat = service.accessible(bot, &method.chat_id)?;
    let id = method.message_id.0;
    let message = service.record(chat, id).or_refuse("message to delete not found")?;
    let is_own = message.sender() == Some(bot);
    let is_private = service.is_lenient() && matches!(chat, ChatKey::Private { .. });
    let shared = service.shared(chat.id());
    let may_delete = shared.and_then(|shared| Some((shared, shared.members.get(&bot)?))).is_some_and(
        |(shared, member)| match shared.kind {
            ChatKind::Group => is_own || shared.all_members_are_administrators || member.has(0),
            ChatKind::Supergroup => is_own || member.has(DELETE),
            ChatKind::Channel => (is_own && member.has(POST)) || member.has(DELETE),
        },
    );
    let is_old = service.now().unix() - message.date >= 48 * HOUR / SECOND;
    refuse_if(is_old || !(may_delete || is_private), "message can't be deleted")?;
    service.delete(chat, id);
    Ok(True)
}

pub(crate) fn cannot_edit() -> Refusal {
    Refusal::bad_request("message can't be edited")
}

/// Changes the text and the keyboard of a message. Refused if nothing changes.
fn edit(service: &mut Service, bot: i64, named: EditMessageReplyMarkup, hides: Option<bool>, new: NewWords) -> Edited {
    let target = service.target(bot, &named)?;
    let message = service.record(target.chat, target.id).ok_or_else(cannot_edit)?;
    let formatted = new(service, &message.content)?.or_else(|| message.content.formatted_text().cloned());
    let markup = message.keyboard(named.reply_markup.map(ReplyMarkup::InlineKeyboardMarkup))?;
    let may_add_previews = service.may_add_previews(target.chat, bot);
    let message = service.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?;
    let is_same = message.content.formatted_text() == formatted.as_ref() && message.markup() == markup.as_ref();
    let former = message.preview();
    if let (Some(old), Some(new)) = (message.content.formatted_text_mut(), formatted) {
        *old = new;
    }
    if let Some(hides) = hides {
        message.rest_mut().has_no_preview = hides || !may_add_previews;
    }
    refuse_if(is_same && message.preview() == former, "message is not modified")?;
    message.rest_mut().markup = markup;
    service.edited(bot, target)
}

impl Service {
    /// Returns the message of a call, if the bot may edit it.
    pub(crate) fn target(&self, bot: i64, named: &EditMessageReplyMarkup) -> Result<EditTarget> {
        let target = self.found(bot, named, "message to edit not found")?;
        let message = self.record(target.chat, target.id).ok_or_else(cannot_edit)?;
        let editor = self.is_channel(target.chat) && self.check_rights(bot, target.chat.id(), EDIT).is_ok();
        let by_inline = named.inline_message_id.is_some();
        let is_fixed = message.content.is_service() || message.is_forwarded();
        let is_editable = matches!(message.markup(), None | Some(ReplyMarkup::InlineKeyboardMarkup(_)));
        let may_edit = !is_fixed && is_editable && (target.is_sender || by_inline || editor);
        if may_edit { Ok(target) } else { Err(cannot_edit()) }
    }

    /// Returns the message of a call, by either identifier.
    pub(crate) fn found(&self, bot: i64, named: &EditMessageReplyMarkup, missing: &str) -> Result<EditTarget> {
        let not_found = || Refusal::bad_request(missing);
        if let Some(inline) = &named.inline_message_id {
            let not_found = || Refusal::bad_request(known::INLINE_MESSAGE);
            let (chat, id) = *self.state.inline_messages.get(inline.as_str()).ok_or_else(not_found)?;
            let through = self.record(chat, id).is_some_and(|message| message.via() == Some(bot));
            return if through { Ok(EditTarget { chat, id, is_sender: false }) } else { Err(not_found()) };
        }
        // The tables guarantee one of the two identifiers.
        let (chat, id) = named.chat_id.as_ref().zip(named.message_id).ok_or_else(not_found)?;
        let chat = self.accessible(bot, chat)?;
        let message = self.record(chat, id.0).ok_or_else(not_found)?;
        Ok(EditTarget { chat, id: id.0, is_sender: message.sender() == Some(bot) })
    }

    /// Records the editor and the time of an edit, tells the other bots, and returns the result of the call.
    pub(crate) fn edited(&mut self, bot: i64, target: EditTarget) -> Edited {
        let now = self.now().unix();
        let rest = self.record_mut(target.chat, target.id).ok_or_else(cannot_edit)?.rest_mut();
        (rest.edited, rest.editor) = (Some(now), Some(bot));
        if let Some(chat) = self.state.chats.get_mut(&target.chat) {
            chat.history.note_edit(target.id);
        }
        self.tell(target.chat, target.id, Some(bot));
        self.result_of_edit(bot, target)
    }

    pub(crate) fn result_of_edit(&self, bot: i64, target: EditTarget) -> Edited {
        if !target.is_sender {
            return Ok(MessageOrTrue::True(True));
        }
        self.sent(bot, target.chat, target.id).map(|message| MessageOrTrue::Message(Box::new(message)))
    }

    pub(crate) fn delete(&mut self, chat: ChatKey, id: i64) {
        let Some(state) = self.state.chats.get_mut(&chat) else { return };
        let gone = state.history.messages.remove(&id);
        if let Some(shared) = &mut state.shared {
            shared.pinned = shared.pinned.filter(|pinned| *pinned != id);
        }
        if let Some(inline_message_id) = gone.as_ref().and_then(StoredMessage::inline_message_id) {
            self.state.inline_messages.remove(inline_message_id);
        }
    }
}
