//! Requests: paths, verbs, the four encodings, and every failure as an envelope. Spec: core, Conventions.

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use serde_json::{Value, json};

use super::{BOT, TOKEN, World, refused};

fn target(rest: &str) -> String {
    ["/bot", TOKEN, rest].concat()
}

fn form(fields: &[(&str, &str)]) -> String {
    let part = |(name, value): &(&str, &str)| {
        ["--b\r\nContent-Disposition: form-data; name=\"", name, "\"\r\n\r\n", value, "\r\n"].concat()
    };
    fields.iter().map(part).collect::<String>() + "--b--\r\n"
}

#[test]
fn a_bot_knows_itself_by_both_verbs_and_in_any_case() {
    let mut world = World::new();
    let user = json!({ "id": BOT, "is_bot": true, "first_name": "Botwire", "username": "box_bot" });
    for verb in ["GET", "POST"] {
        for method in ["/getMe", "/GETME", "/getme"] {
            assert_eq!(world.request(verb, &target(method), "", ""), json!({ "ok": true, "result": user }));
        }
    }
    assert_eq!(world.request("GET", "/bot42%3Asecret/getMe", "", "")["ok"], true);
}

#[test]
fn what_is_not_there_answers_an_envelope() {
    let mut world = World::new();
    assert_eq!(world.request("GET", "/bot1:no/getMe", "", ""), refused(401, "Unauthorized"));
    assert_eq!(world.request("GET", "/file/bot1:no/x", "", ""), refused(401, "Unauthorized"));
    for path in ["/", "", "/bot", "/nothing", "/file/", "/bot42:secret", "/bot42:secret/", "/bot42:secret/a/b"] {
        assert_eq!(world.request("GET", path, "", ""), refused(404, "Not Found"), "{path}");
    }
    assert_eq!(world.request("GET", "/file/bot42:secret/photos/1.jpg", "", ""), refused(404, "Not Found"));
    let unknown = world.request("GET", &target("/noSuchMethod"), "", "");
    assert_eq!(unknown, refused(404, "Not Found"));
    assert_eq!(world.request("PUT", &target("/getMe"), "", ""), refused(405, "Method Not Allowed"));
}

#[test]
fn a_whole_number_in_a_text_is_of_digits() {
    let mut world = World::new();
    let numbers = ["60.0", "6e1", " 60", "60 ", "60\n", "+60", "60.5", "NaN", "1e999", "0x3c", "6_0", "６０"];
    for (period, fits) in
        numbers.map(|number| (number, false)).into_iter().chain([("60", true), ("060", true), ("", true)])
    {
        for (chat, live_period, latitude) in [("7", period, "1"), (period, "60", "1")] {
            let fits = fits && chat == "7";
            let input = json!({ "chat_id": chat, "latitude": latitude, "longitude": 2, "live_period": live_period });
            let form = ["live_period", "chat_id", "latitude", "longitude"].map(|name| {
                let value = input[name].as_str().map_or_else(|| input[name].to_string(), str::to_owned);
                [name, "=", &percent_encode(value.as_bytes(), NON_ALPHANUMERIC).to_string()].concat()
            });
            let sent = world.request("GET", &target(&["/sendLocation?", &form.join("&")].concat()), "", "");
            assert_eq!(sent["ok"], json!(fits), "{chat:?} {period:?}: {sent}");
            let sent = world.request("POST", &target("/sendLocation"), "application/json", input.to_string());
            assert_eq!(sent["ok"], json!(fits), "{chat:?} {period:?}: {sent}");
        }
    }
    for (latitude, fits) in [("1", true), ("-1.5e1", true), (" 1", false), ("1 ", false), ("+1", false), ("inf", false)]
    {
        let sent = world.call("sendLocation", json!({ "chat_id": 7, "latitude": latitude, "longitude": "2.0" }));
        assert_eq!(sent["ok"], json!(fits), "{latitude:?}: {sent}");
    }
}

#[test]
fn texts_stand_for_what_they_show_as_in_forms() {
    let mut world = World::new();
    for (silent, is_silent) in
        [("true", true), ("True", true), ("1", true), ("false", false), ("0", false), ("", false)]
    {
        let input = json!({ "chat_id": "7", "text": "x", "reply_markup": "", "disable_notification": silent });
        let sent = world.result("sendMessage", input);
        let seen = world.alice("message", json!({ "message_id": sent["message_id"] }));
        assert_eq!(seen["disable_notification"] == json!(true), is_silent, "{silent}");
    }
    for silent in ["yes", " true", "2", "tru"] {
        let input = json!({ "chat_id": 7, "text": "x", "disable_notification": silent });
        assert_eq!(world.call("sendMessage", input)["ok"], false, "{silent}");
    }
}

