//! A page in Rust that sends a message. The token stays in the memory of the page.

use botwire::client::{Bot, Error};
use botwire::types::{ChatRef, MessageId};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Event, FormData, HtmlFormElement};

/// Sends the form of the page when it is submitted. The page calls it once.
///
/// # Errors
/// Fails if the page has no form or no output.
#[wasm_bindgen]
pub fn start() -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document()).ok_or("no document")?;
    let form: HtmlFormElement = document.query_selector("form")?.ok_or("no form")?.unchecked_into();
    let output = document.query_selector("output")?.ok_or("no output")?;
    let fields = form.clone();
    let submitted = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        event.prevent_default();
        let (fields, output) = (fields.clone(), output.clone());
        wasm_bindgen_futures::spawn_local(async move {
            output.set_text_content(Some("Sending …"));
            output.set_text_content(Some(&outcome(&fields).await));
        });
    });
    form.add_event_listener_with_callback("submit", submitted.as_ref().unchecked_ref())?;
    submitted.forget();
    Ok(())
}

/// Returns what the page shows after it has sent the form.
async fn outcome(form: &HtmlFormElement) -> String {
    let Ok(data) = FormData::new_with_form(form) else { return "the form cannot be read".to_owned() };
    let field = |name: &str| data.get(name).as_string().unwrap_or_default();
    let sent = async {
        let bot = Bot::new(&field("service"), &field("token"))?;
        send(&bot, &field("chat_id"), &field("text")).await
    };
    match sent.await {
        Ok(message_id) => format!("Message {message_id} was sent."),
        Err(error) => error.to_string(),
    }
}

/// Sends a text to a chat, which is an identifier or a name such as `@channel`. Returns the identifier of the message.
///
/// # Errors
/// The error of the call.
pub async fn send(bot: &Bot, chat: &str, text: &str) -> Result<MessageId, Error> {
    let chat: ChatRef = chat.parse::<i64>().map_or_else(|_| chat.into(), ChatRef::from);
    Ok(bot.send_message(chat, text).await?.message_id)
}
