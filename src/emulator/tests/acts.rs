//! The user's side as one entry: which acts there are, and what each refuses.

use serde_json::{Value, json};

use super::{ALICE, BOT, Options, Service, Time, World};

#[test]
fn an_unknown_act_names_those_that_exist() {
    let mut world = World::new();
    let text = world.act("foo", json!({}));
    let names =
        text.as_str().and_then(|text| text.strip_prefix("Bad Request: unknown act: foo; there are ")).unwrap_or("");
    let names: Vec<&str> = names.split(", ").collect();
    assert!(names.len() > 40 && names.contains(&"press"), "{text}");
    let documented = include_str!("../actions/mod.rs");
    for name in names {
        assert!(!world.act(name, json!({})).to_string().contains("unknown act"), "{name}");
        assert!(documented.contains(&["`", name, "`"].concat()), "{name}");
    }
}

#[test]
fn a_parameter_of_the_wrong_kind_is_named() {
    let mut world = World::new();
    for (act, given, expected) in [
        ("write", json!({ "text": 5 }), "text: expected a string, got 5"),
        ("write", json!({}), "text: expected a string, got nothing"),
        ("write", json!({ "text": "a", "chat": "@name" }), "chat: expected an integer, got a string"),
        (
            "write",
            json!({ "text": "a", "reply_to_message_id": 1e300 }),
            "reply_to_message_id: expected an integer, got 1e+300",
        ),
        ("press", json!({ "button": "Pages" }), "a press takes the text of a button, or its row and column"),
        ("edit", json!({ "message_id": {} }), "message_id: expected an integer, got an object"),
        ("send", json!({ "latitude": "1" }), "latitude: expected a number, got a string"),
        ("promote", json!({ "member": 8, "can_pin_messages": 1 }), "can_pin_messages: expected true or false, got 1"),
        (
            "add_chat",
            json!({ "creator": 7, "members": [7, "8"] }),
            "members: expected an array of integers, got an array",
        ),
        ("type", json!({ "location": [1, 2] }), "location: expected an object, got an array"),
    ] {
        assert_eq!(world.alice(act, given), json!(["Bad Request: ", expected].concat()));
    }
    assert_eq!(world.alice("write", json!({ "text": "hi", "reply_to_message_id": null }))["text"], json!("hi"));
}

#[test]
fn an_unknown_button_names_those_that_exist() {
    let mut world = World::new();
    assert_eq!(
        world.alice("press", json!({ "text": "Pages" })),
        json!("Bad Request: button not found: \"Pages\"; there are none")
    );
    world.write("hi");
    let rows = json!([[{ "text": "Yes", "callback_data": "y" }, { "text": "No", "callback_data": "n" }]]);
    let sent =
        world.result("sendMessage", json!({ "chat_id": 7, "text": "?", "reply_markup": { "inline_keyboard": rows } }));
    let inline = "Bad Request: button not found: \"Pages\"; there are \"Yes\", \"No\"";
    assert_eq!(world.alice("press", json!({ "text": "Pages" })), json!(inline));
    let id = &sent["message_id"];
    assert_eq!(world.alice("press", json!({ "text": "Pages", "message_id": id })), json!(inline));
    assert_eq!(
        world.alice("press", json!({ "row": 3, "column": 0, "message_id": id })),
        json!("Bad Request: button not found: in row 3, column 0; there are \"Yes\", \"No\"")
    );
    world.result(
        "sendMessage",
        json!({ "chat_id": 7, "text": "?", "reply_markup": { "keyboard": [[{ "text": "Home" }]] } }),
    );
    assert_eq!(
        world.alice("press", json!({ "text": "Pages" })),
        json!("Bad Request: button not found: \"Pages\"; there are \"Home\", \"Yes\", \"No\"")
    );
}

#[test]
fn webhooks_stay_on_this_machine_where_only_it_may_be_called() {
    let mut world = World::with(Options { loopback_webhooks_only: true, ..Options::default() });
    for url in [
        "https://bot.example/",
        "https://169.254.169.254/latest",
        "https://10.0.0.1/",
        "http://169.254.169.254/latest",
        "http://localhost:80@bot.example/",
        "https://localhost@bot.example/",
        "https://127.0.0.1:443@bot.example/",
        "http://[::1]@bot.example/",
        "https://[::1].bot.example/",
        "https://localhost.bot.example/",
        "https://127.0.0.1.bot.example/",
        "https://bot.example\\@localhost/",
        "https://0.0.0.0/",
    ] {
        world.refusal("setWebhook", json!({ "url": url }));
    }
    let refusal = world.refusal("setWebhook", json!({ "url": "https://bot.example/" }));
    assert!(refusal.contains("--allow-remote-webhooks"), "{refusal}");
    for url in [
        "http://localhost:8080/",
        "http://127.0.0.1/hook?x",
        "https://[::1]:99/",
        "http://[::1]",
        "http://127.9.9.9:1",
        "",
    ] {
        assert_eq!(world.result("setWebhook", json!({ "url": url })), Value::Bool(true), "{url}");
    }
    world.service.allow_loopback_webhooks_only(false);
    world.result("setWebhook", json!({ "url": "https://bot.example/" }));
}

