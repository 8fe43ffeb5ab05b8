//! Sessions: what is saved under which key, and that no session overwrites another.

use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::emulator::{Emulator, NewUser};
use botwire::methods::SendMessage;
use botwire::text::Command;
use botwire::types::{Message, Update};
use botwire::webhook::stores::{BoxError, MemoryStore, SessionStore};
use botwire::webhook::{Context, Event, InlineCall, Request, Session, Sessions, Webhook, commands, poll};
use pollster::block_on;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::host::{HOOK, request, status_and_body};
use super::support::poll as polled;
use super::table::Table;
use super::wizard::wizard;

#[derive(Default, Serialize, Deserialize)]
pub struct Counter {
    pub count: u32,
}

pub fn written(update_id: i64, chat: i64, user: i64, text: &str) -> Request {
    let from = json!({"id": user, "is_bot": false, "first_name": "A"});
    let message =
        json!({"message_id": 1, "date": 1, "chat": {"id": chat, "type": "group"}, "from": from, "text": text});
    request(&json!({"update_id": update_id, "message": message}))
}

/// Lets all other futures run once.
pub async fn others() {
    let mut is_polled = false;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut is_polled, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

pub async fn count(_: Update, _: Context, mut session: Session<Counter>) -> Result<(), BoxError> {
    let count = session.count;
    others().await;
    session.count = count + 1;
    Ok(())
}

/// Returns the stored texts, by key.
fn texts(table: &Table) -> Vec<(String, String)> {
    let rows = table.rows.lock().unwrap();
    let mut texts: Vec<_> = rows.sessions.iter().map(|(key, (text, _))| (key.clone(), text.clone())).collect();
    texts.sort();
    texts
}

fn counts_20<S: SessionStore + Clone + 'static>(store: &S) {
    let emulator = Emulator::new();
    let webhook = || Webhook::new(HOOK).bot(emulator.client().unwrap()).deadline(None).store(store.clone());
    // Two processes, each with a webhook.
    let processes = [webhook(), webhook()];
    let mut deliveries: Vec<_> = (0..20_usize)
        .map(|index| {
            let handler = Sessions::new(store.clone()).by_user().handler(count);
            let number = i64::try_from(index).unwrap();
            Box::pin(processes[index % 2].handle(written(number, -1 - number, 5, "a"), handler))
        })
        .collect();
    let mut statuses = Vec::new();
    for _ in 0..2000 {
        deliveries.retain_mut(|delivery| match polled(&mut delivery.as_mut()) {
            Poll::Ready(response) => {
                statuses.push(response.status());
                false
            }
            Poll::Pending => true,
        });
    }
    assert_eq!(statuses, [200; 20]);
    let handler = Sessions::new(store.clone()).by_user().handler(async |_, _, session: Session<Counter>| {
        assert_eq!(session.count, 20);
    });
    assert_eq!(block_on(processes[0].handle(written(99, 1, 5, "a"), handler)).status(), 200);
}

#[test]
fn of_20_messages_of_a_user_in_20_groups_at_once_none_is_lost() {
    counts_20(&MemoryStore::default());
    counts_20(&Table::default());
    counts_20(&Table { polls: 2, ..Table::default() });
}

#[test]
fn a_wizard_goes_on_after_a_restart() {
    let table = Table::default();
    let steps = [
        ("/order", "Who is the shirt for?"),
        ("Ann", "Which size?"),
        ("M", "A shirt of size M for Ann is on its way."),
    ];
    for (update_id, (text, answer)) in (1..).zip(steps) {
        // A new process has a new webhook and new sessions.
        let (webhook, handler) = (Webhook::new(HOOK), Sessions::new(table.clone()).handler(wizard));
        let answered = webhook.handle(written(update_id, 1, 5, text), handler);
        assert!(status_and_body(block_on(answered)).1.contains(answer), "{text}");
        assert_eq!(texts(&table).len(), usize::from(update_id < 3));
    }
}

