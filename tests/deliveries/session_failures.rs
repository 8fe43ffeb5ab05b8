//! Sessions that cannot be saved, and stores that are down, slow, or have given the turn to another process.

use std::collections::HashMap;
use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::emulator::Emulator;
use botwire::types::Update;
use botwire::webhook::stores::{BoxError, MemoryStore};
use botwire::webhook::{Cause, Context, Session, Sessions, Webhook};
use pollster::block_on;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::host::{HOOK, Host};
use super::sessions::{Counter, count, written};
use super::support::{poll, world};
use super::table::{Table, Trouble};

const LEASE: Duration = Duration::from_secs(15);

/// The failures of a webhook, as `store: …` or `handler: …`.
#[derive(Clone, Default)]
struct Failures(Arc<Mutex<Vec<String>>>);

impl Failures {
    fn of(&self, webhook: Webhook) -> Webhook {
        let failures = self.clone();
        webhook.on_error(move |failure| {
            let text = match &failure.cause {
                Cause::Store(error) => format!("store: {error}"),
                Cause::Handler(error) => format!("handler: {error}"),
                other => format!("{other:?}"),
            };
            failures.0.lock().unwrap().push(text);
            None
        })
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

fn counted(table: &Table) -> Option<String> {
    table.rows.lock().unwrap().sessions.values().next().map(|(text, _)| text.clone())
}

const ONE: Option<&str> = Some(r#"{"version":0,"session":{"count":1}}"#);

#[test]
fn a_handler_that_fails_saves_nothing() {
    let (table, failures) = (Table::default(), Failures::default());
    let handler = Sessions::new(table.clone()).handler(async |_, _, mut session: Session<Counter>| {
        session.count += 1;
        Err::<(), BoxError>("no".into())
    });
    assert_eq!(block_on(failures.of(Webhook::new(HOOK)).handle(written(1, 1, 5, "a"), handler)).status(), 200);
    assert_eq!((failures.take(), counted(&table)), (vec!["handler: no".to_owned()], None));
}

/// Handles an update whose handler sets the session to this value. Returns the status and the failures.
fn with<S>(sessions: &Sessions<S>, value: impl Fn() -> S + Send + Sync + 'static) -> (u16, Vec<String>)
where
    S: Default + Serialize + DeserializeOwned + Send + 'static,
{
    let failures = Failures::default();
    let handler = sessions.handler(move |_: Update, _: Context, mut session: Session<S>| {
        *session = value();
        async {}
    });
    let response = block_on(failures.of(Webhook::new(HOOK)).handle(written(1, 1, 5, "a"), handler));
    (response.status(), failures.take())
}

fn nested(depth: usize) -> serde_json::Value {
    (0..depth).fold(1.into(), |inner, _| vec![inner].into())
}

#[test]
fn a_session_that_cannot_be_kept_is_refused() {
    let store = MemoryStore::default;
    let refused = |error: &str| (200, vec![format!("handler: sessions: {error}")]);
    assert_eq!(
        with(&Sessions::new(store()), || HashMap::from([(vec![1], 1)])),
        refused("session: expected what JSON can keep, got key must be a string")
    );
    assert_eq!(
        with(&Sessions::new(store()), || f64::NAN),
        refused("session: expected what can be read again, got invalid type: null, expected f64")
    );
    assert_eq!(
        with(&Sessions::new(store()), || nested(30)),
        refused("session: expected what can be read again, got what is nested too deeply")
    );
    assert_eq!(with(&Sessions::new(store()), || nested(20)), (200, vec![]));
    assert_eq!(
        with(&Sessions::new(store()).max_bytes(100), || "é".repeat(40)),
        refused("session: expected at most 100 bytes (max_bytes), got 106 bytes")
    );
    assert_eq!(
        with(&Sessions::new(store()), || "a".repeat(64_000)).1,
        refused("session: expected at most 64000 bytes (max_bytes), got 64026 bytes").1
    );
}

#[derive(Default, Serialize, Deserialize)]
struct Renamed {
    total: u32,
}

#[test]
fn a_session_of_another_type_or_version_is_refused() {
    let (table, failures) = (Table::default(), Failures::default());
    let webhook = failures.of(Webhook::new(HOOK));
    block_on(webhook.handle(written(1, 1, 5, "a"), Sessions::new(table.clone()).handler(count)));
    let mut id = 1;
    let mut run = |sessions: Sessions<Renamed>| {
        id += 1;
        let handler = sessions.handler(async |_, _, mut session: Session<Renamed>| session.total += 1);
        (block_on(webhook.handle(written(id, 1, 5, "a"), handler)).status(), failures.take())
    };
    let refused = |error: &str| (200, vec![format!("handler: {error}")]);
    assert_eq!(
        run(Sessions::new(table.clone())),
        refused("sessions: session: expected a session of version 0, got missing field `total`")
    );
    assert_eq!(run(Sessions::new(table.clone()).version(1, |_, _| Err("too old".into()))), refused("too old"));
    let newer = |text: &str| {
        let mut rows = table.rows.lock().unwrap();
        rows.sessions.values_mut().for_each(|(stored, _)| text.clone_into(stored));
    };
    newer(r#"{"version":3,"session":{}}"#);
    let expected = "a session of version 0, or a function that migrates it, got one of version 3";
    assert_eq!(run(Sessions::new(table.clone())), refused(&format!("sessions: version: expected {expected}")));
    newer("5");
    assert_eq!(
        run(Sessions::new(table.clone())),
        refused("sessions: store.read: expected the text of a session, got another text")
    );
}

#[test]
fn an_update_without_a_key_has_a_session_that_is_not_saved() {
    let failures = Failures::default();
    let webhook = failures.of(Webhook::new(HOOK));
    let sessions = Sessions::new(MemoryStore::default()).by(|_| None::<String>);
    let unchanged = sessions.handler(async |_, _, _: Session<Counter>| ());
    assert_eq!(block_on(webhook.handle(written(1, 1, 5, "a"), unchanged)).status(), 200);
    assert!(failures.take().is_empty());
    assert_eq!(block_on(webhook.handle(written(2, 1, 5, "a"), sessions.handler(count))).status(), 200);
    assert_eq!(failures.take(), ["handler: sessions: by: expected a key, for a session that is to be saved, got none"]);
}

#[test]
fn two_sessions_of_an_update_have_two_keys() {
    let failures = Failures::default();
    let webhook = failures.of(Webhook::new(HOOK));
    let store = MemoryStore::default();
    for (update_id, inner, status) in
        [(1, Sessions::new(store.clone()).by_user(), 200), (2, Sessions::new(store.clone()), 200)]
    {
        let inner = inner.handler(count);
        let outer = Sessions::new(store.clone()).handler(move |update, context, mut session: Session<Counter>| {
            session.count += 1;
            inner(update, context)
        });
        assert_eq!(block_on(webhook.handle(written(update_id, 1, 5, "a"), outer)).status(), status);
    }
    let expected = "handler: sessions: by: expected a key that no other session of the update has, got the same key";
    assert_eq!(failures.take(), [expected]);
}

#[test]
fn a_session_that_outlives_its_handler_is_refused() {
    let failures = Failures::default();
    let kept = Arc::new(Mutex::new(None));
    let handler = Sessions::new(MemoryStore::default()).handler(move |_, _, session: Session<Counter>| {
        *kept.lock().unwrap() = Some(session);
        async {}
    });
    assert_eq!(block_on(failures.of(Webhook::new(HOOK)).handle(written(1, 1, 5, "a"), handler)).status(), 200);
    assert_eq!(
        failures.take(),
        ["handler: sessions: session: expected to be dropped before the handler ends, got one in use"]
    );
}

#[test]
fn an_update_that_has_lost_its_turn_overwrites_nothing() {
    let (table, failures, gate) = (Table::default(), Failures::default(), Arc::new(Mutex::new(false)));
    let webhook = failures.of(Webhook::new(HOOK).without_store());
    let open = gate.clone();
    let slow = Sessions::new(table.clone()).handler(move |_, _, mut session: Session<Counter>| {
        let open = open.clone();
        async move {
            poll_fn(|_| if *open.lock().unwrap() { Poll::Ready(()) } else { Poll::Pending }).await;
            session.count = 100;
        }
    });
    let mut first = pin!(webhook.handle(written(1, 1, 5, "a"), slow));
    assert!(poll(&mut first).is_pending());
    // Its process is suspended.
    table.pass(2 * LEASE);
    let second = webhook.handle(written(2, 1, 5, "a"), Sessions::new(table.clone()).handler(count));
    assert_eq!(block_on(second).status(), 200);
    *gate.lock().unwrap() = true;
    let Poll::Ready(response) = poll(&mut first) else { panic!("the handler is over") };
    assert_eq!((response.status(), counted(&table).as_deref()), (503, ONE));
    let lost = "the lease of the update or of its session ended before its handler, so it may be handled twice";
    assert_eq!(failures.take(), [format!("store: {lost}")]);
}

#[test]
fn a_store_that_is_down_fails_the_update_which_comes_again() {
    for operation in ["claim", "read", "write"] {
        let (_, _, bot) = world();
        let (table, failures) = (Table::default(), Failures::default());
        let webhook = failures.of(Webhook::new(HOOK).bot(bot));
        let send = || {
            let handled = webhook.handle(written(1, 1, 5, "a"), Sessions::new(table.clone()).handler(count));
            block_on(handled).status()
        };
        table.rows.lock().unwrap().trouble = Some(Trouble::Fails(operation));
        assert_eq!((send(), failures.take()), (503, vec!["store: connection refused".to_owned()]), "{operation}");
        table.rows.lock().unwrap().trouble = None;
        assert_eq!((send(), counted(&table).as_deref()), (200, ONE), "{operation}");
    }
}

#[test]
fn a_store_that_hangs_is_answered_503_and_the_update_comes_again() {
    for operation in ["claim", "read"] {
        let (emulator, _, bot) = world();
        let (table, host) = (Table::default(), Host::default());
        let webhook = host.webhook(&bot).on_reject(|_, _| ());
        table.rows.lock().unwrap().trouble = Some(Trouble::Hangs(operation));
        let send = || webhook.handle(written(1, 1, 5, "a"), Sessions::new(table.clone()).handler(count));
        let mut first = pin!(send());
        assert_eq!(host.answer(poll_fn(|context| first.as_mut().poll(context))), None);
        emulator.advance(Duration::from_secs(10));
        let Poll::Ready(response) = poll(&mut first) else { panic!("the deadline has passed") };
        assert_eq!((response.status(), counted(&table)), (503, None), "{operation}");
        table.rows.lock().unwrap().trouble = None;
        // The host ends the task, and the claims are free when their leases end.
        host.end();
        table.pass(2 * LEASE);
        assert_eq!(host.answer(send()), Some((200, String::new())), "{operation}");
        assert_eq!(counted(&table).as_deref(), ONE);
    }
}

#[test]
fn a_store_that_hangs_fails_after_30_seconds() {
    for operation in ["claim", "read", "write"] {
        let (emulator, _, bot) = world();
        let (table, failures) = (Table::default(), Failures::default());
        let webhook = failures.of(Webhook::new(HOOK).bot(bot).deadline(None));
        table.rows.lock().unwrap().trouble = Some(Trouble::Hangs(operation));
        let mut first = pin!(webhook.handle(written(1, 1, 5, "a"), Sessions::new(table.clone()).handler(count)));
        // The handler of the test is pending once.
        assert!((0..2).all(|_| poll(&mut first).is_pending()));
        emulator.advance(Duration::from_secs(29));
        assert!(poll(&mut first).is_pending());
        emulator.advance(Duration::from_secs(1));
        let Poll::Ready(response) = poll(&mut first) else { panic!("the time is over") };
        assert_eq!((response.status(), counted(&table)), (503, None), "{operation}");
        assert_eq!(failures.take(), ["store: no answer within 30 s"]);
    }
}

#[test]
fn an_update_whose_turn_does_not_come_in_time_is_answered_503_and_handled_later() {
    let emulator = Emulator::new();
    let (store, refusals) = (MemoryStore::default(), Arc::new(Mutex::new(0)));
    let refused = refusals.clone();
    let webhook = Webhook::new(HOOK).bot(emulator.client().unwrap()).deadline(Duration::from_secs(3));
    let webhook = webhook.on_reject(move |_, _| *refused.lock().unwrap() += 1);
    let send = |update_id| webhook.handle(written(update_id, 1, 5, "a"), Sessions::new(store.clone()).handler(count));
    let forever = Sessions::new(store.clone()).handler(async |_, _, _: Session<Counter>| pending::<()>().await);
    let mut first = Box::pin(webhook.handle(written(1, 1, 5, "a"), forever));
    assert!(poll(&mut first.as_mut()).is_pending());
    let mut second = pin!(send(2));
    let response = (0..100).find_map(|_| match poll(&mut second) {
        Poll::Ready(response) => Some(response),
        Poll::Pending => None,
    });
    assert_eq!((response.map(|response| response.status()), *refusals.lock().unwrap()), (Some(503), 1));
    // The dropped delivery has released its turn.
    drop(first);
    assert_eq!((block_on(send(2)).status(), *refusals.lock().unwrap()), (200, 1));
}
