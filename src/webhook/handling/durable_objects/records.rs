//! The records of an object: claims and sessions, and when they expire.

use js_sys::{Date, Object, Reflect};
use wasm_bindgen::JsValue;

use crate::platform::property::property;
use crate::policy::webhook::REMEMBERED;

/// The greatest time that a `Date` can have.
const LAST: f64 = 8_640_000_000_000_000.0;

/// The stored record of a key. The npm package stores the same one.
#[derive(Default)]
pub(super) struct StoredClaim {
    /// `None` if the key is free, and only its attempts are remembered.
    pub owner: Option<String>,
    /// In milliseconds since 1970.
    pub until: f64,
    /// The number of claims of an update. 0 for a turn.
    pub attempts: u32,
    pub is_done: bool,
    pub response: Option<String>,
}

impl StoredClaim {
    pub fn of(value: &JsValue) -> Option<Self> {
        let text = |name| property(value, name).and_then(|text| text.as_string());
        let until = property(value, "until")?.as_f64()?;
        let is_done = property(value, "done").is_some_and(|done| done.is_truthy());
        Some(Self { owner: text("owner"), until, attempts: attempts(value), is_done, response: text("response") })
    }

    /// Returns true if the key belongs to that owner, even after its lease.
    pub fn is_held_by(&self, owner: &str) -> bool {
        !self.is_done && self.owner.as_deref() == Some(owner)
    }

    pub fn is_done_by(&self, owner: &str) -> bool {
        self.is_done && self.owner.as_deref() == Some(owner)
    }

    pub fn is_free(&self) -> bool {
        self.owner.is_none() && !self.is_done
    }

    pub fn to_object(&self) -> Result<Object, JsValue> {
        let record = Object::new();
        let set = |name: &str, value: JsValue| Reflect::set(&record, &name.into(), &value).map(drop);
        set("until", self.until.into())?;
        if let Some(owner) = &self.owner {
            set("owner", owner.into())?;
        }
        if self.attempts > 0 {
            set("attempts", self.attempts.into())?;
        }
        if self.is_done {
            set("done", true.into())?;
        }
        if let Some(response) = &self.response {
            set("response", response.into())?;
        }
        Ok(record)
    }
}

/// Returns the record of a session.
pub(super) fn session(text: &str, until: Option<f64>) -> Result<Object, JsValue> {
    let record = Object::new();
    Reflect::set(&record, &"text".into(), &text.into())?;
    if let Some(until) = until {
        Reflect::set(&record, &"until".into(), &until.into())?;
    }
    Ok(record)
}

/// Returns the time after so many milliseconds.
pub(super) fn after(ms: f64) -> f64 {
    (Date::now() + ms).min(LAST)
}

/// Returns the time from which a record may be deleted: its expiration. Attempts of an update are remembered for a day longer,
/// so that those of a process that was killed are counted.
pub(super) fn due(record: &JsValue) -> Option<f64> {
    let until = property(record, "until")?.as_f64()?;
    let remembered = if attempts(record) > 0 { REMEMBERED.as_secs_f64() * 1000.0 } else { 0.0 };
    Some((until + remembered).min(LAST))
}

fn attempts(record: &JsValue) -> u32 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a whole number that this file has written
    property(record, "attempts").and_then(|attempts| attempts.as_f64()).map_or(0, |attempts| attempts as u32)
}

pub(super) fn claim_key(key: &str) -> String {
    ["key:", key].concat()
}

pub(super) fn session_key(key: &str) -> String {
    ["session:", key].concat()
}

/// Returns a key that sorts by time, so that the alarm need not read records that have not expired.
pub(super) fn due_key(due: f64, name: &str) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // whole milliseconds; formatting a float takes 5 kB
    let due = due as u64;
    format!("due:{due:016}:{name}")
}
