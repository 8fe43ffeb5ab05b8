//! Claims and sessions in Workers KV: beyond one isolate, and only eventually consistent.

use std::time::Duration;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::memory::MemoryStore;
use super::platform::{answered, bound};
use super::{BoxError, Claim, ClaimStore, SessionStore};
use crate::policy::webhook::SHORTEST_IN_KV;

/// The value of an update that is done without a response.
const DONE: &str = "1";
/// The start of the value of an update that is done with a response.
const RESPONSE: &str = "1\n";

#[wasm_bindgen]
extern "C" {
    #[derive(Debug, Clone)]
    #[wasm_bindgen(extends = Object)]
    type Kv;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Kv, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn put(this: &Kv, key: &str, value: &str, options: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn delete(this: &Kv, key: &str) -> Result<JsValue, JsValue>;
}

/// Claims and sessions in Workers KV. It is eventually consistent: a write is seen elsewhere after up to 60
/// seconds, and that a key was missing is cached for as long. So it finds most repeated deliveries
/// and not all, and two isolates that get the same update at once both handle it; within one isolate
/// claims are exact. Use Durable Objects where they must be exact. Several bots can share a namespace.
///
/// The store writes only after the handler has ended, so that an update whose handler fails is not lost. Turns and the count
/// of attempts work within one isolate.
///
/// A session that was written elsewhere is seen after up to 60 seconds, and if two isolates write it at once, the last one wins.
/// Sessions are written one after the other, before their update is marked as done: KV has no operation for several keys.
///
/// ```no_run
/// # use botwire::webhook::{Webhook, stores::{BoxError, WorkersKvStore}};
/// # fn example(env: wasm_bindgen::JsValue) -> Result<Webhook, BoxError> {
/// let webhook = Webhook::with_store("/hook/…", WorkersKvStore::of(&env, "UPDATES")?);
/// # Ok(webhook)
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct WorkersKvStore(Kv);

impl WorkersKvStore {
    /// Returns the store of a binding of the worker. `env` may be the `Env` of the `worker` crate.
    ///
    /// # Errors
    /// Fails if the binding is not a namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        Ok(Self(bound(env.as_ref(), binding, &["get", "put"])?.unchecked_into()))
    }
}

impl ClaimStore for WorkersKvStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let memory = MemoryStore::local();
        let claim = memory.claim(key, lease, place, owner).await?;
        let Claim::Owned { attempts, .. } = claim else { return Ok(claim) };
        // A turn is never settled.
        if place.is_some() {
            return Ok(claim);
        }
        match answered(self.0.get(key)).await {
            Ok(value) if value.is_null() => Ok(claim),
            found => {
                memory.release(key, owner, attempts.saturating_sub(1)).await?;
                let value = found?.as_string().unwrap_or_default();
                Ok(Claim::Done { response: value.strip_prefix(RESPONSE).map(str::to_owned) })
            }
        }
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        MemoryStore::local().renew(key, owner, lease).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        let is_owner = MemoryStore::local().settle(key, owner, ttl, response).await?;
        if is_owner {
            let value = response.map_or_else(|| DONE.to_owned(), |response| [RESPONSE, response].concat());
            answered(self.0.put(key, &value, &expiring(Some(ttl)))).await?;
        }
        Ok(is_owner)
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        MemoryStore::local().release(key, owner, attempts).await
    }
}

impl SessionStore for WorkersKvStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        Ok(answered(self.0.get(key)).await?.as_string())
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        let is_owner = MemoryStore::local().delete(key, owner).await?;
        if is_owner {
            answered(self.0.put(key, text, &expiring(ttl))).await?;
        }
        Ok(is_owner)
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        let is_owner = MemoryStore::local().delete(key, owner).await?;
        if is_owner {
            answered(self.0.delete(key)).await?;
        }
        Ok(is_owner)
    }
}

/// Returns the write options for a value with that expiration.
fn expiring(ttl: Option<Duration>) -> Object {
    let options = Object::new();
    if let Some(ttl) = ttl {
        let seconds = ttl.max(SHORTEST_IN_KV).as_secs_f64().ceil();
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&options, &"expirationTtl".into(), &seconds.into());
    }
    options
}
