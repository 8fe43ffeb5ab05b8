//! The handler of a webhook with long polling over the emulator.
#![cfg(all(feature = "http", feature = "reqwest-no-tls", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod endings;
mod failures;
mod held_up;
#[path = "../../examples/shared.rs"]
mod shared;
mod slow_answers;
#[path = "../support/mod.rs"]
mod support;
mod tasks;

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;

use axum::body::{Body, to_bytes};
use botwire::emulator::{Emulator, EmulatorUser};
use botwire::types::Update;
use botwire::webhook::{Context, Order, Webhook, poll};
use pollster::block_on;
use serde_json::json;
use tower::ServiceExt;

use support::{Gate, poll as turn, world_of};

/// Polls until the condition is true.
fn until<T>(future: &mut Pin<&mut impl Future<Output = T>>, holds: impl Fn() -> bool) {
    for _ in 0..10_000 {
        if holds() {
            return;
        }
        assert!(turn(future).is_pending(), "it has ended");
    }
    panic!("it does not come to it");
}

fn end<T>(future: &mut Pin<&mut impl Future<Output = T>>) -> T {
    for _ in 0..10_000 {
        if let Poll::Ready(outcome) = turn(future) {
            return outcome;
        }
    }
    panic!("it does not end")
}

fn waiting(emulator: &Emulator) -> usize {
    emulator.bot().updates().unwrap().len()
}

#[test]
fn one_handler_serves_a_polling_program_and_axum() {
    let (emulator, users, bot) = world_of(1);
    let alice = &users[0];
    let text = |alice: &EmulatorUser| alice.next_message().and_then(|seen| seen.message.text);
    let stop = Gate::default();
    let mut polling = pin!(poll(&bot, shared::handler).run(stop.opened()));
    alice.write("by polling").unwrap();
    until(&mut polling, || alice.messages().len() == 2);
    assert_eq!(text(alice).as_deref(), Some("by polling"));
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!(waiting(&emulator), 0);
    let app = shared::router(Webhook::new("/hook/secret").bot(bot), "/hook/secret");
    let message = json!({"message_id": 1, "date": 1, "chat": {"id": 42, "type": "private"}, "text": "by axum"});
    let body = Body::from(json!({"update_id": 1, "message": message}).to_string());
    let request = axum::extract::Request::post("/hook/secret").header("content-type", "application/json");
    let response = block_on(app.oneshot(request.body(body).unwrap())).unwrap();
    let held = block_on(to_bytes(response.into_body(), usize::MAX)).unwrap();
    assert_eq!(held, r#"{"method":"sendMessage","chat_id":42,"text":"by axum"}"#);
}

#[test]
fn a_chat_is_in_order_and_others_go_on() {
    let (emulator, users, bot) = world_of(2);
    let (gate, stop) = (Gate::default(), Gate::default());
    let log: Arc<Mutex<BTreeMap<i64, Vec<String>>>> = Arc::default();
    let slow = users[0].id();
    let handler = {
        let (gate, log) = (gate.clone(), log.clone());
        move |update: Update, _: Context| {
            let (gate, log) = (gate.clone(), log.clone());
            async move {
                let message = update.message.unwrap();
                if message.chat.id.0 == slow.0 {
                    gate.opened().await;
                }
                log.lock().unwrap().entry(message.chat.id.0).or_default().push(message.text.unwrap());
            }
        }
    };
    let seen = |user: &EmulatorUser| log.lock().unwrap().get(&user.id().0).cloned().unwrap_or_default();
    for text in ["a", "b"] {
        users[0].write(text).unwrap();
    }
    for text in ["1", "2"] {
        users[1].write(text).unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).run(stop.opened()));
    until(&mut polling, || seen(&users[1]).len() == 2);
    // It arrived while the first chat was being handled.
    users[1].write("3").unwrap();
    until(&mut polling, || seen(&users[1]).len() == 3);
    assert!(seen(&users[0]).is_empty());
    assert_eq!(waiting_unconfirmed(&emulator), 5, "nothing behind the first update is confirmed");
    gate.open();
    until(&mut polling, || seen(&users[0]).len() == 2);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!(
        (seen(&users[0]), seen(&users[1])),
        (vec!["a".into(), "b".into()], vec!["1".into(), "2".into(), "3".into()])
    );
    assert_eq!(waiting(&emulator), 0);
}