#[test]
fn the_four_encodings_mean_the_same() {
    let markup = r#"{"inline_keyboard":[[{"text":"b","callback_data":"c"}]]}"#;
    let fields = [("chat_id", "7"), ("text", "a b&ü"), ("disable_notification", "true"), ("reply_markup", markup)];
    let urlencoded = "chat_id=7&text=a+b%26%C3%BC&disable_notification=true&reply_markup=\
        %7B%22inline_keyboard%22%3A%5B%5B%7B%22text%22%3A%22b%22%2C%22callback_data%22%3A%22c%22%7D%5D%5D%7D";
    let mut json: Value = json!({ "chat_id": 7, "text": "a b&ü", "disable_notification": true });
    json["reply_markup"] = serde_json::from_str(markup).unwrap_or_default();
    let mut world = World::new();
    let query = target(&["/sendMessage?", urlencoded].concat());
    let plain = target("/sendMessage");
    let answers = [
        world.request("GET", &query, "", ""),
        world.request("POST", &query, "", ""),
        world.request("POST", &plain, "application/x-www-form-urlencoded", urlencoded),
        world.request("POST", &plain, "application/json", json.to_string()),
        world.request("POST", &plain, "Multipart/Form-Data; Boundary=\"b\"", form(&fields)),
    ];
    for answer in answers {
        assert_eq!(answer["result"]["text"], "a b&ü", "{answer}");
    }
    let seen = world.service.messages(BOT, 7, 0);
    assert_eq!(seen.len(), 5);
    for message in seen {
        assert_eq!(json!(message.reply_markup), json["reply_markup"]);
    }
}

#[test]
fn a_body_wins_over_the_query_and_nothing_is_an_absent_parameter() {
    let mut world = World::new();
    let target = target("/sendMessage?chat_id=7&text=query&reply_to_message_id=");
    assert_eq!(world.request("POST", &target, "", "")["result"]["text"], "query");
    let body = r#"{"text":"body","reply_markup":null}"#;
    assert_eq!(world.request("POST", &target, "application/json", body)["result"]["text"], "body");
}

