//! The Durable Object for claims of updates, turns, and sessions.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Debug, Formatter};

use js_sys::{Array, Date, Map, Math, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Request, Response, ResponseInit};

use super::question::Question;
use crate::platform::property::{property, settled};
use crate::policy::claims::Places;

/// The maximum number of keys in one call to the storage.
const BATCH: u32 = 64;

/// The pause between two alarms, so that expired claims are deleted in batches.
const ALARM_MS: f64 = 60_000.0;

/// The greatest time that a `Date` can have.
const LAST: f64 = 8_640_000_000_000_000.0;

#[wasm_bindgen]
extern "C" {
    type DurableObjectState;

    #[wasm_bindgen(method, getter)]
    fn storage(this: &DurableObjectState) -> Storage;

    type Storage;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Storage, keys: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn put(this: &Storage, entries: &Object) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn delete(this: &Storage, keys: &Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn list(this: &Storage, options: &Object) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = getAlarm)]
    fn get_alarm(this: &Storage) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = setAlarm)]
    fn set_alarm(this: &Storage, time: f64) -> Result<JsValue, JsValue>;
}

/// The Durable Object behind [`DurableObjectStore`](crate::webhook::stores::DurableObjectStore): claims, turns, and
/// sessions that are exact across all isolates, by the clock of the object. It stores about 200 bytes for each update
/// of the last 24 hours; an alarm deletes them.
///
/// Nothing waits in the object: callers ask again, and a caller that is gone leaves only its lease.
pub struct UpdateClaims {
    storage: Storage,
    places: RefCell<Places>,
    has_alarm: Cell<bool>,
}

/// The stored record of a key.
struct StoredClaim {
    /// `None` once the key is done.
    owner: Option<String>,
    /// In milliseconds since 1970.
    until: f64,
}

impl Debug for UpdateClaims {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("UpdateClaims").finish_non_exhaustive()
    }
}

