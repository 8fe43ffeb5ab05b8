//! The Durable Object that knows which updates are in flight or done, and whose turn it is.

use std::cell::{Cell, RefCell};
use std::fmt::{self, Debug, Formatter};

use js_sys::{Array, Date, Map, Math, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Response, ResponseInit};

use super::question::Question;
use crate::platform::property::{property, settled};
use crate::policy::claims::Places;

/// Keys that one call to the storage takes.
const BATCH: u32 = 64;

/// Claims that have expired are deleted together, and not one by one.
const ALARM_MS: f64 = 60_000.0;

/// The last time that a date can have.
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

/// The Durable Object behind [`DurableObjectStore`](crate::webhook::stores::DurableObjectStore): claims and turns that are
/// exact across all isolates, by the clock of the object. It keeps some 200 bytes for each update of the last 24 hours; an
/// alarm deletes them.
///
/// Nothing waits in the object: a caller asks again, and one that is gone leaves nothing behind but its lease.
pub struct UpdateClaims {
    storage: Storage,
    places: RefCell<Places>,
    has_alarm: Cell<bool>,
}

/// The stored record of a key.
struct StoredClaim {
    /// Nobody once the key is done.
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
    /// The object with that state, the host's `DurableObjectState`.
    pub fn new(state: impl Into<JsValue>) -> Self {
        let state: DurableObjectState = state.into().unchecked_into();
        Self { storage: state.storage(), places: RefCell::default(), has_alarm: Cell::default() }
    }

    /// Answers a request at that URL.
    ///
    /// # Errors
    /// What the storage throws.
    pub async fn fetch(&self, url: &str) -> Result<Response, JsValue> {
        let question = Question::of(url);
        let (key, ms) = (question.text("key"), question.ms());
        let answer = match (question.name, ms) {
            ("claim", Some(ms)) => self.claim(&key, ms, question.place()).await?,
            ("renew" | "settle", Some(ms)) => {
                let owner = question.text("owner");
                let is_owner = match self.read(&key).await? {
                    Some(claim) => claim.owner.as_deref() == Some(&*owner),
                    None => question.name == "settle",
                };
                if is_owner {
                    let owner = (question.name == "renew").then_some(owner);
                    self.write(&key, StoredClaim { owner, until: until(ms) }).await?;
                }
                is_owner.to_string()
            }
            ("release", _) => {
                let is_owner = self.is_owner(&key, &question.text("owner")).await?;
                if is_owner {
                    settled(self.storage.delete(&Array::of1(&storage_key(&key).into()))?).await?;
                }
                is_owner.to_string()
            }
            ("claim" | "renew" | "settle", None) => return refused(400, "ms: expected whole milliseconds"),
            _ => return refused(404, "no such question"),
        };
        Response::new_with_opt_str(Some(&answer))
    }

    // While the storage answers, no other request is let in: the host's input gate. So what was read holds until it is written.
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
        let claim = StoredClaim { owner: Some(owner.clone()), until: until(lease) };
        self.write(key, claim).await?;
        Ok(owner)
    }

    async fn read(&self, key: &str) -> Result<Option<StoredClaim>, JsValue> {
        Ok(claim_of(&settled(self.storage.get(&storage_key(key).into())?).await?))
    }

    /// Whether nobody else has claimed the key since, also if its record was deleted.
    async fn is_owner(&self, key: &str, owner: &str) -> Result<bool, JsValue> {
        Ok(self.read(key).await?.is_none_or(|claim| claim.owner.as_deref() == Some(owner)))
    }

    async fn write(&self, key: &str, claim: StoredClaim) -> Result<(), JsValue> {
        let (entries, value) = (Object::new(), Object::new());
        Reflect::set(&value, &"until".into(), &claim.until.into())?;
        if let Some(owner) = claim.owner {
            Reflect::set(&value, &"owner".into(), &owner.into())?;
        }
        Reflect::set(&entries, &storage_key(key).into(), &value)?;
        Reflect::set(&entries, &due_key(claim.until, key).into(), &key.into())?;
        settled(self.storage.put(&entries)?).await?;
        if self.has_alarm.replace(true) {
            return Ok(());
        }
        if settled(self.storage.get_alarm()?).await?.is_null() {
            settled(self.storage.set_alarm(Date::now() + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// Deletes the claims that have expired. The host calls it.
    ///
    /// # Errors
    /// What the storage throws.
    pub async fn alarm(&self) -> Result<(), JsValue> {
        let now = Date::now();
        loop {
            let due = self.due(Some(&due_key(now, "")), BATCH).await?;
            if due.size() == 0 {
                break;
            }
            let keys = Array::new();
            due.for_each(&mut |key, _| {
                keys.push(&storage_key(&key.as_string().unwrap_or_default()).into());
            });
            let expired = Array::from(&due.keys());
            let claims: Map = settled(self.storage.get(&keys)?).await?.unchecked_into();
            claims.for_each(&mut |claim, key| {
                // A claim that was renewed, taken again or settled since is due later.
                if claim_of(&claim).is_some_and(|claim| claim.until <= now) {
                    expired.push(&key);
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

    /// The keys by when they expire.
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

fn until(ms: f64) -> f64 {
    (Date::now() + ms).min(LAST)
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

/// Sorted by time, so that the alarm need not look at claims that have not expired.
fn due_key(until: f64, key: &str) -> String {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    // whole milliseconds; formatting a float takes 5 kB
    let until = until as u64;
    format!("due:{until:016}:{key}")
}
