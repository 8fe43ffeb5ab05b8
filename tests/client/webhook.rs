//! The webhook on requests and responses of the platform.

use std::sync::atomic::{AtomicU32, Ordering};

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{InlineCall, Webhook};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Request, Response};

use crate::stand_in::evaluate;

/// An update of an id that no other test uses: a repeated one is not handled again.
fn update() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1000);
    let id = NEXT.fetch_add(1, Ordering::Relaxed);
    let message = r#"{"message_id":1,"date":1,"chat":{"id":42,"type":"private"},"text":"hi"}"#;
    format!(r#"{{"update_id":{id},"message":{message}}}"#)
}

fn post(path: &str, body: &str) -> Request {
    let headers = "{ 'content-type': 'application/json' }";
    let init = format!("{{ method: 'POST', headers: {headers}, body: {} }}", serde_json::Value::from(body));
    evaluate(&format!("new Request('https://bot.example{path}', {init})")).unchecked_into()
}

async fn handle(
    request: Request,
    reply: impl FnOnce(Update) -> Option<InlineCall> + 'static,
) -> (u16, String, Option<String>) {
    let webhook = Webhook::new("/hook/secret:1");
    let response: Response = webhook.handle(request, async move |update, _| reply(update)).await;
    let text = JsFuture::from(response.text().unwrap()).await.unwrap().as_string().unwrap();
    let headers = response.headers();
    (response.status(), text, headers.get("content-type").unwrap().or(headers.get("allow").unwrap()))
}

#[wasm_bindgen_test]
async fn the_returned_call_is_the_answer() {
    let echo = |update: Update| {
        let message = update.message?;
        Some(SendMessage::new(message.chat.id, message.text?).into())
    };
    let (status, body, kind) = handle(post("/hook/secret:1", &update()), echo).await;
    assert_eq!(status, 200);
    assert_eq!(body, r#"{"method":"sendMessage","chat_id":42,"text":"hi"}"#);
    assert_eq!(kind.as_deref(), Some("application/json"));
    assert_eq!(handle(post("/hook/secret:1", &update()), |_| None).await, (200, String::new(), None));
}

#[wasm_bindgen_test]
async fn everything_else_is_refused_before_the_handler() {
    let never = |_| -> Option<InlineCall> { panic!("the handler was called") };
    let get: Request = evaluate("new Request('https://bot.example/hook/secret:1')").unchecked_into();
    assert_eq!(handle(get, never).await, (405, String::new(), Some("POST".to_owned())));
    assert_eq!(handle(post("/hook/secret:2", &update()), never).await.0, 404);
    let text = "new Request('https://bot.example/hook/secret:1', { method: 'POST', body: '{}' })";
    assert_eq!(handle(evaluate(text).unchecked_into(), never).await.0, 415);
    for body in
        ["", "[]", "null", "{}", "{\"update_id\":\"1\"}", "{\"update_id\":1,\"message\":[]}", "{\"update_id\":1"]
    {
        assert_eq!(handle(post("/hook/secret:1", body), never).await, (400, String::new(), None), "{body}");
    }
    let large = format!("{{\"update_id\":1,\"x\":\"{}\"}}", "x".repeat(1 << 20));
    assert_eq!(handle(post("/hook/secret:1", &large), never).await.0, 413);
}

#[wasm_bindgen_test]
async fn a_repeated_update_is_not_handled_again() {
    let repeated = update();
    let hello = |_| Some(SendMessage::new(42, "hello").into());
    assert_eq!(
        handle(post("/hook/secret:1", &repeated), hello).await.1,
        r#"{"method":"sendMessage","chat_id":42,"text":"hello"}"#
    );
    assert_eq!(handle(post("/hook/secret:1", &repeated), hello).await, (200, String::new(), None));
}

#[wasm_bindgen_test]
async fn nested_messages_do_not_exhaust_the_stack() {
    let mut message = r#"{"message_id":1,"date":1,"chat":{"id":42,"type":"private"}}"#.to_owned();
    for _ in 0..61 {
        message =
            format!(r#"{{"message_id":1,"date":1,"chat":{{"id":42,"type":"private"}},"reply_to_message":{message}}}"#);
    }
    let body = format!(r#"{{"update_id":1,"message":{message}}}"#);
    assert_eq!(handle(post("/hook/secret:1", &body), |_| None).await.0, 200);
}

#[wasm_bindgen_test]
async fn depth_beyond_the_stack_is_cut() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(50_000), close.repeat(50_000));
        let body = format!("{},\"x\":{deep}}}", update().trim_end_matches('}').to_owned() + "}");
        let typed = |update: Update| Some(SendMessage::new(update.message?.chat.id, "hi").into());
        let answer = handle(post("/hook/secret:1", &body), typed).await;
        assert_eq!((answer.0, answer.1.as_str()), (200, r#"{"method":"sendMessage","chat_id":42,"text":"hi"}"#));
    }
}

#[wasm_bindgen_test]
async fn a_call_with_a_fault_is_no_answer() {
    let long = |_| Some(SendMessage::new(42, "x".repeat(4097)).into());
    assert_eq!(handle(post("/hook/secret:1", &update()), long).await, (500, String::new(), None));
}
