//! A webhook in a router of axum.
#![cfg(all(feature = "http", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::IntoResponse;
use axum::routing::any;
use botwire::client::Bot;
use botwire::emulator::{Emulator, NewUser};
use botwire::methods::{SendDocument, SendMessage};
use botwire::types::{InputFile, Update};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, InlineCall, Webhook};
use pollster::block_on;
use serde_json::json;
use tower::ServiceExt;

const HOOK: &str = "/hook/a:secret";

#[derive(Clone)]
struct App {
    webhook: Webhook,
    greeting: &'static str,
}

async fn hook(State(app): State<App>, request: Request) -> impl IntoResponse {
    app.webhook.clone().handle_with(request, app.greeting, answer).await
}

async fn answer(update: Update, context: Context<&'static str>) -> Result<Option<InlineCall>, BoxError> {
    let Some(message) = update.message else { return Ok(None) };
    let (chat, text) = (message.chat.id, message.text.unwrap_or_default());
    if text == "file" {
        return Ok(Some(SendDocument::new(chat, InputFile::bytes(*b"one", "a.txt")).into()));
    }
    context.bot()?.send_message(chat, *context.env()).await?;
    Ok(Some(SendMessage::new(chat, text).into()))
}

fn app(bot: Bot) -> Router {
    let state = App { webhook: Webhook::new(HOOK).bot(bot), greeting: "by a call" };
    Router::new().route("/hook/{secret}", any(hook)).with_state(state)
}

#[cfg(feature = "axum")]
#[test]
fn errors_become_responses() {
    use botwire::client::Error;
    use botwire::emulator::{Fault, FaultKind};
    use botwire::webhook::Rejection;

    async fn name(State(bot): State<Bot>) -> Result<String, Error> {
        Ok(bot.get_me().await?.first_name)
    }
    async fn check(State(_): State<Bot>) -> Result<(), Rejection> {
        Webhook::new(HOOK).check("POST", "/other")
    }
    let emulator = Emulator::new();
    let app = Router::new().route("/", any(name)).route("/check", any(check)).with_state(emulator.client().unwrap());
    assert_eq!(ask(&app, "GET", "/", "").0, 200);
    assert_eq!(ask(&app, "GET", "/check", "").0, 404);
    for (kind, status, body) in [
        (FaultKind::RateLimit { retry_after: 7 }, 503, "a call of the bot failed: api"),
        (FaultKind::Page { status: 500 }, 502, "a call of the bot failed: http"),
        (FaultKind::Drop, 502, "a call of the bot failed: network"),
    ] {
        let fault = emulator.fault(Fault::new(kind));
        let (answered, _, text) = ask(&app, "GET", "/", "");
        assert_eq!((answered, String::from_utf8(text).unwrap().as_str()), (status, body));
        emulator.clear_faults(Some(fault));
    }
}

/// Returns the status, type, and body of the response.
fn ask(app: &Router, verb: &str, path: &str, body: impl Into<Body>) -> (u16, String, Vec<u8>) {
    let request = Request::builder().method(verb).uri(path).header("content-type", "application/json");
    let response = block_on(app.clone().oneshot(request.body(body.into()).unwrap())).unwrap();
    let header = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    let (status, kind) = (response.status().as_u16(), header("content-type").or(header("allow")).unwrap_or_default());
    (status, kind, block_on(to_bytes(response.into_body(), usize::MAX)).unwrap().to_vec())
}

#[test]
fn a_router_has_the_whole_webhook() {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser::default()).unwrap();
    alice.unblock().unwrap();
    let app = app(emulator.client().unwrap());
    let update = |id: i64, text: &str| {
        let chat = json!({"id": alice.id(), "type": "private"});
        json!({"update_id": id, "message": {"message_id": 1, "date": 1, "chat": chat, "text": text}}).to_string()
    };
    let post = |body: String| ask(&app, "POST", &format!("{HOOK}?a=b"), body);

    let first = post(update(1, "hé"));
    let (status, kind, body) = first.clone();
    assert_eq!((status, kind.as_str()), (200, "application/json"));
    let id = alice.id();
    assert_eq!(String::from_utf8(body).unwrap(), format!(r#"{{"method":"sendMessage","chat_id":{id},"text":"hé"}}"#));
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("by a call"));
    // The second delivery is not handled again, and gets its response again.
    assert_eq!(post(update(1, "hé")), first);
    assert!(alice.next_message().is_none());

    let (status, kind, body) = post(update(2, "file"));
    assert!(status == 200 && kind.starts_with("multipart/form-data; boundary="), "{kind}");
    assert!(body.windows(7).any(|bytes| bytes == b"\r\none\r\n"));

    for (verb, path, body, status) in [
        ("GET", HOOK, String::new(), 405),
        ("POST", "/hook/a:secreT", update(3, "x"), 404),
        ("POST", HOOK, "{".to_owned(), 400),
        ("POST", HOOK, " ".repeat((1 << 20) + 1), 413),
    ] {
        let kind = if status == 405 { "POST" } else { "" };
        assert_eq!(ask(&app, verb, path, body), (status, kind.to_owned(), vec![]));
    }
}

