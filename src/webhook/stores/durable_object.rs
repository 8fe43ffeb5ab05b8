//! Claims and sessions in Durable Objects: exact across all isolates.

use std::time::Duration;

use js_sys::{Object, Reflect};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::platform::{answered, bound};
use super::{BoxError, Claim, ClaimStore, SessionStore};
use crate::platform::property::property;
use crate::policy::millis;
use crate::webhook::keys::is_update;

#[wasm_bindgen]
extern "C" {
    #[derive(Debug, Clone)]
    type Namespace;

    #[wasm_bindgen(method, catch, js_name = idFromName)]
    fn id_from_name(this: &Namespace, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn get(this: &Namespace, id: &JsValue) -> Result<Stub, JsValue>;

    type Stub;

    #[wasm_bindgen(method, catch)]
    fn fetch(this: &Stub, url: &str, init: &JsValue) -> Result<JsValue, JsValue>;

    type StubResponse;

    #[wasm_bindgen(method, catch)]
    fn text(this: &StubResponse) -> Result<JsValue, JsValue>;
}

/// Claims and sessions in Durable Objects of the class `UpdateClaims`, exact across all isolates. Several bots can share them.
///
/// A worker in Rust makes the class of [`durable_objects`](crate::webhook::durable_objects::UpdateClaims) in ten lines. The
/// class of the npm package answers the same questions and stores the same records.
/// An update belongs to one of [`shards`](Self::shards) objects. Each key of a turn or a session has its own object.
///
/// ```no_run
/// # use botwire::webhook::{Order, Webhook, stores::{BoxError, DurableObjectStore}};
/// # fn example(env: wasm_bindgen::JsValue) -> Result<Webhook, BoxError> {
/// let webhook = Webhook::with_store("/hook/…", DurableObjectStore::of(&env, "CLAIMS")?).in_order(Order::by_chat());
/// # Ok(webhook)
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct DurableObjectStore {
    namespace: Namespace,
    shards: u32,
}

impl DurableObjectStore {
    /// Returns the store of a binding of the worker. `env` may be the `Env` of the `worker` crate.
    ///
    /// # Errors
    /// Fails if the binding is not a namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        let namespace = bound(env.as_ref(), binding, &["get", "idFromName"])?.unchecked_into();
        Ok(Self { namespace, shards: 1 })
    }

    /// Sets how many objects share the claims of updates. One object handles some hundred updates per second. Default: 1.
    #[must_use]
    pub fn shards(self, shards: u32) -> Self {
        Self { shards: shards.max(1), ..self }
    }

    /// Sends a question to the object of the key.
    async fn ask(&self, question: &str, key: &str, parameters: &str, text: Option<&str>) -> Result<String, BoxError> {
        let name = if is_update(key) { format!("updates-{}", hash(key) % self.shards) } else { key.to_owned() };
        // The host name is never resolved.
        let url = format!("https://durable.invalid/{question}?key={}{parameters}", encoded(key));
        let init = Object::new();
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&init, &"method".into(), &"POST".into());
        if let Some(text) = text {
            let _ = Reflect::set(&init, &"body".into(), &text.into());
        }
        let object = self.namespace.id_from_name(&name).and_then(|id| self.namespace.get(&id));
        let answer = answered(object.and_then(|object| object.fetch(&url, &init))).await?;
        let is_success = property(&answer, "ok").is_some_and(|ok| ok.is_truthy());
        let text = answered(answer.unchecked_ref::<StubResponse>().text()).await?.as_string().unwrap_or_default();
        if is_success { Ok(text) } else { Err(format!("the Durable Object {name}: {text}").into()) }
    }

    /// Sends a question as the owner.
    async fn ask_as(
        &self,
        owner: &str,
        question: &str,
        key: &str,
        time: Option<Duration>,
        text: Option<&str>,
    ) -> Result<bool, BoxError> {
        let ms = time.map(|time| format!("&ms={}", millis(time))).unwrap_or_default();
        let parameters = format!("&owner={}{ms}", encoded(owner));
        Ok(self.ask(question, key, &parameters, text).await? == "true")
    }
}

/// Spreads keys evenly, with the same hash as the npm package.
fn hash(key: &str) -> u32 {
    key.encode_utf16().fold(0, |sum: u32, unit| sum.wrapping_mul(31).wrapping_add(unit.into()))
}

fn encoded(text: &str) -> impl std::fmt::Display {
    utf8_percent_encode(text, NON_ALPHANUMERIC)
}

impl ClaimStore for DurableObjectStore {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>) -> Result<Claim, BoxError> {
        let place = place.map(|place| format!("&place={place}")).unwrap_or_default();
        let answer = self.ask("claim", key, &format!("&ms={}{place}", millis(lease)), None).await?;
        Ok(match answer.as_str() {
            "busy" => Claim::Busy,
            "done" => Claim::Done,
            _ => Claim::Owned(answer),
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.ask_as(owner, "renew", key, Some(lease), None).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration) -> Result<bool, BoxError> {
        self.ask_as(owner, "settle", key, Some(ttl), None).await
    }

    async fn release(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.ask_as(owner, "release", key, None, None).await
    }
}

impl SessionStore for DurableObjectStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        let text = self.ask("read", key, "", None).await?;
        Ok((!text.is_empty()).then_some(text))
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.ask_as(owner, "write", key, ttl, Some(text)).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        // An empty text means that there is no session.
        self.ask_as(owner, "write", key, None, Some("")).await
    }
}
