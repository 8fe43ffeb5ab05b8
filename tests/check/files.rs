//! Files, and the strings that stand for them.

use botwire::methods::{SendPhoto, find};
use botwire::request::prepare;
use botwire::types::InputFile;
use botwire::wire::{Attachments, CheckOptions, check, check_unknown};

use super::{fault_with, faulty, fine, limited};

#[test]
fn files_are_distinguished_from_strings() {
    fine("sendPhoto", r#"{"chat_id":1,"photo":"attach://x7-0"}"#);
    fine("sendPhoto", r#"{"chat_id":1,"photo":"file_id"}"#);
    faulty("sendMessage", r#"{"chat_id":1,"text":"attach://x7-0"}"#, "text: expected a String, got a file");
    faulty(
        "setChatPhoto",
        r#"{"chat_id":1,"photo":"file_id"}"#,
        "photo: expected a file to upload (a String does not work), got \"file_id\"",
    );
    limited(
        "sendPhoto",
        r#"{"chat_id":1,"photo":"attach://x7-1"}"#,
        "photo: expected a file of at most 10485760 bytes, got 11000000 bytes",
    );
    fine("sendPhoto", r#"{"chat_id":1,"photo":"attach://x7-2"}"#);
    faulty(
        "setChatPhoto",
        r#"{"chat_id":1,"photo":"attach://x7-9"}"#,
        "photo: expected a file to upload (a String does not work), got \"attach://x7-9\"",
    );
    for url in ["https://example.org/v.mp4", "HTTP://example.org/v.mp4"] {
        limited(
            "sendVideoNote",
            &format!(r#"{{"chat_id":1,"video_note":"{url}"}}"#),
            &format!("video_note: expected a file_id or an upload (a URL is not supported), got \"{url}\""),
        );
    }
    fine(
        "sendMediaGroup",
        r#"{"chat_id":1,"media":[{"type":"photo","media":"attach://x7-0"},{"type":"video","media":"id"}]}"#,
    );
}

#[test]
fn where_a_file_belongs_nothing_else_is_taken() {
    for (method, parameters) in [
        ("sendPhoto", r#"{"chat_id":1,"photo":5}"#),
        ("sendMediaGroup", r#"{"chat_id":1,"media":[{"type":"photo","media":5},{"type":"photo","media":"x"}]}"#),
        ("setWebhook", r#"{"url":"","certificate":"x"}"#),
    ] {
        assert!(fault_with(method, parameters, true).is_some(), "{method} {parameters}");
    }
}

#[test]
fn an_upload_is_refused_by_its_size() {
    let photo = |size: usize| prepare(&SendPhoto::new(42, InputFile::bytes(vec![0; size], "x.png")));
    assert!(photo(10 << 20).is_ok());
    let error = photo((10 << 20) + 1).expect_err("too many bytes").to_string();
    assert!(error.starts_with("sendPhoto: photo: expected "), "{error}");
}

#[test]
fn a_file_belongs_where_one_is_expected() {
    fine("setChatPhoto", r#"{"chat_id":1,"photo":"attach://x7-0"}"#);
    fine("setWebhook", r#"{"url":"https://a.example/secret","certificate":"attach://x7-0"}"#);
}

#[test]
fn only_digits_of_a_file_that_is_there_stand_for_it() {
    for text in ["attach://x7-", "attach://x7-p", "attach://x7-00000000000000000", "attach://x7-3", "attach://x7"] {
        fine("sendMessage", &format!(r#"{{"chat_id":1,"text":"{text}"}}"#));
    }
}

#[test]
fn without_files_no_string_stands_for_one() {
    let method = find("sendMessage").expect("a method of the spec");
    for text in ["!", "!hello", "-0", "-1"] {
        let parameters = format!(r#"{{"chat_id":1,"text":"{text}"}}"#);
        assert_eq!(check(method, &parameters, &CheckOptions::default()), Ok(()), "{text}");
    }
}

#[test]
fn an_unknown_method_has_files_too() {
    let attachments = Attachments { prefix: "attach://x7", sizes: "," };
    assert_eq!(check_unknown(r#"{"x":"attach://x7-0"}"#, attachments), Ok(()));
    let error = check_unknown(r#"{"x":"attach://x7!a symbol"}"#, attachments).expect_err("no value of JSON");
    assert_eq!(error.to_string(), "x: expected a value that JSON can hold, got a symbol");
}
