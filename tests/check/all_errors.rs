//! All errors of a call at once.

use botwire::methods::{SendMessage, find};
use botwire::request;
use botwire::wire::{Attachments, CheckOptions, validate};

use super::fault_with;

/// Returns every error in order. The first must be that of a check.
fn all_faults(method: &str, parameters: &str) -> Vec<String> {
    let attachments = Attachments { prefix: "attach://x7", sizes: "100,11000000,," };
    let options = CheckOptions { limits: true, attachments };
    let errors = validate(find(method).expect("a method of the spec"), parameters, &options);
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(texts.first().cloned(), fault_with(method, parameters, true), "{method} {parameters}");
    texts
}

#[test]
fn all_faults_are_found() {
    assert_eq!(all_faults("sendMessage", r#"{"chat_id":1,"text":"hi"}"#), [""; 0]);
    let parameters = r#"{"chat_id":1.5,"disable_notification":"yes","parse_mode":"html","reply_to_message_id":3000000000,
        "more":["\ud800",{"x":"attach://x7!a symbol"}],
        "reply_markup":{"inline_keyboard":[[{"text":5,"callback_data":""},"a",{"text":"b"}],{"text":"c"}]}}"#;
    let texts = all_faults("sendMessage", &parameters.replace('\n', ""));
    let paths: Vec<&str> = texts.iter().filter_map(|text| text.split(": ").next()).collect();
    let button = "reply_markup.inline_keyboard";
    let expected = [
        "chat_id",
        "disable_notification",
        "parse_mode",
        "reply_to_message_id",
        "more[0]",
        "more[1].x",
        &format!("{button}[0][0].text"),
        &format!("{button}[0][0].callback_data"),
        &format!("{button}[0][1]"),
        &format!("{button}[0][2]"),
        &format!("{button}[1]"),
        "text",
    ];
    assert_eq!(paths, expected, "{texts:#?}");
}

#[test]
fn faults_of_limits_rules_and_files_are_found_together() {
    let media = |index: usize| format!(r#"{{"type":"photo","media":"attach://x7-{index}","caption":5}}"#);
    let album = |count: usize| format!(r#"{{"chat_id":1,"media":[{}]}}"#, vec![media(0); count].join(","));
    let texts = all_faults("sendMediaGroup", &album(11));
    assert_eq!(texts.len(), 12, "each caption and the number of items: {texts:#?}");
    assert_eq!(texts[11], "media: expected an Array of 2 to 10 items, got 11 items");

    let texts = all_faults("sendPhoto", r#"{"photo":"attach://x7-1"}"#);
    assert_eq!(
        texts,
        [
            "photo: expected a file of at most 10485760 bytes, got 11000000 bytes",
            "chat_id: expected a chat id (Integer, or String such as \"@channelusername\"), got nothing"
        ]
    );
    let texts = all_faults("editMessageText", r#"{"message_id":1,"reply_markup":{"later":true}}"#);
    assert_eq!(texts.len(), 3, "the markup, the text and the target: {texts:#?}");
}

#[test]
fn faults_are_bounded() {
    assert_eq!(all_faults("sendMessage", "[]"), ["expected an object of parameters, got an Array of 0 items"]);
    let broken = r#"{"chat_id":1,"text":5,"#;
    assert_eq!(all_faults("sendMessage", broken).len(), 2, "the text and where the JSON ends");
    let deep = format!(r#"{{"chat_id":1,"text":5,"x":{}{}}}"#, "[".repeat(100), "]".repeat(100));
    assert_eq!(all_faults("sendMessage", &deep).len(), 2);
    let many = format!(
        r#"{{"chat_id":1,"text":"","allowed":1,"entities":{}"reply_markup":{{"inline_keyboard":[{}]}}}}"#,
        "0,",
        vec!["5"; 1000].join(",")
    );
    assert_eq!(all_faults("sendMessage", &many).len(), 100);
}

#[test]
fn a_typed_call_has_every_error() {
    let errors = request::validate(&SendMessage::new(42, "x".repeat(5000)).reply_to_message_id(1_i64 << 40));
    assert_eq!(errors.iter().map(|error| error.path.as_str()).collect::<Vec<_>>(), ["reply_to_message_id", "text"]);
    assert_eq!(request::validate(&SendMessage::new(42, "hi")), []);
}

#[test]
fn a_value_of_another_kind_has_one_error() {
    let button = |data: &str| {
        format!(
            r#"{{"chat_id":1,"text":"a","reply_markup":{{"inline_keyboard":[[{{"text":"b","callback_data":"{data}"}}]]}}}}"#
        )
    };
    let data = format!("\\ud800{}", "a".repeat(100));
    let path = "reply_markup.inline_keyboard[0][0].callback_data";
    assert_eq!(
        all_faults("sendMessage", &button(&data)),
        [format!("{path}: expected well-formed Unicode text, got a lone surrogate")]
    );
}

#[test]
fn a_value_that_is_too_deep_does_not_hide_later_errors() {
    let deep = format!(r#"{{"x":{}{},"chat_id":1.5}}"#, "[".repeat(100), "]".repeat(100));
    let texts = all_faults("sendMessage", &deep);
    assert_eq!(texts.len(), 3, "the depth, the chat and the text: {texts:#?}");
}

#[test]
fn an_unchecked_value_has_no_error_and_hides_none() {
    assert_eq!(all_faults("sendMessage", r#"{"chat_id":"attach://x7?0","text":"attach://x7?1"}"#), [""; 0]);
    let data = format!("attach://x7?{}", "0".repeat(100));
    let button = format!(
        r#"{{"chat_id":1,"text":5,"reply_markup":{{"inline_keyboard":[[{{"text":"b","callback_data":"{data}"}}]]}}}}"#
    );
    assert_eq!(all_faults("sendMessage", &button), ["text: expected a String, got 5"]);
    let results = r#"{"inline_query_id":"1","results":[{"type":"attach://x7?0","id":5},{"type":"article","id":5}]}"#;
    assert_eq!(all_faults("answerInlineQuery", results)[0], "results[1].id: expected a String, got 5");
}