#[test]
fn malformed_bodies_are_refused() {
    let mut world = World::new();
    let bodies: [(&str, &[u8]); 13] = [
        ("application/json", b"{"),
        ("application/json", b"[]"),
        ("application/json", b"{\"chat_id\":7,\"text\":\"\\ud800\"}"),
        ("application/json", b"\"\xff\""),
        ("application/x-www-form-urlencoded", b"chat_id=7&text=%ff"),
        ("text/plain", b"chat_id=7&text=x"),
        ("", b"chat_id=7&text=x"),
        ("multipart/form-data", b"--b--"),
        ("multipart/form-data; boundary=", b"--b--"),
        ("multipart/form-data; boundary=b", b"nothing"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\ncut"),
        ("multipart/form-data; boundary=b", b"--b\r\n\r\nnameless\r\n--b--"),
        ("multipart/form-data; boundary=b", b"--b"),
    ];
    for (content_type, body) in bodies {
        let envelope = world.request("POST", &target("/sendMessage"), content_type, body);
        assert_eq!(envelope["error_code"], 400, "{content_type} {envelope}");
    }
    let deep = "[".repeat(100_000);
    let envelope = world.request("POST", &target("/sendMessage"), "application/json", deep);
    assert_eq!(envelope["error_code"], 400);
}

#[test]
fn parameters_are_checked_like_the_client_does() {
    let mut world = World::new();
    let refusal = world.request("POST", &target("/sendMessage?chat_id=7&text=x&disable_notification=perhaps"), "", "");
    let expected = "Bad Request: disable_notification: expected a Boolean, got \"perhaps\"";
    assert_eq!(refusal, refused(400, expected));
    let nothing = world.call("sendMessage", json!({ "chat_id": 7 }));
    assert_eq!(nothing, refused(400, "Bad Request: text: expected a String, got nothing"));
    let file = "--b\r\nContent-Disposition: form-data; name=\"text\"; filename=\"x\"\r\n\r\nx\r\n--b--\r\n";
    let upload = world.request("POST", &target("/sendMessage?chat_id=7"), "multipart/form-data; boundary=b", file);
    assert_eq!(upload, refused(400, "Bad Request: text: expected a String, got a file"));
}

#[test]
fn the_log_tells_what_was_asked_and_answered() {
    let mut world = World::new();
    world.request("POST", &target("/GETME"), "application/json", r#"{"note":"42:secret"}"#);
    let entries: Vec<Value> = world.service.log(0).filter_map(|entry| serde_json::from_str(entry).ok()).collect();
    let me = json!({ "id": BOT, "is_bot": true, "first_name": "Botwire", "username": "box_bot" });
    assert_eq!(
        entries,
        [json!({
            "number": 1, "time": 1_700_000_000_000_i64, "bot": BOT, "kind": "call", "method": "getMe",
            "verb": "POST", "encoding": "json", "parameters": { "note": "<token>" }, "note": "note has no effect",
            "status": 200, "answer": { "ok": true, "result": me },
        })]
    );
}

#[test]
fn the_log_tells_of_requests_that_come_to_nothing_without_their_tokens() {
    let mut world = World::new();
    let wrong = "/bot77:wrong/getMe?note=77:wrong";
    assert_eq!(world.request("GET", wrong, "", ""), refused(401, "Unauthorized"));
    for target in ["/bot42:secret", "/BOT42:secret/getMe", "/file/bot42:secret", "/"] {
        assert_eq!(world.request("GET", target, "", ""), refused(404, "Not Found"));
    }
    assert_eq!(world.request("PUT", "/bot42:secret/getMe", "", "")["error_code"], 405);
    for token in ["42:secret", "78:wrong"] {
        world.request("GET", &["/file/bot", token, "/photos/x"].concat(), "", "");
    }
    let entries: Vec<_> = world.service.log(0).map(str::to_owned).collect();
    let read = |entry: &String| serde_json::from_str::<serde_json::Value>(entry).unwrap_or_default();
    let logged: Vec<_> =
        entries.iter().map(read).map(|entry| (entry["kind"].clone(), entry["status"].clone())).collect();
    let stray = |status: i64| (json!("stray"), json!(status));
    let download = |status: i64| (json!("download"), json!(status));
    let expected = [
        (json!("call"), json!(401)),
        stray(404),
        stray(404),
        stray(404),
        stray(404),
        stray(405),
        download(404),
        download(401),
    ];
    assert_eq!(logged, expected);
    assert!(!entries.concat().contains("wrong") && !entries.concat().contains("secret"), "{entries:?}");
}

#[test]
fn numbers_and_nulls_as_other_languages_write_them() {
    let mut world = World::new();
    for chat in ["7", "7.0", "7e0", "\"7\"", "70e-1"] {
        let body = ["{\"chat_id\":", chat, ",\"text\":\"x\",\"reply_to_message_id\":0,\"parse_mode\":null}"].concat();
        let sent = world.request("POST", &target("/sendMessage"), "application/json", body);
        assert_eq!(sent["result"]["chat"]["id"], 7, "{chat}: {sent}");
    }
    let markup = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "b", "url": null }]] });
    world.result("sendMessage", json!({ "chat_id": 7, "text": "x", "reply_markup": markup }));
    assert_eq!(world.call("sendMessage", json!({ "chat_id": 7.5, "text": "x" }))["ok"], false);
}

#[test]
fn no_parameters_may_be_an_empty_list_or_null() {
    let mut world = World::new();
    for body in ["", "{}", "[]", " null "] {
        assert_eq!(world.request("POST", &target("/getMe"), "application/json", body)["ok"], true, "{body}");
    }
    for body in ["[1]", "\"\"", "0"] {
        assert_eq!(world.request("POST", &target("/getMe"), "application/json", body)["error_code"], 400, "{body}");
    }
}

#[test]
fn a_file_name_may_be_percent_encoded() {
    let mut world = World::new();
    let body = "--b\r\nContent-Disposition: form-data; name=\"chat_id\"\r\n\r\n7\r\n--b\r\nContent-Disposition: form-data; \
        name=\"document\"; filename=\"?.txt\"; filename*=utf-8''%C3%A4.txt\r\n\r\nabc\r\n--b--\r\n";
    let sent = world.request("POST", &target("/sendDocument"), "multipart/form-data; boundary=b", body);
    assert_eq!(sent["result"]["document"]["file_name"], "ä.txt");
}