/// Returns the number of updates that the service still stores.
fn waiting_unconfirmed(emulator: &Emulator) -> usize {
    let result = emulator.bot().call_by_name("getUpdates", json!({})).unwrap();
    result.as_array().unwrap().len()
}

#[test]
fn what_was_not_handled_at_the_end_comes_again() {
    let (emulator, users, bot) = world_of(1);
    let (gate, stop) = (Gate::default(), Gate::default());
    let started = Arc::new(AtomicUsize::new(0));
    let handler = {
        let (gate, started) = (gate.clone(), started.clone());
        move |_: Update, _: Context| {
            started.fetch_add(1, Ordering::SeqCst);
            gate.opened()
        }
    };
    for text in ["a", "b"] {
        users[0].write(text).unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).run(stop.opened()));
    until(&mut polling, || started.load(Ordering::SeqCst) == 1);
    stop.open();
    assert!(turn(&mut polling).is_pending(), "the handler that runs is awaited");
    gate.open();
    assert_eq!(end(&mut polling), Ok(()));
    let unconfirmed = emulator.bot().updates().unwrap();
    assert_eq!(unconfirmed[0].message.as_ref().unwrap().text.as_deref(), Some("b"));
    assert_eq!((unconfirmed.len(), started.load(Ordering::SeqCst)), (1, 1));
}

/// Handles updates with two keys each, and records which handlers run.
#[test]
fn an_update_waits_for_each_of_its_keys() {
    let (emulator, users, bot) = world_of(3);
    let (gate, stop) = (Gate::default(), Gate::default());
    let running: Arc<Mutex<Vec<String>>> = Arc::default();
    let handler = {
        let (gate, running) = (gate.clone(), running.clone());
        move |update: Update, _: Context| {
            let (gate, running) = (gate.clone(), running.clone());
            async move {
                running.lock().unwrap().push(update.message.unwrap().text.unwrap());
                gate.opened().await;
            }
        }
    };
    // The second update shares a key with the first and one with the third, which must not overtake it.
    for (user, text) in users.iter().zip(["a", "a b", "b"]) {
        user.write(text).unwrap();
    }
    let keys = |update: &Update| {
        let text = update.message.as_ref().and_then(|message| message.text.clone()).unwrap_or_default();
        text.split(' ').map(str::to_owned).collect::<Vec<_>>()
    };
    let mut polling = pin!(poll(&bot, handler).in_order(Order::by(keys)).run(stop.opened()));
    until(&mut polling, || !running.lock().unwrap().is_empty());
    for _ in 0..100 {
        assert!(turn(&mut polling).is_pending());
    }
    assert_eq!(*running.lock().unwrap(), ["a"]);
    gate.open();
    until(&mut polling, || running.lock().unwrap().len() == 3);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((running.lock().unwrap().concat(), waiting(&emulator)), ("aa bb".to_owned(), 0));
}

#[test]
fn no_more_run_than_the_option_says() {
    let (emulator, users, bot) = world_of(6);
    let (stop, running, most) = (Gate::default(), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let done = Arc::new(AtomicUsize::new(0));
    for user in &users {
        user.write("a").unwrap();
    }
    let handler = {
        let (running, most, done) = (running.clone(), most.clone(), done.clone());
        move |_: Update, _: Context| {
            let (running, most, done) = (running.clone(), most.clone(), done.clone());
            async move {
                most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                let mut polls = 0;
                poll_fn(|context| {
                    polls += 1;
                    context.waker().wake_by_ref();
                    if polls > 3 { Poll::Ready(()) } else { Poll::Pending }
                })
                .await;
                running.fetch_sub(1, Ordering::SeqCst);
                done.fetch_add(1, Ordering::SeqCst);
            }
        }
    };
    let mut polling = pin!(poll(&bot, handler).concurrency(2).run(stop.opened()));
    until(&mut polling, || done.load(Ordering::SeqCst) == 6);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((most.load(Ordering::SeqCst), waiting(&emulator)), (2, 0));
}

#[test]
fn it_can_be_spawned() {
    fn sendable(_: &impl Send) {}
    let (_, _, bot) = world_of(0);
    sendable(&poll(&bot, shared::handler).run(std::future::pending()));
}
