//! How an update ends: saved as a whole or not at all, what failed decides, and how often a handler runs.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::client::Error;
use botwire::emulator::{Fault, FaultKind};
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, MemoryStore, SessionStore};
use botwire::webhook::{AfterError, Context, Session, Sessions, Webhook};
use pollster::block_on;

use super::host::{HOOK, Host, message, status_and_body};
use super::sessions::{Counter, written};
use super::support::{Gate, Log, poll, world};
use super::table::Table;
use super::wizard::{Order, wizard};

/// The store in memory behind a connection: each operation takes some polls, and some fail before or after they act.
#[derive(Clone, Default)]
struct Remote {
    memory: MemoryStore,
    polls: usize,
    /// The operation that fails, how often, and whether it acts all the same.
    fault: Arc<Mutex<(&'static str, u32, bool)>>,
}

impl Remote {
    fn fail(&self, operation: &'static str, times: u32, acts: bool) {
        *self.fault.lock().unwrap() = (operation, times, acts);
    }

    async fn ask<T>(&self, name: &str, work: impl Future<Output = Result<T, BoxError>>) -> Result<T, BoxError> {
        let mut polls = 0;
        poll_fn(|context| {
            polls += 1;
            context.waker().wake_by_ref();
            if polls > self.polls { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        let (fails, acts) = {
            let mut fault = self.fault.lock().unwrap();
            let fails = fault.0 == name && fault.1 > 0;
            fault.1 -= u32::from(fails);
            (fails, fault.2)
        };
        if fails && !acts {
            return Err("connection refused".into());
        }
        let answer = work.await;
        if fails { Err("the connection was reset".into()) } else { answer }
    }
}

impl ClaimStore for Remote {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let name = if place.is_some() { "turn" } else { "claim" };
        self.ask(name, self.memory.claim(key, lease, place, owner)).await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.ask("renew", self.memory.renew(key, owner, lease)).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        self.ask("settle", self.memory.settle(key, owner, ttl, response)).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        self.ask("release", self.memory.release(key, owner, attempts)).await
    }

    fn identity(&self) -> Option<usize> {
        self.memory.identity()
    }
}

impl SessionStore for Remote {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        self.ask("read", self.memory.read(key)).await
    }

    async fn write(&self, key: &str, text: &str, ttl: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.ask("write", self.memory.write(key, text, ttl, owner)).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.ask("delete", self.memory.delete(key, owner)).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        self.ask("commit", self.memory.commit(commit)).await
    }
}

/// Counts the update in its session, and answers with the count.
async fn counted(update: Update, _: Context, mut session: Session<Counter>) -> Option<SendMessage> {
    session.count += 1;
    Some(update.message?.reply(session.count.to_string()))
}

/// An error that may pass.
fn passing() -> BoxError {
    Error::Timeout { method: "mine".to_owned(), after: Duration::from_secs(1) }.into()
}

#[test]
fn a_delivery_that_is_dropped_at_any_step_leaves_all_or_nothing() {
    let (mut whole, mut none) = (0, 0);
    for polls in 1..40 {
        let store = Remote { polls: 1, ..Remote::default() };
        let webhook = Webhook::new(HOOK).store(store.clone());
        let sessions = Sessions::new(store.clone());
        let mut first = Box::pin(webhook.handle(written(1, 1, 5, "a"), sessions.handler(counted)));
        let _ = (0..polls).any(|_| poll(&mut first.as_mut()).is_ready());
        // The process dies, or the client leaves.
        if polls % 2 == 0 {
            std::mem::forget(first);
        } else {
            drop(first);
        }
        let other = Remote { polls: 0, ..store.clone() };
        let later = Webhook::new(HOOK).store(other.clone()).lease(Duration::from_millis(100));
        let runs = Log::default();
        let log = runs.clone();
        let handler = Sessions::new(other).handler(move |update, context, session| {
            log.push(());
            counted(update, context, session)
        });
        // The leases of what was dropped may last: then only what is done can be seen.
        let mut again = pin!(later.handle(written(1, 1, 5, "a"), handler));
        match poll(&mut again) {
            Poll::Ready(response) => {
                // Counted once, with the first response or with the second one.
                assert!(status_and_body(response).1.contains("\"1\""), "{polls}");
                whole += usize::from(runs.len() == 0);
            }
            Poll::Pending => none += 1,
        }
    }
    assert!(whole > 0 && none > 0, "{whole} {none}");
}

#[test]
fn a_refused_call_keeps_no_session_and_the_handler_runs_once() {
    let (store, failures) = (MemoryStore::default(), Log::default());
    let webhook = Webhook::new(HOOK).store(store.clone()).on_error(failures.of_failures());
    let sessions = Sessions::<Order>::new(store);
    let send = |id, text: &str| block_on(webhook.handle(written(id, 1, 5, text), sessions.handler(wizard)));
    let long = "x".repeat(4090);
    for (id, text) in [(1, "/order"), (2, long.as_str()), (3, "XL"), (3, "XL")] {
        assert_eq!(send(id, text).status(), 200);
    }
    // The order goes on where it was.
    assert_eq!(status_and_body(send(4, "M")), (200, String::new()));
    let failures = failures.take();
    let expected = |id: usize| format!("update {id}: sendMessage: text: expected a String");
    assert!(failures.len() == 2 && failures[0].starts_with(&expected(3)) && failures[1].starts_with(&expected(4)));
}

#[test]
fn a_failing_store_is_asked_again_and_the_handler_runs_once() {
    for (operation, acts) in
        ["claim", "turn", "read", "commit", "release"].into_iter().flat_map(|name| [(name, false), (name, true)])
    {
        let (_, _, bot) = world();
        let (store, failures) = (Remote::default(), Log::default());
        let webhook = Webhook::new(HOOK).bot(bot).store(store.clone()).on_error(failures.of_failures());
        let (sessions, runs) = (Sessions::new(store.clone()), Log::default());
        let log = runs.clone();
        let handler = sessions.handler(move |update, context, session| {
            log.push(());
            counted(update, context, session)
        });
        store.fail(operation, 5, acts);
        let (status, body) = status_and_body(block_on(webhook.handle(written(1, 1, 5, "a"), handler)));
        assert!(status == 200 && body.contains("\"1\""), "{operation} {acts}: {status} {body}");
        let next = status_and_body(block_on(webhook.handle(written(2, 1, 5, "a"), sessions.handler(counted))));
        assert!(next.1.contains("\"2\""), "{operation} {acts}");
        assert_eq!((runs.len(), failures.take()), (1, vec![]), "{operation} {acts}");
    }
}

#[test]
fn a_session_that_is_not_saved_at_the_deadline_is_answered_503_and_saved_later() {
    let (emulator, _, bot) = world();
    let (table, host) = (Table::default(), Host::default());
    let store = Remote { polls: 1, ..Remote::default() };
    let webhook = host.webhook(&bot).store(table);
    let sessions = Sessions::new(store.clone());
    store.fail("commit", 1000, false);
    let mut first = pin!(webhook.handle(written(1, 1, 5, "a"), sessions.handler(counted)));
    assert_eq!(host.answer(poll_fn(|context| first.as_mut().poll(context))), None);
    emulator.advance(Duration::from_secs(10));
    let Poll::Ready(response) = poll(&mut first) else { panic!("the deadline has passed") };
    assert_eq!(response.status(), 503);
}

/// An error of a program with the error of a call in it.
#[derive(Debug)]
struct Wrapped(BoxError);

impl std::fmt::Display for Wrapped {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("wrapped")
    }
}

impl std::error::Error for Wrapped {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.0)
    }
}