#[test]
fn keys_are_of_a_chat_a_user_both_or_ones_own() {
    type By = fn(Sessions<Counter>) -> Sessions<Counter>;
    let cases: [(By, [&str; 3]); 4] = [
        (|sessions| sessions, ["chat:1", "chat:2", "chat:1"]),
        (Sessions::by_user, ["user:5", "user:5", "user:6"]),
        (Sessions::by_user_in_chat, ["chat:1:user:5", "chat:2:user:5", "chat:1:user:6"]),
        (|sessions| sessions.by(|update| Some(update.update_id.0 % 2)), ["1", "0", "1"]),
    ];
    for (by, keys) in cases {
        let emulator = Emulator::new();
        let webhook = Webhook::new(HOOK).bot(emulator.client().unwrap());
        for ((update_id, (chat, user)), key) in (1..).zip([(1, 5), (2, 5), (1, 6)]).zip(keys) {
            let table = Table::default();
            let handler = by(Sessions::new(table.clone())).handler(count);
            assert_eq!(block_on(webhook.handle(written(update_id, chat, user, "a"), handler)).status(), 200);
            let key = format!("{}:session:{key}", emulator.client().unwrap().id().unwrap());
            assert_eq!(texts(&table), [(key, r#"{"version":0,"session":{"count":1}}"#.to_owned())]);
        }
    }
}

#[test]
fn only_what_has_changed_is_written_and_the_default_deletes() {
    let table = Table::default();
    let mut update_ids = 1..;
    let mut write = |count: u32| {
        let sessions = Sessions::new(table.clone()).ttl(Duration::from_secs(60));
        let handler = sessions.handler(move |_, _, mut session: Session<Counter>| {
            session.count = count;
            async {}
        });
        let update_id = update_ids.next().unwrap();
        assert_eq!(block_on(Webhook::new(HOOK).handle(written(update_id, 1, 5, "a"), handler)).status(), 200);
        let writes = table.rows.lock().unwrap().writes;
        (writes, texts(&table).len())
    };
    assert_eq!(
        [write(0), write(3), write(3), write(4), write(0), write(0)],
        [(0, 0), (1, 1), (1, 1), (2, 1), (3, 0), (3, 0)]
    );
    assert_eq!(write(5), (4, 1));
    let until = |table: &Table| table.rows.lock().unwrap().sessions.values().next().unwrap().1;
    assert_eq!(until(&table), Some(Duration::from_secs(60)));
    table.pass(Duration::from_secs(60));
    let seen = Arc::new(Mutex::new(None));
    let count = seen.clone();
    let handler = Sessions::new(table.clone()).handler(move |_, _, session: Session<Counter>| {
        *count.lock().unwrap() = Some(session.count);
        async {}
    });
    block_on(Webhook::new(HOOK).handle(written(99, 1, 5, "a"), handler));
    assert_eq!(*seen.lock().unwrap(), Some(0));
}

#[test]
fn a_session_of_another_version_is_migrated() {
    let table = Table::default();
    let run = |update_id, sessions: Sessions<Counter>| {
        block_on(Webhook::new(HOOK).handle(written(update_id, 1, 5, "a"), sessions.handler(count))).status()
    };
    assert_eq!(run(1, Sessions::new(table.clone())), 200);
    let migrating = || {
        Sessions::new(table.clone()).version(2, |old, version| {
            let old: Counter = serde_json::from_value(old)?;
            Ok(Counter { count: old.count * 100 + version })
        })
    };
    assert_eq!((run(2, migrating()), run(3, migrating())), (200, 200));
    assert_eq!(texts(&table)[0].1, r#"{"version":2,"session":{"count":102}}"#);
}

#[test]
fn polling_has_sessions_too() {
    let (emulator, seen) = (Emulator::new(), Arc::new(Mutex::new(Vec::new())));
    let alice = emulator.user(NewUser::default()).unwrap();
    let bot = emulator.client().unwrap();
    for text in ["a", "b", "c"] {
        alice.write(text).unwrap();
    }
    let log = seen.clone();
    let sessions = Sessions::new(MemoryStore::default()).by_user();
    let handler = sessions.handler(move |_, _, mut session: Session<Counter>| {
        session.count += 1;
        log.lock().unwrap().push(session.count);
        async {}
    });
    let end = poll_fn(|context| {
        context.waker().wake_by_ref();
        if seen.lock().unwrap().len() == 3 { Poll::Ready(()) } else { Poll::Pending }
    });
    block_on(poll(&bot, handler).run(end)).unwrap();
    assert_eq!(*seen.lock().unwrap(), [1, 2, 3]);
}

async fn add(message: Message, command: Command, mut context: Context<Session<Vec<String>>>) -> SendMessage {
    context.env_mut().push(command.arguments);
    message.reply(context.env().join(", "))
}

async fn notes(update: Update, context: Context, notes: Session<Vec<String>>) -> Result<Option<InlineCall>, BoxError> {
    let Some(Event::Message(message)) = update.into_event() else { return Ok(None) };
    commands().route("add", add).handle(*message, context.map_env(|()| notes)).await
}

#[test]
fn routes_have_the_session_in_their_context() {
    let store = MemoryStore::default();
    for (update_id, text, answer) in [(1, "/add milk", "\"milk\""), (2, "/add tea", "\"milk, tea\"")] {
        let mut message = serde_json::to_value(Message::text_from(5, text)).unwrap();
        message["message_id"] = 1.into();
        let update = request(&json!({"update_id": update_id, "message": message}));
        let webhook = Webhook::new(HOOK);
        let handled = webhook.handle(update, Sessions::new(store.clone()).handler(notes));
        let (status, body) = status_and_body(block_on(handled));
        assert!(status == 200 && body.contains(answer), "{status} {body}");
    }
}
