//! Calls that a program sends itself.

use botwire::methods::{SendDocument, SendMediaGroup, SendMessage};
use botwire::request::{Encoding, prepare};
use botwire::types::{InputFile, InputMediaPhoto};
use botwire::webhook::InlineCall;
use serde_json::Value;

#[test]
fn a_prepared_call_has_its_name_and_shows_no_parameters() {
    let prepared = prepare(&SendMessage::new(42, "hi")).expect("a call");
    assert_eq!(prepared.name(), "sendMessage");
    assert_eq!(format!("{prepared:?}"), "Prepared { name: \"sendMessage\", .. }");
    let is_transient = |status: u16| {
        let answer = format!(r#"{{"ok":false,"error_code":{status},"description":"no"}}"#);
        prepared.result(status, &answer).expect_err("a refusal").is_transient()
    };
    assert_eq!([400, 403, 429, 500].map(is_transient), [false, false, true, true]);
}

#[test]
fn the_name_of_an_upload_cannot_be_guessed() {
    let text = || {
        let photo = || InputMediaPhoto::new(InputFile::bytes(*b"x", "x.png"));
        let prepared = prepare(&SendMediaGroup::new(42, [photo(), photo()])).expect("a call");
        format!("{:?}", prepared.parts())
    };
    assert_ne!(text(), text());
}

#[test]
fn boundaries_are_not_the_same_and_bodies_show_no_parameters() {
    let document =
        || prepare(&SendDocument::new(42, InputFile::bytes(*b"x", "x"))).expect("a call").body(Encoding::Json);
    assert_ne!(document().content_type(), document().content_type());
    let body = prepare(&SendMessage::new(42, "hi")).expect("a call").body(Encoding::Json);
    assert_eq!(format!("{body:?}"), "Body { content_type: Some(\"application/json\"), .. }");
}

#[test]
fn the_name_of_a_method_has_letters_digits_and_underscores() {
    let error = |name: &str| InlineCall::named(name, &Value::Null).into_json().err().map(|error| error.to_string());
    assert_eq!(error("new_method2"), None);
    for name in ["", "2x", "_x", "a-b", "a/b", "é", &"-".repeat(64)] {
        assert_eq!(error(name), Some(format!("expected the name of a method, got \"{name}\"")));
    }
    assert_eq!(error(&"-".repeat(65)).as_deref(), Some("expected the name of a method, got a longer String"));
}

#[test]
fn an_answer_without_a_body_is_an_error_that_says_so() {
    let error = prepare(&SendMessage::new(42, "hi")).expect("a call").result(502, "").expect_err("no envelope");
    assert_eq!(error.to_string(), "sendMessage: HTTP 502, an empty body");
}
