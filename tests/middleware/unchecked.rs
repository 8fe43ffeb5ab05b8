//! Values that are sent unchecked, while everything around them is checked.

use botwire::methods::SendMessage;
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, Message};
use botwire::webhook::InlineCall;
use pollster::block_on;
use serde_json::{Value, json};

use super::world;

fn question(text: &str) -> SendMessage {
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Yes", "yes")]]);
    SendMessage::new(42, text).reply_markup(keyboard)
}

const PLACE: &str = "reply_markup.inline_keyboard[0][1]";

#[test]
fn a_newer_button_is_sent_while_the_others_are_checked() {
    let copy = json!({ "text": "Copy", "copy_text": { "text": 42 } });
    let sent = InlineCall::from(question("Sure?")).unchecked(PLACE, copy.clone()).into_json().unwrap();
    let sent: Value = serde_json::from_str(&sent).unwrap();
    let yes = json!({ "text": "Yes", "callback_data": "yes" });
    assert_eq!(sent["reply_markup"]["inline_keyboard"], json!([[yes, copy]]));
    let long = "x".repeat(5000);
    let error = InlineCall::from(question(&long)).unchecked(PLACE, copy.clone()).into_json().unwrap_err();
    assert_eq!(error.path, "text");
    let bad = InlineCall::named("sendMessage", &json!({ "chat_id": 1, "text": "x", "reply_markup": 7 }));
    assert_eq!(bad.unchecked("text", 7).into_json().unwrap_err().path, "reply_markup");
}

#[test]
fn only_the_value_itself_is_not_checked() {
    let call = || InlineCall::from(question("Sure?"));
    assert!(call().unchecked("parse_mode", "MarkdownV2").into_json().is_ok());
    assert!(call().unchecked("text", json!({ "rich": [1, 2] })).into_json().is_ok());
    assert!(call().unchecked("reply_markup.inline_keyboard", json!([[7, {}], 8])).into_json().is_ok());
    let error = call().unchecked("reply_markup.inline_keyboard[0][0].url", 7).into_json().unwrap_err();
    assert!(error.path.starts_with("reply_markup.inline_keyboard[0][0]"), "{error}");
}

#[test]
fn a_path_to_nowhere_is_an_error() {
    let error = InlineCall::from(question("Sure?")).unchecked("reply_markup.keyboard[0]", 7).into_json().unwrap_err();
    assert!(error.path == "reply_markup.keyboard[0]" && error.to_string().contains("a path to nowhere"), "{error}");
}

#[test]
fn a_call_of_the_bot_sends_it() {
    let (emulator, alice, bot) = world();
    emulator.method("sendMessage", |call| Ok(json!({ "parameters": call.parameters })));
    let sent: Value = block_on(async {
        bot.call("sendMessage", &json!({ "chat_id": alice.id(), "text": "x" })).unchecked("parse_mode", "New").await
    })
    .unwrap();
    assert_eq!(sent["parameters"]["parse_mode"], "New");
    let refused = block_on(async { bot.send_message(alice.id(), "x").parse_mode("New").await }).unwrap_err();
    assert_eq!(refused.kind(), "validation");
    let call = bot.send_message(alice.id(), "x").unchecked("parse_mode", "New");
    let error = block_on(call).map(|_: Message| ()).unwrap_err();
    assert_eq!(error.kind(), "result");
}
