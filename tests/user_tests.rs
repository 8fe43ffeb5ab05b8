//! Tests as users of the crate write them.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use botwire::client::{Bot, Request, Response, Retry, Transport, TransportError};
use botwire::emulator::{Emulator, EmulatorUser, NewUser};
use botwire::methods::SendMessage;
use botwire::types::{
    Chat, ChatType, InlineKeyboardButton, InlineKeyboardMarkup, Message, MessageEntityType, PreCheckoutQuery,
    ReplyKeyboardMarkup, Update, UpdateKind, User, WebhookInfo,
};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, Event, InlineCall, poll};
use serde_json::json;

/// The bot under test: a function from an update to a call.
fn reply(update: Update) -> Option<SendMessage> {
    match update.into_event()? {
        Event::Message(message) => {
            let command = message.command("my_bot")?;
            Some(message.reply(format!("{} {}", command.name, command.arguments)))
        }
        Event::CallbackQuery(query) => Some(SendMessage::new(query.from.id, query.data?)),
        _ => None,
    }
}

#[test]
fn an_update_with_a_command_is_made_in_one_line() {
    assert_eq!(reply(Update::text_from(42, "/start ref")).unwrap().text, "start ref");
    assert_eq!(reply(Update::text_from(42, "/start@my_bot ref")).unwrap().text, "start ref");
    assert!(reply(Update::text_from(42, "/start@other_bot ref")).is_none());
    assert!(reply(Update::text_from(42, "no command")).is_none());
    assert_eq!(reply(Update::press_from(42, "page:3")).unwrap().text, "page:3");
    let update = Update::text_from(42, "hi");
    assert_eq!((update.kind(), update.user_id()), (Some(UpdateKind::Message), Some(42.into())));
    assert_eq!(Update::press_from(7, "x").chat_id(), Some(7.into()));
    let large = Update::text_from(5_123_456_789, "hi");
    assert_eq!(large.chat_id(), Some(5_123_456_789.into()));
}

#[test]
fn a_keyboard_grows_by_rows_and_a_chat_has_one_kind() {
    let button = InlineKeyboardButton::callback("Next", "2");
    assert_eq!(InlineKeyboardMarkup::default().row([button.clone()]), InlineKeyboardMarkup::new([[button]]));
    assert_eq!(ReplyKeyboardMarkup::default().row(["Yes", "No"]), ReplyKeyboardMarkup::new([["Yes", "No"]]));
    let kinds = [ChatType::Private, ChatType::Group, ChatType::Supergroup, ChatType::Channel].map(|kind| {
        let chat = Chat::new(1, kind);
        [chat.is_private(), chat.is_group(), chat.is_supergroup(), chat.is_channel()].map(u8::from)
    });
    assert_eq!(kinds, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 1, 0], [0, 0, 0, 1]]);
}

#[test]
fn entities_are_found_as_by_the_service() {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser::default()).unwrap();
    let text = "🎉 /start #tag me@site.example https://site.example @someone";
    let sent = alice.write(text).unwrap();
    let made = Message::text_from(1, text);
    assert_eq!((&made.entities, made.entities.as_ref().unwrap().len()), (&sent.entities, 5));
    let group = Chat::new(-100, ChatType::Group);
    let photo = Message::text_from(1, "").text(None::<&str>).caption("/note x").find_entities();
    assert_eq!(photo.caption_entities.unwrap()[0].r#type, MessageEntityType::BotCommand);
    assert!(Message::text_from(1, "plain").in_chat(group).entities.is_none());
}

#[test]
fn what_the_service_sends_has_constructors() {
    let payer = User::new(1, false, "A");
    let query =
        PreCheckoutQuery::builder().id("1").from(payer).currency("EUR").total_amount(5).invoice_payload("x").build();
    assert_eq!(Update::new(1).pre_checkout_query(query).kind(), Some(UpdateKind::PreCheckoutQuery));
    assert!(!WebhookInfo::new("", false, 0).has_custom_certificate);
}

fn world() -> (Emulator, EmulatorUser, Bot) {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() }).unwrap();
    let bot = emulator.client().unwrap();
    (emulator, alice, bot)
}

/// Returns the text of a panic.
fn failure<T>(assert: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(assert)) else { panic!("it passed") };
    *panic.downcast::<String>().unwrap()
}

#[test]
fn asserts_show_the_log() {
    let (emulator, alice, bot) = world();
    let id = alice.id();
    let shown = failure(|| alice.assert_text("hi"));
    assert_eq!(shown, format!("Alice ({id}): expected \"hi\", got no message; the log is empty"));
    alice.write("/start").unwrap();
    pollster::block_on(async { bot.send_message(id, "hello").await }).unwrap();
    let shown = failure(|| alice.assert_text("hi"));
    let log = "the log ends with:\n  sendMessage 200";
    assert_eq!(shown, format!("Alice ({id}): expected \"hi\", got \"hello\"; {log}"));
    pollster::block_on(async { bot.send_message(id, "more").await }).unwrap();
    let shown = failure(|| alice.assert_nothing());
    assert!(shown.starts_with(&format!("Alice ({id}): expected no message, got \"more\"; the log")), "{shown}");
    alice.assert_nothing();
    emulator.assert_methods(["sendMessage", "sendMessage"]);
    let shown = failure(|| emulator.assert_methods(["sendMessage"]));
    assert!(shown.starts_with("expected calls of [\"sendMessage\"], got [\"sendMessage\", \"sendMessage\"]; the log"));
    emulator.assert_no_failures();
    pollster::block_on(async { bot.send_message(999, "x").await }).unwrap_err();
    let shown = failure(|| emulator.assert_no_failures());
    assert!(shown.contains("sendMessage 400: Bad Request: chat not found"), "{shown}");
}

