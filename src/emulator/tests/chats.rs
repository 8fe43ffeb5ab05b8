//! Chat administration: statuses, rights, who may do what, invite links, pins, migration. Spec: core, Chat administration.

use serde_json::{Value, json};

use super::super::{DAY, SECOND};
use super::{ALICE, BOB, BOT, World};

fn status(world: &mut World, chat: i64, user: i64) -> Value {
    world.result("getChatMember", json!({ "chat_id": chat, "user_id": user }))["status"].clone()
}

#[test]
fn members_and_administrators_are_listed() {
    let mut world = World::new();
    for (kind, count) in [("group", 3), ("supergroup", 3), ("channel", 3)] {
        let chat = world.chat(kind);
        assert_eq!(world.result("getChatMembersCount", json!({ "chat_id": chat })), json!(count));
        assert_eq!(status(&mut world, chat, ALICE), "creator");
        assert_eq!(status(&mut world, chat, BOT), "administrator");
        assert_eq!(status(&mut world, chat, BOB), "member");
        let all = world.result("getChatAdministrators", json!({ "chat_id": chat }));
        let alice = json!({ "id": 7, "is_bot": false, "first_name": "Alice" });
        let alice = json!({ "user": alice, "status": "creator" });
        let bot = world.result("getChatMember", json!({ "chat_id": chat, "user_id": BOT }));
        assert_eq!(all, json!([alice, bot]));
        assert_eq!(bot["can_post_messages"].is_boolean(), kind == "channel");
        assert_eq!(bot["can_pin_messages"].is_boolean(), kind == "supergroup");
        assert_eq!(bot["can_restrict_members"], true);
    }
    assert_eq!(world.result("getChatMembersCount", json!({ "chat_id": ALICE })), 2);
    assert_eq!(world.result("getChatMember", json!({ "chat_id": ALICE, "user_id": ALICE }))["status"], "member");
}

#[test]
fn each_method_needs_its_right() {
    let methods = [
        ("kickChatMember", json!({ "user_id": BOB }), "can_restrict_members"),
        ("unbanChatMember", json!({ "user_id": BOB }), "can_restrict_members"),
        ("restrictChatMember", json!({ "user_id": BOB }), "can_restrict_members"),
        ("promoteChatMember", json!({ "user_id": BOB }), "can_promote_members"),
        ("exportChatInviteLink", json!({}), "can_invite_users"),
        ("setChatTitle", json!({ "title": "t" }), "can_change_info"),
        ("setChatDescription", json!({ "description": "d" }), "can_change_info"),
        ("pinChatMessage", json!({ "message_id": 2 }), "can_pin_messages"),
    ];
    let rights = [
        "can_change_info",
        "can_delete_messages",
        "can_invite_users",
        "can_restrict_members",
        "can_pin_messages",
        "can_promote_members",
    ];
    for (method, parameters, needed) in methods {
        for right in rights {
            let mut world = World::new();
            let chat = world.chat("supergroup");
            world.alice("write", json!({ "chat": chat, "text": "x" }));
            world.alice("promote", json!({ "chat": chat, "member": BOT, right: true }));
            let mut input = parameters.clone();
            input["chat_id"] = json!(chat);
            let envelope = world.call(method, input);
            assert_eq!(envelope["ok"], json!(right == needed), "{method} {right}: {envelope}");
        }
        let mut world = World::new();
        let chat = world.chat("supergroup");
        world.alice("promote", json!({ "chat": chat, "member": BOT }));
        let mut input = parameters;
        input["chat_id"] = json!(chat);
        assert_eq!(world.refusal(method, input.clone()), "Bad Request: need administrator rights in the chat");
        input["chat_id"] = json!(ALICE);
        assert_eq!(world.refusal(method, input), "Bad Request: private chats have no administrators");
    }
}

#[test]
fn a_kicked_user_comes_back_only_when_unbanned() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let link = world.result("exportChatInviteLink", json!({ "chat_id": chat }));
    world.result("kickChatMember", json!({ "chat_id": chat, "user_id": BOB }));
    assert_eq!(status(&mut world, chat, BOB), "kicked");
    assert_eq!(world.updates()[0]["message"]["left_chat_member"]["id"], json!(BOB));
    let join = json!({ "user": BOB, "link": link });
    assert_eq!(world.act("join", join.clone()), "Forbidden: user was removed from the chat");
    world.result("unbanChatMember", json!({ "chat_id": chat, "user_id": BOB }));
    assert_eq!(status(&mut world, chat, BOB), "left");
    assert_eq!(world.act("join", join.clone())["id"], json!(chat));
    assert_eq!(status(&mut world, chat, BOB), "member");
    assert_eq!(world.updates()[0]["message"]["new_chat_members"][0]["id"], json!(BOB));
    world.result("exportChatInviteLink", json!({ "chat_id": chat }));
    world.act("leave", json!({ "user": BOB, "chat": chat }));
    assert_eq!(world.act("join", join), "Bad Request: invite link is invalid or revoked");
}

