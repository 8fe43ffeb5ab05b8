//! Editing, deleting, live locations, forwards. Spec: core, Editing and deleting, Live locations.

use serde_json::{Value, json};

use super::super::{HOUR, SECOND};
use super::{ALICE, BOB, BOT, World, refused};

const CANNOT: &str = "Bad Request: message can't be edited";

#[test]
fn a_bot_edits_its_own_texts_captions_and_keyboards() {
    let mut world = World::new();
    let keyboard = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "x" }]] });
    let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "a", "reply_markup": keyboard }));
    let id = &sent["message_id"];
    world.advance(2 * SECOND);
    let edit = json!({ "chat_id": ALICE, "message_id": id, "text": "*b*", "parse_mode": "Markdown" });
    let edited = world.result("editMessageText", edit.clone());
    assert_eq!((&edited["text"], &edited["edit_date"]), (&json!("b"), &json!(world.now.unix())));
    assert_eq!(world.refusal("editMessageText", edit), "Bad Request: message is not modified");
    assert_eq!(world.alice("message", json!({ "message_id": id }))["reply_markup"], json!(null));
    world.result("editMessageReplyMarkup", json!({ "chat_id": ALICE, "message_id": id, "reply_markup": keyboard }));
    assert_eq!(world.alice("message", json!({ "message_id": id }))["reply_markup"], keyboard);
    let caption = json!({ "chat_id": ALICE, "message_id": id, "caption": "c" });
    assert_eq!(world.refusal("editMessageCaption", caption), "Bad Request: there is no caption in the message to edit");
    let file = world.result("sendDocument", json!({ "chat_id": ALICE, "document": "https://files.example/a.pdf" }));
    let caption = json!({ "chat_id": ALICE, "message_id": file["message_id"], "caption": "c" });
    assert_eq!(world.result("editMessageCaption", caption)["caption"], "c");
    let text = json!({ "chat_id": ALICE, "message_id": file["message_id"], "text": "c" });
    assert_eq!(world.refusal("editMessageText", text), "Bad Request: there is no text in the message to edit");
    let missing = json!({ "chat_id": ALICE, "message_id": 99, "text": "c" });
    assert_eq!(world.refusal("editMessageText", missing), "Bad Request: message to edit not found");
}

#[test]
fn a_message_with_another_keyboard_or_of_somebody_else_cannot_be_edited() {
    let mut world = World::new();
    for markup in
        [json!({ "keyboard": [[{ "text": "x" }]] }), json!({ "remove_keyboard": true }), json!({ "force_reply": true })]
    {
        let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "a", "reply_markup": markup }));
        let edit = json!({ "chat_id": ALICE, "message_id": sent["message_id"], "text": "b" });
        assert_eq!(world.refusal("editMessageText", edit), CANNOT);
    }
    let own = world.write("mine");
    let edit = json!({ "chat_id": ALICE, "message_id": own["message_id"], "text": "b" });
    assert_eq!(world.refusal("editMessageText", edit), CANNOT);
}

#[test]
fn a_channel_editor_edits_posts_of_others_and_gets_true() {
    let mut world = World::new();
    let channel = world.chat("channel");
    let post = world.alice("write", json!({ "chat": channel, "text": "post" }));
    let updates = world.updates();
    assert_eq!(updates[0]["channel_post"]["text"], "post");
    assert_eq!(updates[0]["channel_post"]["from"], json!(null));
    let edit = json!({ "chat_id": channel, "message_id": post["message_id"], "text": "better" });
    assert_eq!(world.result("editMessageText", edit.clone()), true);
    world.alice("promote", json!({ "chat": channel, "member": BOT, "can_post_messages": true }));
    let edit = json!({ "chat_id": channel, "message_id": post["message_id"], "text": "worse" });
    assert_eq!(world.refusal("editMessageText", edit), CANNOT);
}

#[test]
fn deleting_ends_after_48_hours() {
    let mut world = World::new();
    let group = world.chat("supergroup");
    for (wait, deleted) in [(48 * HOUR - SECOND, true), (48 * HOUR, false)] {
        let sent = world.result("sendMessage", json!({ "chat_id": group, "text": "a" }));
        world.advance(wait);
        let input = json!({ "chat_id": group, "message_id": sent["message_id"] });
        assert_eq!(world.call("deleteMessage", input)["ok"], json!(deleted), "{wait}");
    }
    let missing = json!({ "chat_id": group, "message_id": 99 });
    assert_eq!(world.refusal("deleteMessage", missing), "Bad Request: message to delete not found");
}

#[test]
fn who_may_delete_what() {
    // kind, rights of the bot (none: an ordinary member), own message, others' message
    for (kind, rights, own, others) in [
        ("group", None, true, false),
        ("group", Some("can_change_info"), true, true),
        ("supergroup", None, true, false),
        ("supergroup", Some("can_pin_messages"), true, false),
        ("supergroup", Some("can_delete_messages"), true, true),
        ("channel", Some("can_post_messages"), true, false),
        ("channel", Some("can_delete_messages"), true, true),
    ] {
        let mut world = World::new();
        let chat = world.chat(kind);
        let by_bot = world.result("sendMessage", json!({ "chat_id": chat, "text": "a" }));
        let by_alice = world.alice("write", json!({ "chat": chat, "text": "b" }));
        let mut promotion = json!({ "chat": chat, "member": BOT });
        if let Some(right) = rights {
            promotion[right] = json!(true);
        }
        assert_eq!(world.alice("promote", promotion), true);
        for (message, allowed) in [(by_bot, own), (by_alice, others)] {
            let input = json!({ "chat_id": chat, "message_id": message["message_id"] });
            assert_eq!(world.call("deleteMessage", input)["ok"], json!(allowed), "{kind} {rights:?}");
        }
    }
    let mut world = World::new();
    let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "a" }));
    let input = json!({ "chat_id": ALICE, "message_id": sent["message_id"] });
    assert_eq!(world.refusal("deleteMessage", input), "Bad Request: message can't be deleted");
}

