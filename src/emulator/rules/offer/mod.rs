//! What a result of an inline query offers, whichever of the 20 kinds it is: what would be sent, and whether it can be.

use crate::emulator::prelude::*;

mod content;

/// A result of an inline query.
pub(crate) struct Offer<'a> {
    pub id: &'a str,
    title: Option<&'a str>,
    /// URLs beside that of the file.
    urls: Vec<&'a str>,
    pub markup: Option<&'a InlineKeyboardMarkup>,
    /// What is sent instead of what the result shows.
    content: Option<&'a InputMessageContent>,
    sends: Sends<'a>,
}

/// What a result sends by itself.
enum Sends<'a> {
    /// An article sends its content only.
    Nothing,
    File(OfferedFile<'a>),
    Place(InputMessageContent),
    Game(&'a str),
}

/// A file that a result sends.
struct OfferedFile<'a> {
    kind: FileKind,
    file: InputFileOrString,
    /// The MIME type that it must have. Spec: second document, `InlineQueryResult`.
    media_type: Option<&'a str>,
    is_animation: bool,
    caption: Option<&'a str>,
    mode: Option<&'a ParseMode>,
    details: MediaAttributes,
}

impl<'a> OfferedFile<'a> {
    fn new(kind: FileKind, file: &str, media_type: Option<&'a str>) -> Self {
        let (file, details) = (file.into(), MediaAttributes::default());
        Self { kind, file, media_type, is_animation: false, caption: None, mode: None, details }
    }

    fn animation(file: &str, media_type: &'a str) -> Self {
        Self { is_animation: true, ..Self::new(FileKind::Document, file, Some(media_type)) }
    }

    fn captioned(mut self, caption: Option<&'a String>, mode: Option<&'a ParseMode>) -> Self {
        (self.caption, self.mode) = (caption.map(String::as_str), mode);
        self
    }

    fn sized(mut self, width: Option<i64>, height: Option<i64>, duration: Option<i64>) -> Self {
        (self.details.width, self.details.height, self.details.duration) = (width, height, duration);
        self
    }

    fn performed(mut self, performer: Option<&String>, title: &str) -> Self {
        (self.details.performer, self.details.title) = (performer.cloned(), Some(title.to_owned()));
        self
    }
}

/// An offer with the fields that all kinds have, and the content that most kinds have.
macro_rules! offer {
    ($result:ident, $title:expr, $urls:tt, $sends:expr) => {
        offer!($result, $title, $urls, $sends, $result.input_message_content.as_ref())
    };
    ($result:ident, $title:expr, [$($url:expr),*], $sends:expr, $content:expr) => {
        Offer {
            id: &$result.id,
            title: $title,
            urls: Vec::<Option<&str>>::from([$($url),*]).into_iter().flatten().collect(),
            markup: $result.reply_markup.as_ref(),
            content: $content,
            sends: $sends,
        }
    };
}

/// A file with the caption of the result.
macro_rules! captioned {
    ($result:ident, $file:expr) => {
        Sends::File($file.captioned($result.caption.as_ref(), $result.parse_mode.as_ref()))
    };
}

/// A file of that kind on the service, by its identifier, with the caption of the result.
macro_rules! cached {
    ($result:ident, $title:expr, $kind:ident, $id:ident) => {
        offer!($result, $title, [], captioned!($result, OfferedFile::new(FileKind::$kind, &$result.$id, None)))
    };
}

