//! Which object of a union a value is.

use botwire::types::ReplyMarkup;

use super::{fault_with, faulty, fine};

#[test]
fn unions_are_chosen_by_what_is_there() {
    let results = |result: &str| format!(r#"{{"inline_query_id":"1","results":[{result}]}}"#);
    fine("answerInlineQuery", &results(r#"{"type":"photo","id":"1","photo_url":"u","thumb_url":"t"}"#));
    fine("answerInlineQuery", &results(r#"{"type":"photo","id":"1","photo_file_id":"f"}"#));
    fine(
        "answerInlineQuery",
        &results(r#"{"type":"article","id":"1","title":"t","input_message_content":{"latitude":1,"longitude":2}}"#),
    );
    faulty(
        "answerInlineQuery",
        &results(r#"{"type":"photo","id":"1","photo_url":"u"}"#),
        "results[0].thumb_url: expected a String, got nothing",
    );
    faulty(
        "answerInlineQuery",
        &results(r#"{"type":"poll","id":"1"}"#),
        "results[0].type: expected one of article, photo, gif, mpeg4_gif, video, audio, voice, document, location, venue, contact, game, sticker, got \"poll\"",
    );
    faulty(
        "answerInlineQuery",
        &results(
            r#"{"type":"article","id":"1","title":"t","input_message_content":{"latitude":1,"longitude":2,"title":"t"}}"#,
        ),
        "results[0].input_message_content.address: expected a String, got nothing",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_markup":{}}"#,
        "reply_markup: expected an InlineKeyboardMarkup or a ReplyKeyboardMarkup or a ReplyKeyboardRemove or a ForceReply, got an empty object",
    );
    let video = |mime: &str| {
        results(&format!(
            r#"{{"type":"video","id":"1","video_url":"u","mime_type":"{mime}","thumb_url":"t","title":"t"}}"#
        ))
    };
    fine("answerInlineQuery", &video("video/mp4"));
    faulty(
        "answerInlineQuery",
        &video("text/html"),
        "results[0].input_message_content: expected a value, required when mime_type is \"text/html\", got nothing",
    );
}

#[test]
fn the_field_that_tells_kinds_apart_decides_whatever_else_is_there() {
    let result = |members: &str| format!(r#"{{"inline_query_id":"1","results":[{{"id":"1",{members}}}]}}"#);
    for (kind, members) in [
        ("photo", r#""photo_file_id":"f","photo_width":5,"photo_height":5"#),
        ("gif", r#""gif_file_id":"f","gif_width":5,"gif_height":5,"gif_duration":5"#),
        ("mpeg4_gif", r#""mpeg4_file_id":"f","mpeg4_width":5,"mpeg4_height":5,"mpeg4_duration":5"#),
        ("video", r#""video_file_id":"f","title":"t","mime_type":"video/mp4","thumb_url":"t","video_width":5"#),
        ("audio", r#""audio_file_id":"f","title":"t","performer":"p","audio_duration":5"#),
        ("voice", r#""voice_file_id":"f","title":"t","voice_duration":5,"performer":"p""#),
        (
            "document",
            r#""document_file_id":"f","title":"t","mime_type":"application/pdf","thumb_width":5,"thumb_height":5"#,
        ),
    ] {
        let parameters = result(&format!(r#""type":"{kind}",{members}"#));
        fine("answerInlineQuery", &parameters);
        let results: serde_json::Value = serde_json::from_str(&parameters).expect("JSON");
        serde_json::from_value::<botwire::types::InlineQueryResult>(results["results"][0].clone()).expect(kind);
    }
    let markup = |markup: &str| format!(r#"{{"chat_id":1,"text":"a","reply_markup":{markup}}}"#);
    for given in [
        r#"{"force_reply":true,"resize_keyboard":true,"one_time_keyboard":true}"#,
        r#"{"remove_keyboard":true,"resize_keyboard":true,"one_time_keyboard":true,"selective":true}"#,
        r#"{"inline_keyboard":[],"resize_keyboard":true,"one_time_keyboard":true,"selective":true}"#,
    ] {
        fine("sendMessage", &markup(given));
        serde_json::from_str::<ReplyMarkup>(given).expect(given);
    }
    // The same, with the faults of the object that is meant.
    faulty(
        "answerInlineQuery",
        &result(r#""type":"video","video_url":"u""#),
        "results[0].mime_type: expected one of text/html, video/mp4, got nothing",
    );
    faulty(
        "answerInlineQuery",
        &result(r#""type":"audio","audio_file_id":7,"title":"t","performer":"p""#),
        "results[0].audio_file_id: expected a String, got 7",
    );
}

#[test]
fn an_object_is_one_of_a_union() {
    let markup = |markup: &str| format!(r#"{{"chat_id":1,"text":"a","reply_markup":{markup}}}"#);
    let message = "reply_markup: expected an InlineKeyboardMarkup or a ReplyKeyboardMarkup or a ReplyKeyboardRemove or a ForceReply, got a mix of them";
    for mixed in [
        r#"{"force_reply":true,"remove_keyboard":true}"#,
        r#"{"keyboard":[["A"]],"inline_keyboard":[]}"#,
        r#"{"inline_keyboard":[],"force_reply":true,"selective":true}"#,
    ] {
        faulty("sendMessage", &markup(mixed), message);
    }
    fine("sendMessage", &markup(r#"{"inline_keyboard":[],"resize_keyboard":true,"later":1}"#));

    let content = |content: &str| {
        let result = format!(r#"{{"type":"article","id":"1","title":"a","input_message_content":{content}}}"#);
        format!(r#"{{"inline_query_id":"1","results":[{result}]}}"#)
    };
    faulty(
        "answerInlineQuery",
        &content(r#"{"message_text":"x","latitude":1,"longitude":1}"#),
        "results[0].input_message_content: expected an InputTextMessageContent or an InputVenueMessageContent or an InputLocationMessageContent or an InputContactMessageContent, got a mix of them",
    );
    fine("answerInlineQuery", &content(r#"{"latitude":1,"longitude":1,"title":"a","address":"b"}"#));
    // A fixed field decides alone.
    fine(
        "sendMediaGroup",
        r#"{"chat_id":1,"media":[{"type":"photo","media":"a","duration":1},{"type":"video","media":"b"}]}"#,
    );
}

#[test]
fn a_union_is_read_only_from_an_object_with_one_of_its_fields() {
    fine("sendMessage", r#"{"chat_id":1,"text":"","reply_markup":{"force_reply":true}}"#);
    assert!(serde_json::from_str::<ReplyMarkup>(r#"{"force_reply":true}"#).is_ok());
    assert!(serde_json::from_str::<ReplyMarkup>(r#"{"another":true}"#).is_err());
}

#[test]
fn of_objects_that_fit_alike_the_first_is_meant() {
    faulty(
        "answerInlineQuery",
        r#"{"inline_query_id":"1","results":[{"type":"voice","id":"1","title":"t"}]}"#,
        "results[0].voice_url: expected a String, got nothing",
    );
}

#[test]
fn what_is_no_object_is_named_as_what_it_is() {
    let error = fault_with("answerInlineQuery", r#"{"inline_query_id":"1","results":[[]]}"#, true).expect("no result");
    assert!(error.starts_with("results[0]: expected an InlineQueryResult"), "{error}");
    assert!(error.ends_with(", got an Array of 0 items"), "{error}");
}

#[test]
fn an_object_that_is_read_fits_its_union() {
    let read = |json: &str| serde_json::from_str::<ReplyMarkup>(json).map_err(|error| error.to_string());
    assert!(read("{}").expect_err("nothing is known").ends_with(", got an empty object"));
    assert!(read(r#"{"another":true}"#).expect_err("nothing is known").ends_with(", got an object"));
}
