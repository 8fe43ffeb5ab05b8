//! What a result of an inline query offers, whichever of the 20 kinds it is: what would be sent, and whether it can be.

use serde_json::Value;

use crate::emulator::http::essence;
use crate::emulator::methods::locations::{contact, live_until, location};
use crate::emulator::prelude::*;
use crate::emulator::rules::{Source, check_buttons, is_web_url};
use crate::wire::{MB, Wire};

/// A result of an inline query, with the same fields for all kinds.
pub(crate) struct Offer {
    pub id: String,
    title: Option<String>,
    url: Option<String>,
    thumb_url: Option<String>,
    caption: Option<String>,
    parse_mode: Option<ParseMode>,
    pub game_short_name: Option<String>,
    reply_markup: Option<InlineKeyboardMarkup>,
    input_message_content: Option<InputMessageContent>,
    /// The location, venue or contact that the result itself is.
    place: Option<InputMessageContent>,
    /// The kind of the file that the result shows.
    kind: Option<FileKind>,
    file_url: Option<String>,
    file_id: Option<String>,
    /// The MIME type that the file must have. Spec: second document, `InlineQueryResult`.
    mime_type: Option<String>,
    is_animation: bool,
    details: MediaAttributes,
}

impl Offer {
    pub fn of(result: &InlineQueryResult) -> Self {
        use InlineQueryResult as Kind;
        let members = serde_json::to_string(result).and_then(|json| serde_json::from_str(&json));
        let members: Value = members.unwrap_or_default();
        let place = match result {
            Kind::Location(_) => Wire::read(members.clone()).map(InputMessageContent::Location).ok(),
            Kind::Venue(_) => Wire::read(members.clone()).map(InputMessageContent::Venue).ok(),
            Kind::Contact(_) => Wire::read(members.clone()).map(InputMessageContent::Contact).ok(),
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
        let of_file = |member: &str| [name, "_", member].concat();
        let (title, file_url) = (read(&members, "title"), read(&members, &of_file("url")));
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
            url: read(&members, "url"),
            thumb_url: read(&members, "thumb_url"),
            caption: read(&members, "caption"),
            parse_mode: read(&members, "parse_mode"),
            game_short_name: read(&members, "game_short_name"),
            reply_markup: read(&members, "reply_markup"),
            input_message_content: read(&members, "input_message_content"),
            place,
            kind,
            file_url,
            file_id: read(&members, &of_file("file_id")),
            mime_type: mime_type.or_else(|| read(&members, "mime_type")),
            is_animation,
            details,
        }
    }

    pub fn markup(&self) -> Option<ReplyMarkup> {
        self.reply_markup.clone().map(ReplyMarkup::InlineKeyboardMarkup)
    }

    /// Whether the text that it sends is shown without a preview of its first link.
    pub fn has_no_preview(&self) -> bool {
        let content = self.input_message_content.as_ref();
        matches!(content, Some(InputMessageContent::Text(text)) if text.disable_web_page_preview == Some(true))
    }
}

fn read<T: Wire>(members: &Value, name: &str) -> Option<T> {
    T::read(members.get(name)?.clone()).ok()
}

impl Service {
    /// Refuses a result that could not be sent: markup that cannot be read, files of another bot or
    /// type, an unknown game.
    pub(crate) fn check_offer(&self, bot: i64, offer: &Offer) -> Result<()> {
        self.caption(offer.caption.as_deref(), offer.parse_mode.as_ref())?;
        for content in offer.input_message_content.iter().chain(&offer.place) {
            self.given_content(content)?;
        }
        if let Some(short_name) = &offer.game_short_name {
            self.check_game(bot, short_name)?;
        }
        check_buttons(offer.game_short_name.is_some(), false, offer.markup().as_ref())?;
        let mut urls = [&offer.url, &offer.file_url, &offer.thumb_url].into_iter().flatten();
        refuse_if(!urls.all(|url| is_web_url(url)), "URL of an inline result is invalid")?;
        refuse_if(offer.title.as_deref() == Some(""), "title of an inline result must be non-empty")?;
        let stored = offer.file_id.as_deref().filter(|id| !is_web_url(id));
        let Some((id, kind)) = stored.zip(offer.kind) else { return Ok(()) };
        let number = self.known(bot, id, kind)?;
        let essence = self.state.files.get(number).map(|file| essence(&file.media_type)).unwrap_or_default();
        // Animations are stored as documents, so the type of the file tells them apart.
        refuse_if(offer.is_animation && offer.mime_type.as_ref() != Some(&essence), "type of file mismatch")?;
        let is_document = kind == FileKind::Document && !offer.is_animation;
        let is_unfit = is_document && !matches!(essence.as_str(), "application/pdf" | "application/zip");
        refuse_if(is_unfit, "only PDF and ZIP files can be sent as document results")
    }

    /// What a chosen result sends, and until when it is live.
    pub(crate) fn offered_content(&mut self, bot: i64, offer: Offer) -> Result<(MessageContent, Option<Time>)> {
        if let Some(content) = offer.input_message_content.or(offer.place) {
            return self.given_content(&content);
        }
        if let Some(short_name) = offer.game_short_name {
            let game = GameMessage { bot, short_name, board: FormattedText::default() };
            return Ok((MessageContent::Game(Box::new(game)), None));
        }
        let kind = offer.kind.or_refuse("inline result has no content")?;
        let caption = self.caption(offer.caption.as_deref(), offer.parse_mode.as_ref())?;
        let file = offer.file_url.or(offer.file_id).unwrap_or_default();
        // An animation is shown as a document of its own type, which a URL may not have for sendDocument.
        let looked_up = if offer.is_animation && is_web_url(&file) { FileKind::VideoNote } else { kind };
        let source = self.source(bot, &file.into(), looked_up)?;
        if let Source::New(file) = &source {
            refuse_if(offer.is_animation && file.bytes.len() > MB as usize, "file is too big")?;
            // A stand-in is of the type of its ending, which is nobody's fault.
            let is_wrong = !file.is_made_up && offer.mime_type.is_some_and(|wanted| wanted != file.essence());
            refuse_if(is_wrong, "wrong type of the web page content")?;
        }
        Ok((self.media(source, kind, offer.details, caption)?, None))
    }

    /// The content that a result gives in place of its own.
    fn given_content(&self, content: &InputMessageContent) -> Result<(MessageContent, Option<Time>)> {
        Ok(match content {
            InputMessageContent::Text(InputTextMessageContent { message_text, parse_mode, .. }) => {
                let words = self.text(message_text, parse_mode.as_ref())?;
                refuse_if(words.is_empty(), "message text is empty")?;
                (MessageContent::Text(words), None)
            }
            InputMessageContent::Venue(given) => {
                let place = location(given.longitude, given.latitude)?;
                let venue = Venue::new(place, given.title.as_str(), given.address.as_str());
                let venuedb_id = given.venuedb_id.clone();
                (MessageContent::Venue(Box::new(Venue { venuedb_id, ..venue })), None)
            }
            InputMessageContent::Location(given) => {
                let place = location(given.longitude, given.latitude)?;
                (MessageContent::Location(place), given.live_period.map(|seconds| live_until(self.now(), seconds)))
            }
            InputMessageContent::Contact(given) => {
                let InputContactMessageContent { phone_number, first_name, last_name, .. } = given.clone();
                (MessageContent::Contact(Box::new(contact(phone_number, first_name, last_name)?)), None)
            }
        })
    }
}
