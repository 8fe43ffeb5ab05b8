//! Callback queries and keyboards. Spec: core, Callback answers and Keyboard objects.

use serde_json::{Value, json};

use super::{ALICE, BOB, World};
use crate::emulator::{DAY, SECOND};

/// A message with an inline keyboard of one button.
fn with_button(world: &mut World, button: &Value) -> Value {
    let markup = json!({ "inline_keyboard": [[button]] });
    world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup }))["message_id"].clone()
}

#[test]
fn a_press_loads_until_it_is_answered() {
    let mut world = World::new();
    let id = with_button(&mut world, &json!({ "text": "b", "callback_data": "data" }));
    let press = world.alice("press", json!({ "message_id": id, "text": "b" }));
    assert_eq!(press["kind"], "callback");
    let update = &world.updates()[0]["callback_query"];
    assert_eq!((&update["id"], &update["data"]), (&press["query"], &json!("data")));
    assert_eq!((&update["from"]["id"], &update["message"]["message_id"]), (&json!(ALICE), &id));
    assert!(update["chat_instance"].is_string() && update["inline_message_id"].is_null());
    assert_eq!(world.act("query", json!({ "query": press["query"] })), json!({ "loading": true }));
    for (text, fits) in [("é".repeat(200), true), ("é".repeat(201), false)] {
        let answer = json!({ "callback_query_id": press["query"], "text": text, "show_alert": true });
        assert_eq!(world.call("answerCallbackQuery", answer)["ok"], json!(fits));
    }
    let query = world.act("query", json!({ "query": press["query"] }));
    assert_eq!((&query["loading"], &query["answer"]["show_alert"]), (&json!(false), &json!(true)));
    assert_eq!(world.call("answerCallbackQuery", json!({ "callback_query_id": "1" }))["error_code"], 400);
}

#[test]
fn the_client_caches_an_answer_for_cache_time() {
    let mut world = World::new();
    let id = with_button(&mut world, &json!({ "text": "b", "callback_data": "data" }));
    let press = json!({ "message_id": id, "row": 0, "column": 0 });
    let first = world.alice("press", press.clone());
    world.result("answerCallbackQuery", json!({ "callback_query_id": first["query"], "text": "t", "cache_time": 10 }));
    assert_eq!(world.alice("press", press.clone())["answer"]["text"], "t");
    world.advance(10 * SECOND);
    assert!(world.alice("press", press)["query"].is_string());
    assert_eq!(world.updates().len(), 2);
}

#[test]
fn a_url_is_opened_for_games_and_deep_links_only() {
    let mut world = World::new();
    let id = with_button(&mut world, &json!({ "text": "b", "callback_data": "data" }));
    let press = world.alice("press", json!({ "message_id": id, "text": "b" }));
    for (url, opened) in [
        ("https://game.example/", false),
        ("https://share.example/other_bot?start=x", false),
        ("https://share.example/box_bot?start=x", true),
    ] {
        let answer = json!({ "callback_query_id": press["query"], "url": url });
        assert_eq!(world.call("answerCallbackQuery", answer)["ok"], json!(opened), "{url}");
    }
}

#[test]
fn other_buttons_do_what_they_say() {
    let mut world = World::new();
    for (button, expected) in [
        (json!({ "text": "b", "url": "https://e.example" }), json!({ "kind": "url", "url": "https://e.example" })),
        (json!({ "text": "b", "switch_inline_query": "" }), json!({ "kind": "switch_inline_query", "query": "" })),
    ] {
        let id = with_button(&mut world, &button);
        assert_eq!(world.alice("press", json!({ "message_id": id, "text": "b" })), expected);
    }
    for bytes in [0, 1, 64, 65] {
        let button = json!({ "text": "b", "callback_data": "x".repeat(bytes) });
        let input = json!({ "chat_id": ALICE, "text": "x", "reply_markup": { "inline_keyboard": [[button]] } });
        assert_eq!(world.call("sendMessage", input)["ok"], json!((1..=64).contains(&bytes)));
    }
}

