//! Required rights, by the kind of the chat and by the promoting member. Spec: core, Chat administration.

use serde_json::{Value, json};

use super::super::{NewBot, SECOND};
use super::files::png;
use super::{ALICE, BOB, BOT, World};

#[test]
fn pinning_needs_the_right_to_edit_in_channels_and_works_in_no_group() {
    for (kind, right, succeeds) in [
        ("channel", "can_edit_messages", true),
        ("channel", "can_post_messages", false),
        ("supergroup", "can_pin_messages", true),
        ("group", "can_change_info", false),
    ] {
        let mut world = World::new();
        let chat = world.chat(kind);
        let message_id = world.alice("write", json!({ "chat": chat, "text": "x" }))["message_id"].clone();
        assert_eq!(world.alice("promote", json!({ "chat": chat, "member": BOT, right: true })), true);
        for (method, input) in [
            ("pinChatMessage", json!({ "chat_id": chat, "message_id": message_id })),
            ("unpinChatMessage", json!({ "chat_id": chat })),
        ] {
            let envelope = world.call(method, input);
            assert_eq!(envelope["ok"], json!(succeeds), "{method} {kind} {right}: {envelope}");
        }
    }
}

#[test]
fn what_a_kind_of_chat_does_not_have_is_refused() {
    let refused = |kind: &str, method: &str| match method {
        "setChatStickerSet" => "Bad Request: method is available only for supergroups".to_owned(),
        _ => ["Bad Request: method is not available for ", kind, " chats"].concat(),
    };
    for (kind, method, input) in [
        ("group", "setChatDescription", json!({ "description": "d" })),
        ("group", "setChatStickerSet", json!({ "sticker_set_name": "s" })),
        ("channel", "setChatStickerSet", json!({ "sticker_set_name": "s" })),
        ("group", "pinChatMessage", json!({ "message_id": 1 })),
    ] {
        let mut world = World::new();
        let mut input = input;
        input["chat_id"] = json!(world.chat(kind));
        assert_eq!(world.refusal(method, input), refused(kind, method), "{method}");
    }
}

#[test]
fn in_a_group_who_added_somebody_removes_them() {
    let mut world = World::new();
    let chat = world.chat("group");
    world.act("add_user", json!({ "id": 9 }));
    world.act("add", json!({ "user": BOB, "chat": chat, "member": 9 }));
    let mut remove = |by: i64, who: i64| world.act("remove", json!({ "user": by, "chat": chat, "member": who }));
    assert_eq!(remove(9, BOB), "Bad Request: only the creator or who added the user may remove them here");
    assert_eq!(remove(BOB, 9), true);
    assert_eq!(remove(ALICE, BOB), true);
}

#[test]
fn a_bot_changes_neither_the_creator_nor_administrators_of_others_nor_itself() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    world.alice("promote", json!({ "chat": chat, "member": BOB, "can_change_info": true }));
    for (user, reason) in [(ALICE, "can't remove chat owner"), (BOB, "user is an administrator of the chat")] {
        for method in ["kickChatMember", "promoteChatMember"] {
            let input = json!({ "chat_id": chat, "user_id": user });
            assert_eq!(world.refusal(method, input), ["Bad Request: ", reason].concat(), "{method}");
        }
        let input = json!({ "chat_id": chat, "user_id": user, "can_send_messages": false });
        assert_eq!(world.refusal("restrictChatMember", input), ["Bad Request: ", reason].concat());
    }
}

#[test]
fn a_public_chat_is_looked_up_by_users_who_are_not_in_it() {
    let mut world = World::new();
    let add = |username: Value| json!({ "type": "supergroup", "creator": ALICE, "username": username });
    let public = world.act("add_chat", add(json!("open_house")))["id"].clone();
    let private = world.act("add_chat", add(json!(null)))["id"].clone();
    for chat in [&public, &json!("@open_house")] {
        assert_eq!(world.result("getChat", json!({ "chat_id": chat }))["id"], public);
    }
    let refused = "Forbidden: bot is not a member of the supergroup chat";
    assert_eq!(world.refusal("getChat", json!({ "chat_id": private })), refused);
    assert_eq!(world.refusal("sendMessage", json!({ "chat_id": public, "text": "x" })), refused);
}

