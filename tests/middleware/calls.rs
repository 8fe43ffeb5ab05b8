//! Middleware around the calls of a bot.

use botwire::client::{Defaults, Encoding, Error, Middleware, Next, OutgoingCall, Retry};
use botwire::emulator::{Fault, FaultKind};
use botwire::methods::SendMessage;
use botwire::types::{InputFile, Message, ParseMode};
use pollster::block_on;
use serde_json::{Value, json};

use super::{Seen, world};

#[test]
fn calls_by_method_and_by_name_and_of_updates_are_seen() {
    let (_, alice, bot) = world();
    let seen = Seen::default();
    let bot = bot.with(seen.clone());
    let (chat, text) = (alice.id(), "hi");
    let sent = block_on(async { bot.send_message(chat, text).await }).unwrap();
    assert_eq!(sent.text.as_deref(), Some(text));
    let sent: Message =
        block_on(async { bot.call("SENDMESSAGE", &json!({ "chat_id": chat, "text": text })).await }).unwrap();
    assert_eq!(sent.text.as_deref(), Some(text));
    let params = json!({ "chat_id": chat, "text": text });
    assert_eq!(seen.take(), vec![json!(["sendMessage", "Call", params, "a result"]); 2]);
    alice.write("hello").unwrap();
    let mut updates = bot.updates();
    assert!(block_on(updates.next()).unwrap().unwrap().message.is_some());
    block_on(updates.close()).unwrap();
    assert_eq!(seen.take().iter().map(|call| &call[0]).collect::<Vec<_>>(), ["getUpdates", "getUpdates"]);
}

struct WithoutQuotes;

impl Middleware for WithoutQuotes {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        call.remove_param("reply_to_message_id");
        next.run(call).await
    }
}

#[test]
fn parameters_are_changed_before_they_are_checked() {
    let (emulator, alice, bot) = world();
    let bot = bot.with(Defaults::new().parse_mode(ParseMode::Html).disable_notification(true)).with(WithoutQuotes);
    let text = SendMessage::new(alice.id(), "<b>x</b>").reply_to_message_id(77);
    let sent = block_on(async { bot.send(text).await }).unwrap();
    assert_eq!(sent.text.as_deref(), Some("x"));
    let logged = &emulator.log(0)[0]["parameters"];
    let expected =
        json!({ "chat_id": alice.id(), "text": "<b>x</b>", "parse_mode": "HTML", "disable_notification": true });
    assert_eq!(*logged, expected);
    block_on(async { bot.get_me().await }).unwrap();
    assert_eq!(emulator.log(1)[0]["parameters"], json!({}));
    let photo = bot.send_photo(alice.id(), InputFile::bytes(*b"photo", "a.jpg")).caption("<i>y</i>");
    assert_eq!(block_on(photo).unwrap().caption.as_deref(), Some("y"));
    let long = block_on(async { bot.send_message(alice.id(), "").parse_mode("Nothing").await }).unwrap_err();
    assert!(matches!(long, Error::Validation { .. }), "{long}");
}

/// Changes the options.
struct RetriedQuery;

impl Middleware for RetriedQuery {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        call.set_retry(Retry::times(1));
        call.set_encoding(Encoding::Query);
        next.run(call).await
    }
}

#[test]
fn retries_and_the_encoding_are_changed() {
    let (emulator, _, bot) = world();
    emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 1 }).times(1));
    block_on(async { bot.with(RetriedQuery).get_me().await }).unwrap();
    let verbs: Vec<Value> = emulator.log(0).iter().map(|entry| entry["verb"].clone()).collect();
    assert_eq!(verbs, ["GET", "GET"]);
}

/// Answers without a call, makes the call twice, or fails.
struct Odd;

impl Middleware for Odd {
    async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        match call.method() {
            "getMe" => Ok(Some(json!({ "id": 7, "is_bot": true, "first_name": "Cached" }))),
            "getChat" => Err(Error::Aborted { method: "mine".to_owned() }),
            _ => match next.run(call.clone()).await {
                Err(error) if error.is_transient() => next.run(call).await,
                result => result,
            },
        }
    }
}

#[test]
fn a_middleware_answers_fails_and_repeats() {
    let (emulator, alice, bot) = world();
    let (inner, outer) = (Seen::default(), Seen::default());
    let bot = bot.with(outer.clone()).with(Odd).with(inner.clone());
    assert_eq!(block_on(async { bot.get_me().await }).unwrap().first_name, "Cached");
    let error = block_on(async { bot.get_chat(alice.id()).await }).unwrap_err();
    assert_eq!(error, Error::Aborted { method: "mine".to_owned() });
    assert!(emulator.log(0).is_empty() && inner.take().is_empty());
    let kind = FaultKind::Error { code: 500, description: String::new() };
    emulator.fault(Fault { times: Some(1), ..Fault::new(kind) });
    block_on(async { bot.send_message(alice.id(), "hi").await }).unwrap();
    let outcomes = |seen: &Seen| seen.take().into_iter().map(|call| call[3].clone()).collect::<Vec<_>>();
    assert_eq!(outcomes(&inner), ["api", "a result"]);
    assert_eq!(outcomes(&outer), ["a result", "aborted", "a result"]);
}

#[test]
fn neither_a_call_nor_its_error_shows_the_token() {
    struct Shown;
    impl Middleware for Shown {
        async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
            let (shown, next_shown) = (format!("{call:?}"), format!("{next:?}"));
            assert!(!shown.contains("secret") && !next_shown.contains("secret"), "{shown} {next_shown}");
            next.run(call).await
        }
    }
    let (_, alice, bot) = world();
    let bot = bot.with(Shown);
    let error = block_on(async { bot.send_message(alice.id(), "").parse_mode("secret").await }).unwrap_err();
    assert_eq!(error.method(), "sendMessage");
}
