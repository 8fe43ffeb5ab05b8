//! Claims of updates: owners, leases, clients and processes that disappear, and bots that share a store.

use std::future::pending;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Bot, Error};
use botwire::emulator::Emulator;
use botwire::methods::SendMessage;
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, MemoryStore};
use botwire::webhook::{Order, Webhook};
use pollster::block_on;

use super::host::{HOOK, Host, message, status_and_body};
use super::support::{Gate, Log, poll, world};
use super::table::Table;

const LEASE: Duration = Duration::from_secs(15);

/// Handles the update. Returns false if it was already handled.
fn handled(webhook: &Webhook) -> bool {
    let has_run = Arc::new(Mutex::new(false));
    let runs = has_run.clone();
    let handler = async move |_, _| {
        *runs.lock().unwrap() = true;
        SendMessage::new(1, "hi")
    };
    assert_eq!(block_on(webhook.handle(message(1), handler)).status(), 200);
    *has_run.lock().unwrap()
}

#[test]
fn an_update_is_free_one_lease_after_its_delivery_was_dropped() {
    for polls in 1..20 {
        let table = Table { polls: 1, ..Table::default() };
        let runs = Arc::new(Mutex::new(0));
        let counted = runs.clone();
        let webhook = Webhook::new(HOOK).store(table.clone());
        let mut first = Box::pin(webhook.handle(message(1), async move |_, _| *counted.lock().unwrap() += 1));
        // Breaks off during the claim, after the handler, and while the claim is settled.
        let is_over = (0..polls).any(|_| poll(&mut first.as_mut()).is_ready());
        drop(first);
        table.pass(LEASE);
        let is_settled = table.row(":1").is_some_and(|row| row.is_done);
        assert_eq!((handled(&webhook), is_over && !is_settled), (!is_settled, false), "{polls}");
        assert!(!handled(&webhook), "{polls}");
    }
}

#[test]
fn a_delivery_dropped_over_the_memory_is_followed_at_once() {
    let webhook = Webhook::new(HOOK);
    let mut first = Box::pin(webhook.handle(message(1), async |_, _| pending::<()>().await));
    assert!(poll(&mut first.as_mut()).is_pending());
    drop(first);
    let mut second = pin!(webhook.handle(message(1), async |_, _| SendMessage::new(1, "second")));
    assert!(poll(&mut second).is_ready());
}

/// A store over the timers of tokio, which panic outside of a runtime.
#[derive(Clone, Default)]
struct OverTimers(MemoryStore);

impl ClaimStore for OverTimers {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        self.0.claim(key, lease, place, owner).await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.0.renew(key, owner, lease).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        self.0.settle(key, owner, ttl, response).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        tokio::time::timeout(LEASE, self.0.release(key, owner, attempts)).await?
    }
}

#[test]
fn a_delivery_dropped_outside_of_its_runtime_does_not_panic() {
    let webhook = Webhook::new(HOOK).store(OverTimers::default());
    let mut first = Box::pin(webhook.handle(message(1), async |_, _| pending::<()>().await));
    assert!(poll(&mut first.as_mut()).is_pending());
    // The release panics in the background.
    drop(first);
    assert!(handled(&Webhook::new(HOOK)));
}

#[test]
fn a_waiter_that_went_away_takes_no_claim() {
    let table = Table::default();
    let webhook = Webhook::new(HOOK).store(table.clone()).deadline(Duration::from_millis(100));
    let mut first = Box::pin(webhook.handle(message(1), async |_, _| pending::<()>().await));
    assert!(poll(&mut first.as_mut()).is_pending());
    // The process is killed, so nothing releases its claim.
    std::mem::forget(first);
    for _ in 0..5 {
        table.pass(LEASE / 5);
        let mut waiter = Box::pin(webhook.handle(message(1), async |_, _| -> () { panic!("the handler was called") }));
        // The last delivery arrives when the lease has ended.
        if table.rows.lock().unwrap().now < LEASE {
            assert!(poll(&mut waiter.as_mut()).is_pending());
        }
        drop(waiter);
    }
    assert!(handled(&webhook));
    assert!(!handled(&webhook));
}

#[test]
fn a_former_owner_changes_nothing() {
    for fails in [true, false] {
        let table = Table::default();
        let failures = Log::default();
        let slow = Webhook::new(HOOK).store(table.clone()).on_error(failures.of_failures());
        let gate = Gate::default();
        let opened = gate.opened();
        let mut first = pin!(slow.handle(message(1), async move |_, _| {
            opened.await;
            if fails { Err(Error::Aborted { method: "mine".to_owned() }) } else { Ok(()) }
        }));
        assert!(poll(&mut first).is_pending());
        // The process is suspended, and another one handles the update.
        table.pass(LEASE);
        let other = Webhook::new(HOOK).store(table.clone());
        assert!(handled(&other));
        gate.open();
        assert!(poll(&mut first).is_ready());
        assert!(!handled(&other), "fails: {fails}");
        let lost = "update 1: the store: the lease of the update or of its session ended before its handler, so it may be handled twice";
        let failures = failures.take();
        assert_eq!((failures.last().map(String::as_str), failures.len()), (Some(lost), 1 + usize::from(fails)));
    }
}

