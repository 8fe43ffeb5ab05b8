//! Buttons that only games and invoices have, through sending and editing. Spec: core, Keyboard objects; second document.

use serde_json::{Value, json};

use super::{ALICE, World};

fn keyboard(button: &Value) -> Value {
    json!({ "inline_keyboard": [[button]] })
}

fn invoice(markup: &Value) -> Value {
    json!({
        "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "t",
        "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "l", "amount": 5 }], "reply_markup": markup,
    })
}

#[test]
fn a_pay_button_is_for_invoices_and_a_game_button_for_games() {
    let mut world = World::new();
    let launching = keyboard(&json!({ "text": "b", "callback_game": {} }));
    let paying = keyboard(&json!({ "text": "b", "pay": true }));
    let data = keyboard(&json!({ "text": "b", "callback_data": "\"pay\":true" }));
    for (markup, text, game, paid) in
        [(&launching, false, true, false), (&paying, false, false, true), (&data, true, false, false)]
    {
        let message = json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup });
        assert_eq!(world.call("sendMessage", message)["ok"], json!(text), "{markup}");
        let sent = json!({ "chat_id": ALICE, "game_short_name": "g", "reply_markup": markup });
        assert_eq!(world.call("sendGame", sent)["ok"], json!(game), "{markup}");
        assert_eq!(world.call("sendInvoice", invoice(markup))["ok"], json!(paid), "{markup}");
        let text_id = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x" }))["message_id"].clone();
        let game_id =
            world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }))["message_id"].clone();
        let other = json!({ "text": "other", "callback_game": {} });
        let edit = |id: &Value, markup: &Value| json!({ "chat_id": ALICE, "message_id": id, "reply_markup": markup });
        assert_eq!(world.call("editMessageReplyMarkup", edit(&text_id, markup))["ok"], json!(text), "{markup}");
        assert_eq!(world.call("editMessageReplyMarkup", edit(&game_id, markup))["ok"], json!(game), "{markup}");
        assert_eq!(world.call("editMessageReplyMarkup", edit(&game_id, &keyboard(&other)))["ok"], true);
    }
}

#[test]
fn a_button_opens_a_url_that_something_can_open() {
    let mut world = World::new();
    for (url, fits) in [
        ("https://e.example/?a=b c", false),
        ("https://e.example/?a=b", true),
        ("http://localhost", true),
        ("e.example/path", true),
        ("tg://user?id=7", false),
        ("zz://user?id=5", false),
        ("HTTP://e.example", true),
        ("http://x:65535/", true),
        ("http://x:65536/", false),
        ("http://x:99999/", false),
        ("http://x:+80/", false),
        ("http://x:80:80", false),
        ("http://x:/?a=:99999", true),
        ("http://[::1]:8080/", true),
        ("http://[::1]:99999/", false),
        ("http://u:pass@x:80", true),
        ("http://u:pass@x:pass", false),
        ("e.example:99999", false),
        ("e.example://path", false),
        ("e.example/?u=ftp://x", true),
        ("", false),
        ("https://", false),
        ("https:///path", false),
        ("https://?query", false),
        ("ftp://e.example", false),
        ("nothing", false),
        (".", false),
        ("e.example:8080/path", true),
        ("javascript:alert(1.5)", false),
        ("alice@e.example", false),
    ] {
        let markup = keyboard(&json!({ "text": "b", "url": url }));
        let sent = world.call("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup }));
        assert_eq!(sent["ok"], json!(fits), "{url}");
    }
}

#[test]
fn games_and_invoices_never_lose_their_button() {
    let mut world = World::new();
    let extra = json!([[{ "text": "first", "pay": true }, { "text": "b", "url": "https://e.example" }]]);
    let sent = world.result("sendInvoice", invoice(&json!({ "inline_keyboard": extra })));
    let id = &sent["message_id"];
    for markup in [json!({ "inline_keyboard": [] }), json!(null)] {
        let again = json!({ "chat_id": ALICE, "message_id": id, "reply_markup": { "inline_keyboard": extra } });
        world.call("editMessageReplyMarkup", again);
        world.result("editMessageReplyMarkup", json!({ "chat_id": ALICE, "message_id": id, "reply_markup": markup }));
        let seen = world.alice("message", json!({ "message_id": id }));
        assert_eq!(seen["reply_markup"]["inline_keyboard"], json!([[{ "text": "Pay 0.05 EUR", "pay": true }]]));
    }
}

#[test]
fn a_press_may_carry_data_of_its_own_and_bots_do_not_share_answers() {
    let mut world = World::new();
    let markup = keyboard(&json!({ "text": "b", "callback_data": "b" }));
    let send = json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup });
    let second = super::super::NewBot { token: Some("43:other".into()), ..Default::default() };
    assert!(world.service.add_bot(second).is_ok());
    world.alice("unblock", json!({ "bot": 43 }));
    world.result("sendMessage", send.clone());
    world.service.call(world.now, "43:other", "sendMessage", send);
    let press = world.alice("press", json!({ "message_id": 1, "text": "b", "data": "forged" }));
    assert_eq!(world.updates()[0]["callback_query"]["data"], "forged");
    world.result("answerCallbackQuery", json!({ "callback_query_id": press["query"], "cache_time": 60 }));
    let press = world.alice("press", json!({ "message_id": 1, "text": "b" }));
    world.result("answerCallbackQuery", json!({ "callback_query_id": press["query"], "cache_time": 60 }));
    assert!(world.alice("press", json!({ "message_id": 1, "text": "b" }))["answer"].is_object());
    assert!(world.alice("press", json!({ "message_id": 1, "text": "b", "bot": 43 }))["query"].is_string());
}

