//! Conversions between JavaScript values and types.

use botwire::client::{from_js, to_js};
use botwire::methods::{SendDocument, SendMessage};
use botwire::types::{ChatId, InlineKeyboardButton, InlineKeyboardMarkup, InputFile, Update, User};
use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::evaluate;

/// Returns the value as text of `JSON.stringify`.
fn text(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

const UPDATE: &str = r#"{
    update_id: 5, later_kind: { a: [1.5, null, "é"] },
    message: {
        message_id: 7.0, date: 1e9, chat: { id: -(2 ** 52 - 1), type: "private", is_forum: true }, text: "hi\u{1f3b2}",
        entities: [{ type: "bold", offset: 0, length: 2 }], caption: undefined
    }
}"#;

#[wasm_bindgen_test]
fn an_update_of_a_page_is_read() {
    let value = evaluate(&format!("({UPDATE})"));
    let update: Update = from_js(value.clone()).unwrap();
    assert_eq!(update.extra["later_kind"]["a"][2], "é");
    let message = update.message.as_ref().unwrap();
    assert_eq!(
        (message.message_id.0, message.chat.id, message.date),
        (7, ChatId(-4_503_599_627_370_495), 1_000_000_000)
    );
    assert_eq!((message.text.as_deref(), &message.caption), (Some("hi\u{1f3b2}"), &None));
    assert_eq!(message.chat.extra["is_forum"], true);
    // The same as with serde-wasm-bindgen itself.
    let own: Update = serde_wasm_bindgen::from_value(value.clone()).unwrap();
    assert_eq!(own, update);
    let back = to_js(&update).unwrap();
    assert_eq!(from_js::<Update>(back.clone()).unwrap(), update);
    let sorted = |value: &JsValue| -> serde_json::Value { serde_json::from_str(&text(value)).unwrap() };
    assert_eq!(sorted(&back), sorted(&value));
}

#[wasm_bindgen_test]
fn what_is_not_of_the_type_is_reported_with_its_path() {
    let wrong = evaluate("({ update_id: 1, message: { message_id: 'x', date: 1, chat: { id: 1, type: 'private' } } })");
    let error = from_js::<Update>(wrong).unwrap_err().to_string();
    assert!(error.contains("message.message_id: expected an Integer"), "{error}");
    assert!(from_js::<User>(JsValue::NULL).is_err());
    assert_eq!(from_js::<Vec<i64>>(evaluate("[1, 2]")).unwrap(), [1, 2]);
}

#[wasm_bindgen_test]
fn parameters_go_into_a_call_of_javascript() {
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("a", "b")]]);
    let message = SendMessage::new(4_503_599_627_370_495_i64, "hi").reply_markup(keyboard).with("later", 5);
    let value = to_js(&message).unwrap();
    let markup = r#"{"inline_keyboard":[[{"text":"a","callback_data":"b"}]]}"#;
    let expected = format!(r#"{{"chat_id":4503599627370495,"text":"hi","reply_markup":{markup},"later":5}}"#);
    assert_eq!(text(&value), expected);
    let function: Function = evaluate("(given) => typeof given.chat_id + Object.keys(given)").unchecked_into();
    assert_eq!(function.call1(&JsValue::NULL, &value).unwrap(), "numberchat_id,text,reply_markup,later");
    assert!(Reflect::get(&value, &"caption".into()).unwrap().is_undefined());
    let file = SendDocument::new(42, InputFile::bytes(*b"a", "a.txt"));
    assert!(to_js(&file).unwrap_err().to_string().contains("a file can only be serialized while a request"));
}