impl UpdateClaims {
    /// Creates the object from the host's `DurableObjectState`.
    pub fn new(state: impl Into<JsValue>) -> Self {
        let state: DurableObjectState = state.into().unchecked_into();
        Self { storage: state.storage(), places: RefCell::default(), has_alarm: Cell::default() }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// The exception that the storage throws.
    pub async fn fetch(&self, request: &Request) -> Result<Response, JsValue> {
        let url = request.url();
        let question = Question::of(&url);
        let (key, ms) = (question.text("key"), question.ms());
        let answer = match (question.name, ms) {
            ("claim", Some(ms)) => self.claim(&key, ms, question.place()).await?,
            ("read", _) => self.read_session(&key).await?,
            ("write", _) => {
                // The text comes first: the host may let in another request while it arrives.
                let text = settled(request.text()?).await?;
                self.change(&question, &key, ms, &text).await?
            }
            ("renew" | "settle", Some(_)) | ("release", _) => {
                self.change(&question, &key, ms, &JsValue::UNDEFINED).await?
            }
            ("claim" | "renew" | "settle", None) => return refused(400, "ms: expected whole milliseconds"),
            _ => return refused(404, "no such question"),
        };
        Response::new_with_opt_str(Some(&answer))
    }

    // The host's input gate lets in no other request while the storage answers, so a read stays valid until the write.
    async fn claim(&self, key: &str, lease: f64, place: Option<i64>) -> Result<String, JsValue> {
        let (stored, now) = (self.read(key).await?, Date::now());
        let live = stored.filter(|claim| claim.until > now);
        if live.as_ref().is_some_and(|claim| claim.owner.is_none()) {
            return Ok("done".to_owned());
        }
        if !self.places.borrow_mut().may_claim(key, place, live.is_none(), now) {
            return Ok("busy".to_owned());
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 52 random bits
        let owner = format!("{:x}", (Math::random() * 4_503_599_627_370_496.0) as u64);
        self.write(key, Some(&owner), lease).await?;
        Ok(owner)
    }

    async fn read(&self, key: &str) -> Result<Option<StoredClaim>, JsValue> {
        Ok(claim_of(&self.get(&storage_key(key)).await?))
    }

    /// Changes a key of an owner. Returns `false`, and changes nothing, if another caller has claimed the key.
    async fn change(
        &self,
        question: &Question<'_>,
        key: &str,
        ms: Option<f64>,
        text: &JsValue,
    ) -> Result<String, JsValue> {
        let owner = question.text("owner");
        let is_owner = match self.read(key).await? {
            Some(claim) => claim.owner.as_deref() == Some(&*owner),
            // The record was deleted.
            None => matches!(question.name, "settle" | "release"),
        };
        if is_owner {
            match question.name {
                "release" => self.delete(&storage_key(key)).await?,
                "write" => self.write_session(key, text, ms).await?,
                name => self.write(key, (name == "renew").then_some(&*owner), ms.unwrap_or_default()).await?,
            }
        }
        Ok(is_owner.to_string())
    }

    async fn write(&self, key: &str, owner: Option<&str>, ms: f64) -> Result<(), JsValue> {
        let claim = Object::new();
        if let Some(owner) = owner {
            Reflect::set(&claim, &"owner".into(), &owner.into())?;
        }
        self.put(&storage_key(key), &claim, Some(ms)).await
    }

    /// Returns the text of a session, or an empty text.
    async fn read_session(&self, key: &str) -> Result<String, JsValue> {
        let session = self.get(&session_key(key)).await?;
        let until = property(&session, "until").and_then(|until| until.as_f64());
        let text = property(&session, "text").filter(|_| until.is_none_or(|until| until > Date::now()));
        Ok(text.and_then(|text| text.as_string()).unwrap_or_default())
    }

    async fn write_session(&self, key: &str, text: &JsValue, ms: Option<f64>) -> Result<(), JsValue> {
        let name = session_key(key);
        if !text.is_truthy() {
            return self.delete(&name).await;
        }
        let session = Object::new();
        Reflect::set(&session, &"text".into(), text)?;
        self.put(&name, &session, ms).await
    }

    async fn get(&self, name: &str) -> Result<JsValue, JsValue> {
        settled(self.storage.get(&name.into())?).await
    }

    async fn delete(&self, name: &str) -> Result<(), JsValue> {
        settled(self.storage.delete(&Array::of1(&name.into()))?).await.map(drop)
    }

    /// Stores a record, which expires after that time, if any.
    async fn put(&self, name: &str, record: &Object, ms: Option<f64>) -> Result<(), JsValue> {
        let entries = Object::new();
        Reflect::set(&entries, &name.into(), record)?;
        if let Some(ms) = ms {
            let until = (Date::now() + ms).min(LAST);
            Reflect::set(record, &"until".into(), &until.into())?;
            Reflect::set(&entries, &due_key(until, name).into(), &name.into())?;
        }
        settled(self.storage.put(&entries)?).await?;
        if ms.is_none() || self.has_alarm.replace(true) {
            return Ok(());
        }
        if settled(self.storage.get_alarm()?).await?.is_null() {
            settled(self.storage.set_alarm(Date::now() + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// Deletes expired records. The host calls it.
    ///
    /// # Errors
    /// The exception that the storage throws.
    pub async fn alarm(&self) -> Result<(), JsValue> {
        let now = Date::now();
        loop {
            let due = self.due(Some(&due_key(now, "")), BATCH).await?;
            if due.size() == 0 {
                break;
            }
            let records: Map = settled(self.storage.get(&Array::from(&due.values()))?).await?.unchecked_into();
            let expired = Array::from(&due.keys());
            records.for_each(&mut |record, name| {
                // A record that was renewed, claimed again, settled or written since then expires later.
                if property(&record, "until").and_then(|until| until.as_f64()).is_some_and(|until| until <= now) {
                    expired.push(&name);
                }
            });
            settled(self.storage.delete(&expired)?).await?;
        }
        self.has_alarm.set(self.due(None, 1).await?.size() > 0);
        if self.has_alarm.get() {
            settled(self.storage.set_alarm(now + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// Returns the names of records by their expiration.
    async fn due(&self, end: Option<&str>, limit: u32) -> Result<Map, JsValue> {
        let options = Object::new();
        Reflect::set(&options, &"prefix".into(), &"due:".into())?;
        Reflect::set(&options, &"limit".into(), &limit.into())?;
        if let Some(end) = end {
            Reflect::set(&options, &"end".into(), &end.into())?;
        }
        Ok(settled(self.storage.list(&options)?).await?.unchecked_into())
    }
}

fn claim_of(value: &JsValue) -> Option<StoredClaim> {
    let until = property(value, "until")?.as_f64()?;
    Some(StoredClaim { owner: property(value, "owner").and_then(|owner| owner.as_string()), until })
}

fn refused(status: u16, reason: &str) -> Result<Response, JsValue> {
    let init = ResponseInit::new();
    init.set_status(status);
    Response::new_with_opt_str_and_init(Some(reason), &init)
}

fn storage_key(key: &str) -> String {
    ["key:", key].concat()
}

fn session_key(key: &str) -> String {
    ["session:", key].concat()
}

/// Returns a key that sorts by time, so that the alarm need not read records that have not expired.
fn due_key(until: f64, name: &str) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // whole milliseconds; formatting a float takes 5 kB
    let until = until as u64;
    format!("due:{until:016}:{name}")
}