#[test]
fn bans_and_restrictions_end_between_30_seconds_and_366_days() {
    for (away, ends) in [(29, false), (30, true), (366 * 86_400, true), (366 * 86_400 + 1, false)] {
        for (method, after) in [("kickChatMember", "left"), ("restrictChatMember", "member")] {
            let mut world = World::new();
            let chat = world.chat("supergroup");
            let until = world.now.unix() + away;
            world.result(method, json!({ "chat_id": chat, "user_id": BOB, "until_date": until }));
            let member = world.result("getChatMember", json!({ "chat_id": chat, "user_id": BOB }));
            assert_eq!(member["until_date"], if ends { json!(until) } else { json!(null) }, "{method} {away}");
            let before = member["status"].clone();
            world.advance(away * SECOND + DAY);
            assert_eq!(status(&mut world, chat, BOB), if ends { json!(after) } else { before });
        }
    }
}

#[test]
fn restrictions_imply_each_other_and_bind_the_user() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let say = json!({ "user": BOB, "chat": chat, "text": "hi" });
    let photo = json!({ "user": BOB, "chat": chat, "type": "photo", "file": "https://files.example/p.jpg" });
    let sticker = json!({ "user": BOB, "chat": chat, "type": "sticker", "file": "https://files.example/s.webp" });
    for (input, allowed) in [
        (json!({}), [false, false, false]),
        (json!({ "can_send_messages": true }), [true, false, false]),
        (json!({ "can_send_media_messages": true }), [true, true, false]),
        (json!({ "can_send_other_messages": true }), [true, true, true]),
        (json!({ "can_add_web_page_previews": true }), [true, true, false]),
    ] {
        let mut parameters = input.clone();
        (parameters["chat_id"], parameters["user_id"]) = (json!(chat), json!(BOB));
        world.result("restrictChatMember", parameters);
        assert_eq!(status(&mut world, chat, BOB), "restricted");
        let sent = [
            world.act("write", say.clone()).is_object(),
            world.act("send", photo.clone()).is_object(),
            world.act("send", sticker.clone()).is_object(),
        ];
        assert_eq!(sent, allowed, "{input}");
    }
    let all = json!({
        "chat_id": chat, "user_id": BOB, "can_send_messages": true, "can_send_media_messages": true,
        "can_send_other_messages": true, "can_add_web_page_previews": true,
    });
    world.result("restrictChatMember", all);
    assert_eq!(status(&mut world, chat, BOB), "member");
    let group = world.chat("group");
    let refusal = world.refusal("restrictChatMember", json!({ "chat_id": group, "user_id": BOB }));
    assert_eq!(refusal, "Bad Request: method is available only for supergroups");
}

#[test]
fn promotion_and_its_bounds() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let who = |user: i64| json!({ "chat_id": chat, "user_id": user });
    let mut promote = who(BOB);
    promote["can_pin_messages"] = json!(true);
    world.result("promoteChatMember", promote.clone());
    let bob = world.result("getChatMember", who(BOB));
    assert_eq!((&bob["status"], &bob["can_be_edited"]), (&json!("administrator"), &json!(true)));
    assert_eq!((&bob["can_pin_messages"], &bob["can_change_info"]), (&json!(true), &json!(false)));
    world.result("promoteChatMember", who(BOB));
    assert_eq!(status(&mut world, chat, BOB), "member");
    world.alice("promote", json!({ "chat": chat, "member": BOB, "can_pin_messages": true }));
    assert_eq!(world.refusal("promoteChatMember", who(BOB)), "Bad Request: user is an administrator of the chat");
    assert_eq!(world.refusal("kickChatMember", who(BOB)), "Bad Request: user is an administrator of the chat");
    assert_eq!(world.refusal("kickChatMember", who(ALICE)), "Bad Request: can't remove chat owner");
    world.alice("promote", json!({ "chat": chat, "member": BOT, "can_promote_members": true }));
    world.alice("promote", json!({ "chat": chat, "member": BOB }));
    assert_eq!(
        world.refusal("promoteChatMember", promote),
        "Bad Request: a right cannot be given that one does not have"
    );
}

#[test]
fn the_all_members_are_administrators_setting() {
    for setting in [true, false] {
        let mut world = World::new();
        world.bob();
        let input = json!({
            "type": "group", "creator": ALICE, "administrators": [BOT], "members": [BOB],
            "all_members_are_administrators": setting,
        });
        let chat = world.act("add_chat", input)["id"].clone();
        assert_eq!(
            world.result("getChat", json!({ "chat_id": chat }))["all_members_are_administrators"],
            json!(setting)
        );
        assert_eq!(world.call("setChatTitle", json!({ "chat_id": chat, "title": "x" }))["ok"], json!(!setting));
        let photo = world.upload("setChatPhoto", json!({ "chat_id": chat }), &[("photo", "p", b"x")]);
        assert_eq!(photo["ok"], json!(!setting));
        assert_eq!(world.call("deleteChatPhoto", json!({ "chat_id": chat }))["ok"], json!(!setting));
        assert_eq!(world.call("kickChatMember", json!({ "chat_id": chat, "user_id": BOB }))["ok"], json!(!setting));
    }
}

