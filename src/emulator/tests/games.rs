//! Games: play buttons, scores, the scoreboard, neighbors. Spec: second document, Games.

use serde_json::{Value, json};

use super::{ALICE, BOB, World};
use crate::emulator::NewUser;

fn positions(scores: &Value) -> Vec<i64> {
    scores.as_array().into_iter().flatten().filter_map(|row| row["position"].as_i64()).collect()
}

#[test]
fn a_game_is_played_and_scored() {
    let mut world = World::new();
    world.bob();
    let sent = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "snake" }));
    let id = &sent["message_id"];
    assert_eq!(sent["game"]["description"], "The game snake");
    let press = world.alice("press", json!({ "message_id": id, "row": 0, "column": 0 }));
    let update = world.updates()[0]["callback_query"].clone();
    assert_eq!((&update["game_short_name"], &update["data"]), (&json!("snake"), &json!(null)));
    let answer = json!({ "callback_query_id": press["query"], "url": "https://game.example/?user=7" });
    world.result("answerCallbackQuery", answer);
    let score = |user: i64, score: i64| json!({ "user_id": user, "score": score, "chat_id": ALICE, "message_id": id });
    let edited = world.result("setGameScore", score(ALICE, 10));
    assert_eq!(edited["game"]["text"], "1. Alice - 10");
    let refusal = "Bad Request: BOT_SCORE_NOT_MODIFIED";
    for same in [9, 10] {
        assert_eq!(world.refusal("setGameScore", score(ALICE, same)), refusal);
    }
    assert_eq!(world.result("setGameScore", score(BOB, 20))["game"]["text"], "1. Bob - 20\n2. Alice - 10");
    let mut forced = score(BOB, 5);
    (forced["force"], forced["disable_edit_message"]) = (json!(true), json!(true));
    assert_eq!(world.result("setGameScore", forced)["game"]["text"], "1. Bob - 20\n2. Alice - 10");
    let high = world.result("getGameHighScores", json!({ "user_id": ALICE, "chat_id": ALICE, "message_id": id }));
    assert_eq!(high[0]["user"]["id"], json!(ALICE));
    assert_eq!((&high[1]["position"], &high[1]["score"]), (&json!(2), &json!(5)));
    assert_eq!(world.call("setGameScore", score(ALICE, -1))["ok"], false);
    let by_hand = json!({ "chat_id": ALICE, "message_id": id, "text": "by hand" });
    assert_eq!(world.result("editMessageText", by_hand)["game"]["text"], "by hand");
    let message = world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x" }));
    let other = json!({ "user_id": ALICE, "chat_id": ALICE, "message_id": message["message_id"] });
    assert_eq!(world.call("getGameHighScores", other)["ok"], false);
}

#[test]
fn high_scores_show_neighbors_and_the_top_three() {
    let mut world = World::new();
    let sent = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }));
    for user in 101..=110 {
        assert!(world.service.add_user(NewUser { id: Some(user), ..NewUser::default() }).is_ok());
        let score = json!({
            "user_id": user, "score": 1000 - user, "chat_id": ALICE, "message_id": sent["message_id"],
            "disable_edit_message": true,
        });
        world.result("setGameScore", score);
    }
    for (user, expected) in [
        (101, vec![1, 2, 3]),
        (103, vec![1, 2, 3, 4, 5]),
        (105, vec![3, 4, 5, 6, 7]),
        (106, vec![1, 2, 3, 4, 5, 6, 7, 8]),
        (107, vec![1, 2, 3, 5, 6, 7, 8, 9]),
        (110, vec![1, 2, 3, 8, 9, 10]),
        (ALICE, vec![1, 2, 3]),
    ] {
        let input = json!({ "user_id": user, "chat_id": ALICE, "message_id": sent["message_id"] });
        assert_eq!(positions(&world.result("getGameHighScores", input)), expected, "{user}");
    }
}

#[test]
fn a_game_with_buttons_starts_with_the_one_that_launches_it() {
    let mut world = World::new();
    let launch = json!({ "text": "Go", "callback_game": {} });
    let other = json!({ "text": "x", "callback_data": "x" });
    for (rows, fits) in [(json!([[launch, other]]), true), (json!([[other]]), false), (json!([[other, launch]]), false)]
    {
        let input = json!({ "chat_id": ALICE, "game_short_name": "g", "reply_markup": { "inline_keyboard": rows } });
        assert_eq!(world.call("sendGame", input)["ok"], json!(fits));
    }
}

