//! Many users, chats and messages: what a call looks at does not grow with them.

use serde_json::{Value, json};

use super::super::NewUser;
use super::super::actions::Write;
use super::{ALICE, BOT, World};
use crate::emulator::state::LOOKS;

/// A world of so many users, each of whom wrote to the bot, has a chat and a score, and is in a supergroup with all.
struct Large {
    world: World,
    chat: i64,
    link: Value,
    last: i64,
}

fn user(number: i64) -> i64 {
    1000 + number
}

fn large(users: i64, messages: i64) -> Large {
    let mut world = World::new();
    let mut members = Vec::new();
    for number in 0..users {
        let username = Some(["user", &number.to_string()].concat());
        assert!(world.service.add_user(NewUser { id: Some(user(number)), username, ..NewUser::default() }).is_ok());
        members.push(user(number));
    }
    let outsider = members.pop();
    let given = json!({ "type": "supergroup", "creator": ALICE, "administrators": [BOT], "members": members });
    let chat = world.act("add_chat", given)["id"].as_i64().unwrap_or_default();
    let mut link = Value::Null;
    for number in 0..users / 10 {
        let own =
            world.act("add_chat", json!({ "type": "group", "creator": user(number), "members": [BOT] }))["id"].clone();
        link = world.act("invite_link", json!({ "user": user(number), "chat": own }));
    }
    let game = world.result("sendGame", json!({ "chat_id": chat, "game_short_name": "g" }))["message_id"].clone();
    for number in 0..users {
        let score = json!({
            "user_id": user(number), "score": number, "chat_id": chat, "message_id": game, "disable_edit_message": true,
        });
        world.result("setGameScore", score);
    }
    let keyboard = |selective: bool| json!({ "keyboard": [[{ "text": "Yes" }]], "selective": selective });
    world.result("sendMessage", json!({ "chat_id": chat, "text": "all", "reply_markup": keyboard(false) }));
    for number in 0..messages {
        let text = ["@user", &(number % 7).to_string()].concat();
        let markup = if number % 5 == 0 { keyboard(true) } else { json!({ "force_reply": true }) };
        world.result("sendMessage", json!({ "chat_id": chat, "text": text, "reply_markup": markup }));
        let write = Write::new("hello").user(user(number % users)).bot(BOT);
        assert!(world.service.act(world.now, write).is_ok());
        world.updates();
    }
    let last = outsider.unwrap_or_default();
    Large { world, chat, link, last }
}

/// What each call looks at, by name.
fn costs(large: &mut Large) -> Vec<(&'static str, u64)> {
    let Large { world, chat, link, last } = large;
    let (chat, last, one, middle) = (*chat, *last, user(1), user(77));
    let button = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "b" }]] });
    let sent = world.result("sendMessage", json!({ "chat_id": chat, "text": "b", "reply_markup": button }));
    let id = &sent["message_id"];
    let game = world.result("sendGame", json!({ "chat_id": chat, "game_short_name": "g" }))["message_id"].clone();
    let score = |user: i64, score: i64| json!({ "user_id": user, "score": score, "force": true, "chat_id": chat, "message_id": game });
    let calls = [
        ("sendMessage", json!({ "chat_id": one, "text": "x" })),
        ("sendPhoto", json!({ "chat_id": chat, "photo": "https://e.example/p.png", "reply_to_message_id": id })),
        ("forwardMessage", json!({ "chat_id": chat, "from_chat_id": chat, "message_id": id })),
        ("editMessageText", json!({ "chat_id": chat, "message_id": id, "text": "y", "reply_markup": button })),
        ("pinChatMessage", json!({ "chat_id": chat, "message_id": id })),
        ("getChat", json!({ "chat_id": chat })),
        ("getChatMember", json!({ "chat_id": chat, "user_id": middle })),
        ("getChatMembersCount", json!({ "chat_id": chat })),
        ("getChatAdministrators", json!({ "chat_id": chat })),
        ("restrictChatMember", json!({ "chat_id": chat, "user_id": middle })),
        ("promoteChatMember", json!({ "chat_id": chat, "user_id": middle, "can_pin_messages": true })),
        ("kickChatMember", json!({ "chat_id": chat, "user_id": user(3) })),
        ("unbanChatMember", json!({ "chat_id": chat, "user_id": user(3) })),
        ("exportChatInviteLink", json!({ "chat_id": chat })),
        ("setGameScore", score(user(40), 77)),
        ("getGameHighScores", json!({ "user_id": user(40), "chat_id": chat, "message_id": game })),
        ("getUserProfilePhotos", json!({ "user_id": middle })),
        ("getUpdates", json!({ "offset": -1 })),
        ("getWebhookInfo", json!({})),
    ];
    let mut costs = Vec::new();
    let mut count = |name: &'static str, act: &mut dyn FnMut(&mut World)| {
        let before = LOOKS.get();
        act(world);
        costs.push((name, LOOKS.get() - before));
    };
    for (method, given) in calls {
        count(method, &mut |world| drop(world.result(method, given.clone())));
    }
    let at = |user: i64| json!({ "user": user, "chat": chat });
    for (act, given) in [
        ("write", json!({ "user": one, "text": "hello @user5" })),
        ("press", json!({ "user": user(2), "chat": chat, "message_id": id, "text": "b" })),
        ("press", json!({ "user": last - 1, "chat": chat, "text": "Yes" })),
        ("keyboard", at(last - 1)),
        ("keyboard", at(user(5))),
        ("action", at(one)),
        ("leave", at(user(4))),
        ("join", json!({ "user": last, "link": link })),
        ("type", json!({ "user": one, "query": "q" })),
        ("block", json!({ "user": one })),
    ] {
        count(act, &mut |world| assert!(!world.act(act, given.clone()).to_string().contains("Bad Request")));
    }
    costs
}

#[test]
fn no_call_looks_at_more_in_a_larger_world() {
    let (small, large) = (costs(&mut large(100, 50)), costs(&mut large(1500, 3000)));
    for ((name, few), (_, many)) in small.iter().zip(&large) {
        assert!(many <= &(few + 3), "{name} looks at {few} things in a small world and {many} in a large one");
    }
    assert!(small.iter().all(|(_, looks)| *looks > 0));
}
