//! Handlers that hold up others: while they wait for a session, and while they do not end.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use botwire::types::Update;
use botwire::webhook::stores::MemoryStore;
use botwire::webhook::{Context, Session, Sessions, poll};

use super::support::{Gate, Log, poll as turn, world_of};
use super::{end, until, waiting};

fn text(update: Update) -> String {
    update.message.unwrap().text.unwrap()
}

#[test]
fn an_update_that_waits_for_its_session_takes_no_place() {
    let (emulator, users, bot) = world_of(5);
    let (stop, gate, done) = (Gate::default(), Gate::default(), Log::default());
    let (opened, log) = (gate.clone(), done.clone());
    // All chats share a session, except that of the last update.
    let is_free = |update: &Update| update.message.as_ref().and_then(|message| message.text.as_deref()) == Some("free");
    let sessions = Sessions::<u32>::new(MemoryStore::default()).by(move |update| (!is_free(update)).then_some("same"));
    let handler = sessions.handler(move |update, _: Context, _: Session<u32>| {
        let (opened, log) = (opened.opened(), log.clone());
        async move {
            let is_free = is_free(&update);
            if !is_free {
                opened.await;
            }
            log.push(text(update));
        }
    });
    for (user, text) in users.iter().zip(["a", "b", "c", "d", "free"]) {
        user.write(text).unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).concurrency(2).run(stop.opened()));
    until(&mut polling, || done.len() == 1);
    assert_eq!(done.take(), ["free"]);
    gate.open();
    until(&mut polling, || done.len() == 4);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((done.take().concat(), waiting(&emulator)), ("abcd".to_owned(), 0));
}

#[test]
fn each_of_many_handlers_is_polled_only_when_it_was_woken() {
    const UPDATES: usize = 100;
    let (emulator, users, bot) = world_of(UPDATES);
    let gates: Vec<Gate> = users.iter().map(|_| Gate::default()).collect();
    let (stop, polls, done) = (Gate::default(), Arc::<AtomicUsize>::default(), Log::default());
    let (opened, counted, log) = (gates.clone(), polls.clone(), done.clone());
    let handler = move |update: Update, _: Context| {
        let (counted, log) = (counted.clone(), log.clone());
        let number: usize = text(update).parse().unwrap();
        let mut opened = Box::pin(opened[number].opened());
        async move {
            poll_fn(|context| {
                counted.fetch_add(1, Ordering::Relaxed);
                opened.as_mut().poll(context)
            })
            .await;
            log.push(());
        }
    };
    for (number, user) in users.iter().enumerate() {
        user.write(&number.to_string()).unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).concurrency(UPDATES).run(stop.opened()));
    until(&mut polling, || polls.load(Ordering::Relaxed) >= UPDATES);
    for (number, gate) in gates.iter().enumerate() {
        gate.open();
        until(&mut polling, || done.len() == number + 1);
    }
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((polls.load(Ordering::Relaxed), waiting(&emulator)), (2 * UPDATES, 0));
}

/// Runs in a separate process, to read its standard error.
#[test]
fn a_handler_that_holds_up_all_others_is_named_on_the_console() {
    const NAME: &str = "held_up::a_handler_that_holds_up_all_others_is_named_on_the_console";
    if std::env::var_os("BOTWIRE_LOGS").is_none() {
        let mut itself = std::process::Command::new(std::env::current_exe().unwrap());
        let output = itself.args(["--exact", NAME, "--nocapture"]).env("BOTWIRE_LOGS", "1").output().unwrap();
        let log = String::from_utf8(output.stderr).unwrap();
        let advice =
            "botwire: poll: 100 updates are waiting for the handler of an earlier one, and the service gives no others";
        assert_eq!(log.matches(advice).count(), 1, "{log}");
        return;
    }
    let (emulator, users, bot) = world_of(1);
    let handler = |_: Update, _: Context| std::future::pending::<()>();
    for number in 0..101 {
        users[0].write(&number.to_string()).unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).run(std::future::pending()));
    for _ in 0..6 {
        for _ in 0..10 {
            assert!(turn(&mut polling).is_pending());
        }
        emulator.advance(Duration::from_secs(30));
    }
}
