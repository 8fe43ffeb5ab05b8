//! Files, as the objects that represent them in messages.

use crate::emulator::compat;
use crate::emulator::http::essence;
use crate::emulator::prelude::*;

/// Default side of a video note.
const NOTE: i64 = 240;

impl Service {
    /// Shows a file as a document, which has the fields that all kinds share.
    fn document(&self, bot: i64, number: u64) -> Option<Document> {
        let file = self.state.files.all.get(&number)?;
        Some(Document {
            thumb: file.thumb.and_then(|thumb| self.photo_size(bot, thumb)).map(Box::new),
            file_name: Some(file.name.clone()).filter(|name| !name.is_empty()),
            mime_type: Some(file.media_type.clone()),
            file_size: Some(file.size()),
            extra: compat::unique(self.state.compat, number),
            ..Document::new(self.file_id(bot, number))
        })
    }

    /// Returns all sizes of the photo that has a size with this number.
    pub(crate) fn photo(&self, bot: i64, number: u64) -> Vec<PhotoSize> {
        let sizes = self.state.files.all.get(&number).and_then(|file| file.sizes);
        let (first, last) = sizes.unwrap_or((number, number));
        let sizes = self.state.files.all.from(first).map(|(number, _)| number).take_while(|number| *number <= last);
        sizes.filter_map(|number| self.photo_size(bot, number)).collect()
    }

    fn photo_size(&self, bot: i64, number: u64) -> Option<PhotoSize> {
        // Not by `document`, which shows the thumbnail: in a forged snapshot, a file may be its own thumbnail.
        let file = self.state.files.all.get(&number)?;
        let (width, height) = file.sides();
        let (file_size, extra) = (Some(file.size()), compat::unique(self.state.compat, number));
        Some(PhotoSize { file_size, extra, ..PhotoSize::new(self.file_id(bot, number), width, height) })
    }

    /// Returns the `ChatPhoto` of the photo whose largest size has this number.
    pub(crate) fn chat_photo(&self, bot: i64, number: u64) -> ChatPhoto {
        let smallest = self.state.files.all.get(&number).and_then(|file| file.sizes).map_or(number, |(first, _)| first);
        let mut photo = ChatPhoto::new(self.file_id(bot, smallest), self.file_id(bot, number));
        for (name, number) in [("small_file_unique_id", smallest), ("big_file_unique_id", number)] {
            let unique = compat::unique(self.state.compat, number);
            photo.extra.extend(unique.into_values().map(|unique| (name.to_owned(), unique)));
        }
        photo
    }

    /// Adds a file to a message, in the field of its kind.
    pub(super) fn show_file(&self, message: &mut Message, bot: i64, kind: FileKind, number: u64) {
        let (Some(file), Some(shown)) = (self.state.files.all.get(&number), self.document(bot, number)) else { return };
        let Document { file_id: id, mime_type, file_size, thumb, extra, .. } = shown;
        let MediaAttributes { duration, width, performer, title, .. } = file.details.clone();
        let duration = duration.unwrap_or_default();
        match kind {
            FileKind::Photo | FileKind::Thumb | FileKind::ChatPhoto => message.photo = Some(self.photo(bot, number)),
            FileKind::Document => {
                message.document = self.document(bot, number).map(Box::new);
                let animation = self.animation(bot, number).filter(|_| self.state.compat && file.is_animation());
                // Not by `to_value`, which would add code to the wasm.
                let json = animation.and_then(|animation| serde_json::to_string(&animation).ok());
                let animation = json.and_then(|json| serde_json::from_str(&json).ok());
                message.extra.extend(animation.map(|animation: serde_json::Value| ("animation".to_owned(), animation)));
            }
            FileKind::Audio => {
                let audio = Audio::new(id, duration);
                message.audio = Some(Audio { performer, title, mime_type, file_size, extra, ..audio }.into());
            }
            FileKind::Video => {
                let (width, height) = file.sides();
                let video = Video::builder().file_id(id).width(width).height(height).duration(duration).build();
                message.video = Some(Video { thumb, mime_type, file_size, extra, ..video }.into());
            }
            FileKind::Voice => {
                let voice = Voice::new(id, duration);
                message.voice = Some(Voice { mime_type, file_size, extra, ..voice }.into());
            }
            FileKind::VideoNote => {
                let note = VideoNote::new(id, width.unwrap_or(NOTE), duration);
                message.video_note = Some(VideoNote { thumb, file_size, extra, ..note }.into());
            }
            FileKind::Sticker => message.sticker = self.sticker(bot, number).map(Box::new),
        }
    }

    /// Shows a document as the animation of a game.
    pub(super) fn animation(&self, bot: i64, number: u64) -> Option<Animation> {
        let Document { file_id, thumb, file_name, mime_type, file_size, mut extra } = self.document(bot, number)?;
        extra.extend(self.compat_sides(self.state.files.all.get(&number)?));
        Some(Animation { thumb, file_name, mime_type, file_size, extra, ..Animation::new(file_id) })
    }

    pub(crate) fn sticker(&self, bot: i64, number: u64) -> Option<Sticker> {
        let file = self.state.files.all.get(&number)?;
        let Document { file_id, thumb, file_size, mut extra, .. } = self.document(bot, number)?;
        extra.extend(self.compat(compat::STICKER));
        let (width, height) = file.sides();
        let mut sticker = Sticker { thumb, file_size, extra, ..Sticker::new(file_id, width, height) };
        if let Some(InSet { emoji, set_name, mask_position }) = file.in_set.as_deref().cloned() {
            (sticker.emoji, sticker.set_name) = (Some(emoji), Some(set_name));
            sticker.mask_position = mask_position.map(Box::new);
        }
        Some(sticker)
    }
}

impl StoredFile {
    /// Returns true for a document that clients play as an animation.
    fn is_animation(&self) -> bool {
        matches!(essence(&self.media_type).as_str(), "image/gif" | "video/mp4")
    }

    /// Returns width and height.
    fn sides(&self) -> (i64, i64) {
        (self.details.width.unwrap_or_default(), self.details.height.unwrap_or_default())
    }

    /// Returns the size in bytes.
    pub(crate) fn size(&self) -> i64 {
        i64::try_from(self.bytes.len()).unwrap_or(i64::MAX)
    }
}
