//! Stickers and sticker sets.

use botwire_macros::method;

use crate::types::{
    ChatRef, File, FileId, InputFile, InputFileOrString, MaskPosition, Message, MessageId, ReplyMarkup, StickerSet,
    True, UserId,
};
use crate::wire::{KB, MB};

/// Sends a sticker in .webp format.
#[method(returns = Message, not_idempotent)]
pub struct SendSticker {
    /// Chat to send to: numeric identifier, or `@channelusername`.
    pub chat_id: ChatRef,
    /// The sticker, .webp: a `file_id` of any size, an HTTP URL that the service downloads (up to
    /// 20 MB), or an upload.
    #[wire(upload_bytes = 50 * MB)]
    pub sticker: InputFileOrString,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard, reply keyboard, its removal, or a forced reply.
    pub reply_markup: Option<ReplyMarkup>,
}

/// Returns a sticker set.
#[method(returns = StickerSet)]
pub struct GetStickerSet {
    /// Name of the set.
    #[wire(chars = 1..=64)]
    pub name: String,
}

/// Uploads an image for later use in `createNewStickerSet` and `addStickerToSet`.
///
/// The returned file can be used repeatedly.
#[method(returns = File, not_idempotent)]
pub struct UploadStickerFile {
    /// Identifier of the user who owns the file.
    pub user_id: UserId,
    /// The sticker, a png image with no dimension over 512 pixels and width or height exactly 512
    /// pixels, uploaded as a file; a string does not work.
    #[wire(upload_bytes = 512 * KB)]
    pub png_sticker: InputFile,
}

/// Creates a sticker set that is owned by a user and that the bot can edit.
#[method(returns = True, not_idempotent)]
pub struct CreateNewStickerSet {
    /// Identifier of the user who owns the set.
    pub user_id: UserId,
    /// Name of the set: English letters, digits and underscores, beginning with a letter, without
    /// consecutive underscores, and ending in `_by_<bot_username>` (the username in any case).
    #[wire(chars = 1..=64, format = StickerSetName)]
    pub name: String,
    /// Title of the set.
    #[wire(chars = 1..=64)]
    pub title: String,
    /// The sticker, a png image with no dimension over 512 pixels and width or height exactly 512
    /// pixels: a `file_id`, an HTTP URL that the service downloads, or an upload.
    #[wire(upload_bytes = 512 * KB)]
    pub png_sticker: InputFileOrString,
    /// One or more emoji that the sticker represents.
    #[wire(format = NonEmpty)]
    pub emojis: String,
    /// If true, the set contains masks.
    pub contains_masks: Option<bool>,
    /// Position of the mask on faces.
    pub mask_position: Option<MaskPosition>,
}

/// Adds a sticker to a set.
///
/// It works on sets created by the bot.
#[method(returns = True, not_idempotent)]
pub struct AddStickerToSet {
    /// Identifier of the user who owns the set.
    pub user_id: UserId,
    /// Name of the set: English letters, digits and underscores, beginning with a letter, without
    /// consecutive underscores, and ending in `_by_<bot_username>` (the username in any case).
    #[wire(chars = 1..=64, format = StickerSetName)]
    pub name: String,
    /// The sticker, a png image with no dimension over 512 pixels and width or height exactly 512
    /// pixels: a `file_id`, an HTTP URL that the service downloads, or an upload.
    #[wire(upload_bytes = 512 * KB)]
    pub png_sticker: InputFileOrString,
    /// One or more emoji that the sticker represents.
    #[wire(format = NonEmpty)]
    pub emojis: String,
    /// Position of the mask on faces.
    pub mask_position: Option<MaskPosition>,
}

/// Moves a sticker to a position in its set.
///
/// It works on sets created by the bot.
#[method(returns = True)]
pub struct SetStickerPositionInSet {
    /// File identifier of the sticker.
    pub sticker: FileId,
    /// New position, zero-based.
    #[wire(range = 0..=2_147_483_647)]
    pub position: i64,
}

/// Deletes a sticker from its set.
///
/// It works on sets created by the bot.
#[method(returns = True)]
pub struct DeleteStickerFromSet {
    /// File identifier of the sticker.
    pub sticker: FileId,
}
