//! Unspecified behavior that users of such services expect.

use serde_json::json;

use super::{ALICE, BOB, BOT, World};

#[test]
fn nobody_can_add_a_kicked_user() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    world.result("kickChatMember", json!({ "chat_id": chat, "user_id": BOB }));
    let add = json!({ "chat": chat, "member": BOB });
    assert_eq!(world.alice("add", add.clone()), "Forbidden: user was removed from the chat");
    world.result("unbanChatMember", json!({ "chat_id": chat, "user_id": BOB }));
    assert_eq!(world.alice("add", add), true);
}

#[test]
fn a_bot_receives_no_edits_from_before_its_time() {
    for (kind, edited) in [("supergroup", "edited_message"), ("channel", "edited_channel_post")] {
        let mut world = World::new();
        world.bob();
        let input = json!({ "type": kind, "creator": ALICE, "members": [BOB] });
        let chat = world.act("add_chat", input)["id"].clone();
        let early = world.alice("write", json!({ "chat": chat, "text": "early" }))["message_id"].clone();
        let promote = json!({ "chat": chat, "member": BOT, "can_change_info": true });
        assert_eq!(world.alice("promote", promote.clone()), "Bad Request: user is not a member of the chat");
        world.alice("add", json!({ "chat": chat, "member": BOT }));
        assert_eq!(world.alice("promote", promote), true);
        let late = world.alice("write", json!({ "chat": chat, "text": "late" }))["message_id"].clone();
        world.updates();
        world.alice("edit", json!({ "chat": chat, "message_id": early, "text": "early, edited" }));
        assert_eq!(world.updates().len(), 0, "{kind}");
        world.alice("edit", json!({ "chat": chat, "message_id": late, "text": "late, edited" }));
        assert_eq!(world.updates()[0][edited]["text"], "late, edited");
    }
}

#[test]
fn a_bot_receives_edits_of_what_a_group_brought_along() {
    let mut world = World::new();
    let group = world.chat("group");
    for _ in 0..3 {
        world.alice("write", json!({ "chat": group, "text": "x" }));
    }
    world.alice("remove", json!({ "chat": group, "member": BOT }));
    world.alice("add", json!({ "chat": group, "member": BOT }));
    let Ok(chat) = world.service.migrate(world.now, group) else { panic!("no supergroup") };
    let first = world.alice("write", json!({ "chat": chat, "text": "first" }))["message_id"].clone();
    world.updates();
    world.alice("edit", json!({ "chat": chat, "message_id": first, "text": "edited" }));
    assert_eq!(world.updates().len(), 1);
}

#[test]
fn a_link_that_opens_nothing_is_none() {
    let mut world = World::new();
    for (url, shown) in [
        ("https://e.example/x", json!("https://e.example/x")),
        ("HTTP://e.example", json!("HTTP://e.example")),
        ("example.com/x", json!("http://example.com/x")),
        ("javascript:alert(1)", json!(null)),
        ("javascript://e.example", json!(null)),
        ("/relative", json!(null)),
        ("u", json!(null)),
        ("https://", json!(null)),
        ("ftp://e.example", json!(null)),
    ] {
        let text = ["<a href=\"", url, "\">t</a>"].concat();
        let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": text, "parse_mode": "HTML" }));
        assert_eq!((&sent["text"], &sent["entities"][0]["url"]), (&json!("t"), &shown), "{url}");
    }
    let text = "<a href=\"tg://user?id=7\">t</a>";
    let sent = world.result("sendMessage", json!({ "chat_id": ALICE, "text": text, "parse_mode": "HTML" }));
    assert_eq!(sent["entities"][0]["type"], "text_mention");
}

