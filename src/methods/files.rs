//! Files and profile photos.

use botwire_macros::method;

use crate::types::{File, FileId, UserId, UserProfilePhotos};

/// Returns the profile photos of a user.
#[method(returns = UserProfilePhotos)]
pub struct GetUserProfilePhotos {
    /// Identifier of the user.
    pub user_id: UserId,
    /// Index of the first photo to return. Default: all photos are returned.
    pub offset: Option<i64>,
    /// Maximum number of photos to return.
    #[wire(range = 1..=100, default = "100")]
    pub limit: Option<i64>,
}

/// Prepares a file of up to 20 MB for download and returns its path.
///
/// The file is downloaded at `{base_url}/file/bot<token>/<file_path>`. The link is valid for at
/// least 1 hour; calling the method again gives a new one. The name and MIME type of the file are
/// not guaranteed to be preserved: save them when the file is received.
#[method(returns = File)]
pub struct GetFile {
    /// Identifier of the file.
    pub file_id: FileId,
}