#[test]
fn a_game_shows_its_picture_and_animation_which_can_be_downloaded() {
    let mut world = World::new();
    let plain = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }));
    assert_eq!(plain["game"]["animation"], json!(null));
    let sizes = plain["game"]["photo"].as_array().cloned().unwrap_or_default();
    assert_eq!(sizes.last().map(|size| (&size["width"], &size["height"])), Some((&json!(640), &json!(360))));
    for size in sizes {
        assert!(world.result("getFile", json!({ "file_id": size["file_id"] }))["file_path"].is_string());
    }
    for (kind, url) in [("photo", "https://e.example/p.png"), ("animation", "https://e.example/a.gif")] {
        world.service.host(url, "image/gif", b"GIF89a\x20\0\x10\0");
        let input = json!({ "game_short_name": "g", "title": "Geese", "type": kind, "file": url });
        assert_eq!(world.act("game", input), true);
    }
    let shown = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }))["game"].clone();
    assert_eq!((&shown["title"], &shown["description"]), (&json!("Geese"), &json!("The game Geese")));
    assert_eq!((&shown["photo"][0]["width"], &shown["animation"]["mime_type"]), (&json!(32), &json!("image/gif")));
    assert_eq!(shown["animation"]["thumb"]["width"], 32);
    assert_eq!(world.call("getFile", json!({ "file_id": shown["animation"]["file_id"] }))["ok"], true);
    let thumb = json!({ "chat_id": ALICE, "document": shown["animation"]["thumb"]["file_id"] });
    assert_eq!(world.refusal("sendDocument", thumb), "Bad Request: file can only be downloaded");
    assert_eq!(
        world.refusal("sendGame", json!({ "chat_id": ALICE, "game_short_name": "other" })),
        "Bad Request: wrong game short name specified"
    );
}

#[test]
fn scores_stay_in_order_whatever_is_set() {
    let mut world = World::new();
    let sent = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }));
    let id = &sent["message_id"];
    let mut dice = super::super::random::Random::new(5);
    let mut expected = std::collections::BTreeMap::new();
    for number in 0..3000_i64 {
        let (user, score) = (1000 + dice.up_to(700), dice.up_to(90));
        if !expected.contains_key(&user) {
            assert!(world.service.add_user(NewUser { id: Some(user), ..NewUser::default() }).is_ok());
        }
        let input = json!({
            "user_id": user, "score": score, "force": true, "chat_id": ALICE, "message_id": id,
            "disable_edit_message": true,
        });
        world.result("setGameScore", input);
        expected.insert(user, (-score, number));
    }
    let mut rows: Vec<_> = expected.iter().map(|(user, place)| (*place, *user)).collect();
    rows.sort_unstable();
    for at in (0..rows.len()).step_by(37) {
        let input = json!({ "user_id": rows[at].1, "chat_id": ALICE, "message_id": id });
        let scores = world.result("getGameHighScores", input);
        let window: Vec<_> = (at.saturating_sub(2)..(at + 3).min(rows.len())).collect();
        let last = scores.as_array().map(|all| all[all.len() - window.len()..].to_vec()).unwrap_or_default();
        for (row, index) in last.iter().zip(window) {
            assert_eq!(row["position"], json!(index + 1));
            assert_eq!((&row["user"]["id"], &row["score"]), (&json!(rows[index].1), &json!(-rows[index].0.0)));
        }
    }
}

#[test]
fn a_game_is_not_forwarded_to_a_channel() {
    let mut world = World::new();
    let channel = world.chat("channel");
    let id = world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }))["message_id"].clone();
    let refused = "Bad Request: games can't be sent to channels";
    let forward = json!({ "chat_id": channel, "from_chat_id": ALICE, "message_id": id });
    assert_eq!(world.refusal("forwardMessage", forward), refused);
    assert_eq!(world.alice("forward", json!({ "message_id": id, "to_chat": channel })), json!(refused));
}

#[test]
fn a_game_shows_the_scores_of_the_chat_it_comes_to() {
    let mut world = World::new();
    let group = world.chat("group");
    let game = |chat: i64| json!({ "chat_id": chat, "game_short_name": "g" });
    let score = |user: i64, score: i64, sent: &Value| json!({ "user_id": user, "score": score, "chat_id": sent["chat"]["id"], "message_id": sent["message_id"] });
    let sent = world.result("sendGame", game(group));
    world.result("setGameScore", score(BOB, 9, &sent));
    let id = sent["message_id"].clone();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let result = json!({ "type": "game", "id": "1", "game_short_name": "g" });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
    // No one has played in the private chat yet.
    for expected in [json!(null), json!("1. Alice - 3")] {
        let forward = json!({ "chat_id": ALICE, "from_chat_id": group, "message_id": id });
        assert_eq!(world.result("forwardMessage", forward)["game"]["text"], expected);
        let by_alice = world.alice("forward", json!({ "chat": group, "message_id": id }));
        assert_eq!(by_alice["game"]["text"], expected);
        let chosen = world.alice("choose", json!({ "query": query, "result_id": "1" }));
        assert_eq!(chosen["game"]["text"], expected);
        let own = world.result("sendGame", game(ALICE));
        assert_eq!(own["game"]["text"], expected);
        world.call("setGameScore", score(ALICE, 3, &own));
    }
    let own = world.result("sendGame", game(ALICE))["message_id"].clone();
    let edit = json!({ "chat_id": ALICE, "message_id": own, "text": "A description" });
    assert_eq!(world.result("editMessageText", edit)["game"]["text"], "A description");
    for (act, input) in [
        ("forward", json!({ "message_id": own, "to_chat": group })),
        ("choose", json!({ "query": query, "result_id": "1", "chat": group })),
    ] {
        assert_eq!(world.alice(act, input)["game"]["text"], "1. Bob - 9", "{act}");
    }
}
