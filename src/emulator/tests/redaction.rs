//! Tokens in any escape, in the log and in errors of webhooks.

use serde_json::{Value, json};

use super::{TOKEN, World};
use crate::emulator::{NewBot, Options, Outcome, Service, Time};
use crate::policy::redact;

fn world(token: &str) -> World {
    let mut service = Service::new(Options::default());
    let bot = NewBot { token: Some(token.into()), ..NewBot::default() };
    assert!(service.add_bot(bot).is_ok(), "{token}");
    World { service, now: Time::from_millis(1_700_000_000_000) }
}

fn call(world: &mut World, token: &str, method: &str, parameters: Value) {
    let Value::Object(parameters) = parameters else { return };
    world.service.call(world.now, token, method, parameters);
}

/// Returns the latest entry of the log, which must be JSON.
fn last(world: &mut World) -> Value {
    let entry = world.service.log(0).last().unwrap_or_default().to_owned();
    assert!(serde_json::from_str::<Value>(&entry).is_ok(), "{entry}");
    serde_json::from_str(&entry).unwrap_or_default()
}

/// Returns the vectors of the redaction: a token, a text and the redacted text.
fn vectors() -> Vec<[String; 3]> {
    let vectors = include_str!("../../../tests/vectors/redact.json");
    let vectors: Value = serde_json::from_str(vectors).unwrap_or_default();
    let kinds = ["replaced", "withheld", "shown"].into_iter();
    let texts = |vector: &Value| {
        let text = |name| vector[name].as_str().map(str::to_owned);
        let token = text("token").or_else(|| vectors["token"].as_str().map(str::to_owned)).unwrap_or_default();
        let shown = redact(vector["text"].as_str().unwrap_or_default(), &token);
        [token, text("text").unwrap_or_default(), shown]
    };
    kinds.flat_map(|kind| vectors[kind].as_array().into_iter().flatten().map(texts)).collect()
}

#[test]
fn the_vectors_of_a_token_that_no_bot_has() {
    for [token, text, expected] in vectors() {
        let mut world = world("1:other");
        call(&mut world, &token, "sendMessage", json!({ "text": text }));
        assert_eq!(last(&mut world)["parameters"]["text"], json!(expected));
    }
}

#[test]
fn the_vectors_in_errors_of_webhooks() {
    for [token, text, expected] in vectors().into_iter().filter(|[_, text, _]| !text.is_empty()) {
        let mut world = world(&token);
        call(&mut world, &token, "setWebhook", json!({ "url": "https://bot.example/" }));
        let bot = world.service.bots().next().map(|(user, _)| user.id.0);
        let input = json!({ "id": 7, "first_name": "Alice" });
        assert!(world.service.act_by_name(world.now, "add_user", input).is_ok());
        assert!(world.service.act_by_name(world.now, "write", json!({ "user": 7, "bot": bot, "text": "hi" })).is_ok());
        for delivery in world.service.deliveries(world.now) {
            world.service.delivered(world.now, delivery.id, Outcome::Failed(&text));
        }
        assert_eq!(last(&mut world)["error"], json!(expected));
        call(&mut world, &token, "getWebhookInfo", json!({}));
        assert_eq!(last(&mut world)["answer"]["result"]["last_error_message"], json!(expected));
    }
}

#[test]
fn a_secret_alone_in_a_path_is_hidden() {
    let token = "77:abcdefgh01234567XYZ";
    let mut world = world(token);
    for (path, shown) in [
        ("/hook/abcdefgh01234567XYZ", "/hook/<token>"),
        ("/bot77:abcdefgh01234567XYZ/a/b", "/bot<token>/a/b"),
        ("/bot77%253Aabcdefgh01234567XYZ/a/b", "/bot<token>/a/b"),
        ("/bot88:wrongTokenOfAnother/a/b?x=88%3AwrongTokenOfAnother", "/bot<token>/a/b?x=<token>"),
        // This token contains a slash, so the possible rest of it is hidden too.
        ("/bot88%2FwrongTokenOfAnother/a/b", "/bot<token>b"),
        ("/%62ot88:wrongTokenOfAnother/a/b", "/%62ot<token>/a/b"),
    ] {
        world.request("GET", path, "", "");
        assert_eq!(last(&mut world)["target"], json!(shown), "{path}");
    }
}

#[test]
fn short_tokens_are_hidden_only_in_urls() {
    for token in ["5", "17", "true", "test", "\"", "\\", "null", "a"] {
        let mut world = world("1:other");
        if token != "\"" && token != "\\" {
            world = self::world(token);
        }
        let text = format!("{token} test true 5 17 \" \\ /bot{token}/getMe");
        call(&mut world, token, "sendMessage", json!({ "chat_id": 517, "text": text, "flag": true }));
        let entry = last(&mut world);
        let shown = format!("{token} test true 5 17 \" \\ /bot<token>/getMe");
        assert_eq!(entry["parameters"], json!({ "chat_id": 517, "text": shown, "flag": true }), "{token}");
        // In JSON, a backslash before a slash is an escape and not a token.
        if token == "\\" {
            continue;
        }
        world.request("GET", &format!("/bot{}/a/b", encoded(token)), "", "");
        assert_eq!(last(&mut world)["target"], "/bot<token>/a/b", "{token}");
    }
}

fn encoded(token: &str) -> String {
    token.bytes().fold(String::new(), |encoded, byte| format!("{encoded}%{byte:02X}"))
}

#[test]
fn the_token_of_another_bot_is_hidden_and_of_one_that_came_later() {
    let other = "88:another_secret_0123456789";
    let mut world = World::new();
    world.call("sendMessage", json!({ "text": format!("{other} and {TOKEN}") }));
    assert_eq!(last(&mut world)["parameters"]["text"], json!(format!("{other} and <token>")));
    world.act("add_bot", json!({ "token": other }));
    assert_eq!(last(&mut world)["parameters"]["text"], "<token> and <token>");
}

#[test]
fn a_token_that_the_note_cuts_off_is_hidden_in_any_escape() {
    let token = "77:abcdefgh01234567XYZ";
    let forms = [
        token.to_owned(),
        encoded(token),
        encoded(token).replace('%', "%25"),
        token.replace(':', "\\u003a"),
        token.replace("77:", ""),
    ];
    for form in forms {
        for shift in (0..form.len() + 8).step_by(3) {
            let mut world = world(token);
            let text = ["- ".repeat((1024 - shift) / 2), form.clone(), " -".repeat(50_000)].concat();
            call(&mut world, token, "sendMessage", json!({ "text": text }));
            let entry = last(&mut world);
            let shown = entry["parameters"]["text"].as_str().unwrap_or_default();
            assert!(shown.ends_with(" bytes)"), "{shown}");
            assert!(
                !redact(&form, token).contains("77") && !shown.contains("abcd") && !shown.contains("%61"),
                "{shift}: {shown}"
            );
            assert!(!shown.contains("%25"), "{shift}: {shown}");
        }
    }
}

#[test]
fn the_size_of_the_log_counts_what_is_shown() {
    let mut world = world("5");
    for _ in 0..150 {
        call(&mut world, "5", "sendMessage", json!({ "text": "/bot5/".repeat(10_000) }));
    }
    let shown: usize = world.service.log(0).map(str::len).sum();
    assert!(shown > 16 << 20);
    call(&mut world, "5", "getMe", json!({}));
    assert!(world.service.log(0).map(str::len).sum::<usize>() <= 16 << 20);
}
