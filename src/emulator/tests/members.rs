//! Members: what leaving, coming back, kinds of chats and other bots change. Spec: core, Chat administration.

use serde_json::{Value, json};

use super::super::{NewBot, SECOND};
use super::{ALICE, BOB, BOT, World};

fn member(world: &mut World, chat: i64, user: i64) -> Value {
    world.result("getChatMember", json!({ "chat_id": chat, "user_id": user }))
}

#[test]
fn administrators_are_listed_without_other_bots() {
    let mut world = World::new();
    let other = NewBot { token: Some("43:other".into()), ..NewBot::default() };
    assert!(world.service.add_bot(other).is_ok());
    let input = json!({ "type": "supergroup", "creator": ALICE, "administrators": [BOT, 43] });
    let chat = world.act("add_chat", input)["id"].clone();
    let all = world.result("getChatAdministrators", json!({ "chat_id": chat }));
    let ids: Vec<_> = all.as_array().into_iter().flatten().map(|member| member["user"]["id"].clone()).collect();
    assert_eq!(ids, [json!(ALICE), json!(BOT)]);
}

#[test]
fn without_appointed_administrators_only_the_creator_is_listed() {
    let mut world = World::new();
    let input = json!({ "creator": ALICE, "members": [BOT], "all_members_are_administrators": true });
    let chat = world.act("add_chat", input)["id"].clone();
    let all = world.result("getChatAdministrators", json!({ "chat_id": chat }));
    assert_eq!(all.as_array().map(Vec::len), Some(1));
    assert_eq!(all[0]["status"], "creator");
}

#[test]
fn who_was_kicked_cannot_leave_to_come_back() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    world.result("kickChatMember", json!({ "chat_id": chat, "user_id": BOB }));
    let refused = json!("Forbidden: user is not a member of the chat");
    assert_eq!(world.act("leave", json!({ "user": BOB, "chat": chat })), refused);
    assert_eq!(member(&mut world, chat, BOB)["status"], "kicked");
    for _ in 0..2 {
        world.result("kickChatMember", json!({ "chat_id": chat, "user_id": BOB }));
        assert_eq!(world.result("getChatMembersCount", json!({ "chat_id": chat })), 2);
    }
}

#[test]
fn a_restriction_outlasts_leaving_but_not_its_end_and_not_a_ban() {
    for (wait, between, after) in [(0, "", "restricted"), (120, "", "member"), (0, "unbanChatMember", "member")] {
        let mut world = World::new();
        let chat = world.chat("supergroup");
        let until = world.now.unix() + 100;
        let input = json!({ "chat_id": chat, "user_id": BOB, "until_date": until, "can_send_messages": true });
        world.result("restrictChatMember", input);
        world.act("leave", json!({ "user": BOB, "chat": chat }));
        assert_eq!(
            member(&mut world, chat, BOB),
            json!({ "user": { "id": BOB, "is_bot": false, "first_name": "Bob", "username": "bob" }, "status": "left" })
        );
        if !between.is_empty() {
            world.result("kickChatMember", json!({ "chat_id": chat, "user_id": BOB }));
            world.result(between, json!({ "chat_id": chat, "user_id": BOB }));
        }
        world.advance(wait * SECOND);
        world.act("join", json!({ "user": BOB, "chat": chat }));
        let back = member(&mut world, chat, BOB);
        assert_eq!(back["status"], json!(after), "{wait} {between}");
        if after == "restricted" {
            assert_eq!((&back["until_date"], &back["can_send_messages"]), (&json!(until), &json!(true)));
        }
    }
}

#[test]
fn rights_that_a_kind_of_chat_does_not_have_are_not_given() {
    for (kind, right, input) in [
        ("supergroup", "can_post_messages", false),
        ("supergroup", "can_pin_messages", true),
        ("channel", "can_pin_messages", false),
        ("channel", "can_edit_messages", true),
        ("group", "can_pin_messages", false),
        ("group", "can_invite_users", true),
    ] {
        let mut world = World::new();
        let chat = world.chat(kind);
        let envelope = world.call("promoteChatMember", json!({ "chat_id": chat, "user_id": BOB, right: true }));
        assert_eq!(envelope["ok"], json!(input), "{kind} {right}: {envelope}");
        let status = if input { "administrator" } else { "member" };
        assert_eq!(member(&mut world, chat, BOB)["status"], json!(status));
    }
}

