//! Routes by command and by callback data, with the vectors of JavaScript (`js-tests/handlers/routes.test.mjs`).

use botwire::client::Bot;
use botwire::emulator::{Emulator, NewBot, Options};
use botwire::webhook::{Webhook, callback_routes, commands};
use pollster::block_on;
use serde_json::{Value, json};

use super::host::{HOOK, request, status_and_body};
use super::support::Log;

fn my_bot() -> (Emulator, Bot) {
    let named = NewBot { username: Some("my_bot".to_owned()), ..NewBot::default() };
    let emulator = Emulator::with(Options::default(), [named]).unwrap();
    let bot = emulator.client().unwrap();
    (emulator, bot)
}

fn vectors(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

/// Returns the last arguments of the handlers.
fn logged(log: &Log<Value>) -> Value {
    log.take().pop().unwrap_or_default()
}

#[test]
fn commands_go_where_they_go_in_javascript() {
    for vector in vectors(include_str!("../vectors/command-routes.json")) {
        let (emulator, bot) = my_bot();
        let log = Log::default();
        let mut routes = commands();
        for name in vector["routes"].as_array().unwrap() {
            let name = name.as_str().unwrap();
            let log = log.clone();
            routes = routes.route(name, move |_, command, _| {
                log.push(json!([command.name, command.arguments, command.payload]));
                async {}
            });
        }
        if vector["fallback"] == true {
            let log = log.clone();
            routes = routes.fallback(move |_, _| {
                log.push(json!(["fallback"]));
                async {}
            });
        }
        let mut message = vector["message"].clone();
        message["message_id"] = 1.into();
        message["date"] = 1.into();
        message["chat"] = json!({ "id": 42, "type": "private" });
        let webhook = Webhook::new(HOOK).bot(bot);
        for update_id in [1, 2] {
            let routes = routes.clone();
            let update = json!({ "update_id": update_id, "message": message });
            let response = block_on(webhook.handle(request(&update), async move |update, context| {
                routes.handle(*update.message.unwrap(), context).await
            }));
            assert_eq!((response.status(), logged(&log)), (200, vector["handled"].clone()), "{vector}");
        }
        let asked = emulator.log(0).iter().filter(|entry| entry["method"] == "getMe").count();
        assert_eq!(json!(asked), vector["asked"], "{vector}");
    }
}

#[test]
fn queries_go_where_they_go_in_javascript() {
    for vector in vectors(include_str!("../vectors/callback-routes.json")) {
        let log = Log::default();
        let mut routes = callback_routes();
        for prefix in vector["routes"].as_array().unwrap() {
            let prefix = prefix.as_str().unwrap().to_owned();
            let log = log.clone();
            routes = routes.route(prefix.clone(), move |query, rest, _| {
                log.push(json!([prefix, rest]));
                async move { query.answer() }
            });
        }
        let from = json!({ "id": 42, "is_bot": false, "first_name": "A" });
        let mut query = json!({ "id": "7", "from": from, "chat_instance": "1" });
        if vector["data"].is_string() {
            query["data"] = vector["data"].clone();
        }
        let update = json!({ "update_id": 1, "callback_query": query });
        let response = block_on(Webhook::new(HOOK).handle(request(&update), async move |update, context| {
            routes.handle(update.callback_query.unwrap(), context).await
        }));
        let is_answered = status_and_body(response).1.contains("answerCallbackQuery");
        let found = (logged(&log), is_answered);
        assert_eq!(found, (vector["handled"].clone(), vector["handled"].is_array()), "{vector}");
    }
}

#[test]
fn a_route_that_is_not_a_command_fails_every_message() {
    for name in ["/start", "Start", "", "a b", "ä", "abcdefghijklmnopqrstuvwxyz1234567"] {
        let failures = Log::default();
        let webhook = Webhook::new(HOOK).on_error(failures.of_failures());
        let update = json!({ "update_id": 1, "message": {
            "message_id": 1, "date": 1, "chat": { "id": 42, "type": "private" }, "text": "hi"
        } });
        let response = block_on(webhook.handle(request(&update), async move |update, context| {
            let routes = commands().route(name, async |_, _, _| {}).route("start", async |_, _, _| {});
            routes.handle(*update.message.unwrap(), context).await
        }));
        let path = if name.is_empty() { String::new() } else { format!("{name}: ") };
        let expected = format!(
            "update 1: commands: {path}expected a command of a-z, 0-9 and _, without the slash, got another name"
        );
        assert_eq!((response.status(), failures.take().pop()), (200, Some(expected)));
    }
}

#[test]
fn a_later_route_replaces_an_earlier_one() {
    let message = json!({ "message_id": 1, "date": 1, "chat": { "id": 42, "type": "private" }, "text": "/a",
        "entities": [{ "type": "bot_command", "offset": 0, "length": 2 }] });
    let update = json!({ "update_id": 1, "message": message });
    let response = block_on(Webhook::new(HOOK).handle(request(&update), async |update, context| {
        let routes = commands()
            .route("a", async |message, _, _| message.reply("first"))
            .route("a", async |message, _, _| message.reply("second"));
        routes.handle(*update.message.unwrap(), context).await
    }));
    assert!(status_and_body(response).1.contains("second"));
}