#[test]
fn the_photo_of_a_chat_is_no_strip() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    for (width, height, fits) in [(20, 1, true), (1, 20, true), (21, 1, false), (1, 21, false)] {
        let envelope =
            world.upload("setChatPhoto", json!({ "chat_id": chat }), &[("photo", "p.png", &png(width, height))]);
        assert_eq!(envelope["ok"], json!(fits), "{width} {height}: {envelope}");
    }
}

#[test]
fn users_pin_by_the_same_rights_as_bots() {
    for (kind, right, succeeds) in [
        ("channel", "can_edit_messages", true),
        ("channel", "can_post_messages", false),
        ("supergroup", "can_pin_messages", true),
        ("supergroup", "can_change_info", false),
        ("group", "can_change_info", false),
    ] {
        let mut world = World::new();
        let chat = world.chat(kind);
        let message_id = world.alice("write", json!({ "chat": chat, "text": "x" }))["message_id"].clone();
        assert_eq!(world.alice("promote", json!({ "chat": chat, "member": BOB, right: true })), true);
        let pinned = world.act("pin", json!({ "user": BOB, "chat": chat, "message_id": message_id }));
        assert_eq!(pinned == json!(true), succeeds, "{kind} {right}: {pinned}");
    }
    let mut world = World::new();
    let group = world.chat("group");
    let id = world.alice("write", json!({ "chat": group, "text": "x" }))["message_id"].clone();
    let refused = json!("Bad Request: method is not available for group chats");
    assert_eq!(world.alice("pin", json!({ "chat": group, "message_id": id })), refused);
}

#[test]
fn users_change_nothing_in_a_group_that_migrated() {
    let mut world = World::new();
    let group = world.chat("group");
    let id = world.alice("write", json!({ "chat": group, "text": "x" }))["message_id"].clone();
    world.act("migrate", json!({ "chat": group }));
    world.updates();
    let before = world.service.save();
    for (act, input) in [
        ("title", json!({ "title": "t" })),
        ("photo", json!({ "file": "https://e.example/p.jpg" })),
        ("pin", json!({ "message_id": id })),
        ("invite_link", json!({})),
        ("promote", json!({ "member": BOB, "can_change_info": true })),
        ("remove", json!({ "member": BOB })),
        ("leave", json!({})),
        ("edit", json!({ "message_id": id, "text": "y" })),
        ("delete", json!({ "message_id": id })),
        ("forward", json!({ "message_id": id, "to_bot": BOT })),
        ("write", json!({ "text": "y" })),
    ] {
        let mut input = input;
        input["chat"] = json!(group);
        assert_eq!(world.alice(act, input), "Bad Request: group chat was upgraded to a supergroup chat", "{act}");
    }
    assert!(world.service.save() == before);
}

#[test]
fn strangers_forward_and_delete_nothing() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let id = world.act("write", json!({ "user": BOB, "chat": chat, "text": "secret" }))["message_id"].clone();
    let forward = json!({ "user": BOB, "chat": chat, "message_id": id, "to_bot": BOT });
    assert_eq!(world.act("forward", forward.clone())["text"], "secret");
    world.act("leave", json!({ "user": BOB, "chat": chat }));
    let refused = json!("Forbidden: user is not a member of the chat");
    assert_eq!(world.act("forward", forward), refused);
    assert_eq!(world.act("delete", json!({ "user": BOB, "chat": chat, "message_id": id })), refused);
}

