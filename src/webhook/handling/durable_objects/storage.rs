//! The storage of an object: changes that are written all at once, and an alarm that deletes expired records.

use std::cell::Cell;

use js_sys::{Array, Date, Map, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::records::{due, due_key};
use crate::platform::property::settled;

/// The maximum number of keys in one call to the storage.
const BATCH: u32 = 64;

/// The pause between two alarms, so that expired claims are deleted in batches.
const ALARM_MS: f64 = 60_000.0;

#[wasm_bindgen]
extern "C" {
    type DurableObjectState;

    #[wasm_bindgen(method, getter)]
    fn storage(this: &DurableObjectState) -> HostStorage;

    type HostStorage;

    #[wasm_bindgen(method, catch)]
    fn get(this: &HostStorage, keys: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn put(this: &HostStorage, entries: &Object) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn delete(this: &HostStorage, keys: &Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn list(this: &HostStorage, options: &Object) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = getAlarm)]
    fn get_alarm(this: &HostStorage) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = setAlarm)]
    fn set_alarm(this: &HostStorage, time: f64) -> Result<JsValue, JsValue>;
}

pub(super) struct Storage {
    host: HostStorage,
    has_alarm: Cell<bool>,
}

/// Changes of records.
#[derive(Default)]
pub(super) struct Changes {
    written: Object,
    deleted: Array,
    expires: bool,
}

impl Changes {
    /// Writes a record, which is deleted when it is due.
    pub fn put(&mut self, name: &str, record: &Object) -> Result<(), JsValue> {
        Reflect::set(&self.written, &name.into(), record)?;
        if let Some(due) = due(record) {
            Reflect::set(&self.written, &due_key(due, name).into(), &name.into())?;
            self.expires = true;
        }
        Ok(())
    }

    pub fn delete(&mut self, name: &str) {
        self.deleted.push(&name.into());
    }
}

impl Storage {
    pub fn new(state: impl Into<JsValue>) -> Self {
        let state: DurableObjectState = state.into().unchecked_into();
        Self { host: state.storage(), has_alarm: Cell::default() }
    }

    pub async fn get(&self, name: &str) -> Result<JsValue, JsValue> {
        settled(self.host.get(&name.into())?).await
    }

    /// Writes all changes or none: the host joins writes between which nothing is awaited.
    pub async fn apply(&self, changes: Changes) -> Result<(), JsValue> {
        let mut writes = Vec::new();
        if Object::keys(&changes.written).length() > 0 {
            writes.push(self.host.put(&changes.written)?);
        }
        if changes.deleted.length() > 0 {
            writes.push(self.host.delete(&changes.deleted)?);
        }
        for write in writes {
            settled(write).await?;
        }
        if !changes.expires || self.has_alarm.replace(true) {
            return Ok(());
        }
        if settled(self.host.get_alarm()?).await?.is_null() {
            settled(self.host.set_alarm(Date::now() + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// Deletes expired records.
    pub async fn delete_expired(&self) -> Result<(), JsValue> {
        let now = Date::now();
        loop {
            let names = self.due(Some(&due_key(now, "")), BATCH).await?;
            if names.size() == 0 {
                break;
            }
            let records: Map = settled(self.host.get(&Array::from(&names.values()))?).await?.unchecked_into();
            let expired = Array::from(&names.keys());
            records.for_each(&mut |record, name| {
                // A record that was renewed, claimed again, settled or written since then expires later.
                if due(&record).is_some_and(|due| due <= now) {
                    expired.push(&name);
                }
            });
            settled(self.host.delete(&expired)?).await?;
        }
        self.has_alarm.set(self.due(None, 1).await?.size() > 0);
        if self.has_alarm.get() {
            settled(self.host.set_alarm(now + ALARM_MS)?).await?;
        }
        Ok(())
    }

    /// Returns the names of records by the times at which they are due.
    async fn due(&self, end: Option<&str>, limit: u32) -> Result<Map, JsValue> {
        let options = Object::new();
        Reflect::set(&options, &"prefix".into(), &"due:".into())?;
        Reflect::set(&options, &"limit".into(), &limit.into())?;
        if let Some(end) = end {
            Reflect::set(&options, &"end".into(), &end.into())?;
        }
        Ok(settled(self.host.list(&options)?).await?.unchecked_into())
    }
}
