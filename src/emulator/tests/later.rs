//! Methods, names and markup of later interfaces, with compat.

use serde_json::{Value, json};

use super::super::Options;
use super::{ALICE, BOB, World};

fn to_alice(mut input: Value) -> Value {
    input["chat_id"] = json!(ALICE);
    input
}

#[test]
fn renamed_methods_do_the_same() {
    let mut world = World::compat();
    let chat = world.chat("supergroup");
    assert_eq!(world.result("getChatMemberCount", json!({ "chat_id": chat })), 3);
    assert_eq!(world.result("BANCHATMEMBER", json!({ "chat_id": chat, "user_id": BOB })), true);
    assert_eq!(world.result("getChatMember", json!({ "chat_id": chat, "user_id": BOB }))["status"], "kicked");
}

#[test]
fn renamed_fields_have_both_names() {
    let mut world = World::compat();
    let venue = to_alice(
        json!({ "latitude": 1, "longitude": 2, "title": "T", "address": "A", "foursquare_id": "4sq", "foursquare_type": "x" }),
    );
    let shown = world.result("sendVenue", venue)["venue"].clone();
    assert_eq!((&shown["foursquare_id"], &shown["venuedb_id"]), (&json!("4sq"), &json!("4sq")));

    let prices = json!([{ "label": "a", "amount": 300 }]);
    let invoice = to_alice(
        json!({ "title": "T", "description": "D", "payload": "p", "provider_token": "", "currency": "XTR", "prices": prices }),
    );
    let invoice = world.result("sendInvoice", invoice);
    let payment = world.alice("pay", json!({ "message_id": invoice["message_id"] }));
    let query = world.updates().last().map(|update| update["pre_checkout_query"]["id"].clone());
    world.result("answerPreCheckoutQuery", json!({ "pre_checkout_query_id": query, "ok": true }));
    let update = world.updates().pop().unwrap_or_default();
    let paid = &update["message"]["successful_payment"];
    assert!(paid["telegram_payment_charge_id"].is_string(), "{payment} {update}");
    assert_eq!(paid["telegram_payment_charge_id"], paid["platform_payment_charge_id"]);
    // Libraries take the second member of an update for its content.
    let sent = world.alice("send", json!({ "file": "https://x.test/v.mp4", "caption": ",\"thumb\":1" }));
    assert!(sent.is_object(), "{sent}");
    let updates = format!("{:?}", world.service.call(world.now, super::TOKEN, "getUpdates", serde_json::Map::new()));
    assert!(updates.contains(r#"[{\"update_id\":"#), "{updates}");
    assert_eq!(updates.matches(r#"\"thumbnail\":{"#).count(), 1, "{updates}");
}

#[test]
fn a_bot_deletes_in_a_private_chat() {
    let mut world = World::compat();
    let sent = world.result("sendMessage", to_alice(json!({ "text": "x" })))["message_id"].clone();
    assert_eq!(world.result("deleteMessage", to_alice(json!({ "message_id": sent }))), true);
    let written = world.write("y")["message_id"].clone();
    assert_eq!(world.result("deleteMessages", to_alice(json!({ "message_ids": [written, 999] }))), true);
    assert_eq!(world.alice("messages", json!({})), json!([]));

    let mut literal = World::new();
    let sent = literal.result("sendMessage", to_alice(json!({ "text": "x" })))["message_id"].clone();
    let refusal = literal.refusal("deleteMessage", to_alice(json!({ "message_id": sent })));
    assert_eq!(refusal, "Bad Request: message can't be deleted");
}

#[test]
fn what_is_set_is_returned() {
    let mut world = World::compat();
    assert_eq!(world.result("getMyCommands", json!({})), json!([]));
    let commands = json!([{ "command": "start", "description": "Starts" }]);
    world.result("setMyCommands", json!({ "commands": commands.to_string() }));
    assert_eq!(world.result("getMyCommands", json!({})), commands);
    world.result("deleteMyCommands", json!({}));
    assert_eq!(world.result("getMyCommands", json!({})), json!([]));
    assert!(world.result("getMyName", json!({}))["name"].is_string());
    world.result("setMyName", json!({ "name": "Box" }));
    assert_eq!(world.result("getMyName", json!({})), json!({ "name": "Box" }));
    world.result("setMyDescription", json!({ "description": "d" }));
    assert_eq!(world.result("getMyDescription", json!({})), json!({ "description": "d" }));
    assert_eq!(world.result("getChatMenuButton", json!({})), json!({ "type": "default" }));
}

#[test]
fn each_scope_and_language_has_its_own_commands() {
    let mut world = World::compat();
    let [all, private] = ["a", "p"].map(|name| json!([{ "command": name, "description": "d" }]));
    let scope = json!({ "scope": { "type": "all_private_chats" }, "language_code": "en" });
    let mut set = scope.clone();
    set["commands"] = private.clone();
    world.result("setMyCommands", set);
    assert_eq!(world.result("getMyCommands", json!({})), json!([]));
    world.result("setMyCommands", json!({ "commands": all, "scope": { "type": "default" } }));
    assert_eq!(world.result("getMyCommands", scope.clone()), private);
    assert_eq!(world.result("getMyCommands", json!({})), all);
    world.result("deleteMyCommands", scope.clone());
    assert_eq!((world.result("getMyCommands", scope), world.result("getMyCommands", json!({}))), (json!([]), all));
    world.result("setMyName", json!({ "name": "Kasten", "language_code": "de" }));
    assert_ne!(world.result("getMyName", json!({}))["name"], "Kasten");
    assert_eq!(world.result("getMyName", json!({ "language_code": "de" }))["name"], "Kasten");
}

#[test]
fn later_messages_are_sent_as_those_of_the_specification() {
    let mut world = World::compat();
    let gif = world.upload("sendAnimation", to_alice(json!({})), &[("animation", "a.gif", b"GIF89a\x05\0\x06\0")]);
    assert_eq!(gif["result"]["document"]["mime_type"], "image/gif");
    assert_eq!(gif["result"]["animation"]["width"], 5);
    assert_eq!(world.result("sendDice", to_alice(json!({ "emoji": "🎯" })))["text"], "🎯");
    let poll = json!({ "question": "Tea?", "options": [{ "text": "Yes" }, "No"] });
    assert_eq!(world.result("sendPoll", to_alice(poll))["text"], "Tea?\n○ Yes\n○ No");
}

#[test]
fn messages_are_copied() {
    let mut world = World::compat();
    world.write("original");
    let copy = json!({ "from_chat_id": ALICE, "message_id": 1, "reply_markup": { "inline_keyboard": [[{ "text": "b",
        "callback_data": "c" }]] } });
    let id = world.result("copyMessage", to_alice(copy))["message_id"].clone();
    let seen = world.alice("message", json!({ "message_id": id }));
    assert_eq!((&seen["text"], &seen["forward_from"]), (&json!("original"), &json!(null)));
    assert_eq!(seen["reply_markup"]["inline_keyboard"][0][0]["text"], "b");
    let copies = world.result("copyMessages", to_alice(json!({ "from_chat_id": ALICE, "message_ids": "[1, 2]" })));
    assert_eq!(copies.as_array().map(Vec::len), Some(2));
    let forwarded = world.result("forwardMessages", to_alice(json!({ "from_chat_id": ALICE, "message_ids": [1] })));
    assert_eq!(forwarded.as_array().map(Vec::len), Some(1));
}

#[test]
fn the_media_of_a_message_is_replaced() {
    let mut world = World::compat();
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 0, 20, 0, 0, 0, 20]);
    let sent = world.upload("sendPhoto", to_alice(json!({ "caption": "old" })), &[("photo", "a.png", &png)]);
    let media = json!({ "type": "document", "media": "attach://f", "caption": "*new*", "parse_mode": "MarkdownV2" });
    let edit = to_alice(json!({ "message_id": sent["result"]["message_id"], "media": media.to_string() }));
    let edited = world.upload("editMessageMedia", edit, &[("f", "a.txt", b"text")]);
    assert_eq!(edited["result"]["document"]["file_name"], "a.txt", "{edited}");
    assert_eq!((&edited["result"]["caption"], &edited["result"]["photo"]), (&json!("new"), &json!(null)));
    assert_eq!(edited["result"]["caption_entities"][0]["type"], "bold");
}

#[test]
fn documents_and_audio_files_form_an_album() {
    let mut world = World::compat();
    let media = |items: &[(&str, &str)]| {
        let items: Vec<Value> =
            items.iter().map(|(kind, media)| json!({ "type": kind, "media": media, "caption": kind })).collect();
        to_alice(json!({ "media": Value::from(items).to_string(), "disable_notification": true }))
    };
    let files = [("a", "a.txt", &b"one"[..]), ("b", "b.txt", b"two")];
    let sent = world.upload("sendMediaGroup", media(&[("document", "attach://a"), ("document", "attach://b")]), &files);
    let album = &sent["result"];
    assert_eq!(
        (&album[0]["document"]["file_name"], &album[1]["caption"]),
        (&json!("a.txt"), &json!("document")),
        "{sent}"
    );
    assert!(album[0]["media_group_id"].is_string() && album[0]["media_group_id"] == album[1]["media_group_id"]);
    let again = album[0]["document"]["file_id"].as_str().unwrap_or_default().to_owned();
    let sent = world.upload("sendMediaGroup", media(&[("document", &again), ("document", "attach://b")]), &files);
    assert_eq!(sent["result"][0]["document"]["file_name"], "a.txt", "{sent}");
    let sent = world.upload("sendMediaGroup", media(&[("audio", "attach://a"), ("audio", "attach://b")]), &files);
    assert!(sent["result"][1]["audio"].is_object(), "{sent}");
    let mixed = world.upload("sendMediaGroup", media(&[("document", "attach://a"), ("audio", "attach://b")]), &files);
    assert_eq!(mixed["error_code"], 400);
    let single = world.upload("sendMediaGroup", media(&[("document", "attach://a")]), &files);
    assert_eq!(single["error_code"], 400);

    let literal =
        World::new().upload("sendMediaGroup", media(&[("document", "attach://a"), ("document", "attach://b")]), &files);
    assert_eq!(literal["error_code"], 400);
}

#[test]
fn later_markup_formats_a_text() {
    let mut world = World::compat();
    let mut shown = |mut input: Value| {
        input["chat_id"] = json!(ALICE);
        let message = world.result("sendMessage", input);
        let entities = message["entities"].as_array().cloned().unwrap_or_default();
        let marks =
            entities.iter().map(|mark| json!([mark["type"], mark["offset"], mark["length"]])).collect::<Vec<_>>();
        (message["text"].clone(), json!(marks))
    };
    let entities = json!([
        { "type": "bold", "offset": 0, "length": 6 }, { "type": "underline", "offset": 0, "length": 9 },
        { "type": "text_link", "offset": 3, "length": 3, "url": "https://x.test/?a=1&b" },
    ]);
    assert_eq!(
        shown(json!({ "text": "😀a<b>c d", "entities": entities })),
        (json!("😀a<b>c d"), json!([["bold", 0, 3], ["text_link", 3, 3]]))
    );
    assert_eq!(
        shown(
            json!({ "text": r"*a _b_ c\.* __u__ ~s~ ||p|| [l](http://x.test/\)) `c\`d`", "parse_mode": "MarkdownV2" })
        ),
        (json!("a b c. u s p l c`d"), json!([["bold", 0, 6], ["text_link", 13, 1], ["code", 15, 3]]))
    );
    assert_eq!(
        shown(json!({ "text": "<b>a <i>b</i></b> <u>u</u> <tg-spoiler>x</tg-spoiler>", "parse_mode": "HTML" })),
        (json!("a b u x"), json!([["bold", 0, 3]]))
    );
    let refusal = world.refusal("sendMessage", to_alice(json!({ "text": "a.", "parse_mode": "MarkdownV2" })));
    assert!(refusal.contains("character '.' is reserved and must be escaped"), "{refusal}");
}

#[test]
fn later_limits_and_buttons_are_accepted() {
    let mut world = World::compat();
    let photo = |caption: String| to_alice(json!({ "photo": "https://x.test/p.jpg", "caption": caption }));
    let long = "a".repeat(1024);
    assert_eq!(world.result("sendPhoto", photo(long.clone()))["caption"], json!(long));
    assert!(world.refusal("sendPhoto", photo("a".repeat(1025))).contains("CAPTION"));
    let row = json!([
        { "text": "w", "web_app": { "url": "https://x.test/" } }, { "text": "c", "copy_text": { "text": "copied" } },
        { "text": "s", "switch_inline_query_chosen_chat": { "query": "q" } }, { "text": "n", "later_kind": {} },
    ]);
    let keyboard = json!({ "text": "x", "reply_markup": { "inline_keyboard": [row] } });
    let id = world.result("sendMessage", to_alice(keyboard))["message_id"].clone();
    let shown = world.alice("message", json!({ "message_id": id }))["reply_markup"]["inline_keyboard"][0].clone();
    assert_eq!(shown[0]["url"], "https://x.test/");
    assert_eq!(shown[1]["switch_inline_query_current_chat"], "copied");
    assert_eq!((&shown[2]["switch_inline_query"], &shown[3]["callback_data"]), (&json!("q"), &json!("later_kind")));
}

#[test]
fn updates_of_later_kinds_alone_may_be_allowed() {
    let mut world = World::compat();
    world.result("getUpdates", json!({ "allowed_updates": ["poll"] }));
    world.write("x");
    assert_eq!(world.result("getUpdates", json!({})), json!([]));
}

#[test]
fn later_methods_are_unknown_without_compat() {
    let mut world = World::new();
    for method in ["banChatMember", "setMyCommands", "sendAnimation", "copyMessage", "deleteMessages"] {
        assert_eq!(world.refusal(method, json!({})), "Not Found");
    }
}

#[test]
fn a_fixed_answer_is_kept() {
    let mut world = World::new();
    assert_eq!(world.act("answer", json!({ "method": "setThing", "result": { "a": 1 } })), true);
    assert_eq!(world.result("SETTHING", json!({})), json!({ "a": 1 }));
    let Ok(service) = super::super::Service::load(Options::default(), &world.service.save()) else { panic!() };
    let mut restored = World { service, now: world.now };
    assert_eq!(restored.result("setThing", json!({ "x": 1 })), json!({ "a": 1 }));
    assert_eq!(restored.act("answers", json!({})), json!([{ "method": "setThing", "result": { "a": 1 } }]));
    restored.act("answer", json!({ "method": "setThing" }));
    assert_eq!(restored.refusal("setThing", json!({})), "Not Found");
}

/// Returns the notes in the log.
fn notes(world: &mut World) -> Vec<String> {
    let notes = world.service.log(0).filter_map(|entry| {
        let entry: Value = serde_json::from_str(entry).ok()?;
        Some(entry.get("note")?.as_str()?.to_owned())
    });
    notes.collect()
}

#[test]
fn what_has_no_effect_is_noted_once() {
    let mut world = World::compat();
    for text in ["a", "b"] {
        let button = json!({ "text": "b", "callback_data": "c", "style": "danger" });
        let input = json!({ "text": text, "protect_content": true, "reply_parameters": { "message_id": 0 },
            "reply_markup": { "inline_keyboard": [[button, button]] } });
        world.result("sendMessage", to_alice(input));
        world.result("setMessageReaction", to_alice(json!({ "message_id": 1 })));
    }
    assert_eq!(
        notes(&mut world),
        [
            "protect_content, reply_markup.inline_keyboard.style have no effect",
            "a method of a later version: answered true, nothing else happens"
        ]
    );
    let mut literal = World::new();
    literal.result("sendMessage", to_alice(json!({ "text": "x", "entities": [] })));
    assert_eq!(notes(&mut literal), ["entities has no effect"]);
}

#[test]
fn strict_with_compat_refuses_what_nobody_knows() {
    let mut world = World::with(Options { compat: true, strict: true, ..Options::default() });
    world.result("sendMessage", to_alice(json!({ "text": "x", "protect_content": true, "link_preview_options": {} })));
    let refusal = world.refusal("sendMessage", to_alice(json!({ "text": "x", "protectContent": true })));
    assert_eq!(refusal, "Bad Request: unknown parameter of sendMessage: protectContent");
    let refusal = world.refusal("banChatMember", json!({ "chat_id": ALICE, "user_id": BOB, "bogus": 1 }));
    assert_eq!(refusal, "Bad Request: unknown parameter of banChatMember: bogus");
    // What a later version knows, and what libraries of today add.
    world.result("sendPoll", to_alice(json!({ "question": "q", "options": ["a"], "is_anonymous": false })));
    world.result("getMe", json!({ "suppress": true }));
    let parts: [(&str, &str, &[u8]); 2] =
        [("animation", "a.gif", b"GIF89a\x05\0\x06\0"), ("x7", "t.jpg", b"\xff\xd8\xff")];
    let sent = world.upload("sendAnimation", to_alice(json!({ "width": "5", "thumbnail": "attach://x7" })), &parts);
    assert_eq!(sent["ok"], true, "{sent}");
    assert_eq!(notes(&mut world).last().map(String::as_str), Some("thumbnail, width have no effect"));
}

#[test]
fn unknown_methods_and_kinds_of_updates_are_noted() {
    let mut world = World::compat();
    world.result("getUpdates", json!({ "allowed_updates": ["message", "my_chat_member"] }));
    world.result("getUpdates", json!({ "allowed_updates": ["message", "my_chat_member"] }));
    world.refusal("sendGift", json!({}));
    assert_eq!(
        notes(&mut world),
        ["allowed_updates.my_chat_member has no effect", "not in this version; --answer sendGift=true answers it"]
    );
    let mut literal = World::new();
    literal.refusal("sendPoll", json!({}));
    assert_eq!(notes(&mut literal), ["a method of a later version, which compat accepts"]);
}
