//! How updates end by polling: what failed decides, a clean stop repeats nothing, and handlers may run on several threads.

use std::collections::HashMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use botwire::client::Error;
use botwire::emulator::{Fault, FaultKind};
use botwire::types::Update;
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, MemoryStore, SessionStore};
use botwire::webhook::{AfterError, Context, Session, Sessions, poll};
use pollster::block_on;
use tokio::sync::oneshot;

use super::support::{Gate, Log, world_of};
use super::{end, shared, until, waiting, waiting_unconfirmed};

/// The store in memory, while it can be reached.
#[derive(Clone, Default)]
struct Remote {
    memory: MemoryStore,
    is_away: Arc<AtomicBool>,
}

impl Remote {
    fn check(&self) -> Result<(), BoxError> {
        if self.is_away.load(Ordering::SeqCst) { Err("connection refused".into()) } else { Ok(()) }
    }
}

impl ClaimStore for Remote {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        self.check()?;
        self.memory.claim(key, lease, place, owner).await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.check()?;
        self.memory.renew(key, owner, lease).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        self.check()?;
        self.memory.settle(key, owner, ttl, response).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        self.check()?;
        self.memory.release(key, owner, attempts).await
    }
}

impl SessionStore for Remote {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        self.check()?;
        self.memory.read(key).await
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.check()?;
        self.memory.write(key, text, ttl, owner).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.check()?;
        self.memory.delete(key, owner).await
    }
}

#[test]
fn no_update_is_dropped_while_the_store_is_away() {
    let (emulator, users, bot) = world_of(3);
    let (store, stop, told) = (Remote::default(), Gate::default(), Log::default());
    let (log, saved) = (told.clone(), Log::default());
    let runs = saved.clone();
    let handler = Sessions::<u32>::new(store.clone()).handler(move |_, _, mut session: Session<u32>| {
        *session += 1;
        runs.push(*session);
        async {}
    });
    let polling = poll(&bot, handler).on_error(move |failure| log.push((failure.attempt, failure.will_retry)));
    let mut polling = pin!(polling.run(stop.opened()));
    store.is_away.store(true, Ordering::SeqCst);
    for user in &users {
        user.write("a").unwrap();
    }
    // Longer than the attempts of a handler that fails.
    until(&mut polling, || told.len() >= 3 * 8);
    assert_eq!((saved.len(), emulator.bot().updates().unwrap().len()), (0, 3));
    store.is_away.store(false, Ordering::SeqCst);
    until(&mut polling, || saved.len() == 3);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((saved.take(), waiting(&emulator)), (vec![1; 3], 0));
    assert!(told.take().iter().all(|told| *told == (1, true)));
}

#[test]
fn a_bug_after_a_message_gives_one_message_and_the_hook_can_say_more() {
    for (after, expected) in [(AfterError::Usual, 1), (AfterError::Retry, 3), (AfterError::Handled, 1)] {
        let (emulator, users, bot) = world_of(1);
        let (stop, told) = (Gate::default(), Log::default());
        let log = told.clone();
        users[0].write("order").unwrap();
        let handler = async |update: Update, context: Context| -> Result<(), BoxError> {
            let chat = update.message.ok_or("none")?.chat.id;
            context.bot()?.send_message(chat, "Your order is placed").await?;
            Err("a bug".into())
        };
        let polling = poll(&bot, handler).on_error(move |failure| {
            log.push(failure.will_retry);
            if log.len() < 3 { after.clone() } else { AfterError::Handled }
        });
        let mut polling = pin!(polling.run(stop.opened()));
        until(&mut polling, || told.len() == expected);
        stop.open();
        assert_eq!(end(&mut polling), Ok(()));
        assert_eq!((users[0].messages().len(), waiting(&emulator)), (1 + expected, 0));
        assert!(told.take().iter().all(|will_retry| !will_retry));
    }
}

