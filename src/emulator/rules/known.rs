//! Descriptions of errors that bots and their libraries look for. The specification leaves the texts open; these are the ones
//! that services of this interface are known to send. Other descriptions are the emulator's own.

/// The creator of a chat is removed, restricted or demoted.
pub(crate) const CREATOR: &str = "can't remove chat owner";
/// A bot leaves a private chat.
pub(crate) const PRIVATE_CHAT: &str = "chat member status can't be changed in private chats";
/// A method of supergroups is called for another kind of chat.
pub(crate) const SUPERGROUPS_ONLY: &str = "method is available only for supergroups";
/// Nothing is pinned, and there is no photo or sticker set to delete.
pub(crate) const NOT_MODIFIED: &str = "CHAT_NOT_MODIFIED";
/// A query is answered too late, twice, or by another bot.
pub(crate) const TOO_OLD: &str = "query is too old and response timeout expired or query ID is invalid";
/// An inline message does not exist.
pub(crate) const INLINE_MESSAGE: &str = "MESSAGE_ID_INVALID";
/// A score is not higher than the former one.
pub(crate) const SCORE: &str = "BOT_SCORE_NOT_MODIFIED";
/// A method would change an administrator whom the bot has not promoted.
pub(crate) const ADMINISTRATOR: &str = "user is an administrator of the chat";
/// A caption is too long.
pub(crate) const CAPTION: &str = "MEDIA_CAPTION_TOO_LONG";
