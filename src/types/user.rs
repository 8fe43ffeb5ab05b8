//! Users and bots, and their profile photos.

use botwire_macros::object;

use super::{PhotoSize, UserId};

/// A user or a bot.
#[object]
#[derive(Eq)]
pub struct User {
    /// Unique identifier of the user or bot.
    pub id: UserId,
    /// True if this is a bot.
    pub is_bot: bool,
    /// First name of the user or bot.
    pub first_name: String,
    /// Last name of the user or bot.
    pub last_name: Option<String>,
    /// Username of the user or bot.
    pub username: Option<String>,
    /// IETF language tag of the user's language, for example `en` or `pt-BR`.
    pub language_code: Option<String>,
}

/// The profile photos of a user, as `getUserProfilePhotos` returns them.
#[object]
#[derive(Eq)]
pub struct UserProfilePhotos {
    /// Number of profile photos that the user has.
    pub total_count: i64,
    /// The requested photos, each in up to 4 sizes.
    pub photos: Vec<Vec<PhotoSize>>,
}