#[test]
fn a_place_belongs_to_its_inline_query() {
    let mut world = World::new();
    world.service.state.bots.values_mut().for_each(|bot| (bot.inline_location, bot.inline_feedback) = (true, true));
    let (here, there) = (json!({ "latitude": 1.0, "longitude": 2.0 }), json!({ "latitude": 3.0, "longitude": 4.0 }));
    let query = world.alice("type", json!({ "query": "q", "location": here }))["query"].clone();
    let result =
        json!({ "type": "article", "id": "1", "title": "t", "input_message_content": { "message_text": "x" } });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
    world.updates();
    let mut asked = |place: &serde_json::Value| {
        world.alice("type", json!({ "query": "q", "location": place }));
        world.updates().len()
    };
    // The answer is cached for the location of the query.
    assert_eq!((asked(&here), asked(&there)), (0, 1));
    for (input, expected) in [(json!(null), &here), (there.clone(), &there)] {
        let mut choice = json!({ "query": query, "result_id": "1" });
        if input.is_object() {
            choice["location"] = input;
        }
        world.alice("choose", choice);
        assert_eq!(world.updates()[1]["chosen_inline_result"]["location"], *expected);
    }
}

#[test]
fn a_game_shows_the_scores_of_its_chat_from_the_start_and_is_not_for_channels() {
    let mut world = World::new();
    let game = json!({ "chat_id": ALICE, "game_short_name": "g" });
    let first = world.result("sendGame", game.clone());
    assert_eq!(first["game"]["text"], json!(null));
    let score = json!({ "user_id": ALICE, "score": 5, "chat_id": ALICE, "message_id": first["message_id"] });
    world.result("setGameScore", score);
    assert_eq!(world.result("sendGame", game)["game"]["text"], "1. Alice - 5");
    let channel = world.chat("channel");
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let result = json!({ "type": "game", "id": "1", "game_short_name": "g" });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
    let chosen = world.alice("choose", json!({ "query": query, "result_id": "1", "chat": channel }));
    assert_eq!(chosen, "Bad Request: games can't be sent to channels");
}

#[test]
fn a_location_that_a_button_asks_for_is_made_up() {
    let mut world = World::new();
    let markup = json!({ "keyboard": [[{ "text": "Where?", "request_location": true }]] });
    world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_markup": markup }));
    for (input, latitude) in [(json!({}), json!(52.5)), (json!({ "latitude": 1.5, "longitude": 2.5 }), json!(1.5))] {
        let mut press = input;
        press["text"] = json!("Where?");
        assert_eq!(world.alice("press", press)["kind"], "message");
        assert_eq!(world.updates()[0]["message"]["location"]["latitude"], latitude);
    }
}

#[test]
fn the_signature_of_a_post_is_the_whole_name() {
    let mut world = World::new();
    world.act("add_user", json!({ "id": 70, "first_name": "Ada", "last_name": "Lovelace" }));
    let input = json!({ "type": "channel", "creator": 70, "administrators": [BOT], "signs": true });
    let chat = world.act("add_chat", input)["id"].clone();
    let post = world.act("write", json!({ "user": 70, "chat": chat, "text": "x" }));
    assert_eq!(post["author_signature"], "Ada Lovelace");
    let post = world.result("sendMessage", json!({ "chat_id": chat, "text": "x" }));
    assert_eq!(post["author_signature"], "Botwire");
}

#[test]
fn nobody_edits_what_they_forwarded() {
    let mut world = World::new();
    let group = world.chat("group");
    let own = world.result("sendMessage", json!({ "chat_id": group, "text": "own" }))["message_id"].clone();
    let forward = json!({ "chat_id": group, "from_chat_id": group, "message_id": own });
    let copy = world.result("forwardMessage", forward)["message_id"].clone();
    for (id, fits) in [(&own, true), (&copy, false)] {
        let edit = json!({ "chat_id": group, "message_id": id, "text": "edited" });
        assert_eq!(world.call("editMessageText", edit)["ok"], json!(fits));
    }
    let copy =
        world.alice("forward", json!({ "chat": group, "message_id": own, "to_chat": group }))["message_id"].clone();
    let edited = world.alice("edit", json!({ "chat": group, "message_id": copy, "text": "edited" }));
    assert_eq!(edited, "Bad Request: message can't be edited");
}
