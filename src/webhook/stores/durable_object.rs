//! Claims in Durable Objects: exact across all isolates.

use std::time::Duration;

use wasm_bindgen::JsValue;

use super::objects::Objects;
use super::{BoxError, ClaimStore};
use crate::policy::millis;
use crate::types::UpdateId;

/// Claims in Durable Objects of the class `UpdateClaims`, exact across all isolates.
///
/// A worker in Rust makes the class of [`durable_objects`](crate::webhook::durable_objects::UpdateClaims) in ten lines.
/// The npm package has one of the same questions, answers and storage, so JavaScript and Rust workers may share objects.
///
/// ```no_run
/// # use botwire::webhook::{Webhook, stores::{BoxError, DurableObjectStore}};
/// # fn example(env: wasm_bindgen::JsValue) -> Result<Webhook, BoxError> {
/// let webhook = Webhook::new("/hook/…").store(DurableObjectStore::of(&env, "CLAIMS")?);
/// # Ok(webhook)
/// # }
/// ```
#[derive(Debug)]
pub struct DurableObjectStore {
    objects: Objects,
    name: String,
    shards: u64,
}

impl DurableObjectStore {
    /// The store behind that binding of the worker; `env` may be the one of the `worker` crate.
    ///
    /// # Errors
    /// If there is no such namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        Ok(Self { objects: Objects::of(env.as_ref(), binding)?, name: "updates".to_owned(), shards: 1 })
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

    async fn ask(&self, question: &str, update_id: UpdateId) -> Result<String, BoxError> {
        let shard = update_id.0.unsigned_abs() % self.shards;
        self.objects.ask(&format!("{}-{shard}", self.name), &format!("{question}?id={update_id}")).await
    }
}

impl ClaimStore for DurableObjectStore {
    async fn claim(&self, update_id: UpdateId, _keep: Duration) -> Result<bool, BoxError> {
        Ok(self.ask("claim", update_id).await? == "true")
    }

    async fn release(&self, update_id: UpdateId) -> Result<(), BoxError> {
        self.ask("release", update_id).await.map(drop)
    }

    async fn settle(&self, update_id: UpdateId, keep: Duration) -> Result<(), BoxError> {
        self.ask(&format!("settle/{}", millis(keep)), update_id).await.map(drop)
    }
}
