//! The walk on real methods: each kind, limit and rule, with the path of the error.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, clippy::expect_used)]

use botwire::methods::{SendDocument, SendMediaGroup, SendMessage, SendPhoto, find};
use botwire::request::{self, Encoding, prepare};
use botwire::types::{InputFile, InputMediaPhoto, ReplyMarkup};
use botwire::webhook::InlineCall;
use botwire::wire::{Attachments, CheckOptions, check, check_unknown, check_update, validate};
use serde_json::Value;

fn fault_with(method: &str, parameters: &str, limits: bool) -> Option<String> {
    let method = find(method).expect("a method of the spec");
    let attachments = Attachments { prefix: "attach://x7", sizes: "100,11000000,," };
    check(method, parameters, &CheckOptions { limits, attachments }).err().map(|error| error.to_string())
}

#[track_caller]
fn fine(method: &str, parameters: &str) {
    assert_eq!(fault_with(method, parameters, true), None, "{method} {parameters}");
}

#[track_caller]
fn faulty(method: &str, parameters: &str, expected: &str) {
    assert_eq!(fault_with(method, parameters, true).as_deref(), Some(expected), "{method} {parameters}");
}

/// A limit or rule: an error that goes away when limits are switched off.
#[track_caller]
fn limited(method: &str, parameters: &str, expected: &str) {
    faulty(method, parameters, expected);
    assert_eq!(fault_with(method, parameters, false), None, "without limits: {method} {parameters}");
}

