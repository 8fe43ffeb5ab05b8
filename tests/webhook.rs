//! The webhook without a platform: the guard, parsing updates, and inline replies.
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]
#![cfg(not(target_arch = "wasm32"))]

use std::error::Error;

use botwire::methods::{DeleteWebhook, SendDocument, SendMessage, SetChatTitle};
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFile};
use botwire::webhook::Webhook;
use serde_json::{Value, json};

fn webhook() -> Webhook {
    Webhook::new("/hook/123:secret")
}

#[test]
fn only_a_post_to_the_secret_path_passes() {
    assert_eq!(webhook().check("POST", "/hook/123:secret"), Ok(()));
    for verb in ["GET", "HEAD", "PUT", "post", ""] {
        let rejection = webhook().check(verb, "/hook/123:secret").unwrap_err();
        assert_eq!((rejection.status, rejection.allow()), (405, Some("POST")));
    }
    for path in ["", "/", "/hook", "/hook/123:secret/", "/hook/123:secreT", "/hook/123:secret2", "//hook/123:secret"] {
        let rejection = webhook().check("POST", path).unwrap_err();
        assert_eq!((rejection.status, rejection.allow()), (404, None), "{path}");
    }
}

#[test]
fn a_rejection_shows_its_status_and_its_error() {
    let rejection = webhook().check("GET", "/hook").unwrap_err();
    assert_eq!(rejection.to_string(), format!("answered with 405: {}", rejection.error));
    assert!(rejection.source().is_none(), "a chain of errors shows it once");
}

#[test]
fn an_empty_path_is_not_a_secret() {
    for secret in ["", "/", "//", "%2f"] {
        for path in ["", "/", "//"] {
            assert_eq!(Webhook::new(secret).check("POST", path).unwrap_err().status, 404);
        }
    }
}

#[test]
fn a_whole_url_is_given_as_well_as_its_path() {
    for input in [
        "/hook/x",
        "hook/x",
        "https://bot.example/hook/x",
        "http://127.0.0.1:8787/hook/x?y=1",
        "/hook/x#y",
        "/hook/x?a=://b/",
    ] {
        assert_eq!(Webhook::new(input).check("POST", "/hook/x"), Ok(()), "{input}");
    }
    for input in ["https://bot.example", "https://bot.example/", "https://bot.example?/hook/x", "?/hook/x"] {
        assert_eq!(Webhook::new(input).check("POST", "/hook/x").unwrap_err().status, 404, "{input}");
    }
    for path in ["//hook", "/hook"] {
        let input = [path, &["https://bot.example", path].concat()].map(Webhook::new);
        assert!(
            input
                .iter()
                .all(|webhook| webhook.check("POST", path).is_ok() && webhook.check("POST", "///hook").is_err()),
            "{path}"
        );
    }
    assert_eq!(Webhook::new("/hook/a://b").check("POST", "/hook/a://b"), Ok(()));
}

#[test]
fn headers_are_asked_for_in_lower_case() {
    let webhook = webhook().secret_header("X-Secret", "s");
    let get = |name: &str| {
        [("x-secret", "s"), ("content-type", "application/json")].into_iter().find(|(key, _)| *key == name)
    };
    assert_eq!(webhook.check_headers(|name| get(name).map(|(_, value)| value.to_owned())), Ok(()));
}

#[test]
fn headers_refuse_before_a_body_is_read() {
    let webhook = webhook().secret_header("x-secret", "s").max_body_bytes(100);
    let rejection_of = |changed: &'static [(&str, &str)]| {
        let fit = [("x-secret", "s"), ("content-type", "application/json"), ("content-length", "100")];
        let get = |name: &str| {
            changed.iter().chain(&fit).find(|(key, _)| *key == name).map(|(_, value)| String::from(*value))
        };
        webhook.check_headers(get).map_err(|rejection| (rejection.status, rejection.error.path)).err()
    };
    assert_eq!(rejection_of(&[]), None);
    assert_eq!(rejection_of(&[("x-secret", "")]), Some((401, "x-secret".to_owned())));
    assert_eq!(rejection_of(&[("content-type", "text/plain")]), Some((415, "content-type".to_owned())));
    assert_eq!(rejection_of(&[("content-encoding", "gzip")]), Some((415, "content-encoding".to_owned())));
    for (length, status) in
        [("101", 413), ("99999999999999999999999999", 413), ("1e999", 413), ("-5", 0), ("abc", 0), ("", 0)]
    {
        let get = |name: &str| match name {
            "x-secret" => Some("s".to_owned()),
            "content-length" => Some(length.to_owned()),
            _ => None,
        };
        // A header without a valid length is ignored: the body is counted while it arrives.
        assert_eq!(webhook.check_headers(get).map_or_else(|rejection| rejection.status, |()| 0), status, "{length}");
    }
}

