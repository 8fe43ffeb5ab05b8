//! Decisions where the specification is ambiguous. The files of the methods explain them.

use serde_json::{Value, json};

use super::files::png;
use super::{ALICE, BOB, BOT, World};
use crate::emulator::clock::HOUR;

#[test]
fn a_timeout_or_cache_time_below_zero_is_zero() {
    let mut world = World::new();
    assert_eq!(world.result("getUpdates", json!({ "timeout": -1 })), json!([]));
    let markup = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "d" }]] });
    let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup }));
    let press = json!({ "message_id": sent["message_id"], "text": "b" });
    let query = world.alice("press", press.clone())["query"].clone();
    world.result("answerCallbackQuery", json!({ "callback_query_id": query, "cache_time": -1 }));
    assert!(world.alice("press", press)["query"].is_string());
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [], "cache_time": -1 }));
    world.updates();
    world.alice("type", json!({ "query": "q" }));
    assert_eq!(world.updates().len(), 1);
}

#[test]
fn numbers_without_a_range_are_taken_and_a_place_is_on_the_globe() {
    let mut world = World::new();
    let input = json!({ "chat_id": ALICE, "video": "https://e.example/v.mp4", "duration": -1 });
    assert_eq!(world.result("sendVideo", input)["video"]["duration"], -1);
    let refusal = world.refusal("sendLocation", json!({ "chat_id": ALICE, "latitude": 91, "longitude": 0 }));
    assert_eq!(refusal, "Bad Request: wrong location");
    let body = "chat_id=7&latitude=1e-7&longitude=-1.5E1";
    let sent = world.request("POST", "/bot42:secret/sendLocation", "application/x-www-form-urlencoded", body);
    assert_eq!(sent["result"]["location"], json!({ "latitude": 1e-7, "longitude": -15.0 }));
}

#[test]
fn where_all_members_are_administrators_their_status_is_member() {
    let mut world = World::new();
    world.bob();
    let input = json!({ "creator": ALICE, "members": [BOT, BOB], "all_members_are_administrators": true });
    let chat = world.act("add_chat", input)["id"].clone();
    let status = world.result("getChatMember", json!({ "chat_id": chat, "user_id": BOT }))["status"].clone();
    assert_eq!(status, "member");
    let written = world.act("write", json!({ "user": BOB, "chat": chat, "text": "x" }));
    world.result("deleteMessage", json!({ "chat_id": chat, "message_id": written["message_id"] }));
    world.result("exportChatInviteLink", json!({ "chat_id": chat }));
}

