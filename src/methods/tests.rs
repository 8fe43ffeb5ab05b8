//! Tests of the list of methods.

use std::collections::HashSet;

use serde_json::{Result, Value, json};

use super::{EditMessageText, METHODS, Method, SendMessage, SendPhoto, SendVenue, Sender, find, functions_of_bot};
use crate::types::*;

#[test]
fn methods_have_different_names() {
    let names: HashSet<String> = METHODS.iter().map(|method| method.name.to_lowercase()).collect();
    assert_eq!(METHODS.len(), names.len());
}

#[test]
fn methods_come_in_the_order_of_the_specification() {
    let mut sections: Vec<&str> = METHODS.iter().map(|method| method.section()).collect();
    sections.dedup();
    let expected = [
        "updates",
        "sending",
        "locations",
        "files",
        "chats",
        "callbacks",
        "editing",
        "inline",
        "stickers",
        "payments",
        "games",
    ];
    assert_eq!(sections, expected);
    assert_eq!(METHODS.first().map(|method| method.name), Some("getUpdates"));
    assert_eq!(METHODS.last().map(|method| method.name), Some("getGameHighScores"));
}

#[test]
fn methods_are_found_in_any_case() {
    for name in ["sendMessage", "SENDMESSAGE", "sendmessage"] {
        assert_eq!(find(name).map(|method| method.name), Some("sendMessage"));
    }
    assert!(find("noSuchMethod").is_none());
    assert!(find("").is_none());
}

#[test]
fn parameters_and_unknown_parameters_survive() -> Result<()> {
    let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::link("b", "u")]]);
    let method = SendMessage::new(-1_001_234_567_890, "hi")
        .parse_mode(ParseMode::Html)
        .reply_markup(keyboard)
        .with("protect_content", true);
    let value = serde_json::to_value(&method)?;
    assert_eq!(
        value,
        json!({
            "chat_id": -1_001_234_567_890_i64, "text": "hi", "parse_mode": "HTML",
            "reply_markup": { "inline_keyboard": [[{ "text": "b", "url": "u" }]] },
            "protect_content": true,
        })
    );
    assert_eq!(serde_json::from_value::<SendMessage>(value)?, method);
    Ok(())
}

#[test]
fn a_file_that_is_read_is_a_reference() -> Result<()> {
    let method: SendPhoto = serde_json::from_value(json!({ "chat_id": "@c", "photo": "f" }))?;
    assert_eq!(method.photo, InputFileOrString::from("f"));
    Ok(())
}

#[test]
fn what_must_not_be_repeated_is_marked() {
    let marked = METHODS.iter().filter(|method| !method.idempotent);
    let once: Vec<&str> = marked.map(|method| method.name).collect();
    for prefix in ["send", "forward", "upload", "create", "add", "export"] {
        for method in METHODS.iter().filter(|method| method.name.starts_with(prefix)) {
            // Repeating a chat action changes nothing.
            assert!(once.contains(&method.name) || method.name == "sendChatAction", "{}", method.name);
        }
    }
    for prefix in ["get", "answer", "edit", "delete"] {
        assert!(!once.iter().any(|name| name.starts_with(prefix)), "{prefix}");
    }
    assert!(SendMessage::DESCRIPTOR.params.field("text").is_some());
}

/// A bot that only records its calls.
#[derive(Debug, Clone)]
struct Recorder;

impl Sender for Recorder {
    type Call<T> = (&'static str, Value);

    fn send_method<M: Method>(&self, method: &M) -> Self::Call<M::Output> {
        (M::DESCRIPTOR.name, serde_json::to_value(method).unwrap_or_default())
    }
}

#[allow(dead_code)] // the test calls some of them
impl Recorder {
    functions_of_bot!();
}

#[test]
fn a_bot_has_a_function_for_each_method() {
    let bot = Recorder;
    let hello = bot.send_message(42, "hi").parse_mode(ParseMode::Html).reply_to_message_id(None::<i64>).send();
    assert_eq!(hello, ("sendMessage", json!({ "chat_id": 42, "text": "hi", "parse_mode": "HTML" })));
    assert_eq!(bot.get_me().send(), ("getMe", json!({})));
    let edit = EditMessageText::in_chat("@c", 5, "new");
    assert_eq!(bot.edit_message_text(edit.clone()).into_method(), edit);
    let venue = SendVenue::builder().title("t").address("a").chat_id(1).longitude(2.0).latitude(1.0).build();
    let sent =
        json!({ "chat_id": 1, "latitude": 1.0, "longitude": 2.0, "title": "t", "address": "a", "venuedb_id": "v" });
    assert_eq!(bot.send_venue(venue).venuedb_id("v").send(), ("sendVenue", sent));
    let album = bot.send_media_group(1, ["a", "b"].map(InputMediaPhoto::new)).send();
    assert_eq!(album.1["media"], json!([{ "type": "photo", "media": "a" }, { "type": "photo", "media": "b" }]));
}