#[test]
fn what_failed_decides_how_often_a_handler_runs() {
    let lasting = || BoxError::from(Error::Aborted { method: "mine".to_owned() });
    let own = || BoxError::from("a bug");
    let wrapped = || BoxError::from(Wrapped(passing()));
    let errors: [(fn() -> BoxError, usize); 4] = [(passing, 4), (lasting, 1), (own, 1), (wrapped, 4)];
    for (error, expected) in errors {
        let (runs, told) = (Log::default(), Log::default());
        let log = told.clone();
        let webhook = Webhook::new(HOOK).on_error(move |failure| log.push((failure.attempt, failure.will_retry)));
        let mut statuses = Vec::new();
        for _ in 0..6 {
            let log = runs.clone();
            let handled = webhook.handle(message(1), async move |_, _| {
                log.push(());
                Err::<(), _>(error())
            });
            statuses.push(block_on(handled).status());
        }
        assert_eq!(runs.len(), expected);
        assert_eq!(statuses.iter().filter(|status| **status == 500).count(), expected - 1, "{statuses:?}");
        let count = u32::try_from(expected).unwrap();
        assert_eq!(told.take(), (1..=count).map(|attempt| (attempt, attempt < count)).collect::<Vec<_>>());
    }
}

#[test]
fn a_failure_after_a_message_gives_one_message() {
    for error in [passing, || BoxError::from("a bug")] {
        let (_, alice, bot) = world();
        let webhook = Webhook::new(HOOK).bot(bot).on_error(|_| ());
        let to = alice.id();
        for _ in 0..3 {
            let response = block_on(webhook.handle(message(1), async move |_, context| {
                context.bot()?.send_message(to, "Your order is placed").await?;
                Err::<(), _>(error())
            }));
            assert_eq!(response.status(), 200);
        }
        assert!(alice.next_message().is_some() && alice.next_message().is_none());
    }
}