#[test]
fn an_invoice_may_cost_nothing_and_is_not_forwarded() {
    let mut world = World::new();
    let invoice = world.result(
        "sendInvoice",
        json!({ "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "x",
            "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "a", "amount": 0 }] }),
    );
    assert_eq!(invoice["invoice"]["total_amount"], 0);
    let forward = json!({ "chat_id": ALICE, "from_chat_id": ALICE, "message_id": invoice["message_id"] });
    assert_eq!(world.refusal("forwardMessage", forward), "Bad Request: message can't be forwarded");
}

#[test]
fn a_set_without_masks_has_no_positions_and_ends_at_its_end() {
    let mut world = World::new();
    let name = "s_by_box_bot";
    let mask = json!({ "point": "eyes", "x_shift": 0.0, "y_shift": 0.0, "scale": 1.0 });
    let input = json!({ "user_id": ALICE, "name": name, "title": "S", "emojis": "😀", "mask_position": mask });
    world.upload("createNewStickerSet", input, &[("png_sticker", "s.png", &png(512, 512))]);
    let input = json!({ "user_id": ALICE, "name": name, "emojis": "😀" });
    world.upload("addStickerToSet", input, &[("png_sticker", "s.png", &png(512, 512))]);
    let mut ids = || {
        let stickers = world.result("getStickerSet", json!({ "name": name }))["stickers"].clone();
        assert_eq!(stickers[0]["mask_position"], json!(null));
        (stickers[0]["file_id"].clone(), stickers[1]["file_id"].clone())
    };
    let (first, second) = ids();
    world.result("setStickerPositionInSet", json!({ "sticker": first, "position": 99 }));
    let stickers = world.result("getStickerSet", json!({ "name": name }))["stickers"].clone();
    assert_eq!((&stickers[0]["file_id"], &stickers[1]["file_id"]), (&second, &first));
}

#[test]
fn an_inline_query_is_answered_again() {
    let mut world = World::new();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let results = |id: &str| {
        json!([{ "type": "video", "id": id, "title": "t", "video_url": "https://e.example/v.mp4",
            "mime_type": "video/mp4", "thumb_url": "https://e.example/t.jpg" }])
    };
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": results("1") }));
    world.advance(HOUR);
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": results("2") }));
    let answer = world.act("query", json!({ "query": query }))["answer"].clone();
    assert_eq!(answer["results"][0]["id"], "2");
    assert!(world.alice("choose", json!({ "query": query, "result_id": "2" }))["video"].is_object());
}

#[test]
fn a_game_that_a_user_sent_is_known_by_its_inline_message_id_only() {
    let mut world = World::new();
    let chat = json!(world.chat("group"));
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let result = json!({ "type": "game", "id": "1", "game_short_name": "g" });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
    let sent = world.alice("choose", json!({ "query": query, "result_id": "1", "chat": chat }));
    let score = |target: Value| {
        let mut input = target;
        (input["user_id"], input["score"]) = (json!(BOB), json!(5));
        input
    };
    let by_chat = world.call("setGameScore", score(json!({ "chat_id": chat, "message_id": sent["message_id"] })));
    assert_eq!(by_chat["error_code"], 400);
    let inline = score(json!({ "inline_message_id": sent["inline_message_id"] }));
    assert_eq!(world.result("setGameScore", inline), true);
}

#[test]
fn a_text_of_a_message_that_is_too_long_has_one_description() {
    let mut world = World::new();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let answer = |text: &str| {
        let article = |id: &str, text: &str| json!({ "type": "article", "id": id, "title": "t", "input_message_content": { "message_text": text } });
        json!({ "inline_query_id": query, "results": [article("1", "x"), article("2", text)] })
    };
    let long = "é".repeat(4097);
    assert_eq!(world.refusal("answerInlineQuery", answer(&long)), "Bad Request: message is too long");
    let as_text = json!({ "inline_query_id": query, "results": answer(&long)["results"].to_string() });
    assert_eq!(world.refusal("answerInlineQuery", as_text), "Bad Request: message is too long");
    assert!(!world.refusal("answerInlineQuery", answer("")).contains("too long"));
    world.result("answerInlineQuery", answer(&"é".repeat(4096)));
    // The answer to a callback query is not a message.
    let toast = world.refusal("answerCallbackQuery", json!({ "callback_query_id": "1", "text": long }));
    assert!(!toast.contains("message is too long"), "{toast}");
}

#[test]
fn an_inline_result_names_its_file_in_one_way() {
    let mut world = World::new();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let sent = world.result("sendPhoto", json!({ "chat_id": ALICE, "photo": "https://e.example/p.jpg" }));
    let id = &sent["photo"][0]["file_id"];
    let thumb = "https://e.example/t.jpg";
    for (result, fits) in [
        (json!({ "type": "photo", "photo_url": "https://e.example/p.jpg", "thumb_url": thumb }), true),
        (json!({ "type": "photo", "photo_file_id": id }), true),
        (json!({ "type": "photo", "photo_file_id": id, "photo_url": null }), true),
        (json!({ "type": "photo", "photo_file_id": id, "thumb_url": thumb }), true),
        (
            json!({ "type": "photo", "photo_file_id": id, "photo_url": "https://e.example/p.jpg", "thumb_url": thumb }),
            false,
        ),
        (
            json!({ "type": "photo", "photo_file_id": "x", "photo_url": "https://e.example/p.jpg", "thumb_url": thumb }),
            false,
        ),
        (json!({ "type": "audio", "audio_file_id": "x", "audio_url": "https://e.example/a.mp3", "title": "t" }), false),
        (json!({ "type": "gif", "gif_file_id": "x", "gif_url": "https://e.example/a.gif", "thumb_url": thumb }), false),
    ] {
        let mut result = result;
        result["id"] = json!("1");
        let answer = json!({ "inline_query_id": query, "results": [result] });
        assert_eq!(world.call("answerInlineQuery", answer)["ok"], json!(fits), "{result}");
    }
}
