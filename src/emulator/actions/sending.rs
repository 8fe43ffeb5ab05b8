//! Actions that send texts, files, locations, venues and contacts.

use botwire_macros::enumeration;

use super::scene::{Place, at_a_place};
use crate::emulator::http::essence;
use crate::emulator::methods::locations::{contact, location, venue};
use crate::emulator::prelude::*;
use crate::emulator::rules::{is_outside, is_web_url, typed};
use crate::wire::read;

/// The kind of a message that a user sends.
#[enumeration(closed)]
pub enum SentKind {
    /// A photo.
    Photo,
    /// A music file.
    Audio,
    /// A file of any type.
    Document,
    /// A video.
    Video,
    /// A voice message.
    Voice,
    /// A round video.
    VideoNote,
    /// A sticker.
    Sticker,
    /// A point on the map: `latitude` and `longitude`, live for `live_period`.
    Location,
    /// A place: a point with `title` and `address`.
    Venue,
    /// A contact: `phone_number` and `first_name`.
    Contact,
}

at_a_place! {
    /// Lets a user write a text.
    pub struct Write {
        /// The text, up to 4096 characters. Commands, mentions, hashtags, URLs and e-mail addresses in it become
        /// entities.
        pub text: String,
        /// The markup of the text. Default: none.
        pub parse_mode: Option<ParseMode>,
        /// Identifier of the message that it replies to.
        pub reply_to_message_id: Option<MessageId>,
    }

    /// Lets a user send a file, a location, a venue or a contact.
    pub struct Sending {
        /// The kind. By default, it follows from the other fields: `contact` with `phone_number`, `venue` with
        /// `address`, `location` with `latitude`. For a file, it is the kind that the file has on the service, or
        /// follows from its MIME type: `photo`, `video`, `audio`, `sticker` for WebP, or `document`.
        #[wire(rename = "type")]
        pub kind: Option<SentKind>,
        /// The file.
        pub file: Option<InputFileOrString>,
        /// Caption of the file, up to 200 characters.
        pub caption: Option<String>,
        /// The markup of the caption. Default: none.
        pub parse_mode: Option<ParseMode>,
        /// Messages with the same identifier form an album.
        pub media_group_id: Option<MediaGroupId>,
        /// Identifier of the message that it replies to.
        pub reply_to_message_id: Option<MessageId>,
        /// Seconds of an audio, video, voice message or video note.
        pub duration: Option<i64>,
        /// Width in pixels.
        pub width: Option<i64>,
        /// Height in pixels.
        pub height: Option<i64>,
        /// Diameter of a video note in pixels.
        pub length: Option<i64>,
        /// Performer of an audio.
        pub performer: Option<String>,
        /// Title of an audio or venue.
        pub title: Option<String>,
        /// Latitude in degrees.
        pub latitude: Option<f64>,
        /// Longitude in degrees.
        pub longitude: Option<f64>,
        /// How long a location is live, 60 to 86,400 seconds.
        pub live_period: Option<i64>,
        /// Address of a venue.
        pub address: Option<String>,
        /// Identifier of a venue in a venue database.
        pub venuedb_id: Option<String>,
        /// Phone number of a contact.
        pub phone_number: Option<String>,
        /// First name of a contact.
        pub first_name: Option<String>,
        /// Last name of a contact.
        pub last_name: Option<String>,
        /// Identifier of the user of a contact.
        pub user_id: Option<UserId>,
    }

    /// Lets a user log in to a website through the bot. The bot receives a message with `connected_website`.
    pub struct LogIn {
        /// Domain of the website.
        pub website: String,
    }
}

impl Sending {
    fn of(kind: SentKind) -> Self {
        Self { kind: Some(kind), ..Self::new() }
    }

    /// Creates a file of this kind. Its MIME type follows from the name.
    #[must_use]
    pub fn file_of(kind: SentKind, name: impl std::fmt::Display, bytes: impl Into<Vec<u8>>) -> Self {
        Self::of(kind).file(InputFile::bytes(bytes.into(), name))
    }

    /// Creates a location.
    #[must_use]
    pub fn location(latitude: f64, longitude: f64) -> Self {
        Self::of(SentKind::Location).latitude(latitude).longitude(longitude)
    }

    /// Creates a venue.
    #[must_use]
    pub fn venue(latitude: f64, longitude: f64, title: &str, address: &str) -> Self {
        let place = Self::of(SentKind::Venue).latitude(latitude).longitude(longitude);
        place.title(title).address(address)
    }

    /// Creates a contact.
    #[must_use]
    pub fn contact(phone_number: &str, first_name: &str) -> Self {
        Self::of(SentKind::Contact).phone_number(phone_number).first_name(first_name)
    }

    /// Returns the kind that follows from the fields, or `None` for a file.
    fn implied_kind(&self) -> Option<SentKind> {
        Some(match self {
            Self { phone_number: Some(_), .. } => SentKind::Contact,
            Self { latitude: None, .. } => return None,
            Self { address: Some(_), .. } => SentKind::Venue,
            _ => SentKind::Location,
        })
    }
}

