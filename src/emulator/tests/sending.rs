//! sendMessage and a user who writes. Spec: core, Sending.

use serde_json::{Value, json};

use super::{ALICE, BOT, Options, Service, World, refused};
use crate::emulator::actions::Write;
use crate::emulator::state::KEPT_MESSAGES;

fn send(world: &mut World, text: &str, parse_mode: Option<&str>) -> serde_json::Value {
    let mut parameters = json!({ "chat_id": ALICE, "text": text });
    if let Some(mode) = parse_mode {
        parameters["parse_mode"] = json!(mode);
    }
    world.call("sendMessage", parameters)
}

#[test]
fn a_message_is_numbered_within_its_chat() {
    let mut world = World::new();
    world.write("hi");
    let sent = send(&mut world, "hello", None);
    assert_eq!(
        sent["result"],
        json!({
            "message_id": 2, "date": 1_700_000_000, "text": "hello",
            "from": { "id": BOT, "is_bot": true, "first_name": "Botwire", "username": "box_bot" },
            "chat": { "id": ALICE, "type": "private", "first_name": "Alice" },
        })
    );
    let seen = world.service.messages(BOT, ALICE, 0);
    let texts: Vec<_> = seen.iter().filter_map(|seen| seen.message.text.as_deref()).collect();
    assert_eq!(texts, ["hi", "hello"]);
}

#[test]
fn a_text_has_at_most_4096_visible_characters() {
    let mut world = World::new();
    let too_long = refused(400, "Bad Request: message is too long");
    let fits = "é".repeat(4096);
    for (text, mode, accepted) in [
        (fits.clone(), None, true),
        (fits.clone() + "x", None, false),
        (["<b>", &fits, "</b>"].concat(), Some("HTML"), true),
        (["<b>", &fits, "</b>"].concat(), None, false),
        (["<b>", &fits, "x</b>"].concat(), Some("HTML"), false),
        ("&amp;".repeat(4096), Some("HTML"), true),
        ("&amp;".repeat(4097), Some("HTML"), false),
        (["*", &fits, "*"].concat(), Some("Markdown"), true),
        (["*", &fits, "x*"].concat(), Some("Markdown"), false),
        ("x".repeat(100_000), Some("HTML"), false),
    ] {
        let envelope = send(&mut world, &text, mode);
        if accepted {
            assert_eq!(envelope["ok"], true);
        } else {
            assert_eq!(envelope, too_long);
        }
    }
    assert_eq!(world.write(&fits)["text"], json!(fits));
    assert_eq!(world.write(&(fits + "x")), "Bad Request: message is too long");
}

#[test]
fn a_reply_carries_the_original_without_its_own() {
    let mut world = World::new();
    world.write("one");
    for (text, id) in [("two", 1), ("three", 2)] {
        let parameters = json!({ "chat_id": ALICE, "text": text, "reply_to_message_id": id });
        assert_eq!(world.call("sendMessage", parameters)["ok"], true);
    }
    let write = Write::new("four").user(ALICE).bot(BOT).reply_to_message_id(3);
    let four = world.service.act(world.now, write).map_err(|refusal| refusal.description);
    let original = four.ok().and_then(|seen| seen.message.reply_to_message);
    assert_eq!(original.as_ref().and_then(|message| message.text.as_deref()), Some("three"));
    assert_eq!(original.and_then(|message| message.reply_to_message), None);
    let missing = json!({ "chat_id": ALICE, "text": "x", "reply_to_message_id": 99 });
    assert_eq!(world.call("sendMessage", missing), refused(400, "Bad Request: reply message not found"));
}

#[test]
fn an_unknown_chat_is_not_found() {
    let mut world = World::new();
    for chat in [json!(999), json!("@nowhere"), json!(BOT)] {
        let envelope = world.call("sendMessage", json!({ "chat_id": chat, "text": "x" }));
        assert_eq!(envelope, refused(400, "Bad Request: chat not found"));
    }
    assert_eq!(world.call("sendMessage", json!({ "chat_id": "7", "text": "x" }))["ok"], true);
}

#[test]
fn markup_becomes_entities() {
    let mut world = World::new();
    let html = "👋 <b>bold</b> <a href=\"https://e.example/?a=1&amp;b=2\">link</a> &lt;3 @alice";
    let sent = send(&mut world, html, Some("HTML"));
    assert_eq!(sent["result"]["text"], "👋 bold link <3 @alice");
    assert_eq!(
        sent["result"]["entities"],
        json!([
            { "type": "bold", "offset": 3, "length": 4 },
            { "type": "text_link", "offset": 8, "length": 4, "url": "https://e.example/?a=1&b=2" },
            { "type": "mention", "offset": 16, "length": 6 },
        ])
    );
    let broken = send(&mut world, "ä <b>x", Some("HTML"));
    let expected = "Bad Request: can't parse entities: can't find the end tag of the start tag \"b\" at byte offset 3";
    assert_eq!(broken, refused(400, expected));
}