#[test]
fn a_reply_keyboard_writes_for_the_user() {
    let mut world = World::new();
    let keyboard = json!({ "keyboard": [
        [{ "text": "yes" }, { "text": "phone", "request_contact": true }, { "text": "where", "request_location": true }],
    ] });
    let send = |world: &mut World, markup: &Value| {
        world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup }));
    };
    send(&mut world, &keyboard);
    assert_eq!(world.alice("keyboard", json!({})), keyboard);
    world.alice("press", json!({ "text": "yes" }));
    world.alice("press", json!({ "text": "phone" }));
    world.alice("press", json!({ "text": "where", "latitude": 1, "longitude": 2 }));
    let updates = world.updates();
    assert_eq!(updates[0]["message"]["text"], "yes");
    assert_eq!(updates[1]["message"]["contact"]["user_id"], json!(ALICE));
    assert_eq!(updates[2]["message"]["location"], json!({ "latitude": 1.0, "longitude": 2.0 }));
    send(&mut world, &json!({ "keyboard": [[{ "text": "short" }]] }));
    assert_eq!(world.alice("keyboard", json!({}))["keyboard"], json!([[{ "text": "short" }]]));
    send(&mut world, &json!({ "remove_keyboard": true }));
    assert_eq!(world.alice("keyboard", json!({})), json!(null));
    let group = world.chat("group");
    let asked = world.call("sendMessage", json!({ "chat_id": group, "text": "x", "reply_markup": keyboard }));
    assert_eq!(asked["error_code"], 400);
}

#[test]
fn a_selective_keyboard_is_for_those_mentioned_and_replied_to() {
    let mut world = World::new();
    let group = world.chat("group");
    let keyboard = json!({ "keyboard": [[{ "text": "yes" }]], "selective": true });
    let seen = |world: &mut World, text: &str, reply_to: Option<&Value>| {
        let mut input = json!({ "chat_id": group, "text": text, "reply_markup": keyboard });
        if let Some(id) = reply_to {
            input["reply_to_message_id"] = id.clone();
        }
        world.result("sendMessage", input);
        let seen = [ALICE, BOB].map(|user| world.act("keyboard", json!({ "user": user, "chat": group })).is_object());
        let remove = json!({ "chat_id": group, "text": "-", "reply_markup": { "remove_keyboard": true } });
        world.result("sendMessage", remove);
        seen
    };
    for (text, is_bobs) in [
        ("hi @Bob!", true),
        ("(@bob)", true),
        ("hi,@bob", true),
        ("@bob-", true),
        ("bob", false),
        ("al@bob", false),
        ("@bobby", false),
        ("@bob_", false),
    ] {
        assert_eq!(seen(&mut world, text, None), [false, is_bobs], "{text}");
    }
    assert_eq!(seen(&mut world, "hi", None), [false, false]);
    let question = world.alice("write", json!({ "chat": group, "text": "?" }));
    assert_eq!(seen(&mut world, "hi", Some(&question["message_id"])), [true, false]);
}

#[test]
fn a_one_time_keyboard_can_be_opened_again_by_the_user_who_used_it() {
    let mut world = World::new();
    let keyboard = json!({ "keyboard": [[{ "text": "yes" }]], "one_time_keyboard": true });
    world.result("sendMessage", json!({ "chat_id": ALICE, "text": "?", "reply_markup": keyboard }));
    for _ in 0..2 {
        assert_eq!(world.alice("keyboard", json!({})), keyboard);
        assert_eq!(world.alice("press", json!({ "text": "yes" }))["kind"], "message");
    }
}

#[test]
fn a_message_of_more_than_30_days_is_only_identified() {
    let mut world = World::new();
    let id = with_button(&mut world, &json!({ "text": "b", "callback_data": "data" }));
    for (wait, text, date) in [(30 * DAY, json!("x"), world.now.unix()), (SECOND, json!(null), 0)] {
        world.advance(wait);
        world.alice("press", json!({ "message_id": id, "text": "b" }));
        let message = &world.updates()[0]["callback_query"]["message"];
        assert_eq!((&message["message_id"], &message["text"], &message["date"]), (&id, &text, &json!(date)));
        assert_eq!(message["chat"]["id"], json!(ALICE));
    }
}
