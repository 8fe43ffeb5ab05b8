//! Tests of the values that the closed check refuses.

use super::*;
use crate::methods;
use crate::types::{ChatMember, Message};

const CLOSED: Closed = Closed { is_own: true, compat: false };

fn of<T: Wire>(value: &str) -> Option<String> {
    fault(value, |value| CLOSED.value(value, &T::KIND))
}

#[test]
fn a_closed_type_has_its_fields_once_and_no_others() {
    let user = |more: &str| format!(r#"{{"id":7,"is_bot":false,"first_name":"A"{more}}}"#);
    let message = |chat: &str, more: &str| {
        format!(r#"{{"message_id":1,"date":2,"chat":{{"id":7,"type":"{chat}","first_name":"A"}}{more}}}"#)
    };
    assert_eq!(of::<Message>(&message("private", "")), None);
    let nested = [format!(r#","from":{}"#, user("")), format!(r#","new_chat_members":[{}]"#, user(""))];
    for good in &nested {
        assert_eq!(of::<Message>(&message("private", good)), None, "{good}");
    }
    for (bad, what) in [
        (message("secret", ""), "chat: type: expected"),
        (message("private", r#","via_bot":true"#), "via_bot: no field of Message"),
        (message("private", r#","date":2"#), "a member comes twice"),
        (message("private", r#","text":null"#), "text: expected"),
        (message("private", r#","edit_date":2147483648"#), "edit_date: expected"),
        (message("private", r#","delete_chat_photo":false"#), "delete_chat_photo: expected"),
        (message("private", &format!(r#","from":{}"#, user(r#","is_premium":true"#))), "from: is_premium: no field"),
        (
            message("private", &format!(r#","new_chat_members":[{}]"#, user(r#","x":[1,{"a":2}]"#))),
            "new_chat_members: x",
        ),
        (message("private", r#","photo":{}"#), "photo: expected"),
        (message("private", "") + "x", "malformed"),
        ("{}".into(), "message_id of Message is missing"),
        (String::new(), "malformed"),
    ] {
        let found = of::<Message>(&bad).unwrap_or_default();
        assert!(found.starts_with(what), "{bad}: {found}");
    }
    let member = |status: &str| format!(r#"{{"user":{},"status":"{status}","can_pin_messages":false}}"#, user(""));
    assert_eq!(of::<ChatMember>(&member("administrator")), None);
    assert!(of::<ChatMember>(&member("restricted")).is_some_and(|what| what.contains("only for")));
}

#[test]
fn an_envelope_has_a_result_of_the_method_or_a_reason() {
    let of = |name: &str, envelope: &str| fault(envelope, |value| CLOSED.envelope(value, methods::find(name)));
    for (name, envelope, fits) in [
        ("sendChatAction", r#"{"ok":true,"result":true}"#, true),
        ("sendChatAction", r#"{"ok":true,"result":1}"#, false),
        ("sendChatAction", r#"{"ok":true}"#, false),
        ("sendChatAction", r#"{"ok":true,"result":true,"description":""}"#, false),
        ("getChatMembersCount", r#"{"ok":true,"result":3}"#, true),
        ("getUpdates", r#"{"ok":true,"result":[{"update_id":1}]}"#, true),
        ("getUpdates", r#"{"ok":true,"result":[{"update_id":1,"poll":{}}]}"#, false),
        ("editMessageText", r#"{"ok":true,"result":true}"#, true),
        ("editMessageText", r#"{"ok":true,"result":false}"#, false),
        ("unknown", r#"{"ok":false,"error_code":404,"description":"Not Fit"}"#, true),
        ("unknown", r#"{"ok":false,"error_code":404,"description":"","parameters":{"retry_after":1}}"#, true),
        ("unknown", r#"{"ok":false,"error_code":404,"description":"","parameters":{"retry":1}}"#, false),
        ("unknown", r#"{"ok":false,"description":"Not Fit"}"#, false),
    ] {
        assert_eq!(of(name, envelope).is_none(), fits, "{name} {envelope} {:?}", of(name, envelope));
    }
}
