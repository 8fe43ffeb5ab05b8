//! Contacts and places in messages.

use botwire_macros::object;

use super::UserId;

/// A contact with a phone number.
#[object]
#[derive(Eq)]
pub struct Contact {
    /// Phone number of the contact.
    pub phone_number: String,
    /// First name of the contact.
    pub first_name: String,
    /// Last name of the contact.
    pub last_name: Option<String>,
    /// Identifier of the contact as a user of the service.
    pub user_id: Option<UserId>,
}

/// A point on the map.
#[object]
pub struct Location {
    /// Longitude in degrees, as the sender set it.
    pub longitude: f64,
    /// Latitude in degrees, as the sender set it.
    pub latitude: f64,
}

/// A venue: a location with a name and an address.
#[object]
pub struct Venue {
    /// Location of the venue.
    pub location: Location,
    /// Name of the venue.
    pub title: String,
    /// Address of the venue.
    pub address: String,
    /// Identifier of the venue in the venue database.
    pub venuedb_id: Option<String>,
}