#[test]
fn a_link_to_a_known_user_is_a_mention() {
    let mut world = World::new();
    let sent = send(&mut world, "[Al](app://user?id=7) [No](app://user?id=8)", Some("Markdown"));
    let alice = json!({ "id": 7, "is_bot": false, "first_name": "Alice" });
    assert_eq!(
        sent["result"]["entities"],
        json!([{ "type": "text_mention", "offset": 0, "length": 2, "user": alice }])
    );
}

#[test]
fn numbers_of_users_fit_in_32_bits_and_a_live_period_in_its_range() {
    let mut world = World::new();
    let video = |name: &str, number: i64| json!({ "type": "video", "file": "https://e.example/v.mp4", name: number });
    for name in ["duration", "width", "height", "length"] {
        for (number, fits) in [(i32::MAX.into(), true), (i64::from(i32::MAX) + 1, false), (1 << 53, false)] {
            let sent = world.alice("send", video(name, number));
            let refused = json!("Bad Request: duration, width, height and length must fit in 32 bits");
            assert_eq!(sent != refused, fits, "{name} {number}: {sent}");
        }
    }
    for (seconds, fits) in [(59, false), (60, true), (86_400, true), (86_401, false), (i64::MAX, false)] {
        let input = json!({ "latitude": 1, "longitude": 2, "live_period": seconds });
        assert_eq!(world.alice("send", input).is_object(), fits, "{seconds}");
    }
    let bytes = world.service.save();
    assert!(Service::load(Options::default(), &bytes).is_ok());
}

#[test]
fn a_chat_keeps_its_latest_messages_and_those_that_still_matter() {
    let mut world = World::new();
    let group = world.chat("supergroup");
    let keyboard = json!({ "keyboard": [[{ "text": "Menu" }]] });
    let mut send = |parameters: Value| world.result("sendMessage", parameters)["message_id"].clone();
    let first = send(json!({ "chat_id": group, "text": "first" }));
    let menu = send(json!({ "chat_id": group, "text": "menu", "reply_markup": keyboard }));
    let pinned = send(json!({ "chat_id": group, "text": "pinned" }));
    world.result("pinChatMessage", json!({ "chat_id": group, "message_id": pinned }));
    for number in 0..KEPT_MESSAGES {
        world.result("sendMessage", json!({ "chat_id": group, "text": number.to_string() }));
    }
    let kept = world.alice("messages", json!({ "chat": group }));
    let texts: Vec<&str> =
        kept.as_array().into_iter().flatten().filter_map(|message| message["text"].as_str()).collect();
    assert_eq!((texts.len(), &texts[..3]), (KEPT_MESSAGES, &["menu", "pinned", "2"][..]));
    assert_eq!(world.alice("keyboard", json!({ "chat": group })), keyboard);
    let edit = |id: &Value| json!({ "chat_id": group, "message_id": id, "text": "x" });
    assert_eq!(world.refusal("editMessageText", edit(&first)), "Bad Request: message to edit not found");
    assert_eq!(world.result("editMessageText", edit(&pinned))["text"], "x");
    assert_eq!(world.refusal("editMessageText", edit(&menu)), "Bad Request: message can't be edited");
}

#[test]
fn a_user_writes_marked_up_texts_and_captions() {
    let mut world = World::new();
    let written = world.alice("write", json!({ "text": "<b>hi</b> /start", "parse_mode": "HTML" }));
    let marks =
        json!([{ "type": "bold", "offset": 0, "length": 2 }, { "type": "bot_command", "offset": 3, "length": 6 }]);
    assert_eq!((&written["text"], &written["entities"]), (&json!("hi /start"), &marks));
    let edited = world.alice("edit", json!({ "message_id": 1, "text": "*now* plain", "parse_mode": "Markdown" }));
    assert_eq!(edited["entities"], json!([{ "type": "bold", "offset": 0, "length": 3 }]));
    let plain = world.alice("write", json!({ "text": "<b>hi</b>" }));
    assert_eq!((&plain["text"], plain.get("entities")), (&json!("<b>hi</b>"), None));
    for (text, expected) in [
        ("<b>hi", "Bad Request: can't parse entities: "),
        ("<b> </b>", "Bad Request: message text is empty"),
        (&"é".repeat(4097), "Bad Request: message is too long"),
    ] {
        let input = json!({ "user": ALICE, "text": text, "parse_mode": "HTML" });
        let refused = world.service.act_by_name(world.now, "write", input).unwrap_err();
        assert!(refused.to_string().contains(expected), "{text}: {refused}");
    }
}