#[test]
fn strangers_press_choose_and_block_nothing() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let markup = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "b" }]] });
    let sent = world.result("sendMessage", json!({ "chat_id": chat, "text": "x", "reply_markup": markup }));
    world.act("add_user", json!({ "id": 9 }));
    let press = |user: i64| json!({ "user": user, "chat": chat, "message_id": sent["message_id"], "text": "b" });
    assert_eq!(world.act("press", press(9)), "Forbidden: user is not a member of the chat");
    assert_eq!(world.act("press", press(BOB))["kind"], "callback");
    assert_eq!(world.act("press", press(99)), "Bad Request: user not found");
    for (act, input) in [("block", json!({})), ("type", json!({ "query": "q" })), ("leave", json!({ "chat": chat }))] {
        let mut input = input;
        input["user"] = json!(99);
        assert_eq!(world.act(act, input), "Bad Request: user not found", "{act}");
    }
}

#[test]
fn an_invite_link_follows_its_group() {
    let mut world = World::new();
    let group = world.chat("group");
    let link = world.result("exportChatInviteLink", json!({ "chat_id": group }));
    world.act("leave", json!({ "user": BOB, "chat": group }));
    let new = world.act("migrate", json!({ "chat": group }))["id"].clone();
    assert_eq!(world.act("join", json!({ "user": BOB, "link": link }))["id"], new);
    world.result("exportChatInviteLink", json!({ "chat_id": new }));
    world.act("leave", json!({ "user": BOB, "chat": new }));
    let revoked = json!("Bad Request: invite link is invalid or revoked");
    for wrong in [link, json!(""), json!("@nobody")] {
        assert_eq!(world.act("join", json!({ "user": BOB, "link": wrong })), revoked);
    }
}

#[test]
fn a_group_is_joined_by_its_link_only() {
    for (kind, joins) in [("group", false), ("supergroup", true), ("channel", true)] {
        let mut world = World::new();
        let chat = world.chat(kind);
        world.act("leave", json!({ "user": BOB, "chat": chat }));
        assert_eq!(world.act("join", json!({ "user": BOB, "chat": chat })).is_object(), joins, "{kind}");
        if !joins {
            let link = world.alice("invite_link", json!({ "chat": chat }));
            assert_eq!(world.act("join", json!({ "user": BOB, "link": link }))["id"], json!(chat));
        }
    }
}

#[test]
fn a_chat_action_is_cleared_by_its_own_bot() {
    let mut world = World::new();
    let chat = world.chat("group");
    assert!(world.service.add_bot(NewBot { token: Some("43:other".into()), ..NewBot::default() }).is_ok());
    world.alice("add", json!({ "chat": chat, "member": 43 }));
    world.result("sendChatAction", json!({ "chat_id": chat, "action": "typing" }));
    let text = json!({ "chat_id": chat, "text": "x" });
    world.service.call(world.now, "43:other", "sendMessage", text.clone());
    assert_eq!(world.alice("action", json!({ "chat": chat })), "typing");
    world.result("sendMessage", text);
    assert_eq!(world.alice("action", json!({ "chat": chat })), json!(null));
}

#[test]
fn a_bot_learns_of_posts_of_other_bots_and_not_of_their_messages_in_groups() {
    let mut world = World::new();
    assert!(world.service.add_bot(NewBot { token: Some("43:other".into()), ..NewBot::default() }).is_ok());
    for (kind, expected) in [("group", None), ("supergroup", None), ("channel", Some("x"))] {
        let chat = world.chat(kind);
        world.alice("add", json!({ "chat": chat, "member": 43 }));
        world.alice(
            "promote",
            json!({ "chat": chat, "member": 43, "can_change_info": true, "can_post_messages": true }),
        );
        world.updates();
        world.service.call(world.now, "43:other", "sendMessage", json!({ "chat_id": chat, "text": "x" }));
        let updates = world.updates();
        let posts: Vec<_> = updates.iter().map(|update| update["channel_post"]["text"].as_str()).collect();
        assert_eq!(posts, expected.map(Some).as_slice(), "{kind}");
    }
}

