//! Values that the specification does not list are refused, and values that it excludes are not sent.

use serde_json::{Value, json};

use super::super::NewBot;
use super::super::actions::Write;
use super::{ALICE, BOB, BOT, World};

#[allow(clippy::needless_pass_by_value)] // written by json! at the call
fn article(markup: Value) -> Value {
    json!({
        "type": "article", "id": "1", "title": "t", "input_message_content": { "message_text": "x" },
        "reply_markup": markup,
    })
}

/// Offers Alice one inline result, and returns the query.
fn offered(world: &mut World, text: &str, result: &Value) -> Value {
    let query = world.alice("type", json!({ "query": text }))["query"].clone();
    let answer = json!({ "inline_query_id": query, "results": [result], "cache_time": 0 });
    world.result("answerInlineQuery", answer);
    query
}

#[test]
fn what_no_message_takes_is_refused() {
    let mut world = World::new();
    for wrong in [
        json!({ "parse_mode": "html" }),
        json!({ "parse_mode": "hTmL" }),
        json!({ "parse_mode": "markdown" }),
        json!({ "parse_mode": {} }),
        json!({ "reply_markup": {} }),
        json!({ "reply_markup": { "keyboard": [["A"]] } }),
        json!({ "reply_markup": { "force_reply": true, "remove_keyboard": true } }),
        json!({ "reply_markup": { "keyboard": [[{ "text": "A" }]], "inline_keyboard": [] } }),
        json!({ "reply_markup": { "inline_keyboard": [[{ "text": "b", "url": "ftp://e.example" }]] } }),
        json!({ "reply_markup": { "inline_keyboard": [[{ "text": "b", "url": "javascript://e.example" }]] } }),
    ] {
        let mut input = json!({ "chat_id": ALICE, "text": "x" });
        input.as_object_mut().into_iter().for_each(|all| all.extend(wrong.as_object().cloned().unwrap_or_default()));
        assert_eq!(world.call("sendMessage", input.clone())["ok"], false, "{input}");
    }
    for (action, fits) in
        [("upload_voice", false), ("record_voice", false), ("record_audio", true), ("upload_audio", true)]
    {
        let sent = world.call("sendChatAction", json!({ "chat_id": ALICE, "action": action }));
        assert_eq!(sent["ok"], json!(fits), "{action}");
    }
    assert!(world.alice("messages", json!({})).as_array().is_some_and(Vec::is_empty));
}

#[test]
fn a_restricted_member_has_no_rights_of_administrators() {
    let mut world = World::new();
    let chat = world.chat("supergroup");
    let who = json!({ "chat_id": chat, "user_id": BOB });
    world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": BOB, "can_send_messages": true }));
    let member = world.result("getChatMember", who);
    assert_eq!(member["can_send_messages"], true);
    // Forever is an absent date, not the year 1970.
    for name in ["can_change_info", "can_invite_users", "can_pin_messages", "until_date"] {
        assert_eq!(member[name], json!(null), "{name}: {member}");
    }
}

#[test]
fn no_message_of_a_channel_has_a_sender() {
    let mut world = World::new();
    let chat = world.chat("channel");
    let sent = world.result("sendMessage", json!({ "chat_id": chat, "text": "x", "reply_to_message_id": 1 }));
    assert_eq!(sent["reply_to_message"]["channel_chat_created"], true);
    assert_eq!((&sent["from"], &sent["reply_to_message"]["from"]), (&json!(null), &json!(null)));
    let chat = world.chat("supergroup");
    let sent = world.result("sendMessage", json!({ "chat_id": chat, "text": "x", "reply_to_message_id": 1 }));
    assert_eq!(sent["reply_to_message"]["from"]["id"], json!(ALICE));
}

#[test]
fn a_keyboard_without_buttons_gives_no_inline_message_id() {
    let mut world = World::new();
    world.service.state.bots.values_mut().for_each(|bot| bot.inline_feedback = true);
    for (rows, attached) in [
        (json!([]), false),
        (json!([[]]), false),
        (json!([[], []]), false),
        (json!([[{ "text": "b", "callback_data": "d" }]]), true),
    ] {
        let query = offered(&mut world, "q", &article(json!({ "inline_keyboard": rows })));
        world.updates();
        let sent = world.alice("choose", json!({ "query": query, "result_id": "1" }));
        let updates = world.updates();
        let chosen = &updates[1]["chosen_inline_result"];
        assert_eq!(chosen["result_id"], "1");
        assert_eq!(chosen["inline_message_id"].is_string(), attached, "{rows}");
        assert_eq!(sent["reply_markup"].is_object(), attached, "{rows}");
    }
}

#[test]
fn what_the_content_of_a_result_cannot_be_is_refused() {
    let mut world = World::new();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let text = json!({ "message_text": "x" });
    for (content, more, fits) in [
        (text.clone(), json!({}), true),
        (json!({ "message_text": "<b></b>", "parse_mode": "HTML" }), json!({}), false),
        (json!({ "message_text": "x", "latitude": 1, "longitude": 1 }), json!({}), false),
        (json!({ "message_text": "x", "first_name": "A" }), json!({}), false),
        (json!({ "phone_number": "1", "first_name": "A", "longitude": 1 }), json!({}), false),
        (json!({ "latitude": 1, "longitude": 1 }), json!({}), true),
        (json!({ "latitude": 1, "longitude": 1, "title": "t" }), json!({}), false),
        (text.clone(), json!({ "title": "" }), false),
        (text.clone(), json!({ "url": "no url" }), false),
        (text, json!({ "url": "https://e.example", "hide_url": true }), true),
    ] {
        let mut result = json!({ "type": "article", "id": "1", "title": "t", "input_message_content": content });
        result.as_object_mut().into_iter().for_each(|all| all.extend(more.as_object().cloned().unwrap_or_default()));
        let answer = json!({ "inline_query_id": query, "results": [result] });
        assert_eq!(world.call("answerInlineQuery", answer)["ok"], json!(fits), "{result}");
    }
}

