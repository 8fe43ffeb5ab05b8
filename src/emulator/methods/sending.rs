//! The section Sending: texts, files, albums, forwarded messages and chat actions of a bot.
//!
//! Unspecified behavior: a bot cannot write to a user who has never started it. A `duration`, `width` or `height` below
//! zero is accepted. The message as users see it contains what the bot does not see: `disable_notification` and
//! `disable_web_page_preview`. Service messages and invoices are not forwarded, because they belong to their chat.

use crate::emulator::http::essence;
use crate::emulator::prelude::*;
use crate::emulator::rules::{Source, play_keyboard};

/// Parameters that most sending methods share.
pub(crate) struct Common {
    pub reply_to: Option<MessageId>,
    pub markup: Option<ReplyMarkup>,
    pub silent: Option<bool>,
}

macro_rules! common {
    ($method:ident) => {
        crate::emulator::methods::sending::Common {
            reply_to: $method.reply_to_message_id,
            markup: $method.reply_markup.map(Into::into),
            silent: $method.disable_notification,
        }
    };
}
pub(super) use common;

pub fn send_message(service: &mut Service, bot: i64, method: SendMessage) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let formatted = service.text(&method.text, method.parse_mode.as_ref())?;
    let mut message = StoredMessage::new(bot, service.now(), MessageContent::Text(formatted));
    if method.disable_web_page_preview == Some(true) {
        message.rest_mut().has_no_preview = true;
    }
    service.send(bot, chat, message, common!(method))
}

/// Defines the methods that send a file: its parameter, kind, caption with markup, and attributes.
macro_rules! send_files {
    ($($name:ident($method:ident: $parameters:ty): $file:expr, $kind:ident, $caption:expr, { $($said:tt)* };)*) => {$(
        pub(super) fn $name(service: &mut Service, bot: i64, $method: $parameters) -> Result<Message> {
            let details = MediaAttributes { $($said)* ..MediaAttributes::default() };
            let sent = (FileKind::$kind, &$file, details);
            service.send_file(bot, &$method.chat_id, sent, $caption, common!($method))
        }
    )*};
}

send_files! {
    send_photo(method: SendPhoto): method.photo, Photo, (method.caption, method.parse_mode), {};
    send_audio(method: SendAudio): method.audio, Audio, (method.caption, method.parse_mode), {
        duration: method.duration, performer: method.performer, title: method.title,
    };
    send_document(method: SendDocument): method.document, Document, (method.caption, method.parse_mode), {};
    send_video(method: SendVideo): method.video, Video, (method.caption, method.parse_mode), {
        duration: method.duration, width: method.width, height: method.height,
    };
    send_voice(method: SendVoice): method.voice, Voice, (method.caption, method.parse_mode), {
        duration: method.duration,
    };
    send_video_note(method: SendVideoNote): method.video_note, VideoNote, (None, None), {
        duration: method.duration, width: method.length,
    };
}

/// Returns the kind as which a file is sent, alone or in an album. Videos and video notes must be mp4, and voice notes
/// ogg. Other formats are sent as audio or document. A file of an unknown type keeps the kind of the method.
fn kind_by_type(kind: FileKind, source: &Source) -> FileKind {
    let Source::New(file) = source else { return kind };
    let essence = essence(&file.media_type);
    match kind {
        _ if essence == "application/octet-stream" => kind,
        FileKind::Video | FileKind::VideoNote if essence != "video/mp4" => FileKind::Document,
        FileKind::Voice if essence.starts_with("audio/") && essence != "audio/ogg" => FileKind::Audio,
        FileKind::Voice | FileKind::Audio if !essence.starts_with("audio/") => FileKind::Document,
        kind => kind,
    }
}

pub fn send_media_group(service: &mut Service, bot: i64, method: SendMediaGroup) -> Result<Vec<Message>> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND_MEDIA)?;
    let mut items = Vec::new();
    for item in method.media {
        let mut details = MediaAttributes::default();
        let (kind, media, caption, mode) = match item {
            InputMedia::Photo(photo) => (FileKind::Photo, photo.media, photo.caption, photo.parse_mode),
            InputMedia::Video(video) => {
                (details.duration, details.width, details.height) = (video.duration, video.width, video.height);
                (FileKind::Video, video.media, video.caption, video.parse_mode)
            }
        };
        let caption = service.caption(caption.as_deref(), mode.as_ref())?;
        let source = service.source(bot, &media, kind)?;
        refuse_if(kind_by_type(kind, &source) != kind, "videos of an album must be mp4")?;
        items.push((kind, source, details, caption));
    }
    service.send_album(bot, chat, (method.reply_to_message_id, method.disable_notification), items)
}

