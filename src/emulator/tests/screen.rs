//! Details that only users see: silent messages, link previews, thumbnails, both sizes of a chat's photo.

use serde_json::{Value, json};

use super::files::png;
use super::{ALICE, BOB, BOT, World};
use crate::emulator::rules::Image;

/// Returns a message as Alice sees it, and as bots see it.
fn seen(world: &mut World, chat: &Value, message: &Value) -> (Value, Value) {
    let seen = world.alice("message", json!({ "chat": chat, "message_id": message["message_id"] }));
    assert!(message.get("disable_notification").is_none() && message.get("web_page_preview").is_none(), "{message}");
    (seen["disable_notification"].clone(), seen["web_page_preview"].clone())
}

fn size_of(world: &World, id: &Value) -> Option<(i64, i64)> {
    let (_, media_type, bytes) = world.service.file(BOT, id.as_str()?).ok()?;
    let image = Image::read(bytes)?;
    assert!(!image.is_png || media_type == "image/png");
    Some((image.width, image.height))
}

#[test]
fn a_silent_message_is_seen_to_be_silent() {
    let mut world = World::new();
    let group = json!(world.chat("supergroup"));
    let text = world.result("sendMessage", json!({ "chat_id": group, "text": "x" }));
    let photo = "https://e.example/p.jpg";
    for (method, input) in [
        ("sendMessage", json!({ "text": "x" })),
        ("forwardMessage", json!({ "from_chat_id": group, "message_id": text["message_id"] })),
        ("sendPhoto", json!({ "photo": photo })),
        ("sendSticker", json!({ "sticker": "https://e.example/s.webp" })),
        ("sendLocation", json!({ "latitude": 1, "longitude": 2 })),
        ("sendGame", json!({ "game_short_name": "g" })),
    ] {
        for (flag, shown) in [(json!(true), json!(true)), (json!(false), json!(null)), (json!(null), json!(null))] {
            let mut input = input.clone();
            (input["chat_id"], input["disable_notification"]) = (group.clone(), flag);
            let sent = world.result(method, input);
            assert_eq!(seen(&mut world, &group, &sent).0, shown, "{method}");
        }
    }
    let media = json!([{ "type": "photo", "media": photo }, { "type": "photo", "media": photo }]);
    let album =
        world.result("sendMediaGroup", json!({ "chat_id": group, "media": media, "disable_notification": true }));
    assert_eq!(seen(&mut world, &group, &album[1]).0, true);
    for (kind, flag, shown) in
        [("supergroup", false, json!(null)), ("supergroup", true, json!(true)), ("channel", false, json!(true))]
    {
        let chat = json!(world.chat(kind));
        let sent = world.result("sendMessage", json!({ "chat_id": chat, "text": "x" }));
        let pin = json!({ "chat_id": chat, "message_id": sent["message_id"], "disable_notification": flag });
        world.result("pinChatMessage", pin);
        let messages = world.alice("messages", json!({ "chat": chat }));
        let pinned = messages.as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
        assert!(pinned["pinned_message"].is_object());
        assert_eq!(pinned["disable_notification"], shown, "{kind} {flag}");
    }
}

#[test]
fn the_first_link_is_shown_with_a_preview_unless_that_is_disabled() {
    let mut world = World::new();
    let nowhere = json!(null);
    for (input, shown) in [
        (json!({ "text": "no link, @name #tag a@e.example" }), json!(null)),
        (json!({ "text": "😀 see https://e.example/a and https://e.example/b" }), json!("https://e.example/a")),
        (json!({ "text": "example.com" }), json!("http://example.com")),
        (
            json!({ "text": "<a href='https://t.example'>t</a> e.example", "parse_mode": "HTML" }),
            json!("https://t.example"),
        ),
        (json!({ "text": "https://e.example", "disable_web_page_preview": true }), json!(null)),
        (json!({ "text": "https://e.example", "disable_web_page_preview": false }), json!("https://e.example")),
    ] {
        let mut input = input;
        input["chat_id"] = json!(ALICE);
        let sent = world.result("sendMessage", input.clone());
        assert_eq!(seen(&mut world, &nowhere, &sent).1, shown, "{input}");
    }
    let caption = json!({ "chat_id": ALICE, "photo": "https://e.example/p.jpg", "caption": "https://e.example" });
    let sent = world.result("sendPhoto", caption);
    assert_eq!(seen(&mut world, &nowhere, &sent).1, json!(null));
    assert_eq!(
        world.alice("write", json!({ "text": "e.g. https://e.example" }))["web_page_preview"],
        "https://e.example"
    );
}