#[test]
fn a_user_who_blocked_the_bot_does_not_write_to_it() {
    let mut world = World::new();
    world.alice("block", json!({}));
    assert_eq!(world.write("x"), "Bad Request: the user has blocked the bot");
    world.alice("unblock", json!({}));
    assert_eq!(world.write("x")["text"], "x");
}

#[test]
fn a_user_restricts_a_member_as_a_bot_does() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let restrict = |right: &str| json!({ "chat": chat, "member": BOB, right: true });
    assert_eq!(world.alice("restrict", json!({ "chat": chat, "member": BOB })), true);
    let write = json!({ "user": BOB, "chat": chat, "text": "x" });
    let refused = world.act("write", write.clone());
    assert_eq!(refused, "Bad Request: have no rights to send a message");
    assert_eq!(world.alice("restrict", restrict("can_send_messages")), true);
    assert_eq!(world.act("write", write)["text"], "x");
    let refused = world.act("restrict", json!({ "user": BOB, "chat": chat, "member": ALICE }));
    assert!(refused.to_string().contains("rights"), "{refused}");
    let group = world.chat("group");
    let refused = world.alice("restrict", json!({ "chat": group, "member": BOB }));
    assert_eq!(refused, "Bad Request: method is available only for supergroups");
}

#[test]
fn a_user_gets_another_name_and_goes() {
    let mut world = World::new();
    let chat = world.chat("group");
    world.act("write", json!({ "user": BOB, "chat": chat, "text": "x" }));
    let renamed = world.act("rename", json!({ "user": BOB, "first_name": "Rob", "username": "rob_1" }));
    assert_eq!((&renamed["first_name"], &renamed["username"]), (&json!("Rob"), &json!("rob_1")));
    assert!(world.alice("rename", json!({ "username": "ROB_1" })).to_string().contains("username is taken"));
    assert_eq!(world.act("rename", json!({ "user": BOB, "username": "" }))["username"], json!(null));
    assert_eq!(world.alice("rename", json!({ "username": "rob_1" }))["username"], "rob_1");
    assert!(world.alice("rename", json!({ "first_name": "" })).to_string().contains("needs a first name"));

    assert_eq!(world.act("remove_user", json!({ "user": BOB })), true);
    let seen = world.act("messages", json!({ "chat": chat }));
    let texts = seen.as_array().expect("messages");
    assert_eq!(texts.last().expect("a message")["left_chat_member"]["id"], json!(BOB));
    let written = texts.iter().find(|message| message["text"] == json!("x")).expect("the message stays");
    assert_eq!(written["from"]["first_name"], "Deleted account");
    assert!(!world.act("users", json!({})).to_string().contains(&BOB.to_string()));
    assert!(world.act("add_user", json!({ "id": BOB })).to_string().contains("taken"), "nobody gets the identifier");
    assert!(world.act("remove_user", json!({ "user": BOB })).to_string().contains("user not found"));
}

#[test]
fn a_chat_is_removed_for_everybody() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let link = world.alice("invite_link", json!({ "chat": chat }));
    assert_eq!(world.act("remove_chat", json!({ "chat": chat })), true);
    assert!(!world.act("chats", json!({})).to_string().contains(&chat.to_string()));
    assert!(world.alice("join", json!({ "link": link })).to_string().contains("revoked"));
    assert!(world.act("remove_chat", json!({ "chat": chat })).to_string().contains("chat not found"));
    let (_, answer) = (world.updates(), world.call("sendMessage", json!({ "chat_id": chat, "text": "x" })));
    assert!(answer.to_string().contains("chat not found"), "{answer}");
}