/// A bot that waits with the clock of tokio.
async fn slow(update: Update, _: Context) -> Option<SendMessage> {
    tokio::time::sleep(Duration::from_secs(60)).await;
    reply(update)
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_sleeps_takes_no_time_in_a_test() {
    let (_, alice, bot) = world();
    alice.write("/start a").unwrap();
    alice.write("/start b").unwrap();
    let since = tokio::time::Instant::now();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let polling = tokio::spawn(poll(&bot, slow).run(async { drop(stopped.await) }));
    alice.wait_for_message().await.unwrap();
    alice.wait_for_message().await.unwrap();
    drop(stop);
    polling.await.unwrap().unwrap();
    alice.assert_nothing();
    assert!(since.elapsed() >= Duration::from_secs(120));
}

/// A service that is always busy, with the timers of tokio.
struct Busy;

impl Transport for Busy {
    async fn send(&self, _: Request) -> Result<Response, TransportError> {
        let parameters = r#"{"retry_after":3600}"#;
        let body =
            format!(r#"{{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{parameters}}}"#);
        Ok(Response::new(429, body))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        tokio::time::sleep(wait).await;
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn waits_of_a_bot_follow_the_paused_clock() {
    let retry = Retry::times(9).max_wait(Duration::from_secs(3600)).total(Duration::from_secs(3 * 3600));
    let bot = Bot::with_transport("https://service.example", "1:a", Busy).unwrap().retry(retry);
    let since = tokio::time::Instant::now();
    assert!(bot.get_me().await.is_err());
    assert_eq!(since.elapsed().as_secs(), 3 * 3600);
}

/// Runs many tests concurrently, each with its own emulator.
macro_rules! in_parallel {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            let (emulator, alice, bot) = world();
            let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
            let handler = async |update, _| reply(update);
            let polling = tokio::spawn(async move { poll(&bot, handler).run(async { drop(stopped.await) }).await });
            for round in 0..20 {
                alice.write(&format!("/start {round}")).unwrap();
                let seen = alice.wait_for_message().await.unwrap();
                assert_eq!(seen.message.text, Some(format!("start {round}")));
            }
            drop(stop);
            polling.await.unwrap().unwrap();
            emulator.assert_no_failures();
        }
    )*};
}

in_parallel!(parallel_1 parallel_2 parallel_3 parallel_4);

#[derive(Debug, PartialEq, serde::Deserialize)]
struct Poll {
    id: String,
    question: String,
}

#[test]
fn a_newer_method_and_a_newer_kind_of_update_need_no_newer_crate() {
    let emulator = Emulator::new();
    emulator.method("sendPoll", |call| Ok(json!({ "id": "7", "question": call.parameters["question"] })));
    emulator.method("stopPoll", |call| Ok(call.parameters["poll_id"].clone()));
    let delivered = json!({ "poll": { "id": "7", "options": [{ "text": "Tea", "is_new": null }] } });
    let update_id = emulator.deliver(delivered.clone()).unwrap();
    let (bot, seen) = (emulator.client().unwrap(), Arc::new(Mutex::new(None)));
    let log = seen.clone();
    let polling = poll(&bot, move |update: Update, context: Context| {
        let log = log.clone();
        async move {
            let written = serde_json::to_value(&update)?;
            assert_eq!(serde_json::from_value::<Update>(written.clone())?, update);
            let Some(Event::Other(kind, content)) = update.into_event() else { return Err("no poll".into()) };
            let sent: Poll = context.bot()?.call("sendPoll", &json!({ "question": "Tea?", "is_quiz": true })).await?;
            let stop = InlineCall::named("stopPoll", &json!({ "poll_id": sent.id }));
            *log.lock().unwrap() = Some((written, kind, content, sent));
            Ok::<_, BoxError>(stop)
        }
    });
    let is_stopped = || emulator.log(0).iter().any(|entry| entry["method"] == "stopPoll" && entry["status"] == 200);
    let end = std::future::poll_fn(|context| {
        context.waker().wake_by_ref();
        if is_stopped() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    });
    pollster::block_on(polling.run(end)).unwrap();
    let (written, kind, content, sent) = seen.lock().unwrap().take().unwrap();
    assert_eq!(written, json!({ "update_id": update_id.0, "poll": delivered["poll"] }));
    assert_eq!((kind.as_str(), &content), ("poll", &delivered["poll"]));
    assert_eq!(sent, Poll { id: "7".into(), question: "Tea?".into() });
}