#[test]
fn get_chat_returns_fields_that_messages_lack() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let at = json!({ "chat_id": chat });
    world.result("setChatDescription", json!({ "chat_id": chat, "description": "about" }));
    let link = world.result("exportChatInviteLink", at.clone());
    let message = world.alice("write", json!({ "chat": chat, "text": "pin me" }));
    world.updates();
    world.result("pinChatMessage", json!({ "chat_id": chat, "message_id": message["message_id"] }));
    assert_eq!(world.updates()[0]["message"]["pinned_message"]["text"], "pin me");
    let photo = world.upload("setChatPhoto", at.clone(), &[("photo", "p.png", &super::files::png(640, 640))]);
    assert_eq!(photo["result"], true);
    let updates = world.updates();
    assert_eq!(updates[0]["message"]["new_chat_photo"].as_array().map(Vec::len), Some(3));
    let whole = world.result("getChat", at.clone());
    assert_eq!((&whole["description"], &whole["invite_link"]), (&json!("about"), &link));
    assert_eq!(whole["pinned_message"]["text"], "pin me");
    assert_eq!(whole["can_set_sticker_set"], true);
    let (small, big) = (&whole["photo"]["small_file_id"], &whole["photo"]["big_file_id"]);
    assert_ne!(small, big);
    assert_eq!(world.call("getFile", json!({ "file_id": small }))["ok"], true);
    let resent = world.refusal("sendPhoto", json!({ "chat_id": chat, "photo": big }));
    assert_eq!(resent, "Bad Request: file can only be downloaded");
    world.result("deleteChatPhoto", at.clone());
    world.result("unpinChatMessage", at.clone());
    world.result("setChatDescription", at.clone());
    let whole = world.result("getChat", at);
    for gone in ["photo", "pinned_message", "description"] {
        assert_eq!(whole[gone], json!(null));
    }
    for (method, field, most) in [("setChatTitle", "title", 255), ("setChatDescription", "description", 255)] {
        for (length, fits) in [(0, field == "description"), (1, true), (most, true), (most + 1, false)] {
            let input = json!({ "chat_id": chat, field: "ü".repeat(length) });
            assert_eq!(world.call(method, input)["ok"], json!(fits), "{method} {length}");
        }
    }
}

#[test]
fn a_group_becomes_a_supergroup() {
    let mut world = World::new();
    let group = world.chat("group");
    let new = world.act("migrate", json!({ "chat": group }))["id"].clone();
    let updates = world.updates();
    assert_eq!(updates[0]["message"]["migrate_to_chat_id"], new);
    assert_eq!(updates[1]["message"]["migrate_from_chat_id"], json!(group));
    let refused = world.call("sendMessage", json!({ "chat_id": group, "text": "x" }));
    assert_eq!(refused["parameters"], json!({ "migrate_to_chat_id": new }));
    assert_eq!(refused["error_code"], 400);
    assert_eq!(world.result("sendMessage", json!({ "chat_id": new, "text": "x" }))["chat"]["type"], "supergroup");
}

#[test]
fn outside_a_chat_a_bot_can_do_nothing_there() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    world.result("leaveChat", json!({ "chat_id": chat }));
    for method in ["getChat", "getChatMembersCount", "leaveChat"] {
        let expected = "Forbidden: bot is not a member of the supergroup chat";
        assert_eq!(world.refusal(method, json!({ "chat_id": chat })), expected);
    }
    world.alice("add", json!({ "chat": chat, "member": BOT }));
    assert_eq!(
        world.updates().last().map(|update| update["message"]["new_chat_members"][0]["id"].clone()),
        Some(json!(BOT))
    );
    world.alice("remove", json!({ "chat": chat, "member": BOT }));
    let kicked = world.refusal("sendMessage", json!({ "chat_id": chat, "text": "x" }));
    assert_eq!(kicked, "Forbidden: bot was kicked from the supergroup chat");
    world.alice("block", json!({}));
    let blocked = world.refusal("sendMessage", json!({ "chat_id": ALICE, "text": "x" }));
    assert_eq!(blocked, "Forbidden: bot was blocked by the user");
    world.alice("unblock", json!({}));
    world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x" }));
}

#[test]
fn a_chat_action_lasts_5_seconds_or_until_a_message() {
    let mut world = World::new();
    let typing = json!({ "chat_id": ALICE, "action": "typing" });
    world.result("sendChatAction", typing.clone());
    assert_eq!(world.alice("action", json!({})), "typing");
    world.advance(5 * SECOND);
    assert_eq!(world.alice("action", json!({})), json!(null));
    world.result("sendChatAction", typing);
    world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x" }));
    assert_eq!(world.alice("action", json!({})), json!(null));
    assert_eq!(world.call("sendChatAction", json!({ "chat_id": ALICE, "action": "dancing" }))["ok"], false);
}
