//! Parameters that clients of later interfaces send, and fields that they need.

use serde_json::{Value, json};

use super::super::{Options, Service};
use super::{ALICE, BOB, World};

#[test]
fn later_replies_are_replies() {
    let mut world = World::compat();
    world.write("hello");
    let reply = |mut input: Value| {
        (input["chat_id"], input["text"]) = (json!(ALICE), json!("x"));
        input
    };
    let answered = |message: Value| message["reply_to_message"]["text"].clone();
    let later = reply(json!({ "reply_parameters": { "message_id": 1 } }));
    assert_eq!(answered(world.result("sendMessage", later)), "hello");
    let in_a_form = reply(json!({ "reply_parameters": "{\"message_id\":1}" }));
    assert_eq!(answered(world.result("sendMessage", in_a_form)), "hello");

    let gone = reply(json!({ "reply_parameters": { "message_id": 99 } }));
    assert_eq!(world.refusal("sendMessage", gone), "Bad Request: reply message not found");
    for forgiving in [
        json!({ "reply_parameters": { "message_id": 99, "allow_sending_without_reply": true } }),
        json!({ "reply_to_message_id": 99, "allow_sending_without_reply": "true" }),
    ] {
        assert_eq!(answered(world.result("sendMessage", reply(forgiving))), json!(null));
    }
}

#[test]
fn later_permissions_and_results_are_understood() {
    let mut world = World::compat();
    let chat = world.chat("supergroup");
    let member = json!({ "chat_id": chat, "user_id": BOB });
    let mut restrict = |permissions: Value| {
        world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": BOB, "permissions": permissions }));
        world.result("getChatMember", member.clone())
    };
    let shown = restrict(json!({ "can_send_messages": true, "can_send_photos": true, "can_send_polls": false }));
    assert_eq!(shown["can_send_media_messages"], true);
    assert_eq!(shown["can_send_other_messages"], false);
    assert_eq!((&shown["can_send_photos"], &shown["until_date"]), (&json!(true), &json!(0)));
    let all = json!({ "can_send_photos": true, "can_send_other_messages": true, "can_add_web_page_previews": true, "can_send_messages": true });
    assert_eq!(restrict(all)["status"], "member");

    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let photo =
        json!({ "type": "photo", "id": "1", "photo_url": "https://x.test/p", "thumbnail_url": "https://x.test/t" });
    let button = json!({ "text": "more", "start_parameter": "p" });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [photo], "button": button }));
    let answer = world.act("query", json!({ "query": query }))["answer"].clone();
    assert_eq!(answer["switch_pm_text"], "more");
    assert_eq!(answer["results"][0]["thumb_url"], "https://x.test/t");
}

#[test]
fn results_hold_what_later_clients_need() {
    let mut world = World::compat();
    let sent = world.upload("sendSticker", json!({ "chat_id": ALICE }), &[("sticker", "a.webp", b"x")]);
    let sticker = &sent["result"]["sticker"];
    assert_eq!((&sticker["type"], &sticker["is_animated"]), (&json!("regular"), &json!(false)));
    let file = world.result("getFile", json!({ "file_id": sticker["file_id"] }));
    assert!(file["file_unique_id"].is_string());
    assert_eq!(file["file_unique_id"], sticker["file_unique_id"]);
    assert_eq!(world.result("getChat", json!({ "chat_id": ALICE }))["accent_color_id"], 0);
    let chat = world.chat("supergroup");
    let bot = world.result("getChatAdministrators", json!({ "chat_id": chat }));
    assert_eq!(bot[1]["can_manage_chat"], true);
}

#[test]
fn later_stickers_are_unpacked() {
    let mut world = World::compat();
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 2, 0, 0, 0, 2, 0]);
    let sticker = json!({ "sticker": "attach://f", "format": "static", "emoji_list": ["😀", "😁"] });
    let set = json!({ "user_id": ALICE, "name": "s_by_box_bot", "title": "S", "stickers": [sticker] });
    assert_eq!(world.upload("createNewStickerSet", set, &[("f", "a.png", &png)])["ok"], true);
    let add = json!({ "user_id": ALICE, "name": "s_by_box_bot", "sticker": sticker.to_string() });
    assert_eq!(world.upload("addStickerToSet", add, &[("f", "a.png", &png)])["ok"], true);
    let file = json!({ "user_id": ALICE, "sticker": "attach://f", "sticker_format": "static" });
    assert_eq!(world.upload("uploadStickerFile", file, &[("f", "a.png", &png)])["ok"], true);
    let set = world.result("getStickerSet", json!({ "name": "s_by_box_bot" }));
    assert_eq!((&set["stickers"][1]["emoji"], &set["sticker_type"]), (&json!("😀😁"), &json!("regular")));
}

#[test]
fn spellings_of_clients_are_understood() {
    let mut world = World::compat();
    for input in [
        json!({ "parse_mode": "html" }),
        json!({ "parse_mode": "HTML", "reply_markup": {} }),
        json!({ "parse_mode": "Html", "reply_markup": "null" }),
    ] {
        let mut input = input;
        (input["chat_id"], input["text"]) = (json!(ALICE), json!("<b>x</b>"));
        assert_eq!(world.result("sendMessage", input)["entities"][0]["type"], "bold");
    }
    let plain = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "<b>x</b>", "parse_mode": "" }));
    assert_eq!(plain["text"], "<b>x</b>");
    let other = json!({ "chat_id": ALICE, "text": "x", "parse_mode": "BBCode" });
    assert!(world.refusal("sendMessage", other).contains("parse_mode"));
    world.result("sendChatAction", json!({ "chat_id": ALICE, "action": "record_voice" }));
    assert_eq!(world.alice("action", json!({})), "record_audio");
}

