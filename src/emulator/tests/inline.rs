//! Inline mode: answers, the cache, offsets, chosen results, editing what was sent. Spec: second document, Inline mode.

use serde_json::{Value, json};

use super::super::{NewBot, Options, SECOND, Service};
use super::{ALICE, BOB, BOT, TOKEN, World};

fn article(id: &str) -> Value {
    json!({ "type": "article", "id": id, "title": "t", "input_message_content": { "message_text": "*x*", "parse_mode": "Markdown" } })
}

fn with_feedback() -> World {
    let mut world = World::new();
    let bot = NewBot { inline_feedback: true, inline_location: true, token: Some(TOKEN.into()), ..NewBot::default() };
    world.service = Service::new(Options::default());
    assert!(world.service.add_bot(bot).is_ok());
    world.act("add_user", json!({ "id": ALICE, "first_name": "Alice" }));
    world
}

/// Types a query. Returns its identifier, and how many queries the bot got for it.
fn typed(world: &mut World, user: i64, query: &str, offset: &str) -> (Value, usize) {
    let id = world.act("type", json!({ "user": user, "query": query, "offset": offset }))["query"].clone();
    (id, world.updates().len())
}

#[test]
fn a_query_is_answered_and_a_result_chosen() {
    let mut world = with_feedback();
    let place = json!({ "latitude": 1.5, "longitude": 2.5 });
    let query = world.alice("type", json!({ "query": "cats", "offset": "5", "location": place }))["query"].clone();
    let update = world.updates()[0]["inline_query"].clone();
    assert_eq!((&update["id"], &update["query"], &update["offset"]), (&query, &json!("cats"), &json!("5")));
    assert_eq!((&update["location"], &update["from"]["id"]), (&place, &json!(ALICE)));
    let mut with_button = article("b");
    with_button["reply_markup"] = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "d" }]] });
    let answer = json!({ "inline_query_id": query, "results": [article("a"), with_button], "next_offset": "6" });
    world.result("answerInlineQuery", answer);
    assert_eq!(world.act("query", json!({ "query": query }))["answer"]["next_offset"], "6");
    let plain = world.alice("choose", json!({ "query": query, "result_id": "a" }));
    assert_eq!((&plain["text"], &plain["entities"][0]["type"]), (&json!("x"), &json!("bold")));
    let kinds: Vec<_> = world.updates();
    assert_eq!(kinds[1]["chosen_inline_result"]["result_id"], "a");
    assert_eq!(kinds[1]["chosen_inline_result"]["inline_message_id"], json!(null));
    let chosen = world.alice("choose", json!({ "query": query, "result_id": "b", "location": place }));
    let id = chosen["inline_message_id"].clone();
    let result = world.updates()[1]["chosen_inline_result"].clone();
    assert_eq!((&result["inline_message_id"], &result["query"]), (&id, &json!("cats")));
    assert_eq!(result["location"], place);
    assert!(id.is_string());
    world.alice("press", json!({ "message_id": chosen["message_id"], "text": "b" }));
    let press = world.updates()[0]["callback_query"].clone();
    assert_eq!((&press["inline_message_id"], &press["message"]), (&id, &json!(null)));
    assert_eq!(world.result("editMessageText", json!({ "inline_message_id": id, "text": "y" })), true);
    assert_eq!(world.alice("message", json!({ "message_id": chosen["message_id"] }))["text"], "y");
    let gone = world.alice("choose", json!({ "query": query, "result_id": "z" }));
    assert_eq!(gone, "Bad Request: inline result not found");
}

#[test]
fn answers_are_cached_for_everybody_or_for_one() {
    for (personal, cache_time, for_alice, for_bob) in [
        (false, None, true, true),
        (true, None, true, false),
        (false, Some(0), false, false),
        (false, Some(10), true, true),
    ] {
        let mut world = World::new();
        world.bob();
        let (query, asked) = typed(&mut world, ALICE, "q", "");
        assert_eq!(asked, 1);
        let mut answer = json!({ "inline_query_id": query, "results": [article("a")], "is_personal": personal });
        if let Some(seconds) = cache_time {
            answer["cache_time"] = json!(seconds);
        }
        world.result("answerInlineQuery", answer);
        for (user, is_cached) in [(ALICE, for_alice), (BOB, for_bob)] {
            assert_eq!(typed(&mut world, user, "q", "").1, usize::from(!is_cached), "{personal} {cache_time:?} {user}");
            assert_eq!(typed(&mut world, user, "q", "1").1, 1);
            assert_eq!(typed(&mut world, user, "other", "").1, 1);
        }
        world.advance(cache_time.unwrap_or(300) * SECOND);
        assert_eq!(typed(&mut world, ALICE, "q", "").1, 1);
    }
}