#[test]
fn an_error_that_cannot_pass_runs_the_handler_once() {
    let (emulator, users, bot) = world_of(1);
    let (stop, pills) = (Gate::default(), Arc::new(Mutex::new(20)));
    let added = pills.clone();
    emulator.fault(Fault::new(FaultKind::Error { code: 403, description: "Forbidden".into() }).method("sendMessage"));
    users[0].write("10 pills").unwrap();
    let handler = move |_: Update, context: Context| {
        let added = added.clone();
        async move {
            *added.lock().unwrap() += 10;
            context.bot()?.send_message(1, "10 pills").await?;
            Ok::<_, Error>(())
        }
    };
    let mut polling = pin!(poll(&bot, handler).on_error(|_| ()).run(stop.opened()));
    until(&mut polling, || *pills.lock().unwrap() > 20);
    stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((*pills.lock().unwrap(), waiting(&emulator)), (30, 0));
}

#[test]
fn a_clean_stop_repeats_nothing() {
    let (emulator, users, bot) = world_of(20);
    let runs = Arc::new(Mutex::new(HashMap::<i64, u32>::new()));
    for _ in 0..5 {
        for user in &users {
            user.write("a").unwrap();
        }
    }
    for stops_after in [30, 101] {
        let stop = Gate::default();
        let (counts, gate) = (runs.clone(), stop.clone());
        let handler = move |update: Update, _: Context| {
            let is_last = {
                let mut counts = counts.lock().unwrap();
                *counts.entry(update.update_id.0).or_default() += 1;
                counts.len() >= stops_after
            };
            if is_last {
                gate.open();
            }
            let mut polls = update.update_id.0 % 7;
            std::future::poll_fn(move |context| {
                polls -= 1;
                context.waker().wake_by_ref();
                if polls < 0 { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
            })
        };
        let mut polling = pin!(poll(&bot, handler).run(stop.opened()));
        if stops_after == 30 {
            assert_eq!(end(&mut polling), Ok(()));
            assert!(waiting_unconfirmed(&emulator) > 50, "it has stopped early");
        } else {
            until(&mut polling, || runs.lock().unwrap().len() >= 100);
            stop.open();
            assert_eq!(end(&mut polling), Ok(()));
        }
    }
    assert_eq!(waiting(&emulator), 0);
    assert!(runs.lock().unwrap().values().all(|count| *count == 1));
}

#[test]
fn handlers_that_compute_use_the_threads_of_the_runtime() {
    let (_, users, bot) = world_of(4);
    for user in &users {
        user.write("a").unwrap();
    }
    let (most, running) = (Arc::new(Mutex::new(0)), Arc::new(Mutex::new(0)));
    let (highest, counted) = (most.clone(), running.clone());
    let (sender, receiver) = oneshot::channel::<()>();
    let left = Arc::new(Mutex::new((4, Some(sender))));
    let computes = move |update: Update, context: Context| {
        let (highest, counted, left) = (highest.clone(), counted.clone(), left.clone());
        async move {
            let at_once = {
                let mut counted = counted.lock().unwrap();
                *counted += 1;
                *counted
            };
            let before = *highest.lock().unwrap();
            *highest.lock().unwrap() = before.max(at_once);
            let since = Instant::now();
            while since.elapsed() < Duration::from_millis(100) {
                std::hint::spin_loop();
            }
            *counted.lock().unwrap() -= 1;
            {
                let mut left = left.lock().unwrap();
                left.0 -= 1;
                if left.0 == 0 {
                    drop(left.1.take());
                }
            }
            shared::handler(update, context).await
        }
    };
    let polling = poll(&bot, computes).spawn(|task| drop(std::thread::spawn(|| block_on(task))));
    block_on(polling.run(async { drop(receiver.await) })).unwrap();
    assert!(*most.lock().unwrap() > 1);
    assert!(users.iter().all(|user| user.messages().len() == 2));
}