#[test]
fn the_path_is_not_printed() {
    assert!(!format!("{:?}", webhook()).contains("secret"));
}

#[test]
fn updates_keep_what_is_not_known() {
    let body = json!({
        "update_id": 5,
        "message": {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "a new type"}, "new_field": [1]},
        "new_kind": {"a": null},
    });
    let update = webhook().parse(format!("\u{feff}{body}").as_bytes()).unwrap();
    assert_eq!(update.kind().unwrap().as_str(), "message");
    assert_eq!(update.extra["new_kind"], json!({"a": null}));
    assert_eq!(serde_json::to_value(&update).unwrap(), body);
}

#[test]
fn of_several_kinds_the_first_counts_and_an_identifier_may_be_negative() {
    let message = json!({"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}});
    for update_id in [0, -1] {
        let body = json!({"update_id": update_id, "edited_message": message, "message": message});
        let update = webhook().check_fields(true).parse(body.to_string().as_bytes()).unwrap();
        assert_eq!((update.update_id.0, update.kind().unwrap().as_str()), (update_id, "message"));
    }
}

#[test]
fn what_does_not_fit_the_types_stays_untyped() {
    let update = webhook().parse(br#"{"update_id":1.0,"message":{"text":7}}"#).unwrap();
    assert_eq!((update.update_id.0, update.kind().unwrap().as_str()), (1, "message"));
    assert_eq!(update.extra["message"], json!({"text": 7}));
}

#[test]
fn what_is_no_update_is_refused_with_the_fault() {
    let errors = [
        ("{\"update_id\":\"1\"}", "update_id: expected an Integer, got \"1\""),
        ("{\"update_id\":1,\"message\":7}", "message: expected a Message, got 7"),
        (
            "{\"update_id\":1,\"message\":null}",
            "expected an Update, got null in one of its kinds, or an identifier beyond 2^53",
        ),
        ("{}", "update_id: expected an Integer, got nothing"),
        ("[]", "expected an Update, got an Array of 0 items"),
    ];
    for (body, error) in errors {
        let rejection = webhook().parse(body.as_bytes()).unwrap_err();
        assert_eq!((rejection.status, rejection.error.to_string().as_str()), (400, error), "{body}");
    }
    for body in [&b""[..], b"{", b"{}", b"null", b"\xff\xfe", b"{\"update_id\":1}}", b"{\"update_id\":NaN}"] {
        assert_eq!(webhook().parse(body).unwrap_err().status, 400);
    }
    assert_eq!(webhook().parse(&vec![b' '; (1 << 20) + 1]).unwrap_err().status, 413);
}

#[test]
fn numbers_are_those_of_javascript() {
    for (number, identifier) in [
        ("1.0", Some(1)),
        ("0.1e1", Some(1)),
        ("-0", Some(0)),
        ("-0.0", Some(0)),
        ("1e-400", Some(0)),
        ("9007199254740991.0", Some((1 << 53) - 1)),
        ("9007199254740993", None),
        ("1.5", None),
        ("1e999", None),
        ("-1e999", None),
    ] {
        let update = webhook().parse(format!(r#"{{"update_id":{number}}}"#).as_bytes());
        assert_eq!(update.map(|update| update.update_id.0).ok(), identifier, "{number}");
    }
    let message = |date: &str| {
        let body = format!(
            r#"{{"update_id":1,"message":{{"message_id":-0,"date":{date},"chat":{{"id":1,"type":"private"}}}}}}"#
        );
        webhook().parse(body.as_bytes()).unwrap()
    };
    assert_eq!(message("1.0").message.unwrap().date, 1);
    // What does not fit an Integer stays untyped, and no number is changed.
    for number in ["2.2250738585072011e-308", "0.1", "179769313486231570000.5"] {
        let update = message(number);
        let date = update.extra["message"]["date"].as_f64();
        assert_eq!((update.message, date), (None, number.parse().ok()), "{number}");
    }
    assert_eq!(message("1e999").message, None);
}

#[test]
fn an_inline_reply_has_its_method_first() {
    let reply = webhook().reply(SendMessage::new(42, "hi \"you\"").with("new", 1)).unwrap();
    assert_eq!(reply, r#"{"method":"sendMessage","chat_id":42,"text":"hi \"you\"","new":1}"#);
    assert_eq!(webhook().reply(DeleteWebhook::new()).unwrap(), r#"{"method":"deleteWebhook"}"#);
    assert_eq!(serde_json::from_str::<Value>(&reply).unwrap()["text"], "hi \"you\"");
}

#[test]
fn an_inline_reply_is_checked() {
    let error = webhook().reply(SetChatTitle::new(1, "")).unwrap_err();
    assert_eq!(error.path, "title");
    let error = webhook().reply(SendDocument::new(1, InputFile::bytes(*b"x", "x"))).unwrap_err();
    assert_eq!(error.expected, "a call without uploads");
}

#[test]
fn no_parameter_is_sent_twice() {
    let replaced = webhook().reply(SendMessage::new(1, "x").with("chat_id", 4)).unwrap();
    assert_eq!(replaced, r#"{"method":"sendMessage","text":"x","chat_id":4}"#);
    let error = webhook().reply(SendMessage::new(1, "x").with("chat_id", true)).unwrap_err();
    assert_eq!(error.path, "chat_id");
    let button = InlineKeyboardButton::callback("a", "b").with("text", "c");
    let replaced =
        webhook().reply(SendMessage::new(1, "x").reply_markup(InlineKeyboardMarkup::new(vec![vec![button]])));
    assert!(replaced.unwrap().ends_with(r#"[[{"callback_data":"b","text":"c"}]]}}"#));
    let error = webhook().reply(SendMessage::new(1, "x").with("method", "deleteWebhook")).unwrap_err();
    assert_eq!(error.path, "method");
    let once = webhook().reply(SendMessage::new(1, "x").with("parse_mode", "HTML")).unwrap();
    assert_eq!(once, r#"{"method":"sendMessage","chat_id":1,"text":"x","parse_mode":"HTML"}"#);
}

#[test]
fn nulls_of_an_unknown_parameter_are_not_sent() {
    let value = json!({"a": null, "b": [{"c": null, "d": 1}, null], "e": "null"});
    let reply = webhook().reply(SendMessage::new(1, "x").with("new", value)).unwrap();
    assert_eq!(reply, r#"{"method":"sendMessage","chat_id":1,"text":"x","new":{"b":[{"d":1},null],"e":"null"}}"#);
}

#[test]
fn an_update_becomes_the_event_of_its_kind() {
    let from = json!({"id": 7, "is_bot": false, "first_name": "A"});
    let message = json!({"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}});
    let address = json!({
        "country_code": "SE", "state": "", "city": "a", "street_line1": "b", "street_line2": "", "post_code": "1"
    });
    let shipping = json!({"id": "q", "from": from, "invoice_payload": "p", "shipping_address": address});
    let checkout = json!({"id": "q", "from": from, "currency": "SEK", "total_amount": 1, "invoice_payload": "p"});
    let kinds = [
        ("message", "Message", message.clone()),
        ("edited_message", "EditedMessage", message.clone()),
        ("channel_post", "ChannelPost", message.clone()),
        ("edited_channel_post", "EditedChannelPost", message),
        ("inline_query", "InlineQuery", json!({"id": "q", "from": from, "query": "", "offset": ""})),
        ("chosen_inline_result", "ChosenInlineResult", json!({"result_id": "r", "from": from, "query": ""})),
        ("callback_query", "CallbackQuery", json!({"id": "q", "from": from, "chat_instance": "c", "data": "d"})),
        ("shipping_query", "ShippingQuery", shipping),
        ("pre_checkout_query", "PreCheckoutQuery", checkout),
    ];
    for (kind, variant, value) in kinds {
        let event = |value: &Value| {
            let body = json!({"update_id": 1, kind: value}).to_string();
            format!("{:?}", webhook().parse(body.as_bytes()).unwrap().into_event())
        };
        assert!(event(&value).starts_with(&format!("Some({variant}(")), "{kind}: {}", event(&value));
        let other = event(&json!({"id": 7, "message_id": "x", "result_id": 7}));
        assert!(other.starts_with("Some(Other("), "{kind}: {other}");
    }
}

#[test]
fn a_body_may_have_as_many_bytes_as_allowed() {
    let body = br#"{"update_id":1,"message":{"text":7}}"#;
    assert!(webhook().max_body_bytes(body.len()).parse(body).is_ok());
    assert_eq!(webhook().max_body_bytes(body.len() - 1).parse(body).unwrap_err().status, 413);
    assert_eq!(webhook().check_fields(true).parse(body).unwrap_err().status, 400);
    assert_eq!(format!("{:?}", webhook()), "Webhook { .. }");
}
