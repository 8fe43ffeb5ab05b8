//! Failures during polling: of handlers, of returned calls, and of the service.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use botwire::client::Error;
use botwire::emulator::{Fault, FaultKind};
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::{Context, Order, poll, poll_with};
use pollster::block_on;

use super::slow_answers::bot_with_long_pauses;
use super::support::{Gate, Log, world_of};
use super::{end, shared, until, waiting};

/// An error that may pass.
fn passing(method: &str) -> Error {
    Error::Timeout { method: method.to_owned(), after: Duration::from_secs(1) }
}

#[test]
fn a_failure_is_reported_repeated_and_skipped() {
    let (emulator, users, bot) = world_of(1);
    let (stop, failures) = (Gate::default(), Arc::new(AtomicUsize::new(0)));
    let counted = failures.clone();
    users[0].write("a").unwrap();
    let failing = |_: Update, context: Context<&'static str>| async move { Err::<(), _>(passing(context.env())) };
    let polling = poll_with(&bot, "no", failing).attempts(3).on_error(move |failure| {
        assert!(failure.to_string().contains("no: "), "{failure}");
        let before = counted.fetch_add(1, Ordering::SeqCst);
        assert_eq!((failure.attempt as usize, failure.will_retry), (before + 1, before < 2));
    });
    let mut polling = pin!(polling.run(stop.opened()));
    until(&mut polling, || failures.load(Ordering::SeqCst) == 3);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((failures.load(Ordering::SeqCst), waiting(&emulator)), (3, 0));
}

#[test]
fn a_returned_call_is_sent_again_after_a_429() {
    let (emulator, users, bot) = world_of(1);
    let stop = Gate::default();
    let kind = FaultKind::RateLimit { retry_after: 5 };
    emulator.fault(Fault { method: Some("sendMessage".into()), times: Some(1), ..Fault::new(kind) });
    users[0].write("a").unwrap();
    let echo = async |update: Update, _: Context| Some(SendMessage::new(update.message?.chat.id, "echo"));
    let mut polling = pin!(poll(&bot, echo).run(stop.opened()));
    until(&mut polling, || users[0].messages().len() == 2);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
}

#[test]
fn it_waits_as_long_as_the_service_asks() {
    let (emulator, users, bot) = world_of(1);
    let (stop, since) = (Gate::default(), emulator.now());
    let kind = FaultKind::RateLimit { retry_after: 600 };
    emulator.fault(Fault::new(kind).method("sendMessage").times(2));
    users[0].write("a").unwrap();
    let mut polling = pin!(poll(&bot, shared::handler).run(stop.opened()));
    until(&mut polling, || users[0].messages().len() == 2);
    assert!(emulator.now() >= since.after(1_200_000));
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
}

#[test]
fn others_go_on_while_an_update_waits_after_a_429() {
    let (emulator, users, _) = world_of(2);
    let (stop, bot) = (Gate::default(), bot_with_long_pauses(&emulator));
    let kind = FaultKind::RateLimit { retry_after: 600 };
    emulator.fault(Fault::new(kind).method("sendMessage").times(1));
    for user in &users {
        user.write("a").unwrap();
    }
    let mut polling = pin!(poll(&bot, shared::handler).concurrency(1).run(stop.opened()));
    until(&mut polling, || users[1].messages().len() == 2);
    assert_eq!(users[0].messages().len(), 1);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    // At the end, the call is made without a further wait.
    assert_eq!((users[0].messages().len(), waiting(&emulator)), (2, 0));
}

#[test]
fn an_update_that_waits_for_long_does_not_hold_up_many_others() {
    let (emulator, users, _) = world_of(2);
    let (stop, bot) = (Gate::default(), bot_with_long_pauses(&emulator));
    let kind = FaultKind::RateLimit { retry_after: 600 };
    emulator.fault(Fault::new(kind).method("sendMessage").times(1));
    users[0].write("a").unwrap();
    let texts = 0..120;
    for text in texts.clone() {
        users[1].write(&text.to_string()).unwrap();
    }
    let mut polling = pin!(poll(&bot, shared::handler).run(stop.opened()));
    until(&mut polling, || users[1].messages().len() == 2 * texts.len());
    assert_eq!(users[0].messages().len(), 2);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!(waiting(&emulator), 0);
}