pub fn forward_message(service: &mut Service, bot: i64, method: ForwardMessage) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    let from = service.accessible(bot, &method.from_chat_id)?;
    let mut message = service.forwarded(bot, from, method.message_id.0, chat)?;
    message.silence(method.disable_notification);
    let id = service.publish(chat, message);
    service.sent(bot, chat, id)
}

pub fn send_chat_action(service: &mut Service, bot: i64, method: SendChatAction) -> Result<True> {
    let chat = service.chat_to_send(bot, &method.chat_id, SEND)?;
    // The specification says 5 seconds or less.
    let until = service.now().after_seconds(5);
    service.state.chats.get_or_default(chat).action = Some((bot, method.action, until));
    Ok(True)
}

/// A file of an album: its kind, where it comes from, what the bot says about it, and its caption.
pub(crate) type AlbumItem = (FileKind, Source, MediaAttributes, FormattedText);

impl Service {
    /// Sends an album as a whole or not at all: all files are checked before the first message is sent.
    pub(crate) fn send_album(
        &mut self,
        bot: i64,
        chat: ChatKey,
        (reply_to, silent): (Option<MessageId>, Option<bool>),
        items: Vec<AlbumItem>,
    ) -> Result<Vec<Message>> {
        let reply_to = self.check_reply(chat, reply_to.map(i64::from))?;
        let store = |(kind, source, details, caption)| {
            let content = self.media(source, kind, details, caption)?;
            self.check_permission(bot, chat, self.permission(&content)).map(|()| content)
        };
        let contents: Vec<MessageContent> = items.into_iter().map(store).collect::<Result<_>>()?;
        let album = self.state.random.up_to(u32::MAX).to_string();
        let mut messages = Vec::new();
        for content in contents {
            let mut message = StoredMessage::new(bot, self.now(), content);
            message.reply_to = reply_to;
            message.silence(silent);
            message.rest_mut().media_group_id = Some(album.clone());
            let id = self.publish(chat, message);
            messages.push(self.sent(bot, chat, id)?);
        }
        Ok(messages)
    }

    fn send_file(
        &mut self,
        bot: i64,
        chat: &ChatRef,
        (kind, file, details): (FileKind, &InputFileOrString, MediaAttributes),
        (caption, mode): (Option<String>, Option<ParseMode>),
        common: Common,
    ) -> Result<Message> {
        let chat = self.chat_to_send(bot, chat, SEND_MEDIA)?;
        self.check_reply(chat, common.reply_to.map(i64::from))?;
        let caption = self.caption(caption.as_deref(), mode.as_ref())?;
        let source = self.source(bot, file, kind)?;
        let kind = kind_by_type(kind, &source);
        let content = self.media(source, kind, details, caption)?;
        self.check_permission(bot, chat, self.permission(&content))?;
        self.send(bot, chat, StoredMessage::new(bot, self.now(), content), common)
    }

    /// Copies a message to forward it, if the chat permits it: not live, without buttons except a game's.
    pub(crate) fn forwarded(&mut self, sender: i64, from: ChatKey, id: i64, to: ChatKey) -> Result<StoredMessage> {
        let original = self.record(from, id).or_refuse("message to forward not found")?;
        let is_bound = matches!(original.content, MessageContent::Service(_) | MessageContent::Invoice(_));
        refuse_if(is_bound, "message can't be forwarded")?;
        self.check_permission(sender, to, self.permission(&original.content))?;
        let rest = original.rest.as_ref();
        let has_no_preview = rest.is_some_and(|rest| rest.has_no_preview);
        // A message that was forwarded before keeps its first origin.
        let origin = rest.and_then(|rest| rest.origin.clone()).unwrap_or_else(|| {
            let is_post = self.is_channel(from);
            let signature = rest.and_then(|rest| rest.signature.clone());
            let post = is_post.then_some(Post { channel: from, message_id: id, signature });
            ForwardOrigin { date: original.date, from: original.from.filter(|_| !is_post), post }
        });
        let mut message = StoredMessage::new(sender, self.now(), original.content.clone());
        let game = if let MessageContent::Game(game) = &message.content { Some(game.bot) } else { None };
        let rest = message.rest_mut();
        (rest.origin, rest.has_no_preview) = (Some(origin), has_no_preview);
        if let Some(bot) = game {
            self.check_game_place(to)?;
            rest.markup = Some(play_keyboard());
            // A game that somebody else forwards is like an inline message for its bot.
            if bot != sender {
                (rest.via, rest.inline_message_id) = (Some(bot), Some(self.state.random.letters(24)));
            }
        }
        Ok(message)
    }

