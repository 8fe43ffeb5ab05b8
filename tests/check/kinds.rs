//! Kinds, which are always checked, in parameters and in updates.

use botwire::methods::find;
use botwire::wire::{Attachments, CheckOptions, ValidationError, check, check_unknown, check_update};

use super::{fault_with, faulty, fine, limited};

#[test]
fn kinds_are_always_checked() {
    fine("SENDMESSAGE", r#"{"chat_id":1,"text":"hi"}"#);
    fine("sendMessage", r#"{"chat_id":"@channel","text":""}"#);
    faulty("sendMessage", r#"{"chat_id":1,"text":5}"#, "text: expected a String, got 5");
    faulty("sendMessage", r#"{"chat_id":1}"#, "text: expected a String, got nothing");
    faulty(
        "sendMessage",
        r#"{"chat_id":1.5,"text":""}"#,
        "chat_id: expected a chat id (Integer, or String such as \"@channelusername\"), got 1.5",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","disable_notification":1}"#,
        "disable_notification: expected a Boolean, got 1",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_markup":{"force_reply":false}}"#,
        "reply_markup.force_reply: expected true, got false",
    );
    faulty("sendLocation", r#"{"chat_id":1,"latitude":"1","longitude":2}"#, "latitude: expected a Float, got \"1\"");
    fine("sendLocation", r#"{"chat_id":1,"latitude":1,"longitude":-2.5e1}"#);
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"x7","a":{"b":["attach://x7!a symbol"]}}"#,
        "a.b[0]: expected a value that JSON can hold, got a symbol",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"\ud800"}"#,
        "text: expected well-formed Unicode text, got a lone surrogate",
    );
    faulty("sendMessage", r#""attach://x7!a symbol""#, "expected an object of parameters, got a symbol");
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_markup":"attach://x7!a cyclic object"}"#,
        "reply_markup: expected an InlineKeyboardMarkup or a ReplyKeyboardMarkup or a ReplyKeyboardRemove or a ForceReply, got a cyclic object",
    );
    faulty("sendMediaGroup", r#"{"chat_id":1,"media":"attach://x7-0"}"#, "media: expected an Array, got a file");
    faulty("sendMessage", "[]", "expected an object of parameters, got an Array of 0 items");
    faulty("sendMessage", r#"{"chat_id":1,"text":"""#, "expected JSON, got a syntax error at byte 22");
    assert!(fault_with("sendMessage", r#"{"chat_id":1,"text":5}"#, false).is_some());
}

#[test]
fn what_the_spec_does_not_know_passes() {
    fine("sendMessage", r#"{"chat_id":1,"text":"","message_thread_id":7,"x":{"y":[null,{"z":"é"}]}}"#);
    assert_eq!(check_unknown(r#"{"anything":[1,{}]}"#, Attachments::default()), Ok(()));
    assert!(check_unknown("3", Attachments::default()).is_err());
}

#[test]
fn integers_may_be_negative() {
    limited("getUpdates", r#"{"limit":-5}"#, "limit: expected an Integer from 1 to 100, got -5");
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_to_message_id":-12345678901234567890}"#,
        "reply_to_message_id: expected an Integer from -9007199254740991 to 9007199254740991, got -12345678901234567890",
    );
}

#[test]
fn chats_are_numbers_or_usernames() {
    let call = |chat: &str| format!(r#"{{"chat_id":{chat},"text":"a"}}"#);
    for chat in ["\"@channel\"", "\"@c\"", "\"12\"", "\"-1001234567890\"", "-5"] {
        fine("sendMessage", &call(chat));
    }
    for chat in ["", "ch", "12x", " @a", "@", "-", "1.5", "+7"] {
        let expected = "chat_id: expected a chat id (Integer, or String such as \"@channelusername\")";
        limited("sendMessage", &call(&format!("\"{chat}\"")), &format!("{expected}, got \"{chat}\""));
    }
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

#[test]
fn true_is_the_one_value_of_its_kind() {
    let markup = |value: &str| format!(r#"{{"chat_id":1,"text":"a","reply_markup":{{"remove_keyboard":{value}}}}}"#);
    fine("sendMessage", &markup("true"));
    faulty("sendMessage", &markup("1"), "reply_markup.remove_keyboard: expected true, got 1");
}

#[test]
fn a_field_may_be_named_with_escapes() {
    fine("sendMessage", r#"{"chat\u005fid":1,"te\u0078t":"a"}"#);
    faulty("sendMessage", r#"{"chat_id":1,"te\u0078t":5}"#, "text: expected a String, got 5");
}

#[test]
fn a_name_that_is_none_stands_in_quotes() {
    for (name, path) in [("a_1", "a_1"), ("a b", "[\"a b\"]"), ("", "[\"\"]"), ("é", "[\"é\"]")] {
        faulty(
            "sendMessage",
            &format!(r#"{{"chat_id":1,"text":"a","{name}":"\ud800"}}"#),
            &format!("{path}: expected well-formed Unicode text, got a lone surrogate"),
        );
    }
}

/// How often a value can stand in itself, from the outside in, until it nests too deep.
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
