//! The section Sending: texts, files and chat actions of a bot.
//!
//! Where the specification is silent: a bot cannot write to a user who never started it. A `duration`, `width` or `height` below
//! zero is taken as it is. Of a literal `<`, `>` or `&` in HTML only `<` begins a tag. What a bot does not see of its message,
//! `disable_notification` and `disable_web_page_preview`, is in the message as users see it.

use super::call::{Caller, MethodCall};
use crate::emulator::clock::{SECOND, Time};
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::files::{Source, essence};
use crate::emulator::service::Service;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::file::{FileKind, MediaAttributes};
use crate::emulator::state::member::{ChatKind, PREVIEWS, SEND, SEND_MEDIA};
use crate::emulator::state::message::{MessageContent, ServiceEvent, StoredMessage};
use crate::methods::{
    SendAudio, SendChatAction, SendDocument, SendMessage, SendPhoto, SendVideo, SendVideoNote, SendVoice,
};
use crate::types::{
    ChatRef, InputFileOrString, Message, MessageId, ParseMode, ReplyKeyboardMarkup, ReplyMarkup, True, Update, User,
};

/// How long a chat action lasts; the specification says 5 seconds or less.
const ACTION: i64 = 5 * SECOND;

/// What most methods that send a message take beside its content.
pub(crate) struct Common {
    reply_to: Option<MessageId>,
    markup: Option<ReplyMarkup>,
    /// `disable_notification`, which only users see.
    silent: Option<bool>,
}

impl Common {
    pub fn new(reply_to: Option<MessageId>, markup: Option<ReplyMarkup>, silent: Option<bool>) -> Self {
        Self { reply_to, markup, silent }
    }
}

pub(super) fn send_message(call: &mut MethodCall<'_>, method: SendMessage) -> Result<Message, Refusal> {
    let chat = call.service.chat_to_send(call.caller, &method.chat_id, SEND)?;
    let words = call.service.text(&method.text, method.parse_mode.as_ref())?;
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    let mut message = StoredMessage::new(call.caller.bot, call.caller.now, MessageContent::Text(words));
    if method.disable_web_page_preview == Some(true) {
        message.rest_mut().has_no_preview = true;
    }
    call.service.send_stored(call.caller, chat, message, common)
}

pub(super) fn send_photo(call: &mut MethodCall<'_>, method: SendPhoto) -> Result<Message, Refusal> {
    let caption = (method.caption.as_deref(), method.parse_mode.as_ref());
    let sent = Sent { chat: &method.chat_id, file: &method.photo, caption, details: MediaAttributes::default() };
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    send_file(call, FileKind::Photo, sent, common)
}

pub(super) fn send_audio(call: &mut MethodCall<'_>, method: SendAudio) -> Result<Message, Refusal> {
    let caption = (method.caption.as_deref(), method.parse_mode.as_ref());
    let SendAudio { duration, performer, title, .. } = method;
    let details = MediaAttributes { duration, performer, title, ..MediaAttributes::default() };
    let sent = Sent { chat: &method.chat_id, file: &method.audio, caption, details };
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    send_file(call, FileKind::Audio, sent, common)
}

pub(super) fn send_document(call: &mut MethodCall<'_>, method: SendDocument) -> Result<Message, Refusal> {
    let caption = (method.caption.as_deref(), method.parse_mode.as_ref());
    let sent = Sent { chat: &method.chat_id, file: &method.document, caption, details: MediaAttributes::default() };
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    send_file(call, FileKind::Document, sent, common)
}

pub(super) fn send_video(call: &mut MethodCall<'_>, method: SendVideo) -> Result<Message, Refusal> {
    let caption = (method.caption.as_deref(), method.parse_mode.as_ref());
    let SendVideo { duration, width, height, .. } = method;
    let details = MediaAttributes { duration, width, height, ..MediaAttributes::default() };
    let sent = Sent { chat: &method.chat_id, file: &method.video, caption, details };
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    send_file(call, FileKind::Video, sent, common)
}

