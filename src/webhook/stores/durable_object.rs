//! Claims in Durable Objects: exact across all isolates.

use std::time::Duration;

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::platform::{answered, bound};
use super::{BoxError, ClaimStore};
use crate::client::response::property;

#[wasm_bindgen]
extern "C" {
    type Namespace;

    #[wasm_bindgen(method, catch, js_name = idFromName)]
    fn id_from_name(this: &Namespace, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Namespace, id: &JsValue) -> Result<Stub, JsValue>;

    type Stub;

    #[wasm_bindgen(method, catch)]
    fn fetch(this: &Stub, url: &str, init: &JsValue) -> Result<JsValue, JsValue>;

    type Answer;

    #[wasm_bindgen(method, catch)]
    fn text(this: &Answer) -> Result<JsValue, JsValue>;
}

/// Claims in Durable Objects of the class `UpdateClaims`, exact across all isolates.
///
/// The class is in the npm package, and JavaScript and Rust workers may share its objects. A worker
/// in Rust exports it from its entry, beside what `worker-build` makes, and wrangler binds it as any
/// other:
///
/// ```js
/// export * from "./build/index.js";
/// export { default } from "./build/index.js";
/// export { UpdateClaims } from "botwire/stores/durable-object";
/// ```
///
/// ```no_run
/// # use botwire::webhook::{Webhook, stores::{BoxError, DurableObjectStore}};
/// # fn example(env: wasm_bindgen::JsValue) -> Result<Webhook, BoxError> {
/// let webhook = Webhook::new("/hook/…").store(DurableObjectStore::of(&env, "CLAIMS")?);
/// # Ok(webhook)
/// # }
/// ```
pub struct DurableObjectStore {
    namespace: Namespace,
    name: String,
    shards: u64,
}

impl DurableObjectStore {
    /// The store behind that binding of the worker; `env` may be the one of the `worker` crate.
    ///
    /// # Errors
    /// If there is no such namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        let namespace = bound(env.as_ref(), binding, &["get", "idFromName"])?.unchecked_into();
        Ok(Self { namespace, name: "updates".to_owned(), shards: 1 })
    }

    /// Sets what the objects are called, for a namespace of several bots. Default: `updates`.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets how many objects share the work. One does for some hundred updates a second. Default: 1.
    #[must_use]
    pub fn shards(self, shards: u32) -> Self {
        Self { shards: u64::from(shards.max(1)), ..self }
    }

    async fn ask(&self, question: &str, update_id: i64) -> Result<String, BoxError> {
        let shard = update_id.unsigned_abs() % self.shards;
        let name = format!("{}-{shard}", self.name);
        let init = Object::new();
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&init, &"method".into(), &"POST".into());
        // The host is never looked up.
        let url = format!("https://durable.invalid/{question}?id={update_id}");
        let object = self.namespace.id_from_name(&name).and_then(|id| self.namespace.get(&id));
        let answer = answered(object.and_then(|object| object.fetch(&url, &init))).await?;
        let fine = property(&answer, "ok").is_some_and(|ok| ok.is_truthy());
        let text = answered(answer.unchecked_ref::<Answer>().text()).await?.as_string().unwrap_or_default();
        if fine { Ok(text) } else { Err(format!("the Durable Object {name} failed").into()) }
    }
}

impl ClaimStore for DurableObjectStore {
    async fn claim(&self, update_id: i64, _keep: Duration) -> Result<bool, BoxError> {
        Ok(self.ask("claim", update_id).await? == "true")
    }

    async fn release(&self, update_id: i64) -> Result<(), BoxError> {
        self.ask("release", update_id).await.map(drop)
    }

    async fn settle(&self, update_id: i64, keep: Duration) -> Result<(), BoxError> {
        self.ask(&format!("settle/{}", keep.as_millis()), update_id).await.map(drop)
    }
}