#[test]
fn a_call_that_reads_is_no_effect() {
    let (_, _, bot) = world();
    let (runs, webhook) = (Log::default(), Webhook::new(HOOK).bot(bot).on_error(|_| ()));
    for _ in 0..6 {
        let log = runs.clone();
        block_on(webhook.handle(message(1), async move |_, context| {
            context.bot()?.get_me().await?;
            log.push(());
            Err::<(), _>(passing())
        }));
    }
    assert_eq!(runs.len(), 4);
}

#[test]
fn the_hook_makes_an_update_come_again_or_ends_it() {
    let runs = Log::default();
    let run = |webhook: &Webhook, error: fn() -> BoxError| {
        let log = runs.clone();
        let handled = webhook.handle(message(1), async move |_, _| {
            log.push(());
            Err::<(), _>(error())
        });
        block_on(handled).status()
    };
    let again = Webhook::new(HOOK).attempts(2).on_error(|_| AfterError::Retry);
    for error in [|| BoxError::from("my database"), passing] {
        assert_eq!((0..5).map(|_| run(&again, error)).collect::<Vec<_>>(), [500; 5]);
    }
    let ends = Webhook::new(HOOK).on_error(|_| AfterError::Handled);
    assert_eq!((run(&ends, passing), run(&ends, passing), runs.len()), (200, 200, 11));
}

#[test]
fn processes_that_die_are_counted() {
    let (table, told, runs) = (Table::default(), Log::default(), Log::default());
    for _ in 0..5 {
        let webhook = Webhook::new(HOOK).store(table.clone()).on_error(told.of_failures());
        let log = runs.clone();
        let mut dies = Box::pin(webhook.handle(message(1), async move |_, _| {
            log.push(());
            pending::<()>().await;
        }));
        let is_over = poll(&mut dies.as_mut()).is_ready();
        assert_eq!(is_over, runs.len() == 4 && told.len() == 1);
        std::mem::forget(dies);
        table.pass(Duration::from_secs(15));
    }
    assert_eq!(
        (runs.len(), told.take()),
        (4, vec!["update 1: its process has died 4 times while it was handled".to_owned()])
    );
}

#[test]
fn a_handler_that_panics_is_reported_and_ends_its_update() {
    let (told, webhook) = (Log::default(), Webhook::new(HOOK));
    let webhook = webhook.on_error(told.of_failures());
    for _ in 0..2 {
        let panics = async |_: Update, _: Context| std::panic::resume_unwind(Box::new("a defect")) as ();
        assert_eq!(block_on(webhook.handle(message(1), panics)).status(), 200);
    }
    assert_eq!(told.take(), ["update 1: the handler panicked"]);
}

#[test]
fn a_lost_response_is_given_again_whatever_the_method() {
    let (emulator, alice, bot) = world();
    let (host, to) = (Host::default(), alice.id());
    let webhook = host.webhook(&bot);
    let send = |text: String| webhook.handle(message(1), async move |_, _| SendMessage::new(to, text));
    let first = host.answer(send("first".to_owned())).unwrap();
    assert!(first.1.contains("first"));
    assert_eq!(host.answer(send("second".to_owned())), Some(first));
    // Not one that was sent, nor one that is too long.
    let gate = Gate::default();
    let opened = gate.opened();
    let mut late = pin!(webhook.handle(message(2), async move |_, _| {
        opened.await;
        SendMessage::new(to, "late")
    }));
    assert_eq!(host.answer(&mut late), None);
    emulator.advance(Duration::from_secs(10));
    assert!(poll(&mut late).is_ready());
    gate.open();
    (0..5).for_each(|_| host.turn());
    let again = host.answer(webhook.handle(message(2), async move |_, _| SendMessage::new(to, "again")));
    assert_eq!(again, Some((200, String::new())));
    let long = || botwire::webhook::InlineCall::named("myMethod", &serde_json::json!({ "text": "x".repeat(16_000) }));
    assert!(!host.answer(webhook.handle(message(3), async move |_, _| long())).unwrap().1.is_empty());
    assert_eq!(host.answer(webhook.handle(message(3), async move |_, _| long())), Some((200, String::new())));
}

#[test]
fn a_call_of_the_handler_that_fails_for_ever_runs_it_once() {
    let (emulator, alice, bot) = world();
    let (runs, to) = (Log::default(), alice.id());
    emulator.fault(Fault::new(FaultKind::Error { code: 403, description: "Forbidden".into() }).times(1));
    let webhook = Webhook::new(HOOK).bot(bot).on_error(|_| ());
    for _ in 0..3 {
        let log = runs.clone();
        let handled = webhook.handle(message(1), async move |_, context| {
            log.push(());
            context.bot()?.send_message(to, "10 pills").await?;
            Ok::<_, BoxError>(())
        });
        assert_eq!(block_on(handled).status(), 200);
    }
    assert_eq!(runs.len(), 1);
}
