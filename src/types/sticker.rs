//! Stickers and sticker sets.

use botwire_macros::{enumeration, object};

use super::{FileId, PhotoSize};

/// A sticker.
#[object]
pub struct Sticker {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Width in pixels.
    pub width: i64,
    /// Height in pixels.
    pub height: i64,
    /// Thumbnail, in .webp or .jpg format.
    pub thumb: Option<Box<PhotoSize>>,
    /// Emoji that the sticker represents.
    pub emoji: Option<String>,
    /// Name of the sticker set that the sticker belongs to.
    pub set_name: Option<String>,
    /// Position of the mask, for mask stickers.
    pub mask_position: Option<Box<MaskPosition>>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A sticker set.
#[object]
pub struct StickerSet {
    /// Name of the set.
    pub name: String,
    /// Title of the set.
    pub title: String,
    /// True if the set contains masks.
    pub contains_masks: bool,
    /// All stickers of the set.
    pub stickers: Vec<Sticker>,
}

/// The part of the face that a mask is placed on.
#[enumeration]
pub enum MaskPoint {
    /// Forehead.
    Forehead,
    /// Eyes.
    Eyes,
    /// Mouth.
    Mouth,
    /// Chin.
    Chin,
}

/// The position of a mask on a face.
#[object]
pub struct MaskPosition {
    /// Part of the face that the mask is placed on.
    pub point: MaskPoint,
    /// Shift on the X axis in widths of the mask scaled to the face, from left to right: -1.0 is
    /// just left of the default position.
    pub x_shift: f64,
    /// Shift on the Y axis in heights of the mask scaled to the face, from top to bottom: 1.0 is
    /// just below the default position.
    pub y_shift: f64,
    /// Scaling coefficient of the mask: 2.0 is double size.
    pub scale: f64,
}
