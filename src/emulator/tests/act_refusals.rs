//! Actions that are refused, and defaults that follow from the fields of actions.

use serde_json::{Value, json};

use super::{ALICE, Options, Parameters, Time, Upload, World};

#[test]
fn an_unknown_button_names_those_that_exist() {
    let mut world = World::new();
    assert_eq!(
        world.alice("press", json!({ "text": "Pages" })),
        "Bad Request: button not found: \"Pages\"; there are none"
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
        "Bad Request: button not found: in row 3, column 0; there are \"Yes\", \"No\""
    );
    world.result(
        "sendMessage",
        json!({ "chat_id": 7, "text": "?", "reply_markup": { "keyboard": [[{ "text": "Home" }]] } }),
    );
    assert_eq!(
        world.alice("press", json!({ "text": "Pages" })),
        "Bad Request: button not found: \"Pages\"; there are \"Home\", \"Yes\", \"No\""
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
        "http://meta.localhost:8080/",
        "https://META.LOCALHOST/",
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
    let integer = "expected an Integer from 0 to 2147483647";
    for (input, expected) in [
        (json!({ "kind": "rate_limit", "retry_after": -1 }), ["retry_after: ", integer, ", got -1"].concat()),
        (
            json!({ "kind": "rate_limit", "retry_after": 1_u64 << 40 }),
            ["retry_after: ", integer, ", got 1099511627776"].concat(),
        ),
        (json!({ "kind": "rate_limit", "retry_after": 0.5 }), ["retry_after: ", integer, ", got 0.5"].concat()),
        (json!({ "kind": "slow", "millis": -1 }), ["millis: ", integer, ", got -1"].concat()),
        (json!({ "kind": "slow", "millis": 1e18 }), ["millis: ", integer, ", got 1e+18"].concat()),
        (json!({ "kind": "drop", "times": -1 }), ["times: ", integer, ", got -1"].concat()),
        (
            json!({ "kind": "error", "error_code": 200 }),
            "error_code: expected an Integer from 400 to 599, got 200".into(),
        ),
        (json!({ "kind": "page", "status": 600 }), "status: expected an Integer from 400 to 599, got 600".into()),
        (json!({ "kind": "drop", "probability": 2 }), "probability: expected a Float from 0 to 1, got 2".into()),
        (json!({ "kind": "drop", "probability": -0.5 }), "probability: expected a Float from 0 to 1, got -0.5".into()),
        (json!({ "kind": "drop", "method": 5 }), "method: expected a String, got 5".into()),
        (json!({ "kind": "drop", "retry_after": 5 }), "retry_after: \"drop\" has no such member".into()),
    ] {
        let mut world = World::new();
        assert_eq!(world.act("fault", input), json!(["Bad Request: fault.", &expected].concat()));
        assert_eq!(world.call("getMe", json!({}))["ok"], true);
    }
    for (input, expected) in [
        (
            json!({ "kind": "rate_limit", "retryAfter": 5 }),
            "retryAfter: expected one of the fields kind, retry_after, ",
        ),
        (json!({ "kind": "rate_limit", "number": 5 }), "number: expected one of the fields kind, retry_after, "),
        (json!({}), "kind: expected one of rate_limit, migration, "),
    ] {
        let refusal = World::new().act("fault", input).to_string();
        assert!(refusal.contains(&["Bad Request: fault.", expected].concat()), "{refusal}");
    }
    let unknown = World::new().act("fault", json!({ "kind": "storm" }));
    assert!(
        unknown.as_str().is_some_and(|text| text.starts_with("Bad Request: fault.kind: expected one of rate_limit, "))
    );
}

#[test]
fn what_can_be_no_token_is_refused() {
    for token in ["", " ", "1:a b", "1:a/b", "1:a?b", "1:a#b", "1:a%41", "1:a\\b", "1:é", "\n"] {
        let refusal = World::new().act("add_bot", json!({ "token": token }));
        assert_eq!(refusal, "Bad Request: token: expected visible ASCII without / ? # % \\", "{token:?}");
    }
}

#[test]
fn dates_fit_in_32_bits() {
    let mut world = World::new();
    world.now = Time::from_millis(1 << 52);
    let message = world.alice("write", json!({ "text": "hi" }));
    assert_eq!(message["date"], json!(i32::MAX));
}

#[test]
fn what_is_sent_without_a_type_follows_from_its_fields() {
    let mut world = World::new();
    for (input, kind) in [
        (json!({ "latitude": 1, "longitude": 2 }), "location"),
        (json!({ "latitude": 1, "longitude": 2, "live_period": 60 }), "location"),
        (json!({ "latitude": 1, "longitude": 2, "title": "t", "address": "a" }), "venue"),
        (json!({ "phone_number": "+1", "first_name": "Bob" }), "contact"),
    ] {
        let sent = world.alice("send", input.clone());
        assert!(sent[kind].is_object(), "{input}: {sent}");
    }
    let refused = "Bad Request: send needs a file, latitude and longitude, or phone_number and first_name";
    assert_eq!(world.alice("send", json!({ "caption": "x" })), json!(refused));
    for (media_type, name, kind) in [
        ("image/png", "a", "photo"),
        ("image/webp", "a", "sticker"),
        ("image/gif", "a", "document"),
        ("image/svg+xml", "a", "document"),
        ("", "a.jpg", "photo"),
        ("video/mp4", "a", "video"),
        ("audio/mpeg", "a", "audio"),
        ("text/plain", "a", "document"),
        ("", "a.bin", "document"),
    ] {
        let mut input = Parameters::from(json!({ "user": ALICE }));
        let (field, file_name) = ("file".to_owned(), name.to_owned());
        input.upload(Upload { field, file_name, media_type: media_type.into(), bytes: vec![1] });
        let sent = world.service.act_by_name(world.now, "send", input).expect("a message");
        assert!(!sent[kind].is_null(), "{media_type}: {sent}");
    }
    world.service.host("https://e.example/hosted", "video/mp4", b"bytes");
    for (file, kind) in [
        ("https://e.example/a.png?size=1", "photo"),
        ("https://e.example/hosted", "video"),
        ("https://e.example/a.gif", "document"),
        ("https://e.example/a", "document"),
    ] {
        let sent = world.alice("send", json!({ "file": file }));
        assert!(sent[kind].is_object() || sent[kind].is_array(), "{file}: {sent}");
        let id = if kind == "photo" { &sent[kind][0]["file_id"] } else { &sent[kind]["file_id"] };
        let again = world.alice("send", json!({ "file": id }));
        assert_eq!(again[kind], sent[kind], "{file}: {again}");
    }
    assert_eq!(world.alice("send", json!({ "file": "none" })), "Bad Request: wrong file identifier/HTTP URL specified");
}

#[test]
fn a_username_is_given_once_in_any_case() {
    let mut world = World::new();
    let channel = |username: &str| ("add_chat", json!({ "type": "channel", "creator": ALICE, "username": username }));
    assert!(world.act("add_chat", channel("News").1)["id"].is_i64());
    assert!(world.act("add_user", json!({ "username": "bob" }))["id"].is_i64());
    let (taken, none) = ("username is taken", "username: expected letters, digits and underscores, without @");
    for ((act, input), expected) in [
        (("add_user", json!({ "username": "Bob" })), taken),
        (("add_user", json!({ "username": "BOX_bot" })), taken),
        (("add_user", json!({ "username": "news" })), taken),
        (("add_bot", json!({ "username": "NEWS" })), taken),
        (channel("bOb"), taken),
        (("add_user", json!({ "username": "@carol" })), none),
        (("add_user", json!({ "username": "" })), none),
        (("add_bot", json!({ "username": "car ol" })), none),
        (channel("cärol"), none),
        (("add_chat", json!({ "creator": ALICE, "username": "carol" })), "a group has no username"),
    ] {
        let (users, bots) = (world.act("users", json!({})), world.act("bots", json!({})));
        assert_eq!(world.act(act, input.clone()), json!(["Bad Request: ", expected].concat()), "{input}");
        assert_eq!((world.act("users", json!({})), world.act("bots", json!({}))), (users, bots), "{input}");
    }
    assert!(world.act("add_user", json!({ "username": "Carol_1" }))["id"].is_i64());
    let refused = world.refusal("sendMessage", json!({ "chat_id": "@carol_1", "text": "a user has no such chat" }));
    assert_eq!(refused, "Bad Request: chat not found");
}

#[test]
fn who_or_what_does_not_exist_is_refused_also_where_one_only_looks() {
    let mut world = World::new();
    let group = world.chat("group");
    for action in ["messages", "edits", "keyboard", "action", "chat"] {
        for (input, what) in [
            (json!({ "user": 77 }), "user not found"),
            (json!({ "bot": 77 }), "bot not found"),
            (json!({ "chat": -77 }), "chat not found"),
        ] {
            assert_eq!(world.act(action, input), json!(["Bad Request: ", what].concat()), "{action}");
        }
    }
    assert_eq!(world.act("members", json!({ "chat": -77 })), "Bad Request: chat not found");
    for (input, what) in [
        (json!({}), "join needs a chat or a link"),
        (json!({ "chat": -77 }), "chat not found"),
        (json!({ "chat": group }), "groups are joined by an invite link"),
        (json!({ "link": "nonsense" }), "invite link is invalid or revoked"),
    ] {
        assert_eq!(world.act("join", input), json!(["Bad Request: ", what].concat()));
    }
}
