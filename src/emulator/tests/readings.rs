//! Readings of what the specification leaves open: known descriptions, ages of queries, loose and empty input.

use serde_json::{Value, json};

use super::super::Options;
use super::{ALICE, BOB, World};

fn to_alice(mut input: Value) -> Value {
    input["chat_id"] = json!(ALICE);
    input
}

#[test]
fn descriptions_are_those_that_bots_look_for() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let channel = world.act("add_chat", json!({ "type": "channel", "creator": ALICE, "administrators": [super::BOT] }));
    world.act("promote", json!({ "chat": chat, "user": ALICE, "member": BOB, "can_change_info": true }));
    for (method, input, description) in [
        ("kickChatMember", json!({ "chat_id": chat, "user_id": ALICE }), "can't remove chat owner"),
        ("leaveChat", to_alice(json!({})), "chat member status can't be changed in private chats"),
        ("unpinChatMessage", json!({ "chat_id": chat }), "CHAT_NOT_MODIFIED"),
        ("deleteChatPhoto", json!({ "chat_id": chat }), "CHAT_NOT_MODIFIED"),
        ("deleteChatStickerSet", json!({ "chat_id": chat }), "CHAT_NOT_MODIFIED"),
        ("unbanChatMember", json!({ "chat_id": chat, "user_id": BOB }), "user is an administrator of the chat"),
        (
            "restrictChatMember",
            json!({ "chat_id": channel["id"], "user_id": ALICE }),
            "method is available only for supergroups",
        ),
        ("editMessageText", json!({ "inline_message_id": "x", "text": "y" }), "MESSAGE_ID_INVALID"),
        (
            "answerCallbackQuery",
            json!({ "callback_query_id": "1" }),
            "query is too old and response timeout expired or query ID is invalid",
        ),
    ] {
        assert_eq!(world.refusal(method, input), ["Bad Request: ", description].concat(), "{method}");
    }
}

#[test]
fn a_callback_query_can_be_answered_for_a_minute() {
    for (callback_timeout, millis, fits) in
        [(60, 60_000, true), (60, 60_001, false), (5, 5_001, false), (120, 120_000, true)]
    {
        let mut world = World::with(Options { callback_timeout, ..Options::default() });
        let button = json!({ "text": "b", "callback_data": "c" });
        world
            .result("sendMessage", to_alice(json!({ "text": "x", "reply_markup": { "inline_keyboard": [[button]] } })));
        let query = world.alice("press", json!({ "text": "b" }))["query"].clone();
        world.advance(millis);
        assert_eq!(world.call("answerCallbackQuery", json!({ "callback_query_id": query }))["ok"], fits);
    }
}

#[test]
fn lenient_accepts_loose_input_and_sends_nothing_newer() {
    let mut world = World::with(Options { lenient: true, ..Options::default() });
    for input in [
        json!({ "parse_mode": "markdown" }),
        json!({ "parse_mode": "" }),
        json!({ "reply_markup": {} }),
        json!({ "reply_markup": { "keyboard": [["A"]] } }),
    ] {
        let mut input = to_alice(input);
        input["text"] = json!("x");
        world.result("sendMessage", input);
    }
    let game = json!({ "game_short_name": "snake", "reply_markup": { "inline_keyboard": [[{ "text": "p", "callback_game": "" }]] } });
    world.result("sendGame", to_alice(game));
    world.result("setWebhook", json!({}));
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\0\0\0\x02\0";
    let sticker = world.upload("sendSticker", to_alice(json!({})), &[("sticker", "a.png", png)]);
    assert_eq!(sticker["result"]["sticker"]["width"], 512, "{sticker}");
    let sent = world.result("sendMessage", to_alice(json!({ "text": 7 })));
    assert_eq!(sent["text"], "7");
    assert_eq!(world.result("deleteMessage", to_alice(json!({ "message_id": sent["message_id"] }))), true);
    assert_eq!(world.result("getMe", json!({}))["can_join_groups"], json!(null));
    assert_eq!(world.refusal("banChatMember", json!({})), "Not Found");
}

#[test]
fn a_caption_that_is_too_long_has_the_known_description() {
    for (options, longest) in [(Options::default(), 200), (Options { compat: true, ..Options::default() }, 1024)] {
        let mut world = World::with(options);
        let photo = |length| to_alice(json!({ "photo": "https://x.test/a.png", "caption": "a".repeat(length) }));
        world.result("sendPhoto", photo(longest));
        assert_eq!(world.refusal("sendPhoto", photo(longest + 1)), "Bad Request: MEDIA_CAPTION_TOO_LONG");
    }
}

#[test]
fn an_empty_optional_parameter_is_absent() {
    let mut world = World::new();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let empty = json!({ "inline_query_id": query, "results": [], "switch_pm_text": "", "switch_pm_parameter": "", "next_offset": "" });
    world.result("answerInlineQuery", empty);
    world.result("setWebhook", json!({ "url": "", "certificate": "" }));
    let sent =
        world.result("sendMessage", to_alice(json!({ "text": "x", "parse_mode": "", "reply_to_message_id": "" })));
    let edit = json!({ "message_id": sent["message_id"], "inline_message_id": "", "text": "y" });
    world.result("editMessageText", to_alice(edit));
}
