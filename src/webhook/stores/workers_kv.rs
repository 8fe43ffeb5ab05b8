//! Claims in Workers KV: beyond one isolate, and only eventually consistent.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::memory::MemoryStore;
use super::platform::{answered, bound};
use super::{BoxError, ClaimStore};
use crate::policy::webhook::SHORTEST_IN_KV;
use crate::types::UpdateId;

/// Namespaces that have a memory in front of them; a worker binds a few.
const NEARBY: usize = 16;

thread_local! {
    static MEMORIES: RefCell<Vec<(JsValue, String, MemoryStore)>> = const { RefCell::new(Vec::new()) };
}

#[wasm_bindgen]
extern "C" {
    #[derive(Debug)]
    #[wasm_bindgen(extends = Object)]
    type Kv;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Kv, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn put(this: &Kv, key: &str, value: &str, options: &JsValue) -> Result<JsValue, JsValue>;
}

/// Claims in Workers KV. It is eventually consistent: a write is seen elsewhere after up to 60
/// seconds, and that a key was missing is cached for as long. So it finds most repeated deliveries
/// and not all, and two isolates that get the same update at once both handle it; within one isolate
/// claims are exact. Use Durable Objects where they must be exact.
///
/// Nothing is written before the handler is done, so that an update whose handler fails is not lost.
#[derive(Debug)]
pub struct WorkersKvStore {
    kv: Kv,
    prefix: String,
}

impl WorkersKvStore {
    /// The store behind that binding of the worker; `env` may be the one of the `worker` crate.
    ///
    /// # Errors
    /// If there is no such namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        let kv = bound(env.as_ref(), binding, &["get", "put"])?.unchecked_into();
        Ok(Self { kv, prefix: "update:".to_owned() })
    }

    /// Sets what keys start with, for a namespace of several bots. Default: `update:`.
    #[must_use]
    pub fn prefix(self, prefix: impl Into<String>) -> Self {
        Self { prefix: prefix.into(), ..self }
    }

    /// In front of the namespace: exact within this isolate.
    fn memory(&self) -> MemoryStore {
        MEMORIES.with_borrow_mut(|memories| {
            let is_this =
                |(kv, prefix, _): &&(JsValue, String, MemoryStore)| Object::is(kv, &self.kv) && *prefix == self.prefix;
            if let Some((.., memory)) = memories.iter().find(is_this) {
                return memory.clone();
            }
            let memory = MemoryStore::default();
            memories.truncate(NEARBY - 1);
            memories.insert(0, (self.kv.clone().into(), self.prefix.clone(), memory.clone()));
            memory
        })
    }

    fn key(&self, update_id: UpdateId) -> String {
        format!("{}{update_id}", self.prefix)
    }
}

impl ClaimStore for WorkersKvStore {
    async fn claim(&self, update_id: UpdateId, keep: Duration) -> Result<bool, BoxError> {
        let memory = self.memory();
        if !memory.claim(update_id, keep).await? {
            return Ok(false);
        }
        match answered(self.kv.get(&self.key(update_id))).await {
            Ok(value) if value.is_null() => Ok(true),
            Ok(_) => {
                memory.settle(update_id, keep).await?;
                Ok(false)
            }
            Err(error) => {
                memory.release(update_id).await?;
                Err(error)
            }
        }
    }

    async fn release(&self, update_id: UpdateId) -> Result<(), BoxError> {
        self.memory().release(update_id).await
    }

    async fn settle(&self, update_id: UpdateId, keep: Duration) -> Result<(), BoxError> {
        self.memory().settle(update_id, keep).await?;
        let options = Object::new();
        let seconds = keep.max(SHORTEST_IN_KV).as_secs_f64().ceil();
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&options, &"expirationTtl".into(), &seconds.into());
        answered(self.kv.put(&self.key(update_id), "1", &options)).await.map(drop)
    }
}