pub(super) fn send_voice(call: &mut MethodCall<'_>, method: SendVoice) -> Result<Message, Refusal> {
    let caption = (method.caption.as_deref(), method.parse_mode.as_ref());
    let details = MediaAttributes { duration: method.duration, ..MediaAttributes::default() };
    let sent = Sent { chat: &method.chat_id, file: &method.voice, caption, details };
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    send_file(call, FileKind::Voice, sent, common)
}

pub(super) fn send_video_note(call: &mut MethodCall<'_>, method: SendVideoNote) -> Result<Message, Refusal> {
    let details = MediaAttributes { duration: method.duration, width: method.length, ..MediaAttributes::default() };
    let sent = Sent { chat: &method.chat_id, file: &method.video_note, caption: (None, None), details };
    let common = Common::new(method.reply_to_message_id, method.reply_markup, method.disable_notification);
    send_file(call, FileKind::VideoNote, sent, common)
}

/// A file that is sent to a chat.
struct Sent<'a> {
    chat: &'a ChatRef,
    file: &'a InputFileOrString,
    caption: (Option<&'a str>, Option<&'a ParseMode>),
    details: MediaAttributes,
}

fn send_file(call: &mut MethodCall<'_>, kind: FileKind, sent: Sent<'_>, common: Common) -> Result<Message, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.chat_to_send(*caller, sent.chat, SEND_MEDIA)?;
    service.check_reply(chat, common.reply_to.map(i64::from))?;
    let caption = service.caption(sent.caption.0, sent.caption.1)?;
    let source = service.source(caller.bot, sent.file, kind)?;
    let kind = kind_by_type(kind, &source);
    let content = service.media(source, kind, sent.details, caption)?;
    service.send(*caller, chat, content, common)
}

/// The kind that a file is sent as. Videos are mp4 and voice notes are ogg; other formats are sent as audio or document,
/// as is what is no audio. A file of no known type is what the method sends.
fn kind_by_type(kind: FileKind, source: &Source) -> FileKind {
    let Source::New(file) = source else { return kind };
    let essence = essence(&file.media_type);
    match kind {
        _ if essence == "application/octet-stream" => kind,
        FileKind::Video if essence != "video/mp4" => FileKind::Document,
        FileKind::Voice if essence.starts_with("audio/") && essence != "audio/ogg" => FileKind::Audio,
        FileKind::Voice | FileKind::Audio if !essence.starts_with("audio/") => FileKind::Document,
        kind => kind,
    }
}

pub(super) fn send_chat_action(call: &mut MethodCall<'_>, method: SendChatAction) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.chat_to_send(*caller, &method.chat_id, SEND)?;
    let until = caller.now.after(ACTION);
    service.state.chats.made(chat).action = Some((caller.bot, method.action, until));
    Ok(True)
}

impl Service {
    /// Sends a message of a bot.
    pub(crate) fn send(
        &mut self,
        caller: Caller,
        chat: ChatKey,
        content: MessageContent,
        common: Common,
    ) -> Result<Message, Refusal> {
        self.send_stored(caller, chat, StoredMessage::new(caller.bot, caller.now, content), common)
    }

    /// The same with a message that has more than content.
    pub(crate) fn send_stored(
        &mut self,
        caller: Caller,
        chat: ChatKey,
        mut message: StoredMessage,
        common: Common,
    ) -> Result<Message, Refusal> {
        message.reply_to = self.check_reply(chat, common.reply_to.map(i64::from))?;
        message.silence(common.silent);
        if let Some(markup) = message.keyboard(common.markup)? {
            check_place(chat, &markup)?;
            message.rest_mut().markup = Some(markup);
        }
        let id = self.publish(caller.now, chat, message);
        self.sent(caller, chat, id)
    }

    /// The message that was just sent, as its sender sees it.
    pub(crate) fn sent(&self, caller: Caller, chat: ChatKey, id: i64) -> Result<Message, Refusal> {
        self.shown_message(caller.bot, chat, id).ok_or_else(|| Refusal::bad_request("message not found"))
    }