#[test]
fn pending_updates_are_dropped_when_asked() {
    let mut world = World::compat();
    for (method, input) in [
        ("deleteWebhook", json!({ "drop_pending_updates": "True" })),
        ("setWebhook", json!({ "url": "https://bot.example/", "drop_pending_updates": true })),
    ] {
        world.write("old");
        world.result(method, input);
        assert_eq!(world.result("getWebhookInfo", json!({}))["pending_update_count"], 0);
    }
    world.write("new");
    assert_eq!(world.deliveries().0, ["new"]);
}

#[test]
fn get_me_tells_more_of_the_bot() {
    assert_eq!(World::compat().result("getMe", json!({}))["can_join_groups"], true);
}

#[test]
fn a_snapshot_keeps_what_it_was_made_with() {
    let world = World::compat();
    let Ok(service) = Service::load(Options::default(), &world.service.save()) else { panic!("not a snapshot") };
    let mut restored = World { service, now: world.now };
    assert_eq!(restored.result("getMe", json!({}))["can_join_groups"], true);
}

#[test]
fn without_compat_nothing_of_a_later_interface_is_obeyed() {
    let mut world = World::new();
    world.write("hello");
    let reply = json!({ "chat_id": ALICE, "text": "x", "reply_parameters": { "message_id": 1 } });
    assert_eq!(world.result("sendMessage", reply)["reply_to_message"], json!(null));
    let gone = json!({ "chat_id": ALICE, "text": "x", "reply_to_message_id": 99, "allow_sending_without_reply": true });
    assert_eq!(world.refusal("sendMessage", gone), "Bad Request: reply message not found");
    for (name, value) in [
        ("parse_mode", json!("html")),
        ("parse_mode", json!("markdown")),
        ("reply_markup", json!({ "keyboard": [["A"]] })),
        ("reply_markup", json!({})),
    ] {
        let mut input = json!({ "chat_id": ALICE, "text": "x" });
        input[name] = value;
        assert!(world.refusal("sendMessage", input).contains(name));
    }
    for action in ["upload_voice", "record_voice"] {
        assert!(world.refusal("sendChatAction", json!({ "chat_id": ALICE, "action": action })).contains("action"));
    }

    let chat = world.chat("supergroup");
    let permissions = json!({ "can_send_messages": true, "can_send_photos": true });
    let member = json!({ "chat_id": chat, "user_id": BOB });
    world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": BOB, "permissions": permissions }));
    let shown = world.result("getChatMember", member);
    assert_eq!((&shown["can_send_messages"], &shown["can_send_media_messages"]), (&json!(false), &json!(false)));

    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let photo = json!({ "type": "photo", "id": "1", "photo_url": "https://x.test/p", "thumb_url": "https://x.test/s",
        "thumbnail_url": "https://x.test/t" });
    let button = json!({ "text": "more", "start_parameter": "p" });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [photo], "button": button }));
    let answer = world.act("query", json!({ "query": query }))["answer"].clone();
    assert_eq!(
        (&answer["switch_pm_text"], &answer["results"][0]["thumb_url"]),
        (&json!(null), &json!("https://x.test/s"))
    );
    let only_later =
        json!({ "type": "photo", "id": "1", "photo_url": "https://x.test/p", "thumbnail_url": "https://x.test/t" });
    let query = world.alice("type", json!({ "query": "other" }))["query"].clone();
    let refusal = world.refusal("answerInlineQuery", json!({ "inline_query_id": query, "results": [only_later] }));
    assert!(refusal.contains("thumb_url"), "{refusal}");

    world.write("old");
    world.result(
        "setWebhook",
        json!({ "url": "https://bot.example/", "drop_pending_updates": true, "secret_token": "s" }),
    );
    let (_, deliveries) = world.deliveries();
    assert!(!deliveries.is_empty() && deliveries.iter().all(|delivery| delivery.secret.is_empty()));
    world.result("deleteWebhook", json!({ "drop_pending_updates": true }));
    assert_ne!(world.result("getWebhookInfo", json!({}))["pending_update_count"], json!(0));
    let set = json!({ "user_id": ALICE, "name": "s_by_box_bot", "title": "S", "stickers": [{ "sticker": "x" }] });
    assert!(world.refusal("createNewStickerSet", set).contains("png_sticker"));
}

#[test]
fn a_secret_that_no_header_can_carry_is_refused() {
    let long = "x".repeat(257);
    for secret in ["s 1", "s\n", "é", &long] {
        let input = json!({ "url": "https://bot.example/", "secret_token": secret });
        let expected = "Bad Request: secret_token: expected 1 to 256 characters of A-Z, a-z, 0-9, _ and -";
        assert_eq!(World::compat().refusal("setWebhook", input.clone()), expected);
        assert_eq!(World::new().result("setWebhook", input), true);
    }
    let input = json!({ "url": "https://bot.example/", "secret_token": "a_B-9" });
    assert_eq!(World::compat().result("setWebhook", input), true);
}