#[test]
fn a_live_location_moves_until_it_expires_or_is_stopped() {
    for stopped in [false, true] {
        let mut world = World::new();
        let input = json!({ "chat_id": ALICE, "latitude": 1.5, "longitude": 2, "live_period": 60 });
        let sent = world.result("sendLocation", input);
        let target = json!({ "chat_id": ALICE, "message_id": sent["message_id"] });
        let mut moved = target.clone();
        (moved["latitude"], moved["longitude"]) = (json!(-3.25), json!(4));
        world.advance(60 * SECOND - 1);
        let edited = world.result("editMessageLiveLocation", moved.clone());
        assert_eq!(edited["location"], json!({ "latitude": -3.25, "longitude": 4.0 }));
        if stopped {
            world.result("stopMessageLiveLocation", target.clone());
        } else {
            world.advance(1);
        }
        assert_eq!(world.refusal("editMessageLiveLocation", moved), CANNOT);
        assert_eq!(world.refusal("stopMessageLiveLocation", target), CANNOT);
    }
    let mut world = World::new();
    for (period, fits) in [(59, false), (60, true), (86_400, true), (86_401, false)] {
        let input = json!({ "chat_id": ALICE, "latitude": 1, "longitude": 2, "live_period": period });
        assert_eq!(world.call("sendLocation", input)["ok"], json!(fits));
    }
    let sent = world.result("sendLocation", json!({ "chat_id": ALICE, "latitude": 1, "longitude": 2 }));
    let moved = json!({ "chat_id": ALICE, "message_id": sent["message_id"], "latitude": 1, "longitude": 3 });
    assert_eq!(world.refusal("editMessageLiveLocation", moved), CANNOT);
}

#[test]
fn a_user_edits_and_the_bot_learns_of_it() {
    let mut world = World::new();
    let sent = world.write("one");
    world.updates();
    world.advance(SECOND);
    world.alice("edit", json!({ "message_id": sent["message_id"], "text": "/two" }));
    let updates = world.updates();
    assert_eq!(updates[0]["edited_message"]["text"], "/two");
    assert_eq!(updates[0]["edited_message"]["entities"][0]["type"], "bot_command");
    assert_eq!(updates[0]["edited_message"]["edit_date"], json!(world.now.unix()));
}

#[test]
fn a_forward_says_where_it_comes_from() {
    let mut world = World::new();
    let group = world.chat("group");
    let own = world.write("mine");
    world.advance(SECOND);
    let input = json!({ "chat_id": group, "from_chat_id": ALICE, "message_id": own["message_id"] });
    let first = world.result("forwardMessage", input);
    assert_eq!((&first["text"], &first["forward_from"]["id"]), (&json!("mine"), &json!(ALICE)));
    assert_eq!(first["forward_date"], own["date"]);
    let again = json!({ "chat_id": BOB, "from_chat_id": group, "message_id": first["message_id"] });
    assert_eq!(world.result("forwardMessage", again)["forward_from"]["id"], json!(ALICE));
    let input =
        json!({ "type": "channel", "creator": ALICE, "administrators": [BOT], "signs": true, "username": "news" });
    let channel = world.act("add_chat", input)["id"].clone();
    let post = world.alice("write", json!({ "chat": channel, "text": "post" }));
    let input = json!({ "chat_id": ALICE, "from_chat_id": "@News", "message_id": post["message_id"] });
    let forwarded = world.result("forwardMessage", input);
    assert_eq!(forwarded["forward_from_chat"]["id"], channel);
    assert_eq!(forwarded["forward_from_message_id"], post["message_id"]);
    assert_eq!(forwarded["forward_signature"], "Alice");
    let missing = world.call("forwardMessage", json!({ "chat_id": ALICE, "from_chat_id": ALICE, "message_id": 99 }));
    assert_eq!(missing, refused(400, "Bad Request: message to forward not found"));
}

#[test]
fn a_target_is_one_of_two() {
    let mut world = World::new();
    for target in [
        json!({}),
        json!({ "chat_id": ALICE }),
        json!({ "message_id": 1 }),
        json!({ "chat_id": ALICE, "message_id": 1, "inline_message_id": "x" }),
    ] {
        for method in ["editMessageText", "editMessageCaption", "editMessageReplyMarkup", "stopMessageLiveLocation"] {
            let mut input = target.clone();
            input["text"] = json!("t");
            assert_eq!(world.call(method, input)["error_code"], 400);
        }
    }
}

#[test]
fn a_user_deletes_what_is_new_and_own_and_an_administrator_all() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let mut by =
        |user: i64| world.act("write", json!({ "user": user, "chat": chat, "text": "x" }))["message_id"].clone();
    let [of_alice, of_bob, of_bob_too, old] = [by(ALICE), by(BOB), by(BOB), by(BOB)];
    let refused = json!("Bad Request: message can't be deleted");
    let delete = |user: i64, message: &Value| json!({ "user": user, "chat": chat, "message_id": message });
    assert_eq!(world.act("delete", delete(BOB, &of_alice)), refused);
    assert_eq!(world.act("delete", delete(BOB, &of_bob)), true);
    world.advance(48 * HOUR - SECOND);
    assert_eq!(world.act("delete", delete(BOB, &of_bob_too)), true);
    world.advance(SECOND);
    assert_eq!(world.act("delete", delete(BOB, &old)), refused);
    assert_eq!(world.act("delete", delete(ALICE, &old)), true);
}
