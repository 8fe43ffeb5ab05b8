//! Parameters by rule, each with the expected error, from `tests/vectors/check.json`. Errors of limits disappear if
//! limits are not checked.

use botwire::types::{InlineQueryResult, ReplyMarkup};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault_with;

#[test]
fn parameters_have_the_error_that_is_expected() {
    let vectors: Value = serde_json::from_str(include_str!("../vectors/check.json")).expect("JSON");
    for (about, vectors) in vectors.as_object().expect("an object") {
        for vector in vectors.as_array().expect("a list") {
            let [method, parameters] = ["method", "parameters"].map(|name| vector[name].as_str().expect(name));
            assert_eq!(
                fault_with(method, parameters, true).as_deref(),
                vector["expected"].as_str(),
                "{about}: {vector}"
            );
            let is_limit = vector["is_limit"] == true || vector["expected"].is_null();
            assert_eq!(fault_with(method, parameters, false).is_none(), is_limit, "without limits: {about}: {vector}");
        }
    }
}

#[test]
fn what_is_visible_of_a_text_has_a_limit() {
    let x = |count: usize| "x".repeat(count);
    for (parse_mode, count, text) in [
        ("", 4096, "😀".repeat(4096)),
        ("", 4097, "é".repeat(4097)),
        ("HTML", 4096, format!("<b>{}</b>&amp;", x(4095))),
        ("HTML", 4097, format!("<b>{}</b>&amp;", x(4096))),
        ("Markdown", 4096, format!("[{}](https://example.org/)", x(4096))),
        // A parser that ends the tag at the first `>` would count the rest of its URL.
        ("HTML", 4096, format!("<a href='u?>{0}'>{0}</a>", x(4096))),
        ("Markdown", 4096, format!("```rust\\n{}```", x(4096))),
    ] {
        let mode = if parse_mode.is_empty() { String::new() } else { format!(r#","parse_mode":"{parse_mode}""#) };
        let fault = fault_with("sendMessage", &format!(r#"{{"chat_id":1,"text":"{text}"{mode}}}"#), true);
        let expected = "text: expected a String of 0 to 4096 visible characters";
        let expected = (count > 4096).then(|| format!("{expected}, got {count} visible characters"));
        assert_eq!(fault, expected, "{parse_mode}: {count}");
    }
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

#[test]
fn the_objects_of_a_union_are_read_as_they_are_checked() {
    for markup in [
        r#"{"force_reply":true}"#,
        r#"{"force_reply":true,"resize_keyboard":true,"one_time_keyboard":true}"#,
        r#"{"remove_keyboard":true,"resize_keyboard":true,"one_time_keyboard":true,"selective":true}"#,
        r#"{"inline_keyboard":[],"resize_keyboard":true,"one_time_keyboard":true,"selective":true}"#,
    ] {
        read::<ReplyMarkup>(markup).expect(markup);
    }
    for (kind, members) in [
        ("photo", r#""photo_file_id":"f","photo_width":5,"photo_height":5"#),
        ("gif", r#""gif_file_id":"f","gif_width":5,"gif_height":5,"gif_duration":5"#),
        ("video", r#""video_file_id":"f","title":"t","mime_type":"video/mp4","thumb_url":"t","video_width":5"#),
        ("audio", r#""audio_file_id":"f","title":"t","performer":"p","audio_duration":5"#),
        ("voice", r#""voice_file_id":"f","title":"t","voice_duration":5,"performer":"p""#),
        ("document", r#""document_file_id":"f","title":"t","mime_type":"application/pdf","thumb_width":5"#),
    ] {
        read::<InlineQueryResult>(&format!(r#"{{"type":"{kind}","id":"1",{members}}}"#)).expect(kind);
    }
    for (wrong, received) in [("{}", ", got an empty object"), (r#"{"another":true}"#, ", got an object")] {
        assert!(read::<ReplyMarkup>(wrong).expect_err("nothing is known").ends_with(received));
    }
}
