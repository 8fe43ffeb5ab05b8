//! Games and high scores.

use botwire_macros::object;

use super::{FileId, MessageEntity, PhotoSize, User};

/// A game.
///
/// A game message without buttons gets a default play button. Pressing it gives the bot a callback
/// query with `game_short_name`, and the bot supplies the URL for that user. When buttons are added
/// by the bot, the first button of the first row must launch the game through `callback_game`. A
/// game message shows the high scores of the current chat.
#[object]
#[derive(Eq)]
pub struct Game {
    /// Title of the game.
    pub title: String,
    /// Description of the game.
    pub description: String,
    /// Sizes of the photo shown in the game message.
    pub photo: Vec<PhotoSize>,
    /// Description or high scores shown in the game message. It is edited automatically by
    /// `setGameScore`, or by the bot with `editMessageText`.
    #[wire(chars = 0..=4096)]
    pub text: Option<String>,
    /// Special entities in `text`: usernames, URLs, commands and so on.
    pub text_entities: Option<Vec<MessageEntity>>,
    /// Animation shown in the game message.
    pub animation: Option<Box<Animation>>,
}

/// An animation shown in a game message.
#[object]
#[derive(Eq)]
pub struct Animation {
    /// Identifier of the file, for this bot only.
    pub file_id: FileId,
    /// Thumbnail.
    pub thumb: Option<Box<PhotoSize>>,
    /// Original name of the file.
    pub file_name: Option<String>,
    /// MIME type of the file.
    pub mime_type: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
}

/// A placeholder that marks a game button and holds no information: an empty object.
#[object]
#[derive(Eq)]
pub struct CallbackGame;

/// A row of the high score table of a game.
#[object]
#[derive(Eq)]
pub struct GameHighScore {
    /// Position in the table.
    pub position: i64,
    /// The user.
    pub user: User,
    /// Score of the user.
    pub score: i64,
}