/// A body that arrives in chunks, the last of which may be an error.
struct Chunks(Vec<Result<Vec<u8>, std::io::Error>>);

impl futures_core::Stream for Chunks {
    type Item = Result<Vec<u8>, std::io::Error>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        std::task::Poll::Ready((!self.0.is_empty()).then(|| self.0.remove(0)))
    }
}

#[test]
fn a_truncated_body_is_refused() {
    let app = app(Emulator::new().client().unwrap());
    let broken = Chunks(vec![Ok(b"{".to_vec()), Err(std::io::Error::other("gone"))]);
    assert_eq!(ask(&app, "POST", HOOK, Body::from_stream(broken)), (400, String::new(), vec![]));
}

#[test]
fn chunks_are_counted_together() {
    let update = br#"{"update_id":1}"#;
    let status = |most: usize| {
        let state = App { webhook: Webhook::new(HOOK).max_body_bytes(most), greeting: "" };
        let app = Router::new().route("/hook/{secret}", any(hook)).with_state(state);
        let (first, second) = update.split_at(8);
        let chunks = Chunks(vec![Ok(first.to_vec()), Ok(second.to_vec())]);
        ask(&app, "POST", HOOK, Body::from_stream(chunks)).0
    };
    assert_eq!([update.len(), update.len() - 1, update.len() - 2, 8].map(status), [200, 413, 413, 413]);
}

#[test]
fn a_body_may_come_byte_by_byte() {
    let update = br#"{"update_id":1}"#;
    for (most, status) in [(update.len(), 200), (update.len() - 1, 413)] {
        let state = App { webhook: Webhook::new(HOOK).max_body_bytes(most), greeting: "" };
        let app = Router::new().route("/hook/{secret}", any(hook)).with_state(state);
        let bytes = Chunks(update.iter().map(|byte| Ok(vec![*byte])).collect());
        assert_eq!(ask(&app, "POST", HOOK, Body::from_stream(bytes)).0, status);
    }
}

#[test]
fn two_content_types_are_refused() {
    let app = app(Emulator::new().client().unwrap());
    for first in ["application/json", "application/json; charset=utf-8"] {
        let request = Request::builder().method("POST").uri(HOOK).header("content-type", first);
        let request = request.header("content-type", "text/plain").body(Body::from(r#"{"update_id":1}"#)).unwrap();
        assert_eq!(block_on(app.clone().oneshot(request)).unwrap().status().as_u16(), 415, "{first}");
    }
}

/// Serves a router on a single-threaded runtime while the test waits.
#[cfg(feature = "tower")]
#[tokio::test]
async fn the_emulator_delivers_to_a_router() {
    let emulator = Emulator::new();
    let bot = emulator.client().unwrap();
    let app = App { webhook: Webhook::new(HOOK).bot(bot.clone()), greeting: "Hi" };
    let server = tokio::spawn(emulator.serve(Router::new().route("/hook/{secret}", any(hook)).with_state(app)));
    bot.set_webhook("https://bot.example/hook/a:secret").await.unwrap();

    let alice = emulator.user(NewUser::default()).unwrap();
    alice.write("hello").unwrap();
    let mut texts = vec![];
    for _ in 0..2 {
        texts.push(alice.wait_for_message().await.unwrap().message.text.unwrap());
    }
    assert_eq!(texts, ["Hi", "hello"]);
    alice.write("file").unwrap();
    alice.wait_for_message().await.unwrap();
    emulator.assert_no_failures();
    server.abort();
    assert!(server.await.unwrap_err().is_cancelled());
}

/// A delivery that the router refuses is repeated by the service.
#[cfg(feature = "tower")]
#[tokio::test]
async fn a_delivery_that_a_router_refuses_is_repeated() {
    let emulator = Emulator::new();
    let bot = emulator.client().unwrap();
    let attempts = std::sync::Arc::new(std::sync::Mutex::new(vec![]));
    let seen = attempts.clone();
    tokio::spawn(emulator.on_delivery_async(move |delivery| {
        seen.lock().unwrap().push(delivery.attempt);
        let status = if delivery.attempt == 1 { 503 } else { 200 };
        async move { botwire::emulator::WebhookResponse::new(status) }
    }));
    bot.set_webhook("https://bot.example/hook").await.unwrap();
    emulator.user(NewUser::default()).unwrap().write("hello").unwrap();
    while attempts.lock().unwrap().len() < 2 {
        tokio::task::yield_now().await;
        emulator.advance(std::time::Duration::from_secs(60));
    }
    tokio::task::yield_now().await;
    assert_eq!(*attempts.lock().unwrap(), [1, 2]);
}
