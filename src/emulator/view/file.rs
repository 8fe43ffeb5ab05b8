//! Files, as the objects that stand for them in messages.

use serde_json::{Map, Value};

use crate::emulator::compat;
use crate::emulator::prelude::*;

/// Side of a video note that does not tell its own.
const NOTE: i64 = 240;

/// What the objects of a file have in common.
struct Shown<'a> {
    file: &'a StoredFile,
    id: FileId,
    file_name: Option<String>,
    mime_type: Option<String>,
    file_size: Option<i64>,
    thumb: Option<PhotoSize>,
    /// Members that clients of later interfaces need.
    extra: Map<String, Value>,
}

impl Service {
    /// What the objects of a file have in common.
    fn shown(&self, bot: i64, number: u64) -> Option<Shown<'_>> {
        let file = self.state.files.get(number)?;
        Some(Shown {
            file,
            id: self.file_id(bot, number).into(),
            file_name: Some(file.name.clone()).filter(|name| !name.is_empty()),
            mime_type: Some(file.media_type.clone()),
            file_size: Some(file.size()),
            thumb: file.thumb.and_then(|thumb| self.photo_size(bot, thumb)),
            extra: compat::unique(self.state.compat, number),
        })
    }

    /// All sizes of the photo that the number is a size of.
    pub(crate) fn photo(&self, bot: i64, number: u64) -> Vec<PhotoSize> {
        let sizes = self.state.files.get(number).and_then(|file| file.sizes);
        let (first, last) = sizes.unwrap_or((number, number));
        self.state.files.between(first, last).filter_map(|number| self.photo_size(bot, number)).collect()
    }

    fn photo_size(&self, bot: i64, number: u64) -> Option<PhotoSize> {
        // Not by `shown`, which shows the thumbnail: in a forged snapshot a file may be its own.
        let file = self.state.files.get(number)?;
        let (file_size, extra) = (Some(file.size()), compat::unique(self.state.compat, number));
        Some(PhotoSize { file_size, extra, ..PhotoSize::new(self.file_id(bot, number), file.width(), file.height()) })
    }

    /// The `ChatPhoto` of a photo whose largest size has that number.
    pub(crate) fn chat_photo(&self, bot: i64, number: u64) -> ChatPhoto {
        let smallest = self.state.files.get(number).and_then(|file| file.sizes).map_or(number, |(first, _)| first);
        let mut photo = ChatPhoto::new(self.file_id(bot, smallest), self.file_id(bot, number));
        for (name, number) in [("small_file_unique_id", smallest), ("big_file_unique_id", number)] {
            let unique = compat::unique(self.state.compat, number);
            photo.extra.extend(unique.into_values().map(|unique| (name.to_owned(), unique)));
        }
        photo
    }

    pub(crate) fn audio(&self, bot: i64, number: u64) -> Option<Audio> {
        let Shown { file, id, mime_type, file_size, extra, .. } = self.shown(bot, number)?;
        let MediaAttributes { performer, title, .. } = file.details.clone();
        Some(Audio { performer, title, mime_type, file_size, extra, ..Audio::new(id, file.duration()) })
    }

    pub(crate) fn document(&self, bot: i64, number: u64) -> Option<Document> {
        let Shown { id, file_name, mime_type, thumb, file_size, extra, .. } = self.shown(bot, number)?;
        Some(Document { thumb, file_name, mime_type, file_size, extra, ..Document::new(id) })
    }

    /// A document that a game shows.
    pub(crate) fn animation(&self, bot: i64, number: u64) -> Option<Animation> {
        let Shown { id, file_name, mime_type, thumb, file_size, extra, .. } = self.shown(bot, number)?;
        Some(Animation { thumb, file_name, mime_type, file_size, extra, ..Animation::new(id) })
    }

    pub(crate) fn video(&self, bot: i64, number: u64) -> Option<Video> {
        let Shown { file, id, mime_type, thumb, file_size, extra, .. } = self.shown(bot, number)?;
        let video = Video::builder().file_id(id).width(file.width()).height(file.height()).duration(file.duration());
        Some(Video { thumb, mime_type, file_size, extra, ..video.build() })
    }

    pub(crate) fn voice(&self, bot: i64, number: u64) -> Option<Voice> {
        let Shown { file, id, mime_type, file_size, extra, .. } = self.shown(bot, number)?;
        Some(Voice { mime_type, file_size, extra, ..Voice::new(id, file.duration()) })
    }

    pub(crate) fn video_note(&self, bot: i64, number: u64) -> Option<VideoNote> {
        let Shown { file, id, thumb, file_size, extra, .. } = self.shown(bot, number)?;
        let side = file.details.width.unwrap_or(NOTE);
        Some(VideoNote { thumb, file_size, extra, ..VideoNote::new(id, side, file.duration()) })
    }

    pub(crate) fn sticker(&self, bot: i64, number: u64) -> Option<Sticker> {
        let Shown { file, id, thumb, file_size, mut extra, .. } = self.shown(bot, number)?;
        extra.extend(self.compat(compat::sticker));
        let place = file.in_set.as_deref().cloned();
        let mut sticker = Sticker { thumb, file_size, extra, ..Sticker::new(id, file.width(), file.height()) };
        if let Some(InSet { emoji, set_name, mask_position }) = place {
            (sticker.emoji, sticker.set_name, sticker.mask_position) = (Some(emoji), Some(set_name), mask_position);
        }
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
}
