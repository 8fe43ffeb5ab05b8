//! What a user sends: a file, a point, a venue, a contact.

use serde_json::{Map, Value};

use super::super::{Parameters, Upload};

/// Something to send. [`Sending::with`] says more of it.
#[derive(Debug, Clone)]
pub struct Sending(Parameters);

impl Sending {
    fn new(kind: &str) -> Self {
        let mut values = Map::new();
        values.insert("type".into(), kind.into());
        Self(values.into())
    }

    /// A file of that kind: `photo`, `audio`, `document`, `video`, `voice`, `video_note` or
    /// `sticker`. Its MIME type follows from the name.
    #[must_use]
    pub fn file(kind: &str, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        let mut sending = Self::new(kind);
        let (field, media_type) = ("file".into(), String::new());
        sending.0.upload(Upload { field, file_name: name.into(), media_type, bytes: bytes.into() });
        sending
    }

    /// A point.
    #[must_use]
    pub fn location(latitude: f64, longitude: f64) -> Self {
        Self::new("location").with("latitude", latitude).with("longitude", longitude)
    }

    /// A venue.
    #[must_use]
    pub fn venue(latitude: f64, longitude: f64, title: &str, address: &str) -> Self {
        let place = Self::new("venue").with("latitude", latitude).with("longitude", longitude);
        place.with("title", title).with("address", address)
    }

    /// A contact.
    #[must_use]
    pub fn contact(phone_number: &str, first_name: &str) -> Self {
        Self::new("contact").with("phone_number", phone_number).with("first_name", first_name)
    }

    /// Says more: `caption`, `reply_to_message_id`, `media_group_id`, `duration`, `width`, `height`,
    /// `live_period` in seconds, `last_name` and so on.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.values.insert(name.into(), value.into());
        self
    }

    /// The parameters of the act, by that user in that chat.
    pub(super) fn parameters(mut self, place: Value) -> Parameters {
        if let Value::Object(place) = place {
            self.0.values.extend(place);
        }
        self.0
    }
}
