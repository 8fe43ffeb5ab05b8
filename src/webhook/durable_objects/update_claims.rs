//! The Durable Object that knows which updates are in flight or done.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use js_sys::{Array, Date, Map, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Response, ResponseInit};

use super::question::Question;
use crate::platform::abort::within;
use crate::platform::property::{property, settled};
use crate::policy::webhook::LEASE;
use crate::webhook::shared::{Notice, notice};

/// Keys that one call to the storage takes.
const BATCH: u32 = 64;

/// What is expired is deleted together, and not each by itself.
const ALARM_MS: f64 = 60_000.0;

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

/// The Durable Object behind [`DurableObjectStore`](crate::webhook::stores::DurableObjectStore): claims that are exact
/// across all isolates. It keeps some 100 bytes for each update of the last 24 hours; an alarm deletes them.
pub struct UpdateClaims {
    storage: Storage,
    in_hand: RefCell<HashMap<String, InHand>>,
    has_alarm: Cell<bool>,
}

/// What this object has in memory of an update in flight, in addition to what it stores.
struct InHand {
    until: f64,
    /// Those who wait for how it ends.
    waiting: Vec<Notice>,
}

/// What is stored of an update.
#[derive(Clone, Copy)]
struct StoredClaim {
    /// In milliseconds.
    until: f64,
    is_done: bool,
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
        Self { storage: state.storage(), in_hand: RefCell::default(), has_alarm: Cell::default() }
    }

    /// Answers a request at that URL.
    ///
    /// # Errors
    /// What the storage throws.
    pub async fn fetch(&self, url: &str) -> Result<Response, JsValue> {
        let Question { name, argument, id } = Question::of(url);
        match name {
            "claim" => {
                let is_mine = self.claim(id).await?;
                return Response::new_with_opt_str(Some(if is_mine { "true" } else { "false" }));
            }
            "release" => drop(settled(self.storage.delete(&Array::of1(&key_of(id).into()))?).await?),
            "settle" => {
                let keep: f64 = argument.parse().unwrap_or_default();
                self.write(id, StoredClaim { until: Date::now() + keep, is_done: true }).await?;
            }
            _ => {
                let init = ResponseInit::new();
                init.set_status(404);
                return Response::new_with_opt_str_and_init(Some("no such question"), &init);
            }
        }
        // This wakes those that wait.
        let _ended = self.in_hand.borrow_mut().remove(id);
        Response::new_with_opt_str(Some(""))
    }

    async fn claim(&self, id: &str) -> Result<bool, JsValue> {
        loop {
            let stored = claim_of(&settled(self.storage.get(&key_of(id).into())?).await?);
            let now = Date::now();
            let known = self.in_hand.borrow().get(id).map(|known| known.until).filter(|until| *until > now);
            // Of several that were waiting, the first to come here has it: nothing is awaited before it is set.
            let until = match (known, stored.filter(|stored| stored.until > now)) {
                (Some(until), _) => until,
                (None, Some(StoredClaim { is_done: true, .. })) => return Ok(false),
                // In flight since before this object was started.
                (None, Some(StoredClaim { until, .. })) => {
                    self.take(id, until);
                    until
                }
                (None, None) => {
                    let until = now + LEASE.as_secs_f64() * 1000.0;
                    self.take(id, until);
                    self.write(id, StoredClaim { until, is_done: false }).await?;
                    return Ok(true);
                }
            };
            let (notice, over) = notice();
            if let Some(known) = self.in_hand.borrow_mut().get_mut(id) {
                known.waiting.push(notice);
            }
            let left = Duration::from_secs_f64((until - now) / 1000.0);
            let over = async {
                over.await;
                Ok(())
            };
            // Released or abandoned, it is claimed as if for the first time.
            let _ = within(Some(left), over).await;
        }
    }

    fn take(&self, id: &str, until: f64) {
        let _abandoned = self.in_hand.borrow_mut().insert(id.to_owned(), InHand { until, waiting: Vec::new() });
    }

    async fn write(&self, id: &str, claim: StoredClaim) -> Result<(), JsValue> {
        let (entries, value) = (Object::new(), Object::new());
        Reflect::set(&value, &"until".into(), &claim.until.into())?;
        Reflect::set(&value, &"isDone".into(), &claim.is_done.into())?;
        Reflect::set(&entries, &key_of(id).into(), &value)?;
        Reflect::set(&entries, &due_key(claim.until, id).into(), &id.into())?;
        settled(self.storage.put(&entries)?).await?;
        if self.has_alarm.replace(true) {
            return Ok(());
        }
        if settled(self.storage.get_alarm()?).await?.is_null() {
            settled(self.storage.set_alarm(Date::now() + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// Deletes what is expired. The host calls it.
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
            due.for_each(&mut |id, _| {
                keys.push(&key_of(&id.as_string().unwrap_or_default()).into());
            });
            let expired = Array::from(&due.keys());
            let claims: Map = settled(self.storage.get(&keys)?).await?.unchecked_into();
            claims.for_each(&mut |claim, key| {
                // What was claimed again or settled since is due later.
                if claim_of(&claim).is_some_and(|claim| claim.until <= now) {
                    expired.push(&key);
                }
            });
            settled(self.storage.delete(&expired)?).await?;
        }
        let _abandoned: Vec<_> = self.in_hand.borrow_mut().extract_if(|_, known| known.until <= now).collect();
        self.has_alarm.set(self.due(None, 1).await?.size() > 0);
        if self.has_alarm.get() {
            settled(self.storage.set_alarm(now + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// The identifiers of updates by when they expire.
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
    Some(StoredClaim { until, is_done: property(value, "isDone").is_some_and(|is_done| is_done.is_truthy()) })
}

fn key_of(id: &str) -> String {
    ["id:", id].concat()
}

/// Sorted by time, so that the alarm need not look at what is not expired.
fn due_key(until: f64, id: &str) -> String {
    format!("due:{until:016}:{id}")
}