#[test]
fn a_lease_is_renewed_while_the_handler_runs_and_for_15_minutes_at_most() {
    let (emulator, _, bot) = world();
    let table = Table::default();
    let webhook = Webhook::new(HOOK).bot(bot).store(table.clone());
    let mut work = pin!(webhook.handle(message(1), async |_, _| pending::<()>().await));
    assert!(poll(&mut work).is_pending());
    for seconds in 1..=2000 {
        emulator.advance(Duration::from_secs(1));
        table.pass(Duration::from_secs(1));
        assert!(poll(&mut work).is_pending());
        let row = table.row(":1").unwrap();
        let is_free = row.until <= table.rows.lock().unwrap().now;
        assert_eq!(is_free, seconds >= 15 * 60 + 15, "{seconds}");
    }
    assert_eq!(table.rows.lock().unwrap().renewals, 180);
}

/// A store that never answers about turns.
struct Silent;

impl ClaimStore for Silent {
    async fn claim(&self, _: &str, _: Duration, _: Option<i64>, _: &str) -> Result<Claim, BoxError> {
        pending().await
    }
    async fn renew(&self, _: &str, _: &str, _: Duration) -> Result<bool, BoxError> {
        pending().await
    }
    async fn settle(&self, _: &str, _: &str, _: Duration, _: Option<&str>) -> Result<bool, BoxError> {
        pending().await
    }
    async fn release(&self, _: &str, _: &str, _: u32) -> Result<bool, BoxError> {
        pending().await
    }
}

#[test]
fn an_update_whose_client_leaves_while_it_waits_is_released() {
    let (emulator, _, bot) = world();
    let (table, host) = (Table::default(), Host::default());
    let webhook = host.webhook(&bot).store(table.clone()).in_order(Order::by_chat().store(Silent));
    let mut work = Box::pin(webhook.handle(message(1), async |_, _| ()));
    assert_eq!(host.answer(&mut work), None);
    // The client leaves, and the host keeps the delivery running.
    drop(work);
    for _ in 0..60 {
        emulator.advance(Duration::from_secs(1));
        host.turn();
    }
    assert_eq!(table.rows.lock().unwrap().renewals, 0);
}

#[test]
fn an_update_that_waits_until_the_deadline_is_answered_503_and_not_handled() {
    for has_host in [true, false] {
        let (emulator, _, bot) = world();
        let table = Table::default();
        let host = Host::default();
        let first = Webhook::new(HOOK).bot(bot.clone()).store(table.clone());
        let mut first = pin!(first.handle(message(1), async |_, _| pending::<()>().await));
        assert!(poll(&mut first).is_pending());
        let rejections = Log::default();
        let log = rejections.clone();
        let webhook = if has_host { host.webhook(&bot) } else { Webhook::new(HOOK).bot(bot.clone()) };
        let webhook = webhook.store(table.clone()).on_reject(move |rejection, _| log.push(rejection.to_string()));
        let refused = webhook.handle(message(1), async |_, _| -> () { panic!("the handler was called") });
        let mut refused = pin!(refused);
        let before = emulator.now().millis();
        let response = (0..1000).find_map(|_| {
            host.turn();
            match poll(&mut refused) {
                Poll::Ready(response) => Some(response),
                Poll::Pending => None,
            }
        });
        assert_eq!(response.map(|response| response.status()), Some(503));
        let waited = emulator.now().millis() - before;
        assert!((9_900..=10_200).contains(&waited), "{waited}");
        (0..50).for_each(|_| host.turn());
        let expected = "answered with 503: update_id: expected an update that no other delivery is handling, or whose turn comes in time, got 1 again";
        assert_eq!(rejections.take(), [expected]);
        // The waiting delivery leaves nothing behind.
        table.pass(LEASE);
        assert!(handled(&Webhook::new(HOOK).bot(bot).store(table)));
    }
}

#[test]
fn a_delivery_that_only_waited_releases_no_claim_of_another() {
    let webhook = Webhook::new(HOOK);
    let gate = Gate::default();
    let opened = gate.opened();
    let mut first = Box::pin(webhook.handle(message(1), async move |_, _| {
        opened.await;
        SendMessage::new(1, "first")
    }));
    assert!(poll(&mut first.as_mut()).is_pending());
    let mut second = Box::pin(webhook.handle(message(1), async |_, _| SendMessage::new(1, "second")));
    assert!(poll(&mut second.as_mut()).is_pending());
    drop(second);
    gate.open();
    assert!(status_and_body(block_on(first)).1.contains("first"));
    assert!(!handled(&webhook));
}

#[test]
fn a_hundred_bots_share_a_store() {
    let emulator = Emulator::new();
    let store = MemoryStore::default();
    let webhooks: Vec<_> = (0..100)
        .map(|number| {
            // Half of the tokens have no identifier.
            let token = if number % 2 == 0 { format!("{number}:secret") } else { format!("secret-{number}") };
            let bot = Bot::with_transport("https://service.example", &token, emulator.clone()).unwrap();
            assert_eq!(bot.id(), (number % 2 == 0).then_some(number));
            Webhook::new(HOOK).bot(bot).store(store.clone())
        })
        .collect();
    for is_first in [true, false] {
        for (number, webhook) in webhooks.iter().enumerate() {
            let answer =
                webhook.handle(message(1), async move |_, _| SendMessage::new(1, format!("{number} {is_first}")));
            let (status, body) = status_and_body(block_on(answer));
            // A repeated delivery gets the first response again.
            assert_eq!((status, body.contains(&format!("\"{number} true\""))), (200, true));
        }
    }
    // Webhooks without a bot are distinguished by their paths.
    assert!(handled(&Webhook::with_store(HOOK, store.clone())));
    let other = Webhook::unauthenticated().store(store);
    assert!(handled(&other) && !handled(&other));
}
