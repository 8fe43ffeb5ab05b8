//! The offer of an inline query result, the same for all 20 kinds: the content that would be sent, and its checks.

use serde_json::Value;

use crate::emulator::http::essence;
use crate::emulator::methods::locations::{contact, location, venue};
use crate::emulator::prelude::*;
use crate::emulator::rules::{Source, check_buttons, is_web_url};
use crate::wire::{MB, Wire, read};

/// A result of an inline query, with the same fields for all kinds.
pub(crate) struct Offer {
    pub id: String,
    title: Option<String>,
    urls: Vec<String>,
    caption: Option<String>,
    parse_mode: Option<ParseMode>,
    pub game_short_name: Option<String>,
    pub markup: Option<ReplyMarkup>,
    /// The content to send instead, then the location, venue or contact of the result itself.
    contents: Vec<InputMessageContent>,
    /// The kind of the file that the result shows.
    kind: Option<FileKind>,
    thumb_url: Option<String>,
    /// The MIME types that the thumbnail may have; empty for any.
    thumb_types: &'static [&'static str],
    /// URL or identifier of the file.
    file: Option<String>,
    /// The MIME type that the file must have.
    mime_type: Option<String>,
    is_animation: bool,
    details: MediaAttributes,
}

impl Offer {
    pub fn of(result: &InlineQueryResult) -> Self {
        use InlineQueryResult as Kind;
        let members = json_of(result);
        let place = match result {
            Kind::Location(_) => read::value(&members).map(InputMessageContent::Location).ok(),
            Kind::Venue(_) => read::value(&members).map(InputMessageContent::Venue).ok(),
            Kind::Contact(_) => read::value(&members).map(InputMessageContent::Contact).ok(),
            _ => None,
        };
        // Members about a file are named after the kind, such as `photo_url`.
        let (name, kind, mime_type) = match result {
            Kind::Photo(_) | Kind::CachedPhoto(_) => ("photo", Some(FileKind::Photo), Some("image/jpeg")),
            Kind::Gif(_) | Kind::CachedGif(_) => ("gif", Some(FileKind::Document), Some("image/gif")),
            Kind::Mpeg4Gif(_) | Kind::CachedMpeg4Gif(_) => ("mpeg4", Some(FileKind::Document), Some("video/mp4")),
            Kind::Video(_) | Kind::CachedVideo(_) => ("video", Some(FileKind::Video), None),
            Kind::Audio(_) | Kind::CachedAudio(_) => ("audio", Some(FileKind::Audio), Some("audio/mpeg")),
            Kind::Voice(_) | Kind::CachedVoice(_) => ("voice", Some(FileKind::Voice), Some("audio/ogg")),
            Kind::Document(_) | Kind::CachedDocument(_) => ("document", Some(FileKind::Document), None),
            Kind::CachedSticker(_) => ("sticker", Some(FileKind::Sticker), None),
            _ => ("", None, None),
        };
        let thumb_types: &[&str] = match result {
            Kind::Gif(_) | Kind::Mpeg4Gif(_) => &["image/jpeg", "image/gif"],
            Kind::Video(_) | Kind::Document(_) => &["image/jpeg"],
            _ => &[],
        };
        let of_file = |member: &str| [name, "_", member].concat();
        let (title, file_url) = (read::<String>(&members, "title"), read::<String>(&members, &of_file("url")));
        let is_animation = kind == Some(FileKind::Document) && mime_type.is_some();
        let mime_type = mime_type.filter(|_| is_animation || file_url.is_some()).map(str::to_owned);
        let details = MediaAttributes {
            duration: read(&members, &of_file("duration")),
            width: read(&members, &of_file("width")),
            height: read(&members, &of_file("height")),
            performer: read(&members, "performer"),
            title: title.clone().filter(|_| kind == Some(FileKind::Audio)),
        };
        Self {
            id: read(&members, "id").unwrap_or_default(),
            title,
            urls: [read(&members, "url"), read(&members, "thumb_url"), file_url.clone()]
                .into_iter()
                .flatten()
                .collect(),
            caption: read(&members, "caption"),
            parse_mode: read(&members, "parse_mode"),
            game_short_name: read(&members, "game_short_name"),
            markup: read(&members, "reply_markup").map(ReplyMarkup::InlineKeyboardMarkup),
            contents: read(&members, "input_message_content").into_iter().chain(place).collect(),
            kind,
            thumb_url: read(&members, "thumb_url"),
            thumb_types,
            file: file_url.or_else(|| read(&members, &of_file("file_id"))),
            mime_type: mime_type.or_else(|| read(&members, "mime_type")),
            is_animation,
            details,
        }
    }
}

