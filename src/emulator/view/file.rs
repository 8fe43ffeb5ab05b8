//! Files, as the objects that stand for them in messages.

use serde_json::{Map, Value};

use crate::emulator::compat;
use crate::emulator::service::Service;
use crate::emulator::state::file::StoredFile;
use crate::types::{Animation, Audio, ChatPhoto, Document, FileId, PhotoSize, Sticker, Video, VideoNote, Voice};

/// Side of a video note that does not tell its own.
const NOTE: i64 = 240;

impl Service {
    /// The file of a number, its identifier for a bot, and members that clients of later interfaces need.
    fn shown(&self, bot: i64, number: u64) -> Option<(&StoredFile, FileId, Map<String, Value>)> {
        let file = self.state.files.get(number)?;
        Some((file, self.file_id(bot, number).into(), compat::unique(self.options.compat, number)))
    }

    /// All sizes of the photo that the number is a size of.
    pub(crate) fn photo(&self, bot: i64, number: u64) -> Vec<PhotoSize> {
        let sizes = self.state.files.get(number).and_then(|file| file.sizes);
        let (first, last) = sizes.unwrap_or((number, number));
        self.state.files.between(first, last).filter_map(|number| self.photo_size(bot, number)).collect()
    }

    fn photo_size(&self, bot: i64, number: u64) -> Option<PhotoSize> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut size = PhotoSize::new(id, file.width(), file.height());
        size.file_size = Some(file.size());
        size.extra = more;
        Some(size)
    }

    fn thumb(&self, bot: i64, file: &StoredFile) -> Option<PhotoSize> {
        self.photo_size(bot, file.thumb?)
    }

    /// The `ChatPhoto` of a photo whose largest size has that number.
    pub(crate) fn chat_photo(&self, bot: i64, number: u64) -> ChatPhoto {
        let smallest = self.state.files.get(number).and_then(|file| file.sizes).map_or(number, |(first, _)| first);
        let mut photo = ChatPhoto::new(self.file_id(bot, smallest), self.file_id(bot, number));
        for (name, number) in [("small_file_unique_id", smallest), ("big_file_unique_id", number)] {
            let unique = compat::unique(self.options.compat, number);
            photo.extra.extend(unique.into_values().map(|unique| (name.to_owned(), unique)));
        }
        photo
    }

    pub(crate) fn audio(&self, bot: i64, number: u64) -> Option<Audio> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut audio = Audio::new(id, file.duration());
        audio.performer.clone_from(&file.details.performer);
        audio.title.clone_from(&file.details.title);
        audio.mime_type = Some(file.media_type.clone());
        audio.file_size = Some(file.size());
        audio.extra = more;
        Some(audio)
    }

    pub(crate) fn document(&self, bot: i64, number: u64) -> Option<Document> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut document = Document::new(id);
        document.file_name = file.name();
        document.mime_type = Some(file.media_type.clone());
        document.thumb = self.thumb(bot, file);
        document.file_size = Some(file.size());
        document.extra = more;
        Some(document)
    }

    /// A document that a game shows.
    pub(crate) fn animation(&self, bot: i64, number: u64) -> Option<Animation> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut animation = Animation::new(id);
        animation.file_name = file.name();
        animation.mime_type = Some(file.media_type.clone());
        animation.thumb = self.thumb(bot, file);
        animation.file_size = Some(file.size());
        animation.extra = more;
        Some(animation)
    }

    pub(crate) fn video(&self, bot: i64, number: u64) -> Option<Video> {
        let (file, id, more) = self.shown(bot, number)?;
        let video = Video::builder().file_id(id).width(file.width()).height(file.height());
        let mut video = video.duration(file.duration()).build();
        video.thumb = self.thumb(bot, file);
        video.mime_type = Some(file.media_type.clone());
        video.file_size = Some(file.size());
        video.extra = more;
        Some(video)
    }

    pub(crate) fn voice(&self, bot: i64, number: u64) -> Option<Voice> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut voice = Voice::new(id, file.duration());
        voice.mime_type = Some(file.media_type.clone());
        voice.file_size = Some(file.size());
        voice.extra = more;
        Some(voice)
    }

    pub(crate) fn video_note(&self, bot: i64, number: u64) -> Option<VideoNote> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut note = VideoNote::new(id, file.details.width.unwrap_or(NOTE), file.duration());
        note.thumb = self.thumb(bot, file);
        note.file_size = Some(file.size());
        note.extra = more;
        Some(note)
    }

    pub(crate) fn sticker(&self, bot: i64, number: u64) -> Option<Sticker> {
        let (file, id, more) = self.shown(bot, number)?;
        let mut sticker = Sticker::new(id, file.width(), file.height());
        sticker.thumb = self.thumb(bot, file);
        if let Some(place) = &file.in_set {
            sticker.emoji = Some(place.emoji.clone());
            sticker.set_name = Some(place.set_name.clone());
            sticker.mask_position.clone_from(&place.mask_position);
        }
        sticker.file_size = Some(file.size());
        sticker.extra = more;
        sticker.extra.extend(self.compat(compat::sticker));
        Some(sticker)
    }
}

impl StoredFile {
    fn width(&self) -> i64 {
        self.details.width.unwrap_or(0)
    }

    fn height(&self) -> i64 {
        self.details.height.unwrap_or(0)
    }

    fn duration(&self) -> i64 {
        self.details.duration.unwrap_or(0)
    }

    /// Bytes.
    pub(crate) fn size(&self) -> i64 {
        i64::try_from(self.bytes.len()).unwrap_or(i64::MAX)
    }

    fn name(&self) -> Option<String> {
        Some(self.name.clone()).filter(|name| !name.is_empty())
    }
}