#[test]
fn an_edit_shows_or_hides_a_preview_and_a_forward_keeps_it() {
    let mut world = World::new();
    let nowhere = json!(null);
    let input = json!({ "chat_id": ALICE, "text": "https://e.example", "disable_web_page_preview": true });
    let sent = world.result("sendMessage", input);
    let id = &sent["message_id"];
    let forward = json!({ "chat_id": ALICE, "from_chat_id": ALICE, "message_id": id });
    let copy = world.result("forwardMessage", forward.clone());
    assert_eq!(seen(&mut world, &nowhere, &copy).1, json!(null));
    let edit = |text: &str, hidden: bool| json!({ "chat_id": ALICE, "message_id": id, "text": text, "disable_web_page_preview": hidden });
    // The same text without a preview is not a change, and with one it is.
    assert_eq!(
        world.refusal("editMessageText", edit("https://e.example", true)),
        "Bad Request: message is not modified"
    );
    let edited = world.result("editMessageText", edit("https://e.example", false));
    assert_eq!(seen(&mut world, &nowhere, &edited).1, "https://e.example");
    let copy = world.result("forwardMessage", forward);
    assert_eq!(seen(&mut world, &nowhere, &copy).1, "https://e.example");
    world.result("editMessageText", edit("no link", false));
    assert_eq!(world.refusal("editMessageText", edit("no link", true)), "Bad Request: message is not modified");
}

#[test]
fn who_may_add_no_previews_sends_links_without() {
    let mut world = World::new();
    let chat = json!(world.chat("supergroup"));
    for (may, shown) in [(false, json!(null)), (true, json!("https://e.example"))] {
        let limits = json!({ "chat_id": chat, "user_id": BOB, "can_send_messages": true,
            "can_send_media_messages": true, "can_send_other_messages": false, "can_add_web_page_previews": may });
        world.result("restrictChatMember", limits);
        let written = world.act("write", json!({ "user": BOB, "chat": chat, "text": "https://e.example" }));
        assert_eq!(written["web_page_preview"], shown);
    }
}

#[test]
fn a_chosen_inline_text_says_whether_it_has_a_preview() {
    let mut world = World::new();
    for (hidden, shown) in [(true, json!(null)), (false, json!("https://e.example"))] {
        let query = world.alice("type", json!({ "query": hidden.to_string() }))["query"].clone();
        let content = json!({ "message_text": "https://e.example", "disable_web_page_preview": hidden });
        let result = json!({ "type": "article", "id": "1", "title": "t", "input_message_content": content });
        world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
        let chosen = world.alice("choose", json!({ "query": query, "result_id": "1" }));
        assert_eq!(chosen["web_page_preview"], shown);
    }
}

#[test]
fn a_thumbnail_is_a_small_picture_of_its_own() {
    let mut world = World::new();
    let (large, gif) = (png(900, 300), b"GIF89a\x90\x01\x90\x01\x00\x00\x00");
    for (method, field, name, bytes, size) in [
        ("sendDocument", "document", "d.png", &large[..], Some((90, 30))),
        ("sendDocument", "document", "d.gif", &gif[..], Some((90, 90))),
        ("sendDocument", "document", "d.mp4", b"x", Some((90, 67))),
        ("sendDocument", "document", "d.pdf", b"%PDF", None),
        ("sendVideo", "video", "v.mp4", b"x", Some((90, 67))),
        ("sendVideoNote", "video_note", "n.mp4", b"x", Some((90, 90))),
    ] {
        let sent = world.upload(method, json!({ "chat_id": ALICE }), &[(field, name, bytes)]);
        let (media, thumb) = (&sent["result"][field], &sent["result"][field]["thumb"]);
        assert_eq!(size_of(&world, &thumb["file_id"]), size, "{name}: {sent}");
        let Some((width, height)) = size else { continue };
        assert_eq!((&thumb["width"], &thumb["height"]), (&json!(width), &json!(height)));
        assert_ne!(thumb["file_id"], media["file_id"]);
        let resent = json!({ "chat_id": ALICE, "photo": thumb["file_id"] });
        assert_eq!(world.refusal("sendPhoto", resent), "Bad Request: file can only be downloaded");
    }
    let input = json!({ "chat_id": ALICE, "video": "https://e.example/v.mp4", "width": 100, "height": 200 });
    let sent = world.result("sendVideo", input);
    assert_eq!(size_of(&world, &sent["video"]["thumb"]["file_id"]), Some((45, 90)));
}

#[test]
fn the_photo_of_a_chat_is_small_and_big() {
    let mut world = World::new();
    let chat = json!(world.chat("supergroup"));
    assert_eq!(world.act("chat", json!({ "chat": chat }))["photo"], json!(null));
    let photo = png(1000, 900);
    world.upload("setChatPhoto", json!({ "chat_id": chat }), &[("photo", "p.png", &photo)]);
    let shown = world.act("chat", json!({ "chat": chat }))["photo"].clone();
    assert_eq!(world.result("getChat", json!({ "chat_id": chat }))["photo"], shown);
    assert_eq!(size_of(&world, &shown["small_file_id"]), Some((160, 160)));
    assert_eq!(size_of(&world, &shown["big_file_id"]), Some((640, 640)));
    let sizes = ["small_file_id", "big_file_id"]
        .map(|name| world.result("getFile", json!({ "file_id": shown[name] }))["file_size"].as_i64());
    assert!(sizes[0].is_some() && sizes[0] != sizes[1], "{sizes:?}");
}