#[test]
fn an_update_that_failed_comes_again_after_the_end() {
    let (emulator, users, bot) = world_of(1);
    let (stop, attempts) = (Gate::default(), Log::default());
    let (end_of_polling, log) = (stop.clone(), attempts.clone());
    let failing = move |_: Update, _: Context| {
        end_of_polling.open();
        log.push(());
        async { Err::<(), _>(passing("no")) }
    };
    users[0].write("a").unwrap();
    let mut polling = pin!(poll(&bot, failing).attempts(100).on_error(|_| ()).run(stop.opened()));
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((attempts.len(), waiting(&emulator)), (1, 1));
}

#[test]
fn a_call_that_may_have_been_made_is_not_made_again() {
    for (kind, expected) in [(FaultKind::DropAfter, 1), (FaultKind::Page { status: 502 }, 0)] {
        let (emulator, users, bot) = world_of(1);
        let (stop, failures) = (Gate::default(), Arc::new(AtomicUsize::new(0)));
        let counted = failures.clone();
        emulator.fault(Fault { method: Some("sendMessage".into()), times: Some(1), ..Fault::new(kind) });
        users[0].write("a").unwrap();
        let polling = poll(&bot, shared::handler).on_error(move |_| {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let mut polling = pin!(polling.run(stop.opened()));
        until(&mut polling, || failures.load(Ordering::SeqCst) == 1);
        stop.open();
        assert_eq!(end(&mut polling), Ok(()));
        assert_eq!((users[0].messages().len(), waiting(&emulator)), (1 + expected, 0));
    }
}

#[test]
fn a_handler_that_panics_ends_no_other() {
    let (emulator, users, bot) = world_of(2);
    let (stop, failures) = (Gate::default(), Log::default());
    let log = failures.clone();
    users[0].write("panic").unwrap();
    users[1].write("fine").unwrap();
    let handler = async |update: Update, context: Context| {
        if update.message.as_ref().unwrap().text.as_deref() == Some("panic") {
            std::panic::resume_unwind(Box::new("a defect"));
        }
        shared::handler(update, context).await
    };
    let polling = poll(&bot, handler).on_error(move |failure| log.push(failure.to_string()));
    let mut polling = pin!(polling.run(stop.opened()));
    until(&mut polling, || users[1].messages().len() == 2 && failures.len() == 1);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert!(failures.take().iter().all(|failure| failure.ends_with(": the handler panicked")));
    assert_eq!(waiting(&emulator), 0);
}

#[test]
fn a_panic_in_on_error_or_in_an_order_ends_no_other() {
    let (emulator, users, bot) = world_of(3);
    let (stop, failures) = (Gate::default(), Log::default());
    let log = failures.clone();
    for (user, text) in users.iter().zip(["no key", "fails", "fine"]) {
        user.write(text).unwrap();
    }
    let text = |update: &Update| update.message.as_ref().unwrap().text.clone().unwrap();
    let handler = move |update: Update, context: Context| async move {
        if text(&update) == "fails" { Err("no") } else { Ok(shared::handler(update, context).await) }
    };
    let order = Order::by(move |update| {
        let text = text(update);
        if text == "no key" {
            std::panic::resume_unwind(Box::new("a defect"));
        }
        [text]
    });
    let polling = poll(&bot, handler).in_order(order).on_error(move |failure| -> () {
        log.push(failure.to_string());
        std::panic::resume_unwind(Box::new("a defect"));
    });
    let mut polling = pin!(polling.run(stop.opened()));
    until(&mut polling, || users[2].messages().len() == 2 && failures.len() == 1);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((users[0].messages().len(), users[1].messages().len(), waiting(&emulator)), (1, 1, 0));
}

#[test]
fn a_permanent_error_ends_polling() {
    let (emulator, _, bot) = world_of(0);
    let kind = FaultKind::Error { code: 401, description: "Unauthorized".into() };
    emulator.fault(Fault { method: Some("getUpdates".into()), times: Some(1), ..Fault::new(kind) });
    let error = block_on(poll(&bot, shared::handler).run(std::future::pending())).unwrap_err();
    assert!(matches!(error, Error::Api { error_code: 401, .. }), "{error}");
}
