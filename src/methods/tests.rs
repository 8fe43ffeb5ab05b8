//! Tests of the list of methods.

use std::collections::HashSet;

use serde_json::{Result, json};

use super::{METHODS, Method, SendMessage, SendPhoto, find};
use crate::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFileOrString, ParseMode};

#[test]
fn there_are_59_methods_of_different_names() {
    let names: HashSet<String> = METHODS.iter().map(|method| method.name.to_lowercase()).collect();
    assert_eq!((METHODS.len(), names.len()), (59, 59));
    assert_eq!(METHODS.iter().map(|method| method.params.fields.len()).sum::<usize>(), 255);
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
    assert!(find("sendDice").is_none());
    assert!(find("").is_none());
}

#[test]
fn parameters_and_unknown_parameters_survive() -> Result<()> {
    let keyboard = InlineKeyboardMarkup::new(vec![vec![InlineKeyboardButton::new("b").url("u")]]);
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
    let marked = METHODS.iter().filter(|method| !method.repeatable);
    let once: Vec<&str> = marked.map(|method| method.name).collect();
    for prefix in ["send", "forward", "upload", "create", "add", "export"] {
        for method in METHODS.iter().filter(|method| method.name.starts_with(prefix)) {
            // Showing a chat action once more changes nothing.
            assert!(once.contains(&method.name) || method.name == "sendChatAction", "{}", method.name);
        }
    }
    for prefix in ["get", "answer", "edit", "delete"] {
        assert!(!once.iter().any(|name| name.starts_with(prefix)), "{prefix}");
    }
    assert!(SendMessage::DESCRIPTOR.params.field("text").is_some());
}