#[test]
fn a_fault_of_odd_values_is_refused_by_the_name_of_its_member() {
    let integer = "expected an integer from 0 to 2147483647";
    for (given, expected) in [
        (json!({ "what": "flood", "retry_after": -1 }), ["retry_after: ", integer, ", got -1"].concat()),
        (
            json!({ "what": "flood", "retry_after": 1_u64 << 40 }),
            ["retry_after: ", integer, ", got 1099511627776"].concat(),
        ),
        (json!({ "what": "flood", "retry_after": 0.5 }), ["retry_after: ", integer, ", got 0.5"].concat()),
        (json!({ "what": "slow", "millis": -1 }), ["millis: ", integer, ", got -1"].concat()),
        (json!({ "what": "slow", "millis": 1e18 }), ["millis: ", integer, ", got 1e+18"].concat()),
        (json!({ "what": "drop", "times": -1 }), ["times: ", integer, ", got -1"].concat()),
        (
            json!({ "what": "error", "error_code": 200 }),
            "error_code: expected an integer from 400 to 599, got 200".into(),
        ),
        (json!({ "what": "page", "status": 600 }), "status: expected an integer from 400 to 599, got 600".into()),
        (json!({ "what": "drop", "probability": 2 }), "probability: expected a number from 0 to 1, got 2".into()),
        (json!({ "what": "drop", "probability": -0.5 }), "probability: expected a number from 0 to 1, got -0.5".into()),
        (json!({ "what": "drop", "method": 5 }), "method: expected a string, got 5".into()),
        (json!({ "what": "drop", "retry_after": 5 }), "retry_after: \"drop\" has no such member".into()),
        (json!({ "what": "flood", "retryAfter": 5 }), "retryAfter: there is no such member".into()),
        (json!({ "what": "flood", "number": 5 }), "number: there is no such member".into()),
        (json!({}), "what: expected a string, got nothing".into()),
    ] {
        let mut world = World::new();
        assert_eq!(world.act("fault", given), json!(["Bad Request: fault.", &expected].concat()));
        assert_eq!(world.call("getMe", json!({}))["ok"], json!(true));
    }
    let unknown = World::new().act("fault", json!({ "what": "storm" }));
    assert!(unknown.as_str().is_some_and(|text| text.starts_with("Bad Request: fault.what: expected one of flood, ")));
}

#[test]
fn the_first_bot_stays_the_first_one() {
    let mut world = World::new();
    assert_eq!(world.act("add_bot", json!({ "token": "5:of_a_lower_identifier" }))["user"]["id"], json!(5));
    let bytes = world.service.save();
    world.service = Service::load(Options::default(), &bytes).unwrap_or_else(|_| Service::new(Options::default()));
    assert_eq!(world.alice("write", json!({ "text": "hi" }))["chat"]["id"], json!(ALICE));
    assert_eq!(world.updates().len(), 1);
    let ids: Vec<i64> = world.service.bots().map(|(user, _)| user.id.0).collect();
    assert_eq!(ids, [BOT, 5]);
    assert_eq!(world.act("bots", json!({}))[0]["user"]["id"], json!(BOT));
}

#[test]
fn what_can_be_no_token_is_refused() {
    for token in ["", " ", "1:a b", "1:a/b", "1:a?b", "1:a#b", "1:a%41", "1:a\\b", "1:é", "\n"] {
        let refusal = World::new().act("add_bot", json!({ "token": token }));
        assert_eq!(refusal, json!("Bad Request: token: expected visible ASCII without / ? # % \\"), "{token:?}");
    }
}

#[test]
fn dates_fit_in_32_bits() {
    let mut world = World::new();
    world.now = Time::from_millis(1 << 52);
    let message = world.alice("write", json!({ "text": "hi" }));
    assert_eq!(message["date"], json!(i32::MAX));
}
