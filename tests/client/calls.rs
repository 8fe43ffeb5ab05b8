//! Calls: the four encodings, calls by name, results, and parameters that are refused before sending.

use botwire::client::{Bot, Encoding, Error};
use botwire::methods::{EditMessageText, GetMe, SendMessage};
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, Message};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, memory_size, parameters, request, requests};
use crate::{BASE, MESSAGE, TOKEN, bot, ok};

const PATH: &str = "https://service.example/api/bot123456:AAbb-cc_DD=ee~ff";

fn keyboard() -> InlineKeyboardMarkup {
    InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("a", "b c")]])
}

#[wasm_bindgen_test]
async fn a_call_is_posted_as_json() {
    answer([ok(MESSAGE)]);
    let message: Message = bot().send(SendMessage::new(42, "hi").reply_markup(keyboard())).await.unwrap();
    assert_eq!((message.message_id.0, message.text.as_deref()), (7, Some("hi")));
    let sent = request();
    assert_eq!(sent["url"], format!("{PATH}/sendMessage"));
    assert_eq!((&sent["method"], &sent["type"]), (&json!("POST"), &json!("application/json")));
    let expected =
        json!({"chat_id":42,"text":"hi","reply_markup":{"inline_keyboard":[[{"text":"a","callback_data":"b c"}]]}});
    assert_eq!(parameters(&sent), expected);
}

#[wasm_bindgen_test]
async fn a_page_sends_forms_unless_configured_otherwise() {
    answer([ok(MESSAGE)]);
    let bot = Bot::new(BASE, TOKEN).unwrap();
    bot.send(SendMessage::new("@channel", "a&b é").reply_markup(keyboard())).await.unwrap();
    let sent = request();
    assert_eq!(sent["type"], "application/x-www-form-urlencoded");
    let markup =
        "%7B%22inline_keyboard%22%3A%5B%5B%7B%22text%22%3A%22a%22%2C%22callback_data%22%3A%22b+c%22%7D%5D%5D%7D";
    assert_eq!(sent["body"], format!("chat_id=%40channel&text=a%26b+%C3%A9&reply_markup={markup}"));
}

#[wasm_bindgen_test]
async fn the_query_goes_with_get_and_multipart_needs_no_file() {
    answer([ok(MESSAGE), ok(MESSAGE), ok(r#"{"id":1,"is_bot":true,"first_name":"b"}"#)]);
    bot().encoding(Encoding::Query).send(SendMessage::new(42, "a b")).await.unwrap();
    bot().send(SendMessage::new(42, "a b").reply_markup(keyboard())).encoding(Encoding::Multipart).await.unwrap();
    bot().send(GetMe::new()).encoding(Encoding::Query).await.unwrap();
    let sent = requests();
    assert_eq!(
        (&sent[0]["method"], &sent[0]["url"]),
        (&json!("GET"), &json!(format!("{PATH}/sendMessage?chat_id=42&text=a+b")))
    );
    let markup = r#"{"inline_keyboard":[[{"text":"a","callback_data":"b c"}]]}"#;
    let fields =
        json!([{"name":"chat_id","value":"42"},{"name":"text","value":"a b"},{"name":"reply_markup","value":markup}]);
    assert_eq!(sent[1]["fields"], fields);
    assert_eq!(sent[2]["url"], format!("{PATH}/getMe"));
}

#[wasm_bindgen_test]
async fn multipart_without_parameters_has_no_body() {
    answer([ok(r#"{"id":1,"is_bot":true,"first_name":"b"}"#)]);
    bot().send(GetMe::new()).encoding(Encoding::Multipart).await.unwrap();
    let sent = request();
    assert_eq!((&sent["method"], &sent["type"], &sent["body"]), (&json!("POST"), &Value::Null, &json!("")));
}

#[wasm_bindgen_test]
async fn faults_are_found_before_sending() {
    answer::<&str>([]);
    let too_long = bot().send(SendMessage::new(42, "x".repeat(4097))).await.unwrap_err();
    assert_eq!(too_long.kind(), "validation");
    assert!(
        too_long.to_string().starts_with("sendMessage: text: expected a String of 0 to 4096 visible"),
        "{too_long}"
    );
    let mut without_action = InlineKeyboardButton::link("a", "u");
    without_action.url = None;
    let markup = InlineKeyboardMarkup::new([[without_action]]);
    let button = bot().send(SendMessage::new(42, "hi").reply_markup(markup)).await.unwrap_err();
    let Error::Validation { error, .. } = &button else { panic!("{button}") };
    assert_eq!(error.path, "reply_markup.inline_keyboard[0][0]");
    let mut without_target = EditMessageText::inline("x", "hi");
    without_target.inline_message_id = None;
    let target = bot().send(without_target).await.unwrap_err();
    assert_eq!(target.kind(), "validation");
    let name = bot().call::<Value>("../getMe", &Value::Null).await.unwrap_err();
    assert!(name.to_string().contains("the name of a method"), "{name}");
    let array = bot().call::<Value>("newMethod", &json!([1])).await.unwrap_err();
    assert_eq!(array.kind(), "validation");
    assert!(requests().is_empty());
}

#[wasm_bindgen_test]
async fn limits_can_be_left_to_the_service_and_kinds_cannot() {
    answer([ok(MESSAGE)]);
    let lenient = bot().check_limits(false);
    lenient.send(SendMessage::new(42, "x".repeat(4097))).await.unwrap();
    let kind = lenient.call::<Value>("sendMessage", &json!({"chat_id": 42, "text": 7})).await.unwrap_err();
    assert_eq!(kind.to_string(), "sendMessage: text: expected a String, got 7");
    assert_eq!(requests().len(), 1);
}

#[wasm_bindgen_test]
async fn numbers_that_json_cannot_hold_are_refused() {
    answer::<&str>([]);
    let call = botwire::methods::SendLocation::new(42, f64::NAN, 1.0);
    let error = bot().send(call).await.unwrap_err();
    assert!(error.to_string().starts_with("sendLocation: latitude: expected a Float"), "{error}");
    assert!(requests().is_empty());
}

#[wasm_bindgen_test]
fn a_bot_needs_a_base_url_and_a_token() {
    let error = Bot::new("http://service.example", TOKEN).unwrap_err();
    assert!(error.to_string().starts_with("Bot: base_url: expected"), "{error}");
    let error = Bot::new(&[BASE, "/bot", TOKEN].concat(), TOKEN).unwrap_err().to_string();
    assert_eq!(error, "Bot: base_url: expected a URL without the token, which is added, got one with it");
    let error = Bot::new(BASE, "a/b").unwrap_err();
    assert!(error.to_string().starts_with("Bot: token: expected"), "{error}");
    assert!(Bot::without_tls("http://service.example", TOKEN).is_ok());
}

#[wasm_bindgen_test]
async fn calls_leave_nothing_behind() {
    let bot = bot();
    let mut size = 0;
    for round in 0..6 {
        answer((0..500).map(|_| ok(MESSAGE)));
        for _ in 0..500 {
            bot.send(SendMessage::new(42, "hi")).await.unwrap();
        }
        // The first round allocates the memory for all concurrent calls.
        if round == 0 {
            size = memory_size();
        }
    }
    assert_eq!(memory_size(), size);
}