#[test]
fn answers_have_limits() {
    let mut world = World::new();
    let (query, _) = typed(&mut world, ALICE, "q", "");
    let base = json!({ "inline_query_id": query, "results": [] });
    let mut check = |name: &str, value: Value, fits: bool| {
        let mut input = base.clone();
        input[name] = value;
        assert_eq!(world.call("answerInlineQuery", input.clone())["ok"], json!(fits), "{input}");
    };
    let many = |count: usize| (0..count).map(|id| article(&id.to_string())).collect::<Vec<_>>();
    check("results", json!(many(50)), true);
    check("results", json!(many(51)), false);
    check("results", json!([article("a"), article("a")]), false);
    for (bytes, fits) in [(0, false), (1, true), (64, true), (65, false)] {
        check("results", json!([article(&"x".repeat(bytes))]), fits);
        // An empty parameter is an absent one.
        check("switch_pm_parameter", json!("x".repeat(bytes)), fits || bytes == 0);
    }
    check("next_offset", json!("x".repeat(64)), true);
    check("next_offset", json!("x".repeat(65)), false);
    check("switch_pm_parameter", json!("a b"), false);
    let mut broken = article("a");
    broken["input_message_content"]["message_text"] = json!("*x");
    check("results", json!([broken]), false);
    check("inline_query_id", json!("1"), false);
    for (length, fits) in [(512, true), (513, false)] {
        assert_eq!(world.alice("type", json!({ "query": "é".repeat(length) })).is_object(), fits);
    }
}

#[test]
fn each_kind_of_result_sends_its_message() {
    let mut world = World::new();
    let file = |world: &mut World, method: &str, member: &str, name: &str| {
        let sent = world.upload(method, json!({ "chat_id": ALICE }), &[(member, name, b"x")])["result"][member].clone();
        let shown = sent.as_array().and_then(|sizes| sizes.last()).cloned().unwrap_or(sent);
        shown["file_id"].clone()
    };
    let document = file(&mut world, "sendDocument", "document", "d.pdf");
    let text_file = file(&mut world, "sendDocument", "document", "d.txt");
    let animation = file(&mut world, "sendDocument", "document", "a.gif");
    let video_file = file(&mut world, "sendDocument", "document", "a.mp4");
    let mut results = json!([
        { "type": "photo", "photo_url": "https://e.example/p.jpg", "thumb_url": "https://e.example/t.jpg", "caption": "c" },
        { "type": "gif", "gif_url": "https://e.example/g.gif", "thumb_url": "https://e.example/t.jpg" },
        { "type": "mpeg4_gif", "mpeg4_url": "https://e.example/g.mp4", "thumb_url": "https://e.example/t.jpg" },
        { "type": "video", "video_url": "https://e.example/v.mp4", "mime_type": "video/mp4",
          "thumb_url": "https://e.example/t.jpg", "title": "t" },
        { "type": "audio", "audio_url": "https://e.example/a.mp3", "title": "t" },
        { "type": "voice", "voice_url": "https://e.example/v.ogg", "title": "t" },
        { "type": "document", "document_url": "https://e.example/d.pdf", "mime_type": "application/pdf", "title": "t" },
        { "type": "location", "latitude": 1, "longitude": 2, "title": "t", "live_period": 60 },
        { "type": "venue", "latitude": 1, "longitude": 2, "title": "t", "address": "a" },
        { "type": "contact", "phone_number": "1", "first_name": "f" },
        { "type": "game", "game_short_name": "g" },
        { "type": "photo", "photo_file_id": file(&mut world, "sendPhoto", "photo", "p.jpg") },
        { "type": "sticker", "sticker_file_id": file(&mut world, "sendSticker", "sticker", "s.webp") },
        { "type": "document", "document_file_id": document, "title": "t" },
        { "type": "video", "video_file_id": file(&mut world, "sendVideo", "video", "v.mp4"), "title": "t" },
        { "type": "voice", "voice_file_id": file(&mut world, "sendVoice", "voice", "v.ogg"), "title": "t" },
        { "type": "audio", "audio_file_id": file(&mut world, "sendAudio", "audio", "a.mp3") },
        { "type": "gif", "gif_file_id": animation },
        { "type": "mpeg4_gif", "mpeg4_file_id": video_file },
    ]);
    let members = [
        "photo", "document", "document", "video", "audio", "voice", "document", "location", "venue", "contact", "game",
        "photo", "sticker", "document", "video", "voice", "audio", "document", "document",
    ];
    for (index, result) in results.as_array_mut().into_iter().flatten().enumerate() {
        result["id"] = json!(index.to_string());
    }
    let (query, _) = typed(&mut world, ALICE, "q", "");
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": results }));
    for (index, member) in members.into_iter().enumerate() {
        let sent = world.alice("choose", json!({ "query": query, "result_id": index.to_string() }));
        assert!(!sent[member].is_null(), "{member}: {sent}");
        assert_eq!(sent["from"]["id"], json!(ALICE));
    }
    let (query, _) = typed(&mut world, ALICE, "other", "");
    for wrong in [
        json!({ "type": "document", "id": "x", "title": "t", "document_file_id": text_file }),
        json!({ "type": "photo", "id": "x", "photo_file_id": document }),
        json!({ "type": "gif", "id": "x", "gif_file_id": document }),
        json!({ "type": "gif", "id": "x", "gif_file_id": video_file }),
        json!({ "type": "mpeg4_gif", "id": "x", "mpeg4_file_id": document }),
        json!({ "type": "mpeg4_gif", "id": "x", "mpeg4_file_id": animation }),
        json!({ "type": "photo", "id": "x", "photo_file_id": "P1-forged" }),
    ] {
        let answer = json!({ "inline_query_id": query, "results": [wrong] });
        assert_eq!(world.call("answerInlineQuery", answer)["ok"], false);
    }
    assert_ne!(BOT, ALICE);
}

