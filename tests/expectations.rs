//! Code that users of other crates write first, and expect to work.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::HashSet;

use botwire::methods::{AnswerInlineQuery, EditMessageText, GetUpdates, SendMessage};
use botwire::request::prepare;
use botwire::types::{
    CallbackQuery, Chat, ChatId, ChatRef, ForceReply, InlineKeyboardButton, InlineKeyboardMarkup,
    InlineQueryResultArticle, InputTextMessageContent, User,
};
use botwire::webhook::{InlineCall, Reply};
use serde_json::{Value, json};

fn query() -> CallbackQuery {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    serde_json::from_value(json!({"id": "q", "from": from, "chat_instance": "c", "data": "d"})).unwrap()
}

#[test]
fn an_answer_leaves_its_query() {
    let query = query();
    let answer = query.answer().text(query.data.as_deref());
    assert_eq!(prepare(&answer).unwrap().json(), Some(r#"{"callback_query_id":"q","text":"d"}"#));
}

#[test]
fn setters_take_options_and_constructors_what_iterates() {
    let text: Option<&str> = None;
    let article = InlineQueryResultArticle::new("1", "title", InputTextMessageContent::new("x")).description(text);
    let answer = AnswerInlineQuery::new("q", [article]).cache_time(Some(5));
    assert!(prepare(&answer).unwrap().json().unwrap().ends_with(r#""cache_time":5}"#));
    let buttons = ["a", "b"].map(|name| InlineKeyboardButton::callback(name, name));
    let rows = buttons.iter().map(|button| [button.clone()]);
    assert_eq!(InlineKeyboardMarkup::new(rows).inline_keyboard.len(), 2);
    assert_eq!(InlineKeyboardMarkup::new([buttons]).inline_keyboard.len(), 1);
    assert_eq!(serde_json::to_value(ForceReply::new().selective(true)).unwrap()["force_reply"], true);
    assert_eq!(GetUpdates::default(), GetUpdates::new());
}

#[test]
fn chats_and_users_stand_for_their_identifiers() {
    let chat = Chat::new(-5, "group");
    let user = User::new(7, false, "A");
    assert_eq!((ChatId::from(&chat), ChatId::from(&user)), (ChatId(-5), ChatId(7)));
    assert_eq!([ChatRef::from(&chat), ChatRef::from(&user)], [ChatRef::from(-5), ChatRef::from(7)]);
    assert_eq!(prepare(&SendMessage::new(&chat, "x")).unwrap().json(), Some(r#"{"chat_id":-5,"text":"x"}"#));
    assert!(user == user.clone() && HashSet::from([user.id, user.id]).len() == 1);
}

#[test]
fn a_handler_returns_a_call_as_it_is() {
    fn names(reply: impl Reply) -> Option<String> {
        reply.into_call().ok()?.map(|call| call.method().to_owned())
    }
    let call = || SendMessage::new(1, "x");
    let by_name = InlineCall::named("noSuchMethod", &json!({}));
    assert_eq!(names(call()).as_deref(), Some("sendMessage"));
    assert_eq!(names(by_name).as_deref(), Some("noSuchMethod"));
    assert_eq!(names(Some(call())), names(Ok::<_, std::io::Error>(call())));
    assert_eq!(
        (names(()), names(None::<SendMessage>), names(Ok::<_, std::io::Error>(None::<SendMessage>))),
        (None, None, None)
    );
}

#[test]
fn a_parameter_is_sent_once() {
    let twice = prepare(&SendMessage::new(1, "x").with("chat_id", 4));
    assert!(twice.is_err() || twice.unwrap().json().unwrap().matches("chat_id").count() == 1);
    let edited = prepare(&EditMessageText::in_chat(1, 2, "x").with("message_id", 4));
    assert!(edited.is_err() || edited.unwrap().json().unwrap().matches("message_id").count() == 1);
}

#[test]
fn a_null_in_a_call_by_name_is_an_absent_value() {
    let input = json!({"chat_id": 1, "text": "a", "reply_markup": null, "new": {"a": null, "b": 1}});
    let sent: Value = serde_json::from_str(&InlineCall::named("sendMessage", &input).into_json().unwrap()).unwrap();
    assert_eq!(sent, json!({"method": "sendMessage", "chat_id": 1, "text": "a", "new": {"b": 1}}));
    let missing = InlineCall::named("sendMessage", &json!({"chat_id": 1, "text": null})).into_json().unwrap_err();
    assert_eq!((missing.path.as_str(), missing.received.as_str()), ("text", "nothing"));
}