    /// Stores a message and tells the bots in the chat, but not the one that sent it; its identifier.
    pub(crate) fn publish(&mut self, now: Time, chat: ChatKey, mut message: StoredMessage) -> i64 {
        let sender = message.from;
        if sender.is_some_and(|sender| !self.may_add_previews(now, chat, sender)) {
            message.rest_mut().has_no_preview = true;
        }
        if let Some(shared) = self.shared(chat.id()).filter(|shared| shared.kind == ChatKind::Channel) {
            let name = |user: &User| match &user.last_name {
                Some(last_name) => [&user.first_name, " ", last_name].concat(),
                None => user.first_name.clone(),
            };
            let signs = shared.signs;
            let author = sender.and_then(|sender| self.person(sender));
            let signature = author.map(name).filter(|_| signs);
            message.from = None;
            let rest = message.rest_mut();
            (rest.author, rest.signature) = (sender, signature);
        }
        if let Some(state) = self.state.chats.get_mut(&chat)
            && state.action.as_ref().is_some_and(|(bot, ..)| Some(*bot) == sender)
        {
            state.action = None;
        }
        let told_all = message.content.is_service();
        let inline_message_id = message.inline_message_id().map(str::to_owned);
        let id = self.post(chat, message);
        if let Some(inline_message_id) = inline_message_id {
            self.state.inline_messages.insert(inline_message_id, (chat, id));
        }
        self.note_keyboard(chat, id);
        self.tell(now, chat, id, sender.filter(|_| !told_all), false);
        id
    }

    /// Gives the bots in a chat a message, new or edited; not the one that sent it. Messages of
    /// bots reach no other bot in groups, but posts in channels do.
    pub(crate) fn tell(&mut self, now: Time, chat: ChatKey, id: i64, sender: Option<i64>, edited: bool) {
        let post = self.shared(chat.id()).is_some_and(|shared| shared.kind == ChatKind::Channel);
        if sender.is_some_and(|sender| self.state.bots.contains_key(&sender)) && !post {
            return;
        }
        let present = |bot: &i64| match chat {
            ChatKey::Private { bot: own, .. } => *bot == own,
            // A bot knows no messages from before its time. Spec: core, Update, "new version of a known message".
            ChatKey::Shared(chat) => self
                .shared(chat)
                .and_then(|shared| shared.member(*bot))
                .is_some_and(|member| member.is_present(now) && member.since <= id),
        };
        let bots: Vec<i64> = self.state.bots.keys().filter(|bot| Some(*bot) != sender && present(bot)).collect();
        for bot in bots {
            let message = self.shown_message(bot, chat, id).map(Box::new);
            let mut update = Update::new(0);
            match (post, edited) {
                (false, false) => update.message = message,
                (false, true) => update.edited_message = message,
                (true, false) => update.channel_post = message,
                (true, true) => update.edited_channel_post = message,
            }
            self.push(now, bot, chat.id(), update);
        }
    }

    /// Whether the links of somebody are shown with previews there. Spec: core, `ChatMember`.
    pub(crate) fn may_add_previews(&self, now: Time, chat: ChatKey, who: i64) -> bool {
        let member = self.shared(chat.id()).and_then(|shared| shared.member(who));
        member.is_none_or(|member| member.may_send(now, PREVIEWS))
    }

    /// A service message of whoever caused it; its identifier.
    pub(crate) fn announce(&mut self, now: Time, chat: ChatKey, from: i64, event: ServiceEvent) -> i64 {
        self.publish(now, chat, StoredMessage::new(from, now, MessageContent::Service(event)))
    }
}

/// Buttons that ask for a contact or location are for private chats only.
fn check_place(chat: ChatKey, markup: &ReplyMarkup) -> Result<(), Refusal> {
    let ReplyMarkup::ReplyKeyboardMarkup(ReplyKeyboardMarkup { keyboard, .. }) = markup else { return Ok(()) };
    let mut buttons = keyboard.iter().flatten();
    let private = matches!(chat, ChatKey::Private { .. });
    if !private && buttons.any(|button| [button.request_contact, button.request_location].contains(&Some(true))) {
        return Err(Refusal::bad_request("phone number and location can be requested in private chats only"));
    }
    Ok(())
}
