//! Calls work wherever futures work.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic)]

mod support;

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botwire::client::{Bot, Call, Encoding, Error, Retry};
use botwire::emulator::Emulator;
use botwire::methods::{CallBuilder, GetMe, SendMessage};
use botwire::types::{InputFile, Message, User};
use botwire::webhook::{Request, Webhook, poll};
use futures_util::future::{FutureExt, join_all, select, try_join_all};
use tokio::task::JoinSet;
use tracing::{Instrument, info_span};

use support::world;

fn calls(emulator: &Emulator) -> usize {
    emulator.log(0).len()
}

#[tokio::test]
async fn a_call_works_with_join_select_timeout_and_spawn() {
    let (emulator, alice, bot) = world();
    let chat = alice.id();
    let limit = Duration::from_secs(5);
    let me: Result<User, Error> = tokio::time::timeout(limit, bot.get_me()).await.unwrap();
    assert!(me.unwrap().is_bot);
    let sent: Message = bot.send_message(chat, "1").instrument(info_span!("greeting")).await.unwrap();
    assert_eq!(sent.text.as_deref(), Some("1"));
    let sent = bot.send(SendMessage::new(chat, "2")).timeout(limit).instrument(info_span!("greeting")).await.unwrap();
    assert_eq!(sent.text.as_deref(), Some("2"));
    assert!(tokio::spawn(bot.send_message(chat, "3").disable_notification(true)).await.unwrap().is_ok());
    let mut tasks = JoinSet::new();
    for text in ["4", "5"] {
        tasks.spawn(bot.send_message(chat, text));
    }
    while let Some(sent) = tasks.join_next().await {
        sent.unwrap().unwrap();
    }
    let sent = join_all(["6", "7"].map(|text| bot.send_message(chat, text))).await;
    assert!(sent.iter().all(Result::is_ok));
    assert_eq!(try_join_all(["8", "9"].map(|text| bot.send(SendMessage::new(chat, text)))).await.unwrap().len(), 2);
    tokio::select! {
        sent = bot.send_message(chat, "10") => assert!(sent.is_ok()),
        () = std::future::pending() => {}
    }
    let (me, chat_of) = tokio::join!(bot.get_me(), bot.get_chat(chat));
    assert!(me.is_ok() && chat_of.is_ok());
    select(bot.get_me(), bot.get_me()).await.factor_first().0.unwrap();
    assert!(bot.get_me().map(|me| me.is_ok()).boxed().await);
    assert_eq!(alice.messages().len(), 10);
    assert_eq!(calls(&emulator), 10 + 5);
}

#[tokio::test]
async fn options_are_on_the_builder() {
    let (_, alice, bot) = world();
    let chat = alice.id();
    let limit = Duration::from_secs(5);
    bot.send_message(chat, "hi").disable_notification(true).timeout(limit).retry(Retry::times(2)).await.unwrap();
    bot.send_message(chat, "hi").timeout(None).encoding(Encoding::Form).await.unwrap();
    bot.send_document(chat, InputFile::bytes(*b"a", "a"))
        .caption("b")
        .with_file("thumb", InputFile::bytes(*b"b", "b"))
        .await
        .unwrap();
    // For this method, it sets the parameter.
    assert_eq!(bot.get_updates().timeout(0).into_method().timeout, Some(0));
    assert!(bot.get_updates().timeout(0).send().timeout(limit).await.unwrap().is_empty());
}

#[test]
fn a_call_is_made_when_it_is_polled_and_once() {
    let (emulator, _, bot) = world();
    let mut call = bot.get_me();
    assert_eq!((calls(&emulator), format!("{call:?}")), (0, r#"CallBuilder { method: "getMe", .. }"#.to_owned()));
    let mut context = Context::from_waker(Waker::noop());
    let mut pinned = Pin::new(&mut call);
    while pinned.as_mut().poll(&mut context).is_pending() {}
    assert_eq!(calls(&emulator), 1);
    let again = call.clone();
    assert!(pollster::block_on(again).is_ok());
    assert_eq!(calls(&emulator), 2);
    let mut sent = bot.send(GetMe::new());
    let polled = pollster::block_on(poll_fn(|context| Poll::Ready(Pin::new(&mut sent).poll(context).is_ready())));
    assert_eq!((polled, format!("{sent:?}")), (true, r#"Call { method: "getMe", .. }"#.to_owned()));
}

#[test]
fn a_dropped_call_is_not_made() {
    let (emulator, alice, bot) = world();
    drop(bot.send_message(alice.id(), "hi"));
    assert_eq!(calls(&emulator), 0);
}

#[test]
fn calls_are_send_and_unpin() {
    fn is_future<F: Future<Output = Result<User, Error>> + Send + Unpin + 'static>(_: &F) {}
    let (_, _, bot) = world();
    let (builder, call): (CallBuilder<Bot, GetMe>, Call<User>) = (bot.get_me(), bot.get_me().send());
    is_future(&builder);
    is_future(&call);
}

/// A server has one for each request, and moves it into a task.
#[test]
fn futures_are_small() {
    let (_, _, bot) = world();
    let webhook = Webhook::new("/hook/a-long-secret");
    let sizes = [
        ("a call", size_of_val(&bot.send_message(1, "hi").into_future()), 512),
        ("an answer", size_of_val(&webhook.handle(Request::new("POST", "/hook"), async |_, _| ())), 1536),
        ("polling", size_of_val(&poll(&bot, async |_, _| ()).run(std::future::pending())), 4096),
    ];
    for (what, bytes, most) in sizes {
        assert!(bytes <= most, "{what}: {bytes} bytes, {most} at most");
    }
}
