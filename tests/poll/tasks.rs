//! Tasks that go on after a handler.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use botwire::emulator::EmulatorUser;
use botwire::types::Update;
use botwire::webhook::stores::MemoryStore;
use botwire::webhook::{Context, InlineCall, Session, Sessions, poll};

use super::slow_answers::bot_with_long_pauses;
use super::support::{Gate, Log, poll as turn, world_of};
use super::{end, shared, until, waiting};

fn answers(user: &EmulatorUser) -> usize {
    user.messages().iter().filter(|seen| seen.message.from.as_ref().is_some_and(|from| from.is_bot)).count()
}

async fn handler_whose_task_panics(update: Update, context: Context) -> Option<InlineCall> {
    context.wait_until(async { std::panic::resume_unwind(Box::new("a defect")) as () });
    shared::handler(update, context).await
}

#[test]
fn the_next_update_of_a_chat_does_not_wait_for_a_task() {
    let (emulator, users, bot) = world_of(1);
    let (stop, gate, done) = (Gate::default(), Gate::default(), Log::default());
    let (opened, log) = (gate.clone(), done.clone());
    let handler = move |update: Update, context: Context| {
        let (opened, log) = (opened.opened(), log.clone());
        context.wait_until(async move {
            opened.await;
            log.push(());
        });
        shared::handler(update, context)
    };
    for text in ["a", "b"] {
        users[0].write(text).unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).concurrency(1).run(stop.opened()));
    until(&mut polling, || answers(&users[0]) == 2);
    stop.open();
    for _ in 0..10 {
        assert!(turn(&mut polling).is_pending(), "the tasks are awaited");
    }
    gate.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((done.len(), waiting(&emulator)), (2, 0));
}

#[test]
fn a_task_that_panics_is_reported_and_the_update_is_not_handled_again() {
    let (emulator, users, bot) = world_of(1);
    let (stop, failures) = (Gate::default(), Log::default());
    let log = failures.clone();
    users[0].write("a").unwrap();
    let polling = poll(&bot, handler_whose_task_panics).on_error(move |failure| log.push(failure.to_string()));
    let mut polling = pin!(polling.run(stop.opened()));
    until(&mut polling, || failures.len() == 1 && answers(&users[0]) == 1);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((failures.len(), answers(&users[0]), waiting(&emulator)), (1, 1, 0));
}

#[test]
fn a_task_that_is_added_after_the_end_is_reported() {
    let (_, users, bot) = world_of(1);
    let (stop, contexts, failures) = (Gate::default(), Log::default(), Log::default());
    let (log, reports) = (contexts.clone(), failures.clone());
    let handler = move |_: Update, context: Context| {
        log.push(context);
        async {}
    };
    users[0].write("a").unwrap();
    {
        let polling = poll(&bot, handler).on_error(move |failure| reports.push(failure.to_string()));
        let mut polling = pin!(polling.run(stop.opened()));
        until(&mut polling, || contexts.len() == 1);
        stop.open();
        assert_eq!(end(&mut polling), Ok(()));
    }
    contexts.take()[0].wait_until(std::future::pending::<()>());
    assert_eq!(failures.len(), 1);
}

#[test]
fn a_dropped_poll_releases_its_sessions() {
    let (emulator, users, bot) = world_of(1);
    let (sessions, gate) = (Sessions::<u32>::new(MemoryStore::default()), Gate::default());
    users[0].write("a").unwrap();
    let since = emulator.now();
    {
        let opened = gate.clone();
        let handler = sessions.handler(move |_: Update, _: Context, _: Session<u32>| opened.opened());
        let mut polling = pin!(poll(&bot, handler).run(std::future::pending()));
        for _ in 0..10 {
            assert!(turn(&mut polling).is_pending());
        }
    }
    let handler =
        sessions.handler(|update: Update, context: Context, _: Session<u32>| shared::handler(update, context));
    let mut polling = pin!(poll(&bot, handler).run(std::future::pending()));
    until(&mut polling, || answers(&users[0]) == 1);
    assert_eq!(emulator.now(), since, "it does not wait for the session");
}

#[test]
fn a_limit_of_updates_does_not_hold_up_other_chats() {
    let (emulator, users, _) = world_of(2);
    let (stop, gate, bot) = (Gate::default(), Gate::default(), bot_with_long_pauses(&emulator));
    let (opened, slow) = (gate.clone(), users[0].id());
    let handler = move |update: Update, context: Context| {
        let is_slow = update.user_id() == Some(slow);
        let opened = opened.opened();
        async move {
            if is_slow {
                opened.await;
            }
            shared::handler(update, context).await
        }
    };
    for user in &users {
        user.write("a").unwrap();
    }
    let mut polling = pin!(poll(&bot, handler).updates(bot.updates().limit(1)).run(stop.opened()));
    until(&mut polling, || answers(&users[1]) == 1);
    gate.open();
    until(&mut polling, || answers(&users[0]) == 1);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!(waiting(&emulator), 0);
}

#[test]
fn a_panic_in_on_error_after_that_of_a_task_ends_no_other() {
    let (emulator, users, bot) = world_of(1);
    let stop = Gate::default();
    users[0].write("a").unwrap();
    let polling =
        poll(&bot, handler_whose_task_panics).on_error(|_| -> () { std::panic::resume_unwind(Box::new("another")) });
    let mut polling = pin!(polling.run(stop.opened()));
    until(&mut polling, || answers(&users[0]) == 1);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!(waiting(&emulator), 0);
}

#[test]
fn each_of_many_tasks_is_polled_only_when_it_was_woken() {
    const TASKS: usize = 2_000;
    let (_, users, bot) = world_of(1);
    let (stop, gate, polls, ended) = (Gate::default(), Gate::default(), Arc::<AtomicUsize>::default(), Log::default());
    let (opened, counted, log) = (gate.clone(), polls.clone(), ended.clone());
    let handler = move |_: Update, context: Context| {
        for _ in 0..TASKS {
            let (opened, counted, log) = (opened.opened(), counted.clone(), log.clone());
            context.wait_until(async move {
                let mut opened = pin!(opened);
                poll_fn(|context| {
                    counted.fetch_add(1, Ordering::Relaxed);
                    opened.as_mut().poll(context)
                })
                .await;
                log.push(());
            });
        }
        std::future::ready(())
    };
    users[0].write("a").unwrap();
    let mut polling = pin!(poll(&bot, handler).run(stop.opened()));
    until(&mut polling, || polls.load(Ordering::Relaxed) == TASKS);
    for _ in 0..100 {
        assert!(turn(&mut polling).is_pending());
    }
    assert_eq!(polls.load(Ordering::Relaxed), TASKS);
    gate.open();
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((ended.len(), polls.load(Ordering::Relaxed)), (TASKS, 2 * TASKS));
}