#[test]
fn a_press_without_a_message_finds_the_latest_inline_keyboard_with_the_button_else_the_reply_keyboard() {
    let mut world = World::new();
    let mut send = |markup: Value| {
        let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "?", "reply_markup": markup }));
        sent["message_id"].clone()
    };
    let inline = |text: &str, data: &str| keyboard(&json!({ "text": text, "callback_data": data }));
    let old = send(inline("Press me", "old"));
    send(inline("Press me", "new"));
    send(inline("Other", "other"));
    send(json!({ "keyboard": [[{ "text": "Press me" }, { "text": "Home" }]] }));
    for (input, data) in [
        (json!({ "text": "Press me" }), "new"),
        (json!({ "text": "Press me", "message_id": old }), "old"),
        (json!({ "text": "Other" }), "other"),
        (json!({ "row": 0, "column": 0 }), "other"),
        (json!({ "row": 0 }), "other"),
    ] {
        assert_eq!(world.alice("press", input.clone())["kind"], "callback", "{input}");
        assert_eq!(world.updates().pop().expect("an update")["callback_query"]["data"], json!(data), "{input}");
    }
    for input in [json!({ "text": "Home" }), json!({ "row": 0, "column": 1 })] {
        assert_eq!(world.alice("press", input.clone())["kind"], "message", "{input}");
        assert_eq!(world.updates().pop().expect("an update")["message"]["text"], "Home");
    }
    let refused = "Bad Request: button not found: \"Away\"; there are \"Press me\", \"Home\", \"Other\"";
    assert_eq!(world.alice("press", json!({ "text": "Away" })), json!(refused));
    let refused = "Bad Request: button not found: \"Home\"; there are \"Press me\"";
    assert_eq!(world.alice("press", json!({ "text": "Home", "message_id": old })), json!(refused));
}

#[test]
fn the_bot_that_sets_the_keyboard_of_a_post_gets_its_presses() {
    let mut world = World::new();
    let chat = world.chat("channel");
    let other = super::super::NewBot { token: Some("43:other".into()), ..Default::default() };
    assert!(world.service.add_bot(other).is_ok());
    world.alice("add", json!({ "chat": chat, "member": 43 }));
    let rights = json!({ "chat": chat, "member": 43, "can_edit_messages": true });
    assert_eq!(world.alice("promote", rights), true);
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let markup = |data: &str| keyboard(&json!({ "text": "b", "callback_data": data }));
    let result = json!({ "type": "article", "id": "1", "title": "t", "input_message_content": { "message_text": "x" },
        "reply_markup": markup("inline") });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
    let chosen = world.alice("choose", json!({ "query": query, "result_id": "1", "chat": chat }));
    let written = world.alice("write", json!({ "chat": chat, "text": "x" }));
    let own = world.result("sendMessage", json!({ "chat_id": chat, "text": "x", "reply_markup": markup("own") }));
    for post in [&chosen, &written, &own] {
        let id = &post["message_id"];
        let edit = json!({ "chat_id": chat, "message_id": id, "reply_markup": markup("other") });
        let edit = edit.as_object().cloned().unwrap_or_default();
        let edited = world.service.call(world.now, "43:other", "editMessageReplyMarkup", edit);
        assert_eq!(super::envelope(&edited)["result"], true);
        world.updates();
        let confirm = json!({ "offset": -1 }).as_object().cloned().unwrap_or_default();
        world.service.call(world.now, "43:other", "getUpdates", confirm.clone());
        assert_eq!(world.alice("press", json!({ "chat": chat, "message_id": id, "text": "b" }))["kind"], "callback");
        assert_eq!(world.updates().len(), 0);
        let got = super::envelope(&world.service.call(world.now, "43:other", "getUpdates", confirm));
        let query = &got["result"][0]["callback_query"];
        assert_eq!((&query["data"], &query["message"]["message_id"]), (&json!("other"), id), "{got}");
        assert_eq!(query["inline_message_id"], json!(null));
    }
}
