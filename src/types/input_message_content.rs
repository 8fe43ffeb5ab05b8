//! The content of a message that an inline result sends instead of its default.

use botwire_macros::{object, union};

use super::ParseMode;

/// The content of a message that an inline result sends instead of its default, one of four kinds.
///
/// The location, venue and contact kinds work only on clients released after 2016-04-09.
// A venue has all fields of a location, so it is tried first.
#[union]
pub enum InputMessageContent {
    /// Text.
    Text(InputTextMessageContent),
    /// Venue.
    Venue(InputVenueMessageContent),
    /// Location.
    Location(InputLocationMessageContent),
    /// Contact.
    Contact(InputContactMessageContent),
}

/// A text message, sent as the content of an inline result.
#[object]
pub struct InputTextMessageContent {
    /// Text of the message.
    #[wire(visible_chars = 1..=4096)]
    pub message_text: String,
    /// Markup of the text: `Markdown` or `HTML`.
    pub parse_mode: Option<ParseMode>,
    /// True if links in the text get no preview.
    pub disable_web_page_preview: Option<bool>,
}

/// A location, sent as the content of an inline result.
///
/// Works only on clients released after 2016-04-09.
#[object]
pub struct InputLocationMessageContent {
    /// Latitude in degrees.
    pub latitude: f64,
    /// Longitude in degrees.
    pub longitude: f64,
    /// Seconds for which the location is live and can be edited.
    #[wire(range = 60..=86_400)]
    pub live_period: Option<i64>,
}

/// A venue, sent as the content of an inline result.
///
/// Works only on clients released after 2016-04-09.
#[object]
pub struct InputVenueMessageContent {
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
}

/// A contact, sent as the content of an inline result.
///
/// Works only on clients released after 2016-04-09.
#[object]
pub struct InputContactMessageContent {
    /// Phone number of the contact.
    pub phone_number: String,
    /// First name of the contact.
    pub first_name: String,
    /// Last name of the contact.
    pub last_name: Option<String>,
}
