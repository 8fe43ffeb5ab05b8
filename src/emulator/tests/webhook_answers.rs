//! Responses of the bot to a delivery: a call, nothing, or anything else. Spec: core, Events.

use serde_json::json;

use super::BOT;
use super::webhook::{info, with_webhook};

#[test]
fn a_call_in_the_answer_is_carried_out_in_each_encoding() {
    let multipart = "--x\r\nContent-Disposition: form-data; name=\"method\"\r\n\r\nsendMessage\r\n\
        --x\r\nContent-Disposition: form-data; name=\"chat_id\"\r\n\r\n7\r\n\
        --x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\npong\r\n--x--\r\n";
    for (content_type, body) in [
        ("application/json; charset=utf-8", r#"{"method":"sendMessage","chat_id":7,"text":"pong"}"#),
        ("application/json", r#"{"chat_id":7,"text":"pong","method":"SENDMESSAGE"}"#),
        ("application/x-www-form-urlencoded", "method=sendMessage&chat_id=7&text=pong"),
        ("multipart/form-data; boundary=x", multipart),
    ] {
        let mut world = with_webhook();
        world.write("ping");
        for delivery in world.deliveries().1 {
            world.answer(&delivery, 200, content_type, body);
        }
        let messages = world.service.messages(BOT, 7, 1);
        let texts: Vec<_> = messages.iter().filter_map(|seen| seen.message.text.clone()).collect();
        assert_eq!(texts, ["pong"], "{content_type}");
        let kinds: Vec<_> = world.service.log(2).collect();
        assert_eq!(kinds.len(), 1);
        assert!(kinds.iter().all(|entry| entry.contains("\"kind\":\"inline\"")));
    }
}

#[test]
fn an_answer_without_a_call_only_confirms() {
    for (content_type, body) in [
        ("text/plain", "ok"),
        ("application/json", "{}"),
        ("application/json", "[1]"),
        ("application/json", "{\"method\":5}"),
        ("application/json", "{\"method\":\"getUpdates\"}"),
        ("application/json", "{\"method\":\"nonsense\"}"),
        ("multipart/form-data", "--"),
    ] {
        let mut world = with_webhook();
        world.write("ping");
        for delivery in world.deliveries().1 {
            world.answer(&delivery, 200, content_type, body);
        }
        assert_eq!(info(&mut world)["pending_update_count"], 0);
        assert_eq!(world.service.messages(BOT, 7, 1).len(), 0);
    }
}

#[test]
fn any_status_of_success_confirms_and_may_carry_a_call() {
    let call = r#"{"method":"sendMessage","chat_id":7,"text":"pong"}"#;
    for (status, succeeds) in [(199, false), (201, true), (204, true), (299, true), (300, false)] {
        let mut world = with_webhook();
        world.write("ping");
        for delivery in world.deliveries().1 {
            world.answer(&delivery, status, "application/json", call);
        }
        assert_eq!(info(&mut world)["pending_update_count"], json!(i32::from(!succeeds)), "{status}");
        assert_eq!(world.service.messages(BOT, 7, 1).len(), usize::from(succeeds), "{status}");
    }
}
