//! Calls in the wrong order and calls repeated: refused, and nothing changes.

use serde_json::{Value, json};

use super::{ALICE, BOB, World};

#[test]
fn what_is_done_cannot_be_done_again() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let message = world.result("sendMessage", json!({ "chat_id": chat, "text": "x" }))["message_id"].clone();
    let live = json!({ "chat_id": chat, "latitude": 1, "longitude": 2, "live_period": 60 });
    let live = world.result("sendLocation", live)["message_id"].clone();
    let at = |id: &Value| json!({ "chat_id": chat, "message_id": id });
    world.upload("setChatPhoto", json!({ "chat_id": chat }), &[("photo", "p", b"p")]);
    for (method, input) in [
        ("pinChatMessage", at(&message)),
        ("unpinChatMessage", json!({ "chat_id": chat })),
        ("deleteChatPhoto", json!({ "chat_id": chat })),
        ("stopMessageLiveLocation", at(&live)),
        ("editMessageText", json!({ "chat_id": chat, "message_id": message, "text": "y" })),
        ("deleteMessage", at(&message)),
    ] {
        assert_eq!(world.call(method, input.clone())["ok"], true, "{method}");
        let before = world.service.save();
        assert_eq!(world.call(method, input)["error_code"], 400, "{method}");
        assert!(world.service.save() == before, "{method} changed something");
    }
    for (method, input) in [
        ("editMessageText", json!({ "chat_id": chat, "message_id": message, "text": "z" })),
        ("pinChatMessage", at(&message)),
        ("forwardMessage", json!({ "chat_id": chat, "from_chat_id": chat, "message_id": message })),
        ("sendMessage", json!({ "chat_id": chat, "text": "x", "reply_to_message_id": message })),
        ("editMessageLiveLocation", json!({ "chat_id": chat, "message_id": live, "latitude": 1, "longitude": 1 })),
        ("answerCallbackQuery", json!({ "callback_query_id": "1" })),
        ("answerInlineQuery", json!({ "inline_query_id": "1", "results": [] })),
        ("answerShippingQuery", json!({ "shipping_query_id": "1", "ok": false, "error_message": "no" })),
        ("answerPreCheckoutQuery", json!({ "pre_checkout_query_id": "1", "ok": true })),
    ] {
        let before = world.service.save();
        assert_eq!(world.call(method, input)["error_code"], 400, "{method}");
        assert!(world.service.save() == before, "{method} changed something");
    }
}

#[test]
fn what_may_be_repeated_stays_the_same() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let link = world.result("exportChatInviteLink", json!({ "chat_id": chat }));
    for (method, input) in [
        ("kickChatMember", json!({ "chat_id": chat, "user_id": BOB })),
        ("unbanChatMember", json!({ "chat_id": chat, "user_id": BOB })),
        ("setChatDescription", json!({ "chat_id": chat, "description": "d" })),
        ("setChatDescription", json!({ "chat_id": chat })),
        ("deleteWebhook", json!({})),
        ("setWebhook", json!({ "url": "" })),
    ] {
        world.result(method, input.clone());
        let before = world.service.save();
        assert_eq!(world.result(method, input), true, "{method}");
        assert!(world.service.save() == before, "{method} changed something");
    }
    world.refusal("unbanChatMember", json!({ "chat_id": chat, "user_id": ALICE }));
    assert_eq!(world.result("getChatMember", json!({ "chat_id": chat, "user_id": ALICE }))["status"], "creator");
    assert_ne!(world.result("exportChatInviteLink", json!({ "chat_id": chat })), link);
}

#[test]
fn answers_of_other_kinds_bots_and_times_are_refused() {
    let mut world = World::new();
    let typed = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let invalid = "Bad Request: query is too old and response timeout expired or query ID is invalid";
    assert_eq!(world.refusal("answerCallbackQuery", json!({ "callback_query_id": typed })), invalid);
    world.advance(crate::emulator::DAY);
    world.result("answerInlineQuery", json!({ "inline_query_id": typed, "results": [] }));
    world.advance(1);
    assert_eq!(world.refusal("answerInlineQuery", json!({ "inline_query_id": typed, "results": [] })), invalid);
}

#[test]
fn kinds_of_updates_that_are_unknown_are_kept_with_compat() {
    let unknown = json!({ "allowed_updates": ["message_reaction", "message"] });
    assert_eq!(World::new().call("getUpdates", unknown.clone())["ok"], false);
    let mut world = World::compat();
    world.result("getUpdates", unknown);
    assert_eq!(world.result("getWebhookInfo", json!({}))["allowed_updates"], json!(["message_reaction", "message"]));
    world.result("getUpdates", json!({ "allowed_updates": ["message_reaction"] }));
    assert_eq!(world.result("getWebhookInfo", json!({}))["allowed_updates"], json!(["message_reaction"]));
    world.result("getUpdates", json!({ "allowed_updates": [] }));
    assert_eq!(world.result("getWebhookInfo", json!({}))["allowed_updates"], json!(null));
}

#[test]
fn a_fault_in_markup_is_reported_with_its_byte_and_nothing_is_sent() {
    let mut world = World::new();
    for (mode, text, at) in [
        ("HTML", "😺<b>x", 4),
        ("HTML", "é<b>x</i>", 6),
        ("HTML", "<b><i>x</i></b>", 3),
        ("Markdown", "😺 *x", 5),
        ("Markdown", "é_x", 2),
    ] {
        for (method, field) in [("sendMessage", "text"), ("sendDocument", "caption")] {
            let mut input = json!({ "chat_id": ALICE, "parse_mode": mode, field: text });
            if field == "caption" {
                input["document"] = json!("https://e.example/a.pdf");
            }
            let refused = world.refusal(method, input);
            assert!(refused.ends_with(&format!("at byte offset {at}")), "{text}: {refused}");
        }
    }
    assert!(world.alice("messages", json!({})).as_array().is_some_and(Vec::is_empty));
}
