//! The results of an inline query: the union of all 20 kinds, and the kinds without a media file.

use botwire_macros::{object, union};

use super::{
    InlineKeyboardMarkup, InlineQueryResultAudio, InlineQueryResultCachedAudio, InlineQueryResultCachedDocument,
    InlineQueryResultCachedGif, InlineQueryResultCachedMpeg4Gif, InlineQueryResultCachedPhoto,
    InlineQueryResultCachedSticker, InlineQueryResultCachedVideo, InlineQueryResultCachedVoice,
    InlineQueryResultDocument, InlineQueryResultGif, InlineQueryResultId, InlineQueryResultMpeg4Gif,
    InlineQueryResultPhoto, InlineQueryResultVideo, InlineQueryResultVoice, InputMessageContent,
};

/// A result of an inline query, one of 20 kinds, distinguished by `type` and by the fields that the
/// kind requires.
///
/// By default a result sends its media, with an optional caption, on behalf of the user; `input_message_content`
/// replaces it with a message with that content.
#[union]
pub enum InlineQueryResult {
    /// Article.
    Article(InlineQueryResultArticle),
    /// Photo behind a URL.
    Photo(InlineQueryResultPhoto),
    /// Animated GIF behind a URL.
    Gif(InlineQueryResultGif),
    /// Video animation behind a URL.
    Mpeg4Gif(InlineQueryResultMpeg4Gif),
    /// Video or page with a player behind a URL.
    Video(InlineQueryResultVideo),
    /// Audio behind a URL.
    Audio(InlineQueryResultAudio),
    /// Voice note behind a URL.
    Voice(InlineQueryResultVoice),
    /// PDF or ZIP file behind a URL.
    Document(InlineQueryResultDocument),
    /// Location.
    Location(InlineQueryResultLocation),
    /// Venue.
    Venue(InlineQueryResultVenue),
    /// Contact.
    Contact(InlineQueryResultContact),
    /// Game.
    Game(InlineQueryResultGame),
    /// Stored photo.
    CachedPhoto(InlineQueryResultCachedPhoto),
    /// Stored animated GIF.
    CachedGif(InlineQueryResultCachedGif),
    /// Stored video animation.
    CachedMpeg4Gif(InlineQueryResultCachedMpeg4Gif),
    /// Stored sticker.
    CachedSticker(InlineQueryResultCachedSticker),
    /// Stored PDF or ZIP file.
    CachedDocument(InlineQueryResultCachedDocument),
    /// Stored video.
    CachedVideo(InlineQueryResultCachedVideo),
    /// Stored voice note.
    CachedVoice(InlineQueryResultCachedVoice),
    /// Stored audio.
    CachedAudio(InlineQueryResultCachedAudio),
}

/// A link to an article or web page.
#[object(type = "article")]
pub struct InlineQueryResultArticle {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Title of the result.
    pub title: String,
    /// Content of the message that is sent.
    pub input_message_content: InputMessageContent,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// URL of the result.
    pub url: Option<String>,
    /// True if the URL is not shown in the message.
    pub hide_url: Option<bool>,
    /// Short description of the result.
    pub description: Option<String>,
    /// URL of the thumbnail of the result.
    pub thumb_url: Option<String>,
    /// Width of the thumbnail in pixels.
    pub thumb_width: Option<i64>,
    /// Height of the thumbnail in pixels.
    pub thumb_height: Option<i64>,
}

/// A location on the map.
///
/// By default the location is sent on behalf of the user; `input_message_content` replaces it with a message with that
/// content. Clients released before 2016-04-09 ignore such results.
#[object(type = "location")]
pub struct InlineQueryResultLocation {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Latitude in degrees.
    pub latitude: f64,
    /// Longitude in degrees.
    pub longitude: f64,
    /// Title of the result.
    pub title: String,
    /// Seconds for which the location is live and can be edited.
    #[wire(range = 60..=86_400)]
    pub live_period: Option<i64>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the location.
    pub input_message_content: Option<InputMessageContent>,
    /// URL of the thumbnail of the result.
    pub thumb_url: Option<String>,
    /// Width of the thumbnail in pixels.
    pub thumb_width: Option<i64>,
    /// Height of the thumbnail in pixels.
    pub thumb_height: Option<i64>,
}

/// A venue.
///
/// By default the venue is sent on behalf of the user; `input_message_content` replaces it with a message with that
/// content. Clients released before 2016-04-09 ignore such results.
#[object(type = "venue")]
pub struct InlineQueryResultVenue {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Latitude in degrees.
    pub latitude: f64,
    /// Longitude in degrees.
    pub longitude: f64,
    /// Name of the venue.
    pub title: String,
    /// Address of the venue.
    pub address: String,
    /// Identifier of the venue in the venue database.
    pub venuedb_id: Option<String>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the venue.
    pub input_message_content: Option<InputMessageContent>,
    /// URL of the thumbnail of the result.
    pub thumb_url: Option<String>,
    /// Width of the thumbnail in pixels.
    pub thumb_width: Option<i64>,
    /// Height of the thumbnail in pixels.
    pub thumb_height: Option<i64>,
}

/// A contact with a phone number.
///
/// By default the contact is sent on behalf of the user; `input_message_content` replaces it with a message with that
/// content. Clients released before 2016-04-09 ignore such results.
#[object(type = "contact")]
pub struct InlineQueryResultContact {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Phone number of the contact.
    pub phone_number: String,
    /// First name of the contact.
    pub first_name: String,
    /// Last name of the contact.
    pub last_name: Option<String>,
    /// Inline keyboard of the message that is sent.
    pub reply_markup: Option<InlineKeyboardMarkup>,
    /// Content of the message that is sent instead of the contact.
    pub input_message_content: Option<InputMessageContent>,
    /// URL of the thumbnail of the result.
    pub thumb_url: Option<String>,
    /// Width of the thumbnail in pixels.
    pub thumb_width: Option<i64>,
    /// Height of the thumbnail in pixels.
    pub thumb_height: Option<i64>,
}

/// A game.
///
/// Clients released before 2016-10-01 show no inline results at all when a game result is among
/// them.
#[object(type = "game")]
#[rule(first_button(callback_game))]
pub struct InlineQueryResultGame {
    /// Unique identifier of the result.
    #[wire(bytes = 1..=64)]
    pub id: InlineQueryResultId,
    /// Short name of the game.
    pub game_short_name: String,
    /// Inline keyboard of the message that is sent. If it has buttons, the first one of the first
    /// row must launch the game through `callback_game`; without them a default play button is
    /// shown.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}