impl<'a> Offer<'a> {
    #[allow(clippy::too_many_lines)] // one for each kind
    pub fn of(result: &'a InlineQueryResult) -> Self {
        use InlineQueryResult as Result;
        let some = |url: &'a Option<String>| url.as_deref();
        match result {
            Result::Article(article) => {
                let content = Some(&article.input_message_content);
                let title = Some(&*article.title);
                offer!(article, title, [some(&article.url), some(&article.thumb_url)], Sends::Nothing, content)
            }
            Result::Photo(photo) => {
                let file = OfferedFile::new(FileKind::Photo, &photo.photo_url, Some("image/jpeg"));
                let file = captioned!(photo, file.sized(photo.photo_width, photo.photo_height, None));
                offer!(photo, some(&photo.title), [Some(&*photo.photo_url), Some(&*photo.thumb_url)], file)
            }
            Result::Gif(gif) => {
                let file = OfferedFile::animation(&gif.gif_url, "image/gif");
                let file = captioned!(gif, file.sized(gif.gif_width, gif.gif_height, gif.gif_duration));
                offer!(gif, some(&gif.title), [Some(&*gif.gif_url), Some(&*gif.thumb_url)], file)
            }
            Result::Mpeg4Gif(mpeg4) => {
                let file = OfferedFile::animation(&mpeg4.mpeg4_url, "video/mp4");
                let file = file.sized(mpeg4.mpeg4_width, mpeg4.mpeg4_height, mpeg4.mpeg4_duration);
                let file = captioned!(mpeg4, file);
                offer!(mpeg4, some(&mpeg4.title), [Some(&*mpeg4.mpeg4_url), Some(&*mpeg4.thumb_url)], file)
            }
            Result::Video(video) => {
                let file = OfferedFile::new(FileKind::Video, &video.video_url, Some(video.mime_type.as_str()));
                let file = captioned!(video, file.sized(video.video_width, video.video_height, video.video_duration));
                offer!(video, Some(&*video.title), [Some(&*video.video_url), Some(&*video.thumb_url)], file)
            }
            Result::Audio(audio) => {
                let file = OfferedFile::new(FileKind::Audio, &audio.audio_url, Some("audio/mpeg"));
                let file = file.sized(None, None, audio.audio_duration);
                let file = captioned!(audio, file.performed(audio.performer.as_ref(), &audio.title));
                offer!(audio, Some(&*audio.title), [Some(&*audio.audio_url)], file)
            }
            Result::Voice(voice) => {
                let file = OfferedFile::new(FileKind::Voice, &voice.voice_url, Some("audio/ogg"));
                let file = captioned!(voice, file.sized(None, None, voice.voice_duration));
                offer!(voice, Some(&*voice.title), [Some(&*voice.voice_url)], file)
            }
            Result::Document(document) => {
                let mime_type = Some(document.mime_type.as_str());
                let file = OfferedFile::new(FileKind::Document, &document.document_url, mime_type);
                let file = captioned!(document, file);
                let title = Some(&*document.title);
                offer!(document, title, [Some(&*document.document_url), some(&document.thumb_url)], file)
            }
            Result::Location(location) => {
                let mut place = InputLocationMessageContent::new(location.latitude, location.longitude);
                place.live_period = location.live_period;
                let place = Sends::Place(InputMessageContent::Location(place));
                offer!(location, Some(&*location.title), [some(&location.thumb_url)], place)
            }
            Result::Venue(venue) => {
                let place = InputVenueMessageContent::builder().latitude(venue.latitude).longitude(venue.longitude);
                let mut place = place.title(&venue.title).address(&venue.address).build();
                place.venuedb_id.clone_from(&venue.venuedb_id);
                let place = Sends::Place(InputMessageContent::Venue(place));
                offer!(venue, Some(&*venue.title), [some(&venue.thumb_url)], place)
            }
            Result::Contact(contact) => {
                let mut card = InputContactMessageContent::new(&contact.phone_number, &contact.first_name);
                card.last_name.clone_from(&contact.last_name);
                let card = Sends::Place(InputMessageContent::Contact(card));
                offer!(contact, None, [some(&contact.thumb_url)], card)
            }
            Result::Game(game) => offer!(game, None, [], Sends::Game(&game.game_short_name), None),
            Result::CachedPhoto(photo) => cached!(photo, some(&photo.title), Photo, photo_file_id),
            Result::CachedGif(gif) => {
                let file = captioned!(gif, OfferedFile::animation(&gif.gif_file_id, "image/gif"));
                offer!(gif, some(&gif.title), [], file)
            }
            Result::CachedMpeg4Gif(mpeg4) => {
                let file = captioned!(mpeg4, OfferedFile::animation(&mpeg4.mpeg4_file_id, "video/mp4"));
                offer!(mpeg4, some(&mpeg4.title), [], file)
            }
            Result::CachedSticker(sticker) => {
                let file = OfferedFile::new(FileKind::Sticker, &sticker.sticker_file_id, None);
                offer!(sticker, None, [], Sends::File(file))
            }
            Result::CachedDocument(document) => cached!(document, Some(&*document.title), Document, document_file_id),
            Result::CachedVideo(video) => cached!(video, Some(&*video.title), Video, video_file_id),
            Result::CachedVoice(voice) => cached!(voice, Some(&*voice.title), Voice, voice_file_id),
            Result::CachedAudio(audio) => cached!(audio, None, Audio, audio_file_id),
        }
    }

    /// Whether the text that it sends is shown without a preview of its first link.
    pub fn has_no_preview(&self) -> bool {
        matches!(self.content, Some(InputMessageContent::Text(text)) if text.disable_web_page_preview == Some(true))
    }

    /// The short name of the game that it sends.
    pub fn game(&self) -> Option<&'a str> {
        if let Sends::Game(short_name) = self.sends { Some(short_name) } else { None }
    }
}
