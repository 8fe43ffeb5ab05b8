//! Errors and printed bots never contain the token, wherever it comes from.

use botwire::client::{Bot, Error};
use botwire::methods::{GetMe, SetWebhook};
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, evaluate};
use crate::{TOKEN, bot};

/// Parts of the token that no text contains by chance.
const PARTS: [&str; 3] = ["AAbb", "cc_DD", "123456"];

fn clean(text: &str) {
    assert!(!PARTS.iter().any(|part| text.contains(part)), "{text}");
}

fn clean_error(error: &Error) {
    clean(&error.to_string());
    clean(&format!("{error:?} {error:#?}"));
    assert!(error.to_string().contains("<token>"), "{error}");
}

#[wasm_bindgen_test]
fn a_printed_bot_and_call() {
    let bot = Bot::new(&format!("https://service.example/{TOKEN}"), TOKEN).unwrap();
    clean(&format!("{:?} {bot:#?}", crate::bot()));
    let call = crate::bot().send(SetWebhook::new(format!("https://a.example/{TOKEN}")));
    clean(&format!("{call:?} {:?}", crate::bot().updates()));
}

#[wasm_bindgen_test]
async fn a_printed_download() {
    answer(["({ status: 200, ok: true, url: request.url, headers: new Headers(), body: null })"]);
    let download = bot().download(&botwire::types::File::new("id").file_path("a")).await.unwrap();
    clean(&format!("{download:?}"));
}

#[wasm_bindgen_test]
async fn errors_of_the_platform_and_of_the_service() {
    let written = [
        TOKEN,
        "123456%3AAAbb-cc_DD%3Dee~ff",
        "123456%3aAAbb-cc_DD%3dee%7eff",
        "123456%25253AAAbb-cc_DD%253Dee~ff",
        "%31%32%33456:AAbb-cc_DD=ee~ff",
        "123456\\u003aAAbb-cc_DD\\u003Dee~ff",
    ];
    for token in written {
        let text = serde_json::to_string(&format!("at /bot{token}/getMe, twice {token}")).unwrap();
        answer([
            format!("fail(new TypeError({text}))"),
            format!("fail({text})"),
            format!("fail(new Error('a', {{ cause: new Error({text}) }}))"),
            format!("json(404, {{ok:false,error_code:404,description:{text}}})"),
            format!("text(502, {text})"),
            format!("text(502, 'x'.repeat(190) + {text})"),
            format!("text(200, 'x'.repeat(65530) + {text})"),
            format!("json(200, {{ok:true,result:{text}}})"),
        ]);
        for _ in 0..8 {
            let error = bot().send(GetMe::new()).await.unwrap_err();
            clean(&error.to_string());
            clean(&format!("{error:?}"));
        }
    }
}

#[wasm_bindgen_test]
async fn the_users_own_parameters() {
    let error = bot().send(SetWebhook::new(format!("http://a.example/{TOKEN}"))).await.unwrap_err();
    clean(&format!("{error} {error:?}"));
    clean_error(&bot().call::<Value>(TOKEN, &Value::Null).await.unwrap_err());
    clean_error(
        &bot().call::<Value>("sendMessage", &json!({"chat_id":1,"text":"a","parse_mode":TOKEN})).await.unwrap_err(),
    );
    let error = Bot::new(&format!("ftp://a.example/{TOKEN}"), TOKEN).unwrap_err();
    clean(&format!("{error} {error:?}"));
}

#[wasm_bindgen_test]
async fn the_platforms_own_refusal() {
    crate::stand_in::step_aside();
    // The platform's message about a forbidden method would show the URL.
    let error = Bot::new("http://127.0.0.1:1", TOKEN).unwrap().send(GetMe::new()).await.unwrap_err();
    clean(&format!("{error} {error:?}"));
    let thrown = evaluate(
        "(() => { try { new Request('https://a:b@c.example/'); } catch (error) { return String(error); } })()",
    );
    assert!(thrown.as_string().unwrap().contains("a:b@c.example"), "requests show their URL in errors: {thrown:?}");
}
