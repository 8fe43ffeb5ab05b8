//! Bodies of requests: size limits, the cost of a large one, and media types of files.

use serde_json::{Value, json};

use super::super::{Answer, Request};
use super::{ALICE, TOKEN, World, refused};

const FORM: &str = "multipart/form-data; boundary=b";

/// A form with one part.
fn form(headers: &str, content: &str) -> String {
    ["--b\r\nContent-Disposition: form-data; ", headers, "\r\n\r\n", content, "\r\n--b--\r\n"].concat()
}

/// Returns the status and the description of a POST with this body.
fn answered(target: &str, content_type: &str, body: &str) -> (Value, Value) {
    let answer = World::new().request("POST", target, content_type, body);
    (answer["error_code"].clone(), answer["description"].clone())
}

#[test]
fn texts_of_more_than_4_mib_and_forms_of_more_than_64_are_refused() {
    let refused = (json!(413), json!("Request Entity Too Large"));
    let (target, most) = (["/bot", TOKEN, "/sendDocument?chat_id=7"].concat(), 4 << 20);
    let json = |length| format!("{{\"x\":\"{}\"}}", "x".repeat(length));
    for (content_type, fits, exceeds) in [
        ("application/json", json(most - 8), json(most - 7)),
        ("application/x-www-form-urlencoded", format!("x={}", "x".repeat(most - 2)), "x".repeat(most + 1)),
        (FORM, form("name=\"x\"", &"x".repeat(most)), form("name=\"x\"", &"x".repeat(most + 1))),
        (FORM, form("name=\"document\"; filename=\"\"", &"x".repeat(most + 1)), "x".repeat((64 << 20) + 1)),
    ] {
        assert_ne!(answered(&target, content_type, &fits), refused, "{content_type}");
        assert_eq!(answered(&target, content_type, &exceeds), refused, "{content_type}");
    }
}

#[test]
fn a_large_request_with_an_unknown_token_is_not_parsed() {
    let mut world = World::new();
    for (length, expected) in [(65_000, true), (66_000, false)] {
        let body = json!({ "x": ["x".repeat(length)] }).to_string();
        assert_eq!(world.request("POST", "/bot1:no/getMe", "application/json", body), refused(401, "Unauthorized"));
        let entry: Value =
            world.service.log(0).last().and_then(|entry| serde_json::from_str(entry).ok()).unwrap_or_default();
        assert_eq!((&entry["encoding"], entry["parameters"].is_object()), (&json!("json"), expected), "{length}");
    }
}

#[test]
fn of_uploads_with_one_name_the_first_is_attached() {
    let mut world = World::new();
    let media = json!([{ "type": "photo", "media": "attach://a" }, { "type": "photo", "media": "attach://b" }]);
    let files: [(&str, &str, &[u8]); 3] = [("a", "a.jpg", b"first"), ("b", "b.jpg", b"b"), ("a", "a.jpg", b"2")];
    let sent = world.upload("sendMediaGroup", json!({ "chat_id": ALICE, "media": media }), &files);
    let largest = sent["result"][0]["photo"].as_array().and_then(|sizes| sizes.last()).cloned();
    assert_eq!(largest.unwrap_or_default()["file_size"], 5, "{sent}");
}

#[test]
fn a_media_type_that_no_header_can_hold_is_not_answered() {
    for (input, expected) in [
        ("text/plain; charset=x", "text/plain; charset=x"),
        ("漢", "application/octet-stream"),
        ("a\0b", "application/octet-stream"),
        ("text/plain\u{7f}", "application/octet-stream"),
        ("text/plain\nX-Forged: 1", "application/octet-stream"),
    ] {
        let mut world = World::new();
        let body = form(&["name=\"document\"; filename=\"a\"\r\nContent-Type: ", input].concat(), "abc");
        let sent = world.request("POST", &["/bot", TOKEN, "/sendDocument?chat_id=7"].concat(), FORM, body);
        let file = world.result("getFile", json!({ "file_id": sent["result"]["document"]["file_id"] }));
        let target = ["/file/bot", TOKEN, "/", file["file_path"].as_str().unwrap_or_default()].concat();
        let answer = world.service.request(world.now, &Request { verb: "GET", target: &target, ..Request::default() });
        let Answer::File { media_type, .. } = answer else { panic!("{answer:?}") };
        assert_eq!(media_type, expected);
    }
}