#[test]
fn an_animation_needs_the_permission_of_its_own() {
    for (permission, allowed) in [("can_send_media_messages", false), ("can_send_other_messages", true)] {
        let mut world = World::new();
        let chat = world.chat("supergroup");
        world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": BOB, permission: true }));
        let private = json!({ "user": BOB, "type": "document", "file": "https://e.example/a.gif" });
        let own = world.act("send", private.clone())["message_id"].clone();
        let mut gif = private;
        gif["chat"] = json!(chat);
        assert_eq!(world.act("send", gif.clone()).is_object(), allowed, "{permission}");
        let forwarded = world.act("forward", json!({ "user": BOB, "message_id": own, "to_chat": chat }));
        assert_eq!(forwarded.is_object(), allowed, "{permission}");
        assert!(world.service.add_bot(NewBot { token: Some("43:other".into()), ..NewBot::default() }).is_ok());
        world.alice("add", json!({ "chat": chat, "member": 43 }));
        world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": 43, permission: true }));
        let input = json!({ "chat_id": chat, "document": "https://e.example/a.gif" });
        let sent = world.service.call(world.now, "43:other", "sendDocument", input);
        assert_eq!(super::envelope(&sent)["ok"], json!(allowed), "{permission}");
        gif["file"] = json!("https://e.example/a.pdf");
        assert!(world.act("send", gif).is_object(), "{permission}");
    }
}

#[test]
fn a_title_of_a_chat_has_1_to_255_characters() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    for (length, fits) in [(0, false), (1, true), (255, true), (256, false)] {
        let title = "ü".repeat(length);
        let expected = if fits { json!(true) } else { json!("Bad Request: chat title must have 1 to 255 characters") };
        assert_eq!(world.alice("title", json!({ "chat": chat, "title": title })), expected, "{length}");
        let added = world.act("add_chat", json!({ "creator": ALICE, "title": title }));
        assert_eq!(added["title"] == json!(title), fits, "{length}: {added}");
    }
}

#[test]
fn only_who_may_restrict_ends_a_restriction() {
    for (rights, promotes) in
        [(&["can_promote_members"][..], false), (&["can_promote_members", "can_restrict_members"], true)]
    {
        let mut world = World::new();
        let chat = world.chat("supergroup");
        assert!(world.service.add_bot(NewBot { token: Some("43:other".into()), ..NewBot::default() }).is_ok());
        world.alice("add", json!({ "chat": chat, "member": 43 }));
        let mut promotion = json!({ "chat": chat, "member": 43, "can_invite_users": true });
        for right in rights {
            promotion[*right] = json!(true);
        }
        assert_eq!(world.alice("promote", promotion), true);
        world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": BOB, "can_send_messages": false }));
        let mut promote = |right: &str, is_given: bool| {
            let input = json!({ "chat_id": chat, "user_id": BOB, right: is_given });
            let ok =
                super::envelope(&world.service.call(world.now, "43:other", "promoteChatMember", input))["ok"].clone();
            let write = world.act("write", json!({ "user": BOB, "chat": chat, "text": "x" }));
            (ok, write.is_object())
        };
        // Demoting a member who is not an administrator does not bypass the check.
        assert_eq!(promote("can_invite_users", false), (json!(true), false), "{rights:?}");
        assert_eq!(promote("can_invite_users", true), (json!(promotes), promotes), "{rights:?}");
        if promotes {
            assert_eq!(promote("can_invite_users", false), (json!(true), true), "{rights:?}");
        }
    }
}

#[test]
fn a_promotion_after_the_end_of_a_restriction_needs_no_right_to_restrict() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let until = world.now.unix() + 60;
    let input = json!({ "chat_id": chat, "user_id": BOB, "can_send_messages": false, "until_date": until });
    world.result("restrictChatMember", input);
    world
        .alice("promote", json!({ "chat": chat, "member": BOT, "can_promote_members": true, "can_change_info": true }));
    let promotion = json!({ "chat_id": chat, "user_id": BOB, "can_change_info": true });
    assert_eq!(world.refusal("promoteChatMember", promotion.clone()), "Bad Request: not enough rights");
    world.advance(60 * SECOND);
    assert_eq!(world.result("promoteChatMember", promotion), true);
}