#[test]
fn a_result_says_how_large_and_how_long_its_file_is() {
    let mut world = with_feedback();
    for (result, shown, expected) in [
        (
            json!({ "type": "video", "title": "t", "video_url": "https://e.example/v.mp4", "mime_type": "video/mp4",
            "thumb_url": "https://e.example/t.jpg", "video_width": 3, "video_height": 4, "video_duration": 5 }),
            "video",
            json!({ "width": 3, "height": 4, "duration": 5 }),
        ),
        (
            json!({ "type": "audio", "title": "t", "audio_url": "https://e.example/a.mp3", "performer": "p",
            "audio_duration": 6 }),
            "audio",
            json!({ "duration": 6, "performer": "p", "title": "t" }),
        ),
        (
            json!({ "type": "voice", "title": "t", "voice_url": "https://e.example/a.ogg", "voice_duration": 7 }),
            "voice",
            json!({ "duration": 7 }),
        ),
        (
            json!({ "type": "photo", "photo_url": "https://e.example/p.jpg", "thumb_url": "https://e.example/t.jpg",
            "photo_width": 40, "photo_height": 30 }),
            "photo",
            json!([{ "width": 40, "height": 30 }]),
        ),
    ] {
        let query = world.alice("type", json!({ "query": shown }))["query"].clone();
        let mut result = result;
        result["id"] = json!("1");
        world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
        let chosen = world.alice("choose", json!({ "query": query, "result_id": "1" }));
        let (file, expected) = (&chosen[shown], &expected);
        let pairs = if file.is_array() { (&file[0], &expected[0]) } else { (file, expected) };
        for (name, value) in pairs.1.as_object().into_iter().flatten() {
            assert_eq!(pairs.0[name], *value, "{shown} {name}: {chosen}");
        }
    }
}

#[test]
fn a_result_by_url_has_one_that_can_be_opened() {
    let mut world = with_feedback();
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    for (photo, thumb, fits) in [
        ("https://e.example/p.jpg", "http://e.example/t.jpg", true),
        ("p.jpg", "http://t", false),
        ("http://p", "", false),
        ("https://", "http://t", false),
        ("http://p", "https:///t.jpg", false),
    ] {
        let result = json!({ "type": "photo", "id": "1", "photo_url": photo, "thumb_url": thumb });
        let sent = world.call("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
        assert_eq!(sent["ok"], json!(fits), "{photo} {thumb}: {sent}");
    }
}

#[test]
fn an_edit_of_what_a_user_sent_inline_reaches_the_other_bots_of_the_chat() {
    let mut world = World::new();
    let group = world.chat("group");
    assert!(world.service.add_bot(NewBot { token: Some("43:other".into()), ..NewBot::default() }).is_ok());
    world.alice("add", json!({ "chat": group, "member": 43 }));
    let (query, _) = typed(&mut world, ALICE, "q", "");
    let mut result = article("1");
    result["reply_markup"] = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "d" }]] });
    world.result("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
    let chosen = world.alice("choose", json!({ "query": query, "result_id": "1", "chat": group }));
    world.updates();
    let edit = json!({ "inline_message_id": chosen["inline_message_id"], "text": "y" });
    assert_eq!(world.result("editMessageText", edit), true);
    assert_eq!(world.updates().len(), 0);
    let last = json!({ "offset": -1 }).as_object().cloned().unwrap_or_default();
    let got = super::envelope(&world.service.call(world.now, "43:other", "getUpdates", last));
    let edited = &got["result"][0]["edited_message"];
    assert_eq!((&edited["text"], &edited["from"]["id"]), (&json!("y"), &json!(ALICE)), "{got}");
}
