//! `strict`: parameters that the specification does not have are refused by name.

use serde_json::{Value, json};

use super::{ALICE, Options, World};

fn strict() -> World {
    World::with(Options { strict: true, ..Options::default() })
}

#[test]
fn an_unknown_parameter_is_refused_by_its_name() {
    for (method, input, path) in [
        ("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_to_mesage_id": 1 }), "reply_to_mesage_id"),
        ("sendMessage", json!({ "chatid": ALICE, "text": "x" }), "chatid"),
        ("GETME", json!({ "x": [] }), "x"),
        (
            "sendMessage",
            json!({ "chat_id": ALICE, "text": "x", "reply_markup": {
                "inline_keyboard": [[{ "text": "a", "callback_data": "a" }], [{ "text": "b", "callbackdata": "b" }]],
            } }),
            "reply_markup.inline_keyboard[1][0].callbackdata",
        ),
        (
            "sendMediaGroup",
            json!({ "chat_id": ALICE, "media": [
                { "type": "photo", "media": "https://e.example/p.jpg" },
                { "type": "photo", "media": "https://e.example/p.jpg", "duration": 5 },
            ] }),
            "media[1].duration",
        ),
    ] {
        let method_name = if method == "GETME" { "getMe" } else { method };
        let expected = ["Bad Request: unknown parameter of ", method_name, ": ", path].concat();
        assert_eq!(strict().refusal(method, input.clone()), expected);
        let lax = World::new().call(method, input);
        assert!(!lax["description"].to_string().contains("unknown parameter"), "{lax}");
    }
}

#[test]
fn what_the_specification_has_is_taken() {
    let mut world = strict();
    let markup = json!({ "inline_keyboard": [[{ "text": "a", "callback_data": "a" }]] });
    let input = json!({ "chat_id": ALICE, "text": "x", "disable_notification": true, "reply_markup": markup });
    world.result("sendMessage", input);
    world.result("getUpdates", json!({ "offset": null, "timeout": 0 }));
    let media = json!([
        { "type": "photo", "media": "attach://one", "caption": "c" },
        { "type": "video", "media": "attach://two", "duration": 5 },
    ]);
    let files: [(&str, &str, &[u8]); 2] = [("one", "p.jpg", b"x"), ("two", "v.mp4", b"y")];
    let sent = world.upload("sendMediaGroup", json!({ "chat_id": ALICE, "media": media }), &files);
    assert_eq!(sent["ok"], true, "{sent}");
    // A file that nothing refers to is not a parameter of the method.
    let sent = world.upload("sendPhoto", json!({ "chat_id": ALICE }), &[("photo", "p.jpg", b"x"), ("foto", "p", b"x")]);
    assert_eq!(sent["description"], "Bad Request: unknown parameter of sendPhoto: foto");
    let request = world.request("GET", "/bot42:secret/getMe?x=1", "", "");
    assert_eq!(request["description"], "Bad Request: unknown parameter of getMe: x");
    let query = world.alice("type", json!({ "query": "q" }))["query"].clone();
    let results = json!([
        { "type": "article", "id": "1", "title": "t", "input_message_content": { "message_text": "m" } },
        { "type": "audio", "id": "2", "audio_file_id": "x", "title": "t" },
    ]);
    let answer: Value = json!({ "inline_query_id": query, "results": results });
    // Two kinds have the type "audio", and the other one has a title.
    assert_eq!(world.refusal("answerInlineQuery", answer), "Bad Request: wrong file identifier/HTTP URL specified");
}

#[test]
fn compat_accepts_newer_parameters_even_if_strict() {
    let mut world = World::with(Options { strict: true, compat: true, ..Options::default() });
    let input =
        json!({ "chat_id": ALICE, "text": "x", "reply_parameters": { "message_id": 0 }, "protect_content": true });
    world.result("sendMessage", input);
}
