//! The same work with the crate `worker` alone: JSON in, JSON out, no checks.

use worker::js_sys::{JSON, JsString, Object, Reflect};
use worker::wasm_bindgen::JsValue;
use worker::{Context, Env, Request, Response, Result, event};

#[event(fetch)]
async fn fetch(mut request: Request, _: Env, _: Context) -> Result<Response> {
    let update = JSON::parse(&request.text().await?)?;
    let field = |value: &JsValue, name: &str| Reflect::get(value, &name.into());
    let message = field(&update, "message")?;
    let call = Object::new();
    Reflect::set(&call, &"method".into(), &"sendMessage".into())?;
    Reflect::set(&call, &"chat_id".into(), &field(&field(&message, "chat")?, "id")?)?;
    Reflect::set(&call, &"text".into(), &field(&message, "text")?)?;
    let mut response = Response::ok(String::from(JSON::stringify(&call)?))?;
    response.headers_mut().set("content-type", "application/json")?;
    Ok(response)
}
