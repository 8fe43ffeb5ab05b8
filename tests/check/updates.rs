//! Updates, unknown methods, and deeply nested values.

use botwire::methods::find;
use botwire::wire::{Attachments, CheckOptions, ValidationError, check, check_unknown, check_update};

#[test]
fn what_the_spec_does_not_know_passes() {
    assert_eq!(check_unknown(r#"{"anything":[1,{}]}"#, Attachments::default()), Ok(()));
    assert!(check_unknown("3", Attachments::default()).is_err());
}

#[test]
fn updates_are_open_but_typed() {
    let message = r#""message":{"message_id":1,"date":2,"chat":{"id":4503599627370495,"type":"forum"},"text":null,"new":{"a":1}}"#;
    assert_eq!(check_update(&format!(r#"{{"update_id":1,{message},"reaction":{{"x":[]}}}}"#)), Ok(()));
    let path = |update: &str| check_update(update).expect_err("an error").path;
    assert_eq!(path(r#"{"message":{}}"#), "message.message_id");
    assert_eq!(
        path(r#"{"update_id":1,"message":{"message_id":1,"date":2,"chat":{"id":"x","type":"group"}}}"#),
        "message.chat.id"
    );
    assert_eq!(path(r#"{"update_id":"1"}"#), "update_id");
    let shipped = |country: &str| {
        let address = format!(
            r#"{{"country_code":"{country}","state":"","city":"","street_line1":"","street_line2":"","post_code":""}}"#
        );
        let from = r#"{"id":1,"is_bot":false,"first_name":"a"}"#;
        format!(
            r#"{{"update_id":1,"shipping_query":{{"id":"1","from":{from},"invoice_payload":"p","shipping_address":{address}}}}}"#
        )
    };
    assert_eq!(check_update(&shipped("DE")), Ok(()));
    for wrong in ["Germany", "de", "D", "", "D1"] {
        assert_eq!(path(&shipped(wrong)), "shipping_query.shipping_address.country_code");
    }
}

/// Returns how often a value can be nested in itself before it is too deep.
fn deepest(nest: impl Fn(String) -> String, whole: impl Fn(&str) -> Result<(), ValidationError>) -> usize {
    let mut value = "null".to_owned();
    (0..200)
        .find(|_| {
            value = nest(std::mem::take(&mut value));
            whole(&value).is_err()
        })
        .unwrap_or(200)
}

#[test]
fn values_nest_64_levels_deep_wherever_they_stand() {
    let unknown = |value: &str| check_unknown(&format!(r#"{{"x":{value}}}"#), Attachments::default());
    assert_eq!(deepest(|value| format!("[{value}]"), unknown), 63);
    assert_eq!(deepest(|value| format!(r#"{{"y":{value}}}"#), unknown), 63);
    let keyboard = |value: &str| {
        let method = find("sendMessage").expect("a method of the spec");
        check(method, &format!(r#"{{"chat_id":1,"text":"a","x":{value}}}"#), &CheckOptions::default())
    };
    assert_eq!(deepest(|value| format!(r#"[{{"z":{value}}}]"#), keyboard), 31);
}

#[test]
fn a_value_of_a_wrong_kind_may_have_any_depth() {
    for depth in [1, 64, 65, 100_000] {
        let deep = "[".repeat(depth) + &"]".repeat(depth);
        let parameters = format!(r#"{{"chat_id":1,"text":{deep}}}"#);
        let method = find("sendMessage").expect("a method of the spec");
        let error = check(method, &parameters, &CheckOptions::default()).expect_err("an error");
        assert_eq!((error.path.as_str(), error.expected.as_str()), ("text", "a String"), "{depth}");
        assert!(error.received.starts_with("an Array"), "{error}");
    }
}

#[test]
fn updates_nest_as_deep_as_the_service_likes() {
    let new = |value: &str| check_update(&format!(r#"{{"update_id":1,"x":{value}}}"#));
    assert_eq!(deepest(|value| format!("[{value}]"), new), 200);
    assert_eq!(deepest(|value| format!(r#"{{"y":{value}}}"#), new), 200);
    assert!(new(&"[".repeat(200)).is_err());
    let message = |rest: String| {
        format!(r#"{{"message_id":1,"date":2,"chat":{{"id":1,"type":"private"}},"reply_to_message":{rest}}}"#)
    };
    let update = |value: &str| check_update(&format!(r#"{{"update_id":1,"message":{value}}}"#));
    assert_eq!(deepest(message, update), 200);
}