#[test]
fn a_forwarded_game_is_played_as_the_first_one() {
    let mut world = World::new();
    let chat = world.chat("group");
    let sent = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }));
    let input = json!({ "message_id": sent["message_id"], "to_chat": chat });
    let forwarded = world.alice("forward", input);
    world.updates();
    let id = &forwarded["message_id"];
    assert_eq!(forwarded["reply_markup"]["inline_keyboard"][0][0]["text"], "Play");
    let press = world.act("press", json!({ "user": BOB, "chat": chat, "message_id": id, "row": 0, "column": 0 }));
    let query = world.updates()[0]["callback_query"].clone();
    assert_eq!((&query["id"], &query["game_short_name"]), (&press["query"], &json!("g")));
    // The user sent the message, not the bot.
    assert_eq!((&query["message"], query["inline_message_id"].is_string()), (&json!(null), true));
    let score = json!({ "user_id": BOB, "score": 5, "inline_message_id": query["inline_message_id"] });
    assert_eq!(world.result("setGameScore", score), true);
    let seen = world.act("message", json!({ "user": BOB, "chat": chat, "message_id": id }));
    assert_eq!(seen["game"]["text"], "1. Bob - 5");

    let input = json!({ "chat_id": chat, "from_chat_id": ALICE, "message_id": sent["message_id"] });
    let by_bot = world.result("forwardMessage", input);
    world.act("press", json!({ "user": BOB, "chat": chat, "message_id": by_bot["message_id"], "row": 0, "column": 0 }));
    let query = world.updates()[0]["callback_query"].clone();
    assert_eq!((&query["message"]["message_id"], &query["inline_message_id"]), (&by_bot["message_id"], &json!(null)));
}

#[test]
fn the_button_of_inline_results_leads_to_the_bot_that_answered() {
    let mut world = World::new();
    let Ok((second, token)) = world.service.add_bot(NewBot::default()) else { panic!("no second bot") };
    let mut switched = |answer: Value| {
        let input = json!({ "bot": second.id, "query": answer.to_string() });
        let query = world.alice("type", input)["query"].clone();
        let mut input = answer;
        (input["inline_query_id"], input["results"]) = (query.clone(), json!([]));
        let Value::Object(input) = input else { return Value::Null };
        world.service.call(world.now, &token, "answerInlineQuery", input);
        world.alice("switch", json!({ "query": query }))
    };
    assert_eq!(switched(json!({ "switch_pm_text": "b", "switch_pm_parameter": "p" }))["text"], "/start p");
    assert_eq!(switched(json!({ "switch_pm_text": "b" }))["text"], "/start");
    let refusal = json!("Bad Request: the inline results have no button that switches to the bot");
    assert_eq!(switched(json!({})), refusal);
    assert_eq!(world.service.messages(second.id.into(), ALICE, 0).len(), 2);
    assert_eq!(world.service.messages(BOT, ALICE, 0).len(), 0);
}

#[test]
fn chats_between_users_do_not_exist() {
    let mut world = World::new();
    world.bob();
    let refusal = json!("Bad Request: there are no chats between users: name a bot or a shared chat");
    let query = offered(&mut world, "q", &article(json!(null)));
    assert_eq!(world.alice("choose", json!({ "query": query, "result_id": "1", "chat": BOB })), refusal);
    assert_eq!(world.alice("write", json!({ "text": "x", "chat": BOB })), refusal);
    let written = world.alice("write", json!({ "text": "x", "chat": BOT }));
    assert_eq!(world.alice("forward", json!({ "message_id": written["message_id"], "to_chat": BOB })), refusal);
    assert_eq!(written["chat"]["id"], json!(ALICE));
    assert!(world.service.act(world.now, Write::new("y").user(ALICE).bot(BOT)).is_ok());
    assert_eq!(world.alice("messages", json!({})).as_array().map(Vec::len), Some(2));
}

#[test]
fn empty_texts_that_users_see_are_refused() {
    let mut world = World::new();
    let place =
        |title: &str, address: &str| json!({ "latitude": 1, "longitude": 2, "title": title, "address": address });
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    for (title, address, fits) in [("t", "a", true), ("", "a", false), ("t", "", false)] {
        let mut venue = place(title, address);
        venue["chat_id"] = json!(ALICE);
        assert_eq!(world.call("sendVenue", venue)["ok"], json!(fits), "{title} {address}");
        assert_eq!(world.alice("send", place(title, address)).is_object(), fits, "{title} {address}");
        let article =
            json!({ "type": "article", "id": "1", "title": "t", "input_message_content": place(title, address) });
        let mut own = place(title, address);
        (own["type"], own["id"]) = (json!("venue"), json!("1"));
        for result in [article, own] {
            let answer = json!({ "inline_query_id": query, "results": [result] });
            assert_eq!(world.call("answerInlineQuery", answer)["ok"], json!(fits), "{result}");
        }
    }
    for (button, fits) in [
        (json!({ "switch_pm_text": "t", "switch_pm_parameter": "p" }), true),
        // An empty text is an absent one.
        (json!({ "switch_pm_text": "", "switch_pm_parameter": "p" }), true),
        (json!({ "switch_pm_text": "" }), true),
    ] {
        let mut answer = json!({ "inline_query_id": query, "results": [] });
        answer.as_object_mut().into_iter().for_each(|all| all.extend(button.as_object().cloned().unwrap_or_default()));
        assert_eq!(world.call("answerInlineQuery", answer)["ok"], json!(fits), "{button}");
    }
}
