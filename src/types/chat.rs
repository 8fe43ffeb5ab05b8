//! Chats: their kinds, their descriptions, their photos, and chat actions.

use botwire_macros::{enumeration, object};

use super::{ChatId, FileId, Message};

/// The kind of a chat.
#[enumeration]
pub enum ChatType {
    /// Chat with one user.
    Private,
    /// Group that is not a supergroup.
    Group,
    /// Supergroup.
    Supergroup,
    /// Channel.
    Channel,
}

/// A chat: private, group, supergroup or channel.
#[object]
pub struct Chat {
    /// Unique identifier of the chat. It may exceed 32 bits, but stays below 52 bits.
    pub id: ChatId,
    /// Kind of the chat.
    pub r#type: ChatType,
    /// Title, for supergroups, channels and group chats.
    pub title: Option<String>,
    /// Username, for private chats, supergroups and channels, if available.
    pub username: Option<String>,
    /// First name of the other party of a private chat.
    pub first_name: Option<String>,
    /// Last name of the other party of a private chat.
    pub last_name: Option<String>,
    /// True if the group has the setting that makes all members administrators.
    pub all_members_are_administrators: Option<bool>,
    /// Photo of the chat. Returned only by `getChat`.
    pub photo: Option<Box<ChatPhoto>>,
    /// Description, for supergroups and channels. Returned only by `getChat`.
    pub description: Option<String>,
    /// Invite link, for supergroups and channels. Returned only by `getChat`.
    pub invite_link: Option<String>,
    /// Pinned message, for supergroups and channels. Returned only by `getChat`.
    pub pinned_message: Option<Box<Message>>,
    /// Name of the group sticker set, for supergroups. Returned only by `getChat`.
    pub sticker_set_name: Option<String>,
    /// True if the bot may change the group sticker set. Returned only by `getChat`.
    pub can_set_sticker_set: Option<bool>,
}

impl Chat {
    /// Returns true for a private chat with a user.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.r#type == ChatType::Private
    }

    /// Returns true for a group or a supergroup.
    #[must_use]
    pub fn is_group(&self) -> bool {
        self.r#type == ChatType::Group || self.is_supergroup()
    }

    /// Returns true for a supergroup.
    #[must_use]
    pub fn is_supergroup(&self) -> bool {
        self.r#type == ChatType::Supergroup
    }

    /// Returns true for a channel.
    #[must_use]
    pub fn is_channel(&self) -> bool {
        self.r#type == ChatType::Channel
    }
}

/// The photo of a chat, as files to download.
#[object]
#[derive(Eq)]
pub struct ChatPhoto {
    /// File identifier of the small photo (160x160 pixels), usable only for download.
    pub small_file_id: FileId,
    /// File identifier of the big photo (640x640 pixels), usable only for download.
    pub big_file_id: FileId,
}

/// An action of a bot that users see in a chat.
#[enumeration]
pub enum ChatAction {
    /// The bot is typing a text.
    Typing,
    /// The bot is uploading a photo.
    UploadPhoto,
    /// The bot is recording a video.
    RecordVideo,
    /// The bot is uploading a video.
    UploadVideo,
    /// The bot is recording audio.
    RecordAudio,
    /// The bot is uploading audio.
    UploadAudio,
    /// The bot is uploading a document.
    UploadDocument,
    /// The bot is looking for a location.
    FindLocation,
    /// The bot is recording a video note.
    RecordVideoNote,
    /// The bot is uploading a video note.
    UploadVideoNote,
}