/// Returns the kind as which a client sends a file of this MIME type.
fn kind_of_type(media_type: &str) -> SentKind {
    match essence(media_type).split_once('/') {
        Some(("image", "webp")) => SentKind::Sticker,
        Some(("image", "gif" | "svg+xml")) => SentKind::Document,
        Some(("image", _)) => SentKind::Photo,
        Some(("video", _)) => SentKind::Video,
        Some(("audio", _)) => SentKind::Audio,
        _ => SentKind::Document,
    }
}

pub(super) fn write(service: &mut Service, place: Place, action: Write) -> Result<Seen> {
    let reply_to = action.reply_to_message_id.map(|id| id.0);
    let id = service.write_text(place.chat, place.user, &action.text, action.parse_mode.as_ref(), reply_to)?;
    service.shown_to_user(place.bot, place.chat, id)
}

pub(super) fn send(service: &mut Service, Place { user, bot, chat }: Place, action: Sending) -> Result<Seen> {
    service.check_user(chat, user, SEND)?;
    let reply_to = action.reply_to_message_id.map(|id| id.0);
    let kind = match (action.kind, &action.file) {
        (Some(kind), _) => Some(kind),
        (None, Some(file)) => Some(service.kind_of_file(bot, file)?),
        (None, None) => action.implied_kind(),
    };
    let kind = kind.or_refuse("send needs a file, latitude and longitude, or phone_number and first_name")?;
    let live_period = action.live_period.filter(|_| kind == SentKind::Location);
    let is_beyond = live_period.is_some_and(|seconds| is_outside(SendLocation::DESCRIPTOR, "live_period", seconds));
    refuse_if(is_beyond, "live_period must be from 60 to 86400")?;
    let mut sizes = [action.duration, action.width, action.height, action.length].into_iter().flatten();
    refuse_if(
        sizes.any(|size| i32::try_from(size).is_err()),
        "duration, width, height and length must fit in 32 bits",
    )?;
    let media_group_id = action.media_group_id.clone();
    let content = service.sent_content(bot, kind, action)?;
    service.check_permission(user, chat, service.permission(&content))?;
    let mut message = StoredMessage::new(user, service.now(), content);
    message.reply_to = service.check_reply(chat, reply_to)?;
    if let Some(seconds) = live_period {
        message.rest_mut().live_until = Some(service.now().after_seconds(seconds));
    }
    if let Some(album) = media_group_id {
        message.rest_mut().media_group_id = Some(album.0);
    }
    let id = service.publish(chat, message);
    service.shown_to_user(bot, chat, id)
}

pub(super) fn log_in(service: &mut Service, place: Place, action: LogIn) -> Result<Seen> {
    service.check_user(place.chat, place.user, SEND)?;
    let id = service.announce(place.chat, place.user, ServiceEvent::LoggedIn(action.website));
    service.shown_to_user(place.bot, place.chat, id)
}

impl Service {
    /// Returns the kind that a file has on the service, or that follows from its MIME type.
    fn kind_of_file(&self, bot: i64, file: &InputFileOrString) -> Result<SentKind> {
        Ok(match file {
            InputFileOrString::Upload(file) => {
                let media_type = file.mime_type.as_deref().unwrap_or_default();
                kind_of_type(&typed(media_type, file.name.as_deref().unwrap_or_default()))
            }
            InputFileOrString::Reference(url) if is_web_url(url) => kind_of_type(&self.type_behind(url)),
            InputFileOrString::Reference(id) => {
                let file = self.state.files.all.get(&self.file_number(bot, id)?);
                let kind = file.map_or(FileKind::Document, |file| file.kind);
                read::value(&kind.as_str().into()).unwrap_or(SentKind::Document)
            }
        })
    }

    fn sent_content(&mut self, bot: i64, kind: SentKind, action: Sending) -> Result<MessageContent> {
        // The file kinds of both enums have the same names. Locations, venues and contacts have no file kind.
        if let Ok(kind) = read::value::<FileKind>(&kind.as_str().into()) {
            let mut caption = self.caption(action.caption.as_deref(), action.parse_mode.as_ref())?;
            if matches!(kind, FileKind::VideoNote | FileKind::Sticker) {
                caption = FormattedText::default();
            }
            let file = action.file.or_refuse("file is missing")?;
            let source = self.source(bot, &file, kind)?;
            let Sending { duration, height, performer, title, .. } = action;
            let details = MediaAttributes { duration, width: action.width.or(action.length), height, performer, title };
            return self.media(source, kind, details, caption);
        }
        let point = || point(action.latitude, action.longitude);
        Ok(match kind {
            SentKind::Location => MessageContent::Location(point()?),
            SentKind::Venue => {
                let [title, address] = [action.title, action.address].map(Option::unwrap_or_default);
                venue(point()?, title, address, action.venuedb_id)?
            }
            _ => {
                let [phone_number, first_name] =
                    [action.phone_number, action.first_name].map(Option::unwrap_or_default);
                let user_id = action.user_id.filter(|id| self.state.users.contains_key(&id.0));
                let contact = contact(phone_number, first_name, action.last_name)?.user_id(user_id);
                MessageContent::Contact(Box::new(contact))
            }
        })
    }
}

pub(super) fn point(latitude: Option<f64>, longitude: Option<f64>) -> Result<Location> {
    location(longitude.unwrap_or(f64::INFINITY), latitude.unwrap_or(f64::INFINITY))
}
