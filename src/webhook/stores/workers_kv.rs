//! Claims in Workers KV: beyond one isolate, and only eventually consistent.

use std::time::Duration;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::memory::MemoryStore;
use super::platform::{answered, bound};
use super::{BoxError, Claim, ClaimStore};
use crate::policy::webhook::SHORTEST_IN_KV;

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

/// Stores claims in Workers KV, which is eventually consistent. Other locations see a write after up to 60 seconds, and they
/// remember for as long that a key was missing. The store therefore finds most repeated deliveries, but not all: two isolates
/// that receive the same update at the same time both handle it. Within one isolate, claims are exact. Use Durable Objects if
/// claims must be exact. Several bots can share a namespace.
///
/// The store writes only after the handler has ended, so that an update whose handler fails is not lost. Turns work within
/// one isolate.
#[derive(Debug)]
pub struct WorkersKvStore(Kv);

impl WorkersKvStore {
    /// Returns the store of a binding of the worker. `env` may be the `Env` of the `worker` crate.
    ///
    /// # Errors Fails if the binding is not a namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        Ok(Self(bound(env.as_ref(), binding, &["get", "put"])?.unchecked_into()))
    }
}

impl ClaimStore for WorkersKvStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>) -> Result<Claim, BoxError> {
        let memory = MemoryStore::local();
        let claim = memory.claim(key, lease, place).await?;
        let Claim::Owned(owner) = &claim else { return Ok(claim) };
        // A turn is never settled.
        if place.is_some() {
            return Ok(claim);
        }
        match answered(self.0.get(key)).await {
            Ok(value) if value.is_null() => Ok(claim),
            found => {
                memory.release(key, owner).await?;
                found.map(|_| Claim::Done)
            }
        }
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        MemoryStore::local().renew(key, owner, lease).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
        let is_owner = MemoryStore::local().settle(key, owner, ttl).await?;
        if is_owner {
            let options = Object::new();
            let seconds = ttl.max(SHORTEST_IN_KV).as_secs_f64().ceil();
            // Setting a property of a new object does not fail.
            let _ = Reflect::set(&options, &"expirationTtl".into(), &seconds.into());
            answered(self.0.put(key, "1", &options)).await?;
        }
        Ok(is_owner)
    }

    async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        MemoryStore::local().release(key, owner).await
    }
}
