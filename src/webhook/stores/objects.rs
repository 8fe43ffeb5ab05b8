//! Durable Objects of this library's classes, and what they are asked.

use js_sys::{Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::BoxError;
use super::platform::{answered, bound};
use crate::platform::property::property;

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

/// The objects of one namespace.
#[derive(Debug, Clone)]
pub(in crate::webhook) struct Objects(Namespace);

impl Objects {
    /// Those behind that binding of the worker.
    pub fn of(env: &JsValue, binding: &str) -> Result<Self, BoxError> {
        Ok(Self(bound(env, binding, &["get", "idFromName"])?.unchecked_into()))
    }

    /// Asks the object of that name.
    pub async fn ask(&self, name: &str, question: &str) -> Result<String, BoxError> {
        let init = Object::new();
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&init, &"method".into(), &"POST".into());
        // The host is never looked up.
        let url = format!("https://durable.invalid/{question}");
        let object = self.0.id_from_name(name).and_then(|id| self.0.get(&id));
        let answer = answered(object.and_then(|object| object.fetch(&url, &init))).await?;
        let fine = property(&answer, "ok").is_some_and(|ok| ok.is_truthy());
        let text = answered(answer.unchecked_ref::<StubResponse>().text()).await?.as_string().unwrap_or_default();
        if fine { Ok(text) } else { Err(format!("the Durable Object {name} failed").into()) }
    }
}
