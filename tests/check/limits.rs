//! Limits, formats and rules of arrangement.

use super::{fault_with, faulty, fine, limited};

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
    // A parser that ends the tag at the first `>` counts the rest of its URL.
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
    for name in ["a_by_bot", "A1_b2_by_My_Bot", "a_BY_b_by_bot"] {
        fine("addStickerToSet", &set(name));
    }
    for name in [
        "a",
        "1a_by_bot",
        "_by_bot",
        "a__b_by_bot",
        "a-b_by_bot",
        "a_by_",
        "é_by_bot",
        "a_BY_bot",
        "a_By_bot",
        "a_bY_bot",
    ] {
        assert!(fault_with("addStickerToSet", &set(name), true).is_some(), "{name}");
    }
    limited(
        "answerInlineQuery",
        r#"{"inline_query_id":"1","results":[],"switch_pm_parameter":"a b"}"#,
        "switch_pm_parameter: expected only the characters A-Z, a-z, 0-9, _ and -, got \"a b\"",
    );
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
fn a_webhook_has_a_host_behind_its_user() {
    let set = |url: &str| format!(r#"{{"url":"{url}"}}"#);
    fine("setWebhook", &set("https://user@a.example/secret"));
    for url in ["https://user@/secret", "https://user@:443/secret", "https://@/secret"] {
        assert!(fault_with("setWebhook", &set(url), true).is_some(), "{url}");
    }
}