    pub(crate) fn send(&mut self, bot: i64, chat: ChatKey, message: StoredMessage, common: Common) -> Result<Message> {
        let reply_to = self.check_reply(chat, common.reply_to.map(i64::from))?;
        let mut message = StoredMessage { reply_to, ..message };
        message.silence(common.silent);
        if let Some(markup) = message.keyboard(common.markup)? {
            let asks =
                |button: &KeyboardButton| [button.request_contact, button.request_location].contains(&Some(true));
            let buttons = if let ReplyMarkup::ReplyKeyboardMarkup(markup) = &markup { &*markup.keyboard } else { &[] };
            let is_refused = buttons.iter().flatten().any(asks) && !matches!(chat, ChatKey::Private { .. });
            refuse_if(is_refused, "phone number and location can be requested in private chats only")?;
            message.rest_mut().markup = Some(markup);
        }
        let id = self.publish(chat, message);
        self.sent(bot, chat, id)
    }

    pub(crate) fn sent(&self, bot: i64, chat: ChatKey, id: i64) -> Result<Message> {
        self.shown_message(bot, chat, id).or_refuse("message not found")
    }

    /// Stores a message, tells the bots in the chat except its sender, and returns its identifier.
    pub(crate) fn publish(&mut self, chat: ChatKey, mut message: StoredMessage) -> i64 {
        let sender = message.from;
        if sender.is_some_and(|sender| !self.may_add_previews(chat, sender)) {
            message.rest_mut().has_no_preview = true;
        }
        self.show_scores(chat, &mut message.content);
        if let Some(shared) = self.shared(chat.id()).filter(|shared| shared.kind == ChatKind::Channel) {
            let author = sender.filter(|_| shared.signs).and_then(|sender| self.person(sender));
            let last_name = |user: &User| user.last_name.as_ref().map_or(String::new(), |name| [" ", name].concat());
            let signature = author.map(|user| user.first_name.clone() + &last_name(user));
            message.from = None;
            let rest = message.rest_mut();
            (rest.author, rest.signature) = (sender, signature);
        }
        if let Some(state) = self.state.chats.get_mut(&chat) {
            state.action.take_if(|(bot, ..)| Some(*bot) == sender);
        }
        let inline_message_id = message.inline_message_id().map(str::to_owned);
        let id = self.post(chat, message);
        self.state.inline_messages.extend(inline_message_id.map(|inline_message_id| (inline_message_id, (chat, id))));
        self.note_keyboard(chat, id);
        self.tell(chat, id, None);
        id
    }

    /// Sends a new or edited message as an update to the bots in a chat, except to its sender or editor. In groups,
    /// bots do not get messages of other bots, except service messages. In channels, they get all posts.
    pub(crate) fn tell(&mut self, chat: ChatKey, id: i64, editor: Option<i64>) {
        let sender = self.record(chat, id).filter(|message| !message.content.is_service());
        let sender = sender.and_then(StoredMessage::sender);
        let post = self.is_channel(chat);
        if sender.is_some_and(|sender| self.state.bots.contains_key(&sender)) && !post {
            return;
        }
        // A bot knows no messages from before it came.
        let knows = |member: &StoredMember| member.is_present(self.now()) && member.since <= id;
        let present = |bot: &i64| match chat {
            ChatKey::Private { bot: own, .. } => *bot == own,
            ChatKey::Shared(chat) => self.shared(chat).and_then(|shared| shared.members.get(bot)).is_some_and(knows),
        };
        let actor = editor.or(sender);
        let bots: Vec<i64> = self.state.bots.keys().filter(|bot| Some(*bot) != actor && present(bot)).collect();
        for bot in bots {
            let message = self.shown_message(bot, chat, id).map(Box::new);
            let mut update = Update::new(0);
            match (post, editor.is_some()) {
                (false, false) => update.message = message,
                (false, true) => update.edited_message = message,
                (true, false) => update.channel_post = message,
                (true, true) => update.edited_channel_post = message,
            }
            self.push(bot, chat.id(), update);
        }
    }

    /// Returns true if links of this sender are shown with previews.
    pub(crate) fn may_add_previews(&self, chat: ChatKey, who: i64) -> bool {
        let member = self.shared(chat.id()).and_then(|shared| shared.members.get(&who));
        member.is_none_or(|member| member.may_send(self.now(), PREVIEWS))
    }

    /// Sends a service message of the user who caused it, and returns its identifier.
    pub(crate) fn announce(&mut self, chat: ChatKey, from: i64, event: ServiceEvent) -> i64 {
        self.publish(chat, StoredMessage::new(from, self.now(), MessageContent::Service(event)))
    }
}