#[test]
fn kinds_are_always_checked() {
    fine("SENDMESSAGE", r#"{"chat_id":1,"text":"hi"}"#);
    fine("sendMessage", r#"{"chat_id":"@channel","text":""}"#);
    faulty("sendMessage", r#"{"chat_id":1,"text":5}"#, "text: expected a String, got 5");
    faulty("sendMessage", r#"{"chat_id":1}"#, "text: expected a String, got nothing");
    faulty(
        "sendMessage",
        r#"{"chat_id":1.5,"text":""}"#,
        "chat_id: expected a chat id (Integer, or String such as \"@channelusername\"), got 1.5",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","disable_notification":1}"#,
        "disable_notification: expected a Boolean, got 1",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_markup":{"force_reply":false}}"#,
        "reply_markup.force_reply: expected true, got false",
    );
    faulty("sendLocation", r#"{"chat_id":1,"latitude":"1","longitude":2}"#, "latitude: expected a Float, got \"1\"");
    fine("sendLocation", r#"{"chat_id":1,"latitude":1,"longitude":-2.5e1}"#);
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"x7","a":{"b":["attach://x7!a symbol"]}}"#,
        "a.b[0]: expected a value that JSON can hold, got a symbol",
    );
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"\ud800"}"#,
        "text: expected well-formed Unicode text, got a lone surrogate",
    );
    faulty("sendMessage", r#""attach://x7!a symbol""#, "expected an object of parameters, got a symbol");
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_markup":"attach://x7!a cyclic object"}"#,
        "reply_markup: expected an InlineKeyboardMarkup or a ReplyKeyboardMarkup or a ReplyKeyboardRemove or a ForceReply, got a cyclic object",
    );
    faulty("sendMediaGroup", r#"{"chat_id":1,"media":"attach://x7-0"}"#, "media: expected an Array, got a file");
    faulty("sendMessage", "[]", "expected an object of parameters, got an Array of 0 items");
    faulty("sendMessage", r#"{"chat_id":1,"text":"""#, "expected JSON, got a syntax error at byte 22");
    assert!(fault_with("sendMessage", r#"{"chat_id":1,"text":5}"#, false).is_some());
}

#[test]
fn what_the_spec_does_not_know_passes() {
    fine("sendMessage", r#"{"chat_id":1,"text":"","message_thread_id":7,"x":{"y":[null,{"z":"é"}]}}"#);
    assert_eq!(check_unknown(r#"{"anything":[1,{}]}"#, Attachments::default()), Ok(()));
    assert!(check_unknown("3", Attachments::default()).is_err());
}

#[test]
fn files_are_told_from_strings() {
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
    limited(
        "sendVideoNote",
        r#"{"chat_id":1,"video_note":"https://example.org/v.mp4"}"#,
        "video_note: expected a file_id or an upload (a URL is not supported), got \"https://example.org/v.mp4\"",
    );
    fine(
        "sendMediaGroup",
        r#"{"chat_id":1,"media":[{"type":"photo","media":"attach://x7-0"},{"type":"video","media":"id"}]}"#,
    );
}

#[test]
fn limits_have_units() {
    let text = |letter: &str, count: usize| format!(r#"{{"chat_id":1,"text":"{}"}}"#, letter.repeat(count));
    fine("sendMessage", &text("😀", 4096));
    limited(
        "sendMessage",
        &text("é", 4097),
        "text: expected a String of 0 to 4096 visible characters, got 4097 visible characters",
    );
    fine("sendMessage", &format!(r#"{{"chat_id":1,"parse_mode":"HTML","text":"<b>{}</b>&amp;"}}"#, "x".repeat(4095)));
    limited(
        "sendMessage",
        &format!(r#"{{"chat_id":1,"parse_mode":"HTML","text":"<b>{}</b>&amp;"}}"#, "x".repeat(4096)),
        "text: expected a String of 0 to 4096 visible characters, got 4097 visible characters",
    );
    fine(
        "sendMessage",
        &format!(r#"{{"chat_id":1,"parse_mode":"Markdown","text":"[{}](https://example.org/)"}}"#, "x".repeat(4096)),
    );
    // Whoever ends the tag at the first `>` counts the rest of its URL.
    fine(
        "sendMessage",
        &format!(r#"{{"chat_id":1,"parse_mode":"HTML","text":"<a href='u?>{0}'>{0}</a>"}}"#, "x".repeat(4096)),
    );
    fine(
        "sendMessage",
        &format!(r#"{{"chat_id":1,"parse_mode":"Markdown","text":"```rust\n{}```"}}"#, "x".repeat(4096)),
    );
    let button = |data: &str| {
        format!(
            r#"{{"chat_id":1,"text":"","reply_markup":{{"inline_keyboard":[[{{"text":"a","callback_data":"{data}"}}]]}}}}"#
        )
    };
    fine("sendMessage", &button(&"é".repeat(32)));
    limited(
        "sendMessage",
        &button(&"é".repeat(33)),
        "reply_markup.inline_keyboard[0][0].callback_data: expected a String of 1 to 64 bytes, got 66 bytes",
    );
    limited("getUpdates", r#"{"limit":101}"#, "limit: expected an Integer from 1 to 100, got 101");
    limited(
        "sendMediaGroup",
        r#"{"chat_id":1,"media":[{"type":"photo","media":"a"}]}"#,
        "media: expected an Array of 2 to 10 items, got 1 items",
    );
    limited(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_to_message_id":2147483648}"#,
        "reply_to_message_id: expected an Integer from -2147483648 to 2147483647, got 2147483648",
    );
    fine("sendMessage", r#"{"chat_id":-4503599627370495,"text":""}"#);
    limited(
        "sendMessage",
        r#"{"chat_id":4503599627370496,"text":""}"#,
        "chat_id: expected an Integer from -4503599627370495 to 4503599627370495, got 4503599627370496",
    );
    assert!(fault_with("sendMessage", r#"{"chat_id":9007199254740992,"text":""}"#, false).is_some());
    limited(
        "sendMessage",
        r#"{"chat_id":1,"text":"","parse_mode":"markdown"}"#,
        "parse_mode: expected one of Markdown, HTML, got \"markdown\"",
    );
}

#[test]
fn formats() {
    for url in [
        "",
        "https://example.org",
        "https://example.org:8443/hook?x#y",
        "HTTPS://[::1]:443/",
        "https://u:p@example.org:88/",
    ] {
        fine("setWebhook", &format!(r#"{{"url":"{url}"}}"#));
    }
    for url in [
        "http://example.org",
        "https://example.org:8080/",
        "https://",
        "https://:443",
        "https://exa mple.org",
        "https://a:443:1/",
        "example.org",
        "https://[::1]443/",
        "https://x:44３",
    ] {
        assert!(fault_with("setWebhook", &format!(r#"{{"url":"{url}"}}"#), true).is_some(), "{url}");
        assert!(fault_with("setWebhook", &format!(r#"{{"url":"{url}"}}"#), false).is_none(), "{url}");
    }
    let set = |name: &str| format!(r#"{{"user_id":1,"name":"{name}","png_sticker":"id","emojis":"x"}}"#);
    for name in ["a_by_bot", "A1_b2_by_My_Bot", "a_BY_bot"] {
        fine("addStickerToSet", &set(name));
    }
    for name in ["a", "1a_by_bot", "_by_bot", "a__b_by_bot", "a-b_by_bot", "a_by_", "é_by_bot"] {
        assert!(fault_with("addStickerToSet", &set(name), true).is_some(), "{name}");
    }
    limited(
        "answerInlineQuery",
        r#"{"inline_query_id":"1","results":[],"switch_pm_parameter":"a b"}"#,
        "switch_pm_parameter: expected only the characters A-Z, a-z, 0-9, _ and -, got \"a b\"",
    );
}

#[test]
fn rules() {
    fine("editMessageText", r#"{"chat_id":1,"message_id":2,"text":""}"#);
    fine("editMessageText", r#"{"inline_message_id":"i","text":""}"#);
    faulty(
        "editMessageText",
        r#"{"text":""}"#,
        "chat_id: expected either chat_id and message_id, or inline_message_id, got neither",
    );
    faulty(
        "editMessageText",
        r#"{"chat_id":1,"text":""}"#,
        "message_id: expected either chat_id and message_id, or inline_message_id, got chat_id without message_id",
    );
    faulty(
        "setGameScore",
        r#"{"user_id":1,"score":1,"chat_id":1,"message_id":1,"inline_message_id":"i"}"#,
        "inline_message_id: expected either chat_id and message_id, or inline_message_id, got both",
    );
    let markup =
        |buttons: &str| format!(r#"{{"chat_id":1,"text":"","reply_markup":{{"inline_keyboard":[{buttons}]}}}}"#);
    let one_of = "url, callback_data, switch_inline_query, switch_inline_query_current_chat, callback_game, pay";
    limited(
        "sendMessage",
        &markup(r#"[{"text":"a"}]"#),
        &format!("reply_markup.inline_keyboard[0][0]: expected exactly one of {one_of}, got none of them"),
    );
    limited(
        "sendMessage",
        &markup(r#"[],[{"text":"a","url":"u","pay":true}]"#),
        &format!("reply_markup.inline_keyboard[1][0]: expected exactly one of {one_of}, got url and pay"),
    );
    limited(
        "sendMessage",
        &markup(r#"[{"text":"a","url":"u"},{"text":"b","pay":true}]"#),
        "reply_markup.inline_keyboard[0][1].pay: expected such a button only as the first of the first row, got an object",
    );
    fine("sendMessage", &markup(r#"[{"text":"b","callback_game":{}}]"#));
    let invoice = |markup: &str| {
        format!(
            r#"{{"chat_id":1,"title":"t","description":"d","payload":"p","provider_token":"x","start_parameter":"s","currency":"EUR","prices":[{{"label":"l","amount":5}}],"reply_markup":{{"inline_keyboard":{markup}}}}}"#
        )
    };
    fine("sendInvoice", &invoice("[]"));
    fine("sendInvoice", &invoice(r#"[[{"text":"Pay","pay":true},{"text":"a","url":"u"}]]"#));
    limited(
        "sendInvoice",
        &invoice(r#"[[{"text":"a","url":"u"}]]"#),
        "reply_markup.inline_keyboard[0][0]: expected a button with pay first, got an object",
    );
    faulty(
        "answerShippingQuery",
        r#"{"shipping_query_id":"1","ok":true}"#,
        "shipping_options: expected a value, required when ok is true, got nothing",
    );
    faulty(
        "answerShippingQuery",
        r#"{"shipping_query_id":"1","ok":false}"#,
        "error_message: expected a value, required when ok is false, got nothing",
    );
    fine("answerPreCheckoutQuery", r#"{"pre_checkout_query_id":"1","ok":true}"#);
    let keyboard = |button: &str| format!(r#"{{"chat_id":1,"text":"","reply_markup":{{"keyboard":[[{button}]]}}}}"#);
    fine("sendMessage", &keyboard(r#"{"text":"a","request_contact":true,"request_location":false}"#));
    limited(
        "sendMessage",
        &keyboard(r#"{"text":"a","request_contact":true,"request_location":true}"#),
        "reply_markup.keyboard[0][0]: expected at most one of request_contact, request_location, got request_contact and request_location",
    );
}

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
fn updates_are_open_but_typed() {
    let message = r#""message":{"message_id":1,"date":2,"chat":{"id":4503599627370495,"type":"forum"},"text":null,"new":{"a":1}}"#;
    assert_eq!(check_update(&format!(r#"{{"update_id":1,{message},"reaction":{{"x":[]}}}}"#)), Ok(()));
    let path = |update: &str| check_update(update).expect_err("an error").path;
    assert_eq!(path(r#"{"message":{}}"#), "message.message_id");
    assert_eq!(
        path(r#"{"update_id":1,"message":{"message_id":1,"date":2,"chat":{"id":"x","type":"group"}}}"#),
        "message.chat.id"
    );
    assert_eq!(path(r#"{"update_id":"1"}"#), "update_id");
    let shipped = |country: &str| {
        let address = format!(
            r#"{{"country_code":"{country}","state":"","city":"","street_line1":"","street_line2":"","post_code":""}}"#
        );
        let from = r#"{"id":1,"is_bot":false,"first_name":"a"}"#;
        format!(
            r#"{{"update_id":1,"shipping_query":{{"id":"1","from":{from},"invoice_payload":"p","shipping_address":{address}}}}}"#
        )
    };
    assert_eq!(check_update(&shipped("DE")), Ok(()));
    for wrong in ["Germany", "de", "D", "", "D1"] {
        assert_eq!(path(&shipped(wrong)), "shipping_query.shipping_address.country_code");
    }
}

/// Every error in turn, the first of which is that of a check.
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
    let texts = all_faults("editMessageText", r#"{"message_id":1,"reply_markup":{"force_reply":true}}"#);
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
fn chats_are_numbers_or_usernames() {
    let call = |chat: &str| format!(r#"{{"chat_id":{chat},"text":"a"}}"#);
    for chat in ["\"@channel\"", "\"@c\"", "\"12\"", "\"-1001234567890\"", "-5"] {
        fine("sendMessage", &call(chat));
    }
    for chat in ["", "ch", "12x", " @a", "@", "-", "1.5", "+7"] {
        let expected = "chat_id: expected a chat id (Integer, or String such as \"@channelusername\")";
        limited("sendMessage", &call(&format!("\"{chat}\"")), &format!("{expected}, got \"{chat}\""));
    }
}

#[test]
fn urls_of_buttons() {
    let button = |url: &str| {
        format!(r#"{{"chat_id":1,"text":"a","reply_markup":{{"inline_keyboard":[[{{"text":"b","url":"{url}"}}]]}}}}"#)
    };
    for url in [
        "https://a.example/?b=c#d",
        "HTTP://a.example",
        "a.example",
        "ftp://a.example",
        "app://user?id=1",
        "https://ä.example/é",
    ] {
        fine("sendMessage", &button(url));
    }
    let path = "reply_markup.inline_keyboard[0][0].url";
    limited("sendMessage", &button(""), &format!("{path}: expected a String that is not empty, got \"\""));
}

#[test]
fn a_typed_call_has_every_error() {
    let errors = request::validate(&SendMessage::new(42, "x".repeat(5000)).reply_to_message_id(1 << 40));
    assert_eq!(errors.iter().map(|error| error.path.as_str()).collect::<Vec<_>>(), ["reply_to_message_id", "text"]);
    assert_eq!(request::validate(&SendMessage::new(42, "hi")), []);
}

#[test]
fn a_prepared_call_has_its_name_and_shows_no_parameters() {
    let prepared = prepare(&SendMessage::new(42, "hi")).expect("a call");
    assert_eq!(prepared.name(), "sendMessage");
    assert_eq!(format!("{prepared:?}"), "Prepared { name: \"sendMessage\", .. }");
    let is_transient = |status: u16| {
        let answer = format!(r#"{{"ok":false,"error_code":{status},"description":"no"}}"#);
        prepared.result(status, &answer).expect_err("a refusal").is_transient()
    };
    assert_eq!([400, 403, 429, 500].map(is_transient), [false, false, true, true]);
}

#[test]
fn the_name_of_an_upload_cannot_be_guessed() {
    let text = || {
        let photo = || InputMediaPhoto::new(InputFile::bytes(*b"x", "x.png"));
        let prepared = prepare(&SendMediaGroup::new(42, [photo(), photo()])).expect("a call");
        format!("{:?}", prepared.parts())
    };
    assert_ne!(text(), text());
}

#[test]
fn boundaries_are_not_the_same_and_bodies_show_no_parameters() {
    let document =
        || prepare(&SendDocument::new(42, InputFile::bytes(*b"x", "x"))).expect("a call").body(Encoding::Json);
    assert_ne!(document().content_type(), document().content_type());
    let body = prepare(&SendMessage::new(42, "hi")).expect("a call").body(Encoding::Json);
    assert_eq!(format!("{body:?}"), "Body { content_type: Some(\"application/json\"), .. }");
}

#[test]
fn an_upload_is_refused_by_its_size() {
    let photo = |size: usize| prepare(&SendPhoto::new(42, InputFile::bytes(vec![0; size], "x.png")));
    assert!(photo(10 << 20).is_ok());
    let error = photo((10 << 20) + 1).expect_err("too many bytes").to_string();
    assert!(error.starts_with("sendPhoto: photo: expected "), "{error}");
}

#[test]
fn the_name_of_a_method_has_letters_digits_and_underscores() {
    let error = |name: &str| InlineCall::named(name, &Value::Null).into_json().err().map(|error| error.to_string());
    assert_eq!(error("new_method2"), None);
    for name in ["", "2x", "_x", "a-b", "a/b", "é", &"-".repeat(64)] {
        assert_eq!(error(name), Some(format!("expected the name of a method, got \"{name}\"")));
    }
    assert_eq!(error(&"-".repeat(65)).as_deref(), Some("expected the name of a method, got a longer String"));
}

#[test]
fn an_answer_without_a_body_is_an_error_that_says_so() {
    let error = prepare(&SendMessage::new(42, "hi")).expect("a call").result(502, "").expect_err("no envelope");
    assert_eq!(error.to_string(), "sendMessage: HTTP 502, an empty body");
}

#[test]
fn integers_may_be_negative() {
    limited("getUpdates", r#"{"limit":-5}"#, "limit: expected an Integer from 1 to 100, got -5");
    faulty(
        "sendMessage",
        r#"{"chat_id":1,"text":"","reply_to_message_id":-12345678901234567890}"#,
        "reply_to_message_id: expected an Integer from -9007199254740991 to 9007199254740991, got -12345678901234567890",
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
fn a_currency_has_three_letters() {
    let invoice = |currency: &str| {
        let given =
            r#"{"chat_id":1,"title":"t","description":"d","payload":"p","provider_token":"x","start_parameter":"s""#;
        [given, r#","currency":""#, currency, r#"","prices":[{"label":"l","amount":5}]}"#].concat()
    };
    fine("sendInvoice", &invoice("EUR"));
    for currency in ["EURO", "EU", "E1R"] {
        assert!(fault_with("sendInvoice", &invoice(currency), true).is_some(), "{currency}");
    }
}

#[test]
fn a_union_is_read_only_from_an_object_with_one_of_its_fields() {
    fine("sendMessage", r#"{"chat_id":1,"text":"","reply_markup":{"force_reply":true}}"#);
    assert!(serde_json::from_str::<ReplyMarkup>(r#"{"force_reply":true}"#).is_ok());
    assert!(serde_json::from_str::<ReplyMarkup>(r#"{"another":true}"#).is_err());
}
