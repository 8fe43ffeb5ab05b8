//! The section Sending: texts, files and chat actions of a bot.

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::chat::ChatKey;
use super::clock::{SECOND, Time};
use super::file::{FileKind, Source};
use super::json::Members;
use super::media::Details;
use super::member::{SEND, SEND_MEDIA};
use super::message::{Content, Record, Words};
use super::parameters::Parameters;
use super::service::Service;
use crate::types::User;

/// How long a chat action lasts; the specification says 5 seconds or less.
const ACTION: i64 = 5 * SECOND;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "sendMessage" => send_message(call),
        "sendPhoto" => send_file(call, FileKind::Photo),
        "sendAudio" => send_file(call, FileKind::Audio),
        "sendDocument" => send_file(call, FileKind::Document),
        "sendVideo" => send_file(call, FileKind::Video),
        "sendVoice" => send_file(call, FileKind::Voice),
        "sendVideoNote" => send_file(call, FileKind::VideoNote),
        "sendChatAction" => send_chat_action(call),
        _ => return None,
    })
}

fn send_message(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND)?;
    let words = service.text_of(parameters, "text")?;
    service.send(*caller, chat, Content::Text(words), parameters)
}

/// Sends the file in the parameter of that kind's name.
fn send_file(call: &mut Call<'_>, kind: FileKind) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND_MEDIA)?;
    service.check_reply(chat, parameters.integer("reply_to_message_id"))?;
    let words = service.caption_of(parameters)?;
    let text = parameters.text(super::media::member(kind)).unwrap_or_default();
    let source = service.source(caller.bot, parameters, text, kind)?;
    let kind = kind_by_type(kind, &source);
    let (kind, member) = service.media(source, kind, Details::of(parameters))?;
    let content = file_content(kind, member, words);
    service.send(*caller, chat, content, parameters)
}

/// The kind that a file is sent as. Videos are mp4 and voice notes are ogg; other formats are sent as audio or document,
/// as is what is no audio. A file of no known type is what the method sends.
fn kind_by_type(kind: FileKind, source: &Source) -> FileKind {
    let Source::New(content) = source else { return kind };
    let essence = content.media_type.split(';').next().unwrap_or_default().trim();
    match kind {
        _ if essence == "application/octet-stream" => kind,
        FileKind::Video if essence != "video/mp4" => FileKind::Document,
        FileKind::Voice if essence.starts_with("audio/") && essence != "audio/ogg" => FileKind::Audio,
        FileKind::Voice | FileKind::Audio if !essence.starts_with("audio/") => FileKind::Document,
        kind => kind,
    }
}

/// The content that shows a file: video notes and stickers take no caption.
pub(super) fn file_content(kind: FileKind, member: String, words: Words) -> Content {
    match kind {
        FileKind::VideoNote | FileKind::Sticker => Content::Other(member.into()),
        _ => Content::File(member.into(), words),
    }
}

fn send_chat_action(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND)?;
    let action = parameters.text("action").unwrap_or_default().to_owned();
    service.chats.made(chat).action = Some((caller.bot, action, caller.now.after(ACTION)));
    Ok(Done::yes())
}

impl Service {
    /// Sends a message of a bot, with what the common parameters say; its Message.
    pub(super) fn send(
        &mut self,
        caller: Caller,
        chat: ChatKey,
        content: Content,
        parameters: &Parameters,
    ) -> Result<Done, Refusal> {
        self.send_record(caller, chat, Record::new(caller.bot, caller.now, content), parameters)
    }

    /// The same with a message that has more than content.
    pub(super) fn send_record(
        &mut self,
        caller: Caller,
        chat: ChatKey,
        mut record: Record,
        parameters: &Parameters,
    ) -> Result<Done, Refusal> {
        record.reply_to = self.check_reply(chat, parameters.integer("reply_to_message_id"))?;
        let markup = record.keyboard(parameters.json("reply_markup"))?;
        if !markup.is_empty() {
            check_markup(chat, &markup)?;
            record.rest_mut().markup = markup;
        }
        let id = self.publish(caller.now, chat, record);
        Ok(Done::Result(self.show(caller.bot, chat, id).unwrap_or_default()))
    }

    /// Stores a message and tells the bots in the chat, but not the one that sent it; its identifier.
    pub(super) fn publish(&mut self, now: Time, chat: ChatKey, mut record: Record) -> i64 {
        let sender = record.from;
        if let Some(shared) = self.shared(chat.id()).filter(|shared| shared.kind == super::member::Kind::Channel) {
            let name = |user: &User| match &user.last_name {
                Some(last_name) => [&user.first_name, " ", last_name].concat(),
                None => user.first_name.clone(),
            };
            let signature = self.person(sender).map(name).filter(|_| shared.signs);
            record.from = 0;
            let rest = record.rest_mut();
            rest.sender = sender;
            rest.signature = signature.unwrap_or_default();
        }
        if let Some(state) = self.chats.get_mut(&chat)
            && state.action.as_ref().is_some_and(|(bot, ..)| *bot == sender)
        {
            state.action = None;
        }
        let service_message = record.content.is_service();
        let inline_message_id = record.rest.as_ref().map_or("", |rest| &rest.inline_message_id).to_owned();
        let id = self.post(chat, record);
        if !inline_message_id.is_empty() {
            self.inline.remember(inline_message_id, chat, id);
        }
        self.note_keyboard(chat, id);
        self.tell(now, chat, id, if service_message { 0 } else { sender }, false);
        id
    }

    /// Gives the bots in a chat a message, new or edited; not the one that sent it. Messages of
    /// bots reach no other bot in groups, but posts in channels do.
    pub(super) fn tell(&mut self, now: Time, chat: ChatKey, id: i64, sender: i64, edited: bool) {
        let post = self.shared(chat.id()).is_some_and(|shared| shared.kind == super::member::Kind::Channel);
        if self.bots.contains_key(&sender) && !post {
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
        let bots: Vec<i64> = self.bots.keys().filter(|bot| *bot != sender && present(bot)).collect();
        let kind = match (post, edited) {
            (false, false) => "message",
            (false, true) => "edited_message",
            (true, false) => "channel_post",
            (true, true) => "edited_channel_post",
        };
        for bot in bots {
            if let Some(message) = self.show(bot, chat, id) {
                self.push(now, bot, chat.id(), kind, &message);
            }
        }
    }

    /// A service message of whoever caused it; its identifier.
    pub(super) fn announce(&mut self, now: Time, chat: ChatKey, from: i64, members: Members) -> i64 {
        let record = Record::new(from, now, Content::Service(members.bare().into()));
        self.publish(now, chat, record)
    }
}

/// Buttons that ask for a contact or location are for private chats only.
fn check_markup(chat: ChatKey, markup: &str) -> Result<(), Refusal> {
    let private = matches!(chat, ChatKey::Private { .. });
    let asks = ["\"request_contact\":true", "\"request_location\":true"];
    if !private && asks.iter().any(|ask| markup.contains(ask)) {
        return Err(Refusal::bad_request("phone number and location can be requested in private chats only"));
    }
    Ok(())
}
