//! Claims and sessions in Durable Objects: exact across all isolates.

use std::time::Duration;

use js_sys::{Object, Reflect};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::commit::commit_each;
use super::platform::{answered, bound};
use super::{BoxError, Claim, ClaimStore, Commit, Done, SessionChange, SessionStore};
use crate::platform::property::property;
use crate::policy::{fnv1a, millis};
use crate::webhook::handling::keys::is_update;

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
/// All keys are in one object, unless you set more [`shards`](Self::shards).
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
    identity: Option<usize>,
}

impl DurableObjectStore {
    /// Returns the store of a binding of the worker. `env` may be the `Env` of the `worker` crate.
    ///
    /// # Errors
    /// Fails if the binding is not a namespace.
    pub fn of(env: impl AsRef<JsValue>, binding: &str) -> Result<Self, BoxError> {
        let namespace = bound(env.as_ref(), binding, &["get", "idFromName"])?.unchecked_into();
        Ok(Self { namespace, shards: 1, identity: usize::try_from(fnv1a(binding.as_bytes())).ok() })
    }

    /// Sets how many objects share the claims of updates. Default: 1, which handles some hundred updates per second and commits
    /// the end of an update in one write. With more, sessions have objects of their own and are saved before their update.
    #[must_use]
    pub fn shards(self, shards: u32) -> Self {
        let identity = self.identity.filter(|_| shards <= 1);
        Self { shards: shards.max(1), identity, ..self }
    }

    /// Sends a question about a key.
    async fn ask(&self, key: &str, question: &str, parameters: &str, text: Option<&str>) -> Result<String, BoxError> {
        let is_of_shard = self.shards == 1 || is_update(key);
        let name = if is_of_shard { format!("updates-{}", hash(key) % self.shards) } else { key.to_owned() };
        self.ask_object(&name, &format!("{question}?key={}{parameters}", encoded(key)), text).await
    }

    /// Sends a question to an object.
    async fn ask_object(&self, name: &str, question: &str, text: Option<&str>) -> Result<String, BoxError> {
        // The host name is never resolved.
        let url = format!("https://durable.invalid/{question}");
        let init = Object::new();
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&init, &"method".into(), &"POST".into());
        if let Some(text) = text {
            let _ = Reflect::set(&init, &"body".into(), &text.into());
        }
        let object = self.namespace.id_from_name(name).and_then(|id| self.namespace.get(&id));
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
        Ok(self.ask(key, question, &parameters, text).await? == "true")
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
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let place = place.map(|place| format!("&place={place}")).unwrap_or_default();
        let parameters = format!("&owner={}&ms={}{place}", encoded(owner), millis(lease));
        let answer = self.ask(key, "claim", &parameters, None).await?;
        Ok(match answer.as_str() {
            "busy" => Claim::Busy,
            "done" => Claim::Done { response: None },
            answer => match answer.strip_prefix("done\n") {
                Some(response) => Claim::Done { response: Some(response.to_owned()) },
                None => Claim::Owned { owner: owner.to_owned(), attempts: answer.parse()? },
            },
        })
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.ask_as(owner, "renew", key, Some(lease), None).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        self.ask_as(owner, "settle", key, Some(ttl), Some(response.unwrap_or_default())).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        let parameters = format!("&owner={}&attempts={attempts}", encoded(owner));
        Ok(self.ask(key, "release", &parameters, None).await? == "true")
    }

    fn identity(&self) -> Option<usize> {
        self.identity
    }
}

impl SessionStore for DurableObjectStore {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        let text = self.ask(key, "read", "", None).await?;
        Ok((!text.is_empty()).then_some(text))
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.ask_as(owner, "write", key, ttl, Some(text)).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        // An empty text means that there is no session.
        self.ask_as(owner, "write", key, None, Some("")).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        if self.shards == 1 {
            // All keys are in the same object.
            return Ok(self.ask_object("updates-0", "commit", Some(&json_of(commit))).await? == "true");
        }
        commit_each(self, commit).await
    }
}

fn json_of(commit: &Commit) -> String {
    let done = commit.done.as_ref().map(|Done { key, owner, ttl, response }| {
        object(vec![
            ("key", Some(json!(key))),
            ("owner", Some(json!(owner))),
            ("ms", Some(json!(millis(*ttl)))),
            ("response", response.as_ref().map(|response| json!(response))),
        ])
    });
    let sessions = commit.sessions.iter().map(|SessionChange { key, owner, text, ttl }| {
        object(vec![
            ("key", Some(json!(key))),
            ("owner", Some(json!(owner))),
            ("text", text.as_ref().map(|text| json!(text))),
            ("ms", ttl.map(|ttl| json!(millis(ttl)))),
        ])
    });
    object(vec![("done", done), ("sessions", Some(sessions.collect()))]).to_string()
}

/// Returns an object with the members that are present. A loop, because collecting them links a sort.
fn object(members: Vec<(&str, Option<Value>)>) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        if let Some(value) = value {
            object.insert(name.to_owned(), value);
        }
    }
    Value::Object(object)
}