fn read<T: Wire>(members: &Value, name: &str) -> Option<T> {
    read::value(members.get(name)?).ok()
}

impl Service {
    /// Refuses a result that could not be sent: unreadable markup, files of another bot or type, an unknown game.
    pub(crate) fn check_offer(&self, bot: i64, offer: &Offer) -> Result<()> {
        self.caption(offer.caption.as_deref(), offer.parse_mode.as_ref())?;
        for content in &offer.contents {
            self.message_content(content.clone())?;
        }
        if let Some(short_name) = &offer.game_short_name {
            self.check_game(bot, short_name)?;
        }
        check_buttons(offer.game_short_name.is_some(), false, offer.markup.as_ref())?;
        refuse_if(!offer.urls.iter().all(|url| is_web_url(url)), "URL of an inline result is invalid")?;
        let thumb = offer.thumb_url.as_deref().map(|url| essence(&self.type_behind(url))).unwrap_or_default();
        let is_misfit = !thumb.is_empty() && !offer.thumb_types.is_empty() && !offer.thumb_types.contains(&&*thumb);
        refuse_if(is_misfit, &["thumbnail of an inline result must be ", &offer.thumb_types.join(" or ")].concat())?;
        refuse_if(offer.title.as_deref() == Some(""), "title of an inline result must be non-empty")?;
        let stored = offer.file.as_deref().filter(|id| !is_web_url(id));
        let Some((id, kind)) = stored.zip(offer.kind) else { return Ok(()) };
        let number = self.known(bot, id, kind)?;
        let essence = self.state.files.all.get(&number).map(|file| essence(&file.media_type)).unwrap_or_default();
        // Animations are stored as documents and only differ by their MIME type.
        refuse_if(offer.is_animation && offer.mime_type.as_ref() != Some(&essence), "type of file mismatch")?;
        let is_document = kind == FileKind::Document && !offer.is_animation;
        let is_unfit = is_document && !matches!(essence.as_str(), "application/pdf" | "application/zip");
        refuse_if(is_unfit, "only PDF and ZIP files can be sent as document results")
    }

    pub(crate) fn offered_content(&mut self, bot: i64, offer: Offer) -> Result<(MessageContent, MessageExtras)> {
        if let Some(content) = offer.contents.into_iter().next() {
            return self.message_content(content);
        }
        if let Some(short_name) = offer.game_short_name {
            let game = GameMessage::new(bot, short_name);
            return Ok((MessageContent::Game(Box::new(game)), MessageExtras::default()));
        }
        let kind = offer.kind.or_refuse("inline result has no content")?;
        let caption = self.caption(offer.caption.as_deref(), offer.parse_mode.as_ref())?;
        let file = offer.file.unwrap_or_default();
        let source = if is_web_url(&file) {
            let file = self.fetched(&file, kind, offer.mime_type.as_deref())?;
            refuse_if(offer.is_animation && file.bytes.len() > MB as usize, "file is too big")?;
            Source::New(file)
        } else {
            Source::Known(self.known(bot, &file, kind)?)
        };
        Ok((self.media(source, kind, offer.details, caption)?, MessageExtras::default()))
    }

    /// Returns the content to send instead of the result's own.
    fn message_content(&self, content: InputMessageContent) -> Result<(MessageContent, MessageExtras)> {
        let mut rest = MessageExtras::default();
        let content = match content {
            InputMessageContent::Text(input) => {
                rest.has_no_preview = input.disable_web_page_preview == Some(true);
                let formatted = self.text(&input.message_text, input.parse_mode.as_ref())?;
                refuse_if(formatted.text.is_empty(), "message text is empty")?;
                MessageContent::Text(formatted)
            }
            InputMessageContent::Venue(input) => {
                venue(location(input.longitude, input.latitude)?, input.title, input.address, input.venuedb_id)?
            }
            InputMessageContent::Location(input) => {
                rest.live_until = input.live_period.map(|seconds| self.now().after_seconds(seconds));
                MessageContent::Location(location(input.longitude, input.latitude)?)
            }
            InputMessageContent::Contact(input) => {
                let contact = contact(input.phone_number, input.first_name, input.last_name)?;
                MessageContent::Contact(Box::new(contact))
            }
        };
        Ok((content, rest))
    }
}
