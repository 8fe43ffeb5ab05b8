//! Files, and the strings that represent them.

use botwire::methods::{SendPhoto, find};
use botwire::request::prepare;
use botwire::types::InputFile;
use botwire::wire::{Attachments, CheckOptions, check, check_unknown};

#[test]
fn an_upload_is_refused_by_its_size() {
    let photo = |size: usize| prepare(&SendPhoto::new(42, InputFile::bytes(vec![0; size], "x.png")));
    assert!(photo(10 << 20).is_ok());
    let error = photo((10 << 20) + 1).expect_err("too many bytes").to_string();
    assert!(error.starts_with("sendPhoto: photo: expected "), "{error}");
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
