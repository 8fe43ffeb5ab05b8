//! Deliveries that are accepted, refused, or repeated.

use std::pin::pin;

use botwire::client::Error;
use botwire::emulator::WebhookResponse;
use botwire::methods::{SendMessage, SetWebhook};
use botwire::types::Update;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, Request, Response, Webhook};
use pollster::block_on;
use serde_json::json;

use super::host::{HOOK, message, request, status_and_body};
use super::support::{Log, poll, world};

#[test]
fn the_emulator_delivers_to_the_webhook_of_the_program() {
    let (emulator, alice, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot.clone());
    emulator.on_delivery(move |delivery| {
        let path = delivery.url.strip_prefix("https://bot.example").unwrap();
        let request =
            Request::new("POST", path).header("content-type", "application/json").body(delivery.body.as_str());
        let response = block_on(webhook.handle(request, async |update, context| {
            let message = update.message?;
            context.bot().ok()?.send_message(message.chat.id, "by a call").await.ok()?;
            Some(SendMessage::new(message.chat.id, format!("{}!", message.text?)))
        }));
        WebhookResponse::from(response)
    });
    block_on(async { bot.send(SetWebhook::new(format!("https://bot.example{HOOK}"))).await }).unwrap();
    alice.write("hi").unwrap();
    let seen: Vec<_> = (0..2).map(|_| alice.next_message().unwrap().message.text.unwrap()).collect();
    assert_eq!(seen, ["by a call", "hi!"]);
}

#[test]
fn the_guard_and_the_memory_are_those_of_wasm32() {
    let webhook = Webhook::new(HOOK).max_body_bytes(300).on_error(|_| None);
    let never = async |_: Update, _: Context| -> () { panic!("the handler was called") };
    for (request, status) in [
        (Request::new("GET", HOOK), 405),
        (Request::new("POST", "/hook/secreT"), 404),
        (Request::new("POST", HOOK).header("content-type", "text/plain"), 415),
        (Request::new("POST", HOOK).body("{"), 400),
        (Request::new("POST", HOOK).body(vec![b' '; 301]), 413),
    ] {
        let response = block_on(webhook.handle(request, never));
        assert_eq!(response.status(), status);
        assert_eq!(response.headers(), if status == 405 { vec![("allow", "POST".to_owned())] } else { vec![] });
    }
    let echo = async |update: Update, _| Some(SendMessage::new(1, update.message?.text?));
    let echoed = r#"{"method":"sendMessage","chat_id":1,"text":"hi"}"#.to_owned();
    // A clone shares the memory, as in the state of a router.
    let clone = webhook.clone();
    assert_eq!(status_and_body(block_on(webhook.handle(message(1), echo))), (200, echoed.clone()));
    assert_eq!(status_and_body(block_on(clone.handle(message(1), echo))), (200, echoed.clone()));
    let forgetful = webhook.clone().remember_responses(false);
    assert_eq!(status_and_body(block_on(forgetful.handle(message(3), echo))), (200, echoed.clone()));
    assert_eq!(status_and_body(block_on(forgetful.handle(message(3), echo))), (200, String::new()));
    assert_eq!(status_and_body(block_on(Webhook::new(HOOK).handle(message(1), echo))), (200, echoed.clone()));
    let passing = || Error::Timeout { method: "mine".to_owned(), after: std::time::Duration::ZERO };
    let failing = async move |_, _| -> Result<(), BoxError> { Err(passing().into()) };
    assert_eq!(status_and_body(block_on(webhook.handle(message(2), failing))), (500, String::new()));
    assert_eq!(status_and_body(block_on(webhook.handle(message(2), echo))), (200, echoed));
}

#[test]
fn another_delivery_waits_for_the_one_in_flight() {
    let webhook = Webhook::new(HOOK);
    let mut first = Box::pin(webhook.handle(message(1), async |_, _| std::future::pending::<()>().await));
    assert!(poll(&mut first.as_mut()).is_pending());
    let mut second = pin!(webhook.handle(message(1), async |_, _| SendMessage::new(1, "second")));
    assert!(poll(&mut second).is_pending());
    drop(first);
    assert!(status_and_body(block_on(second)).1.contains("second"));
}

#[test]
fn a_refused_delivery_is_reported_with_its_reason() {
    let reasons = Log::default();
    let log = reasons.clone();
    let webhook = Webhook::new(HOOK).on_reject(move |rejection, _| log.push(rejection.to_string()));
    for _ in 0..2 {
        block_on(webhook.handle(message(1), async |_, _| {}));
    }
    let expected = "answered with 200: update_id: expected an update that was not handled, got 1 again";
    assert_eq!(reasons.take(), [expected]);
    assert_eq!([200, 299, 300, 404].map(|status| Response::new(status).is_success()), [true, true, false, false]);
}

#[test]
fn a_body_of_the_allowed_size_is_handled() {
    let size = json!({"update_id": 1}).to_string().len();
    let status = |most| {
        let webhook = Webhook::new(HOOK).max_body_bytes(most);
        status_and_body(block_on(webhook.handle(request(&json!({"update_id": 1})), async |_, _| {}))).0
    };
    assert_eq!((status(size), status(size - 1)), (200, 413));
}
