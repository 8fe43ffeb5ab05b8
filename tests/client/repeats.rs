//! Retries after 429, 5xx, and network faults, and calls that follow a migration.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use botwire::client::Retry;
use botwire::methods::{ForwardMessage, GetMe, SendMessage};
use botwire::types::ChatId;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, parameters, request, requests};
use crate::{MESSAGE, bot, ok};

const USER: &str = r#"{"id":1,"is_bot":true,"first_name":"b"}"#;

fn slow(seconds: u32) -> String {
    format!("json(429, {{ok:false,error_code:429,description:'Too Many',parameters:{{retry_after:{seconds}}}}})")
}

#[wasm_bindgen_test]
async fn flood_control_is_waited_out_also_for_what_sends() {
    answer([slow(1), ok(MESSAGE)]);
    let started = js_sys::Date::now();
    bot().retry(Retry::times(2)).send(SendMessage::new(42, "hi")).await.unwrap();
    assert!(js_sys::Date::now() - started >= 990.0);
    assert_eq!(requests().len(), 2);
}

#[wasm_bindgen_test]
async fn an_invalid_math_random_gives_a_wait_in_bounds() {
    for value in ["NaN", "-1", "5", "Infinity", "undefined"] {
        answer(["text(502, 'x')".to_owned(), ok(USER)]);
        crate::stand_in::evaluate(&format!("(globalThis.random ??= Math.random, Math.random = () => {value})"));
        let retry = Retry::times(1).max_wait(Duration::from_millis(9));
        let result = bot().retry(retry).send(GetMe::new()).await;
        crate::stand_in::evaluate("(Math.random = globalThis.random)");
        assert!(result.is_ok());
    }
}

#[wasm_bindgen_test]
async fn faults_of_unknown_outcome_are_repeated_only_where_that_is_safe() {
    let retry = Retry::times(2).max_wait(Duration::from_millis(10));
    let faults =
        ["text(502, 'x')", "fail(new TypeError('gone'))", "json(500, {ok:false,error_code:500,description:'x'})"];
    for fault in faults {
        answer([fault.to_owned(), fault.to_owned(), ok(USER)]);
        bot().retry(retry).send(GetMe::new()).await.unwrap();
        assert_eq!(requests().len(), 3);
        answer([fault]);
        assert!(bot().retry(retry).send(SendMessage::new(42, "hi")).await.unwrap_err().is_transient());
        assert_eq!(requests().len(), 1);
        answer([fault]);
        assert!(bot().retry(retry).call::<Value>("newMethod", &Value::Null).await.is_err());
        assert_eq!(requests().len(), 1);
    }
    answer(["text(404, 'x')"]);
    assert!(bot().retry(retry).send(GetMe::new()).await.is_err());
    assert_eq!(requests().len(), 1);
}

fn migrated(to: i64) -> String {
    format!("json(400, {{ok:false,error_code:400,description:'upgraded',parameters:{{migrate_to_chat_id:{to}}}}})")
}

#[wasm_bindgen_test]
async fn a_migration_is_followed_once_and_reported() {
    let reported = Arc::new(Mutex::new(Vec::new()));
    let report = reported.clone();
    let following = bot().follow_migration(move |group, supergroup| report.lock().unwrap().push((group, supergroup)));
    answer([migrated(-1_001_234_567_890_123), ok(MESSAGE)]);
    following.send(SendMessage::new(-5, "\"chat_id\":-5").with("z", json!({"chat_id": -5}))).await.unwrap();
    assert_eq!(*reported.lock().unwrap(), [(ChatId(-5), ChatId(-1_001_234_567_890_123))]);
    let sent = requests();
    let moved = json!({"chat_id":-1_001_234_567_890_123_i64,"text":"\"chat_id\":-5","z":{"chat_id":-5}});
    assert_eq!(parameters(&sent[1]), moved);

    answer([migrated(-8), migrated(-9)]);
    let error = following.send(SendMessage::new(-5, "hi")).await.unwrap_err();
    assert_eq!((error.migrated_to(), requests().len()), (Some(ChatId(-9)), 2));

    answer([migrated(-8)]);
    assert!(following.send(SendMessage::new(-8, "hi")).await.is_err());
    assert_eq!(requests().len(), 1);
}

#[wasm_bindgen_test]
async fn of_two_chats_the_group_that_moved_is_replaced() {
    let following = bot().follow_migration(|_, _| {});
    for (chat, from, moved, moved_from) in [(-5, -5, -8, -8), (7, -6, 7, -8), (-5, 7, -8, 7), (-8, -6, -8, -8)] {
        answer([migrated(-8), ok(MESSAGE)]);
        following.send(ForwardMessage::new(chat, from, 1)).await.unwrap();
        let sent = json!({"chat_id":moved,"from_chat_id":moved_from,"message_id":1});
        assert_eq!(parameters(&requests()[1]), sent);
    }
    answer([migrated(-8)]);
    assert!(following.send(ForwardMessage::new(-5, -6, 1)).await.is_err());
    assert_eq!(requests().len(), 1);
}

#[wasm_bindgen_test]
async fn without_asking_a_migration_is_an_error() {
    answer([migrated(-8)]);
    let error = bot().retry(Retry::times(3)).send(SendMessage::new(-5, "hi")).await.unwrap_err();
    assert_eq!(error.migrated_to(), Some(ChatId(-8)));
    request();
}
