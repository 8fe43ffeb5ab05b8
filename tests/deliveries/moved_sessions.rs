//! Sessions of a group that becomes a supergroup, by the vectors that the npm package passes too.

use std::collections::BTreeMap;

use botwire::types::Update;
use botwire::webhook::{Context, Event, Request, Session, Sessions, Webhook};
use pollster::block_on;
use serde_json::{Value, json};

use super::host::{HOOK, request};
use super::sessions::Counter;
use super::table::Table;

/// Counts texts and buttons, and starts anew with `/reset`.
async fn count(update: Update, _: Context, mut session: Session<Counter>) {
    match update.into_event() {
        Some(Event::Message(message)) => match message.text.as_deref() {
            Some("/reset") => *session = Counter::default(),
            Some(_) => session.count += 1,
            None => {}
        },
        Some(Event::CallbackQuery(_)) => session.count += 1,
        _ => {}
    }
}

fn sessions(by: &str, table: &Table) -> Sessions<Counter> {
    let sessions = Sessions::new(table.clone());
    match by {
        "chat" => sessions,
        "user" => sessions.by_user(),
        "both" => sessions.by_user_in_chat(),
        _ => sessions.by(|update| Some(format!("mine-{}", update.chat_id()?))),
    }
}

#[test]
fn a_session_moves_with_its_group() {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("../vectors/moved-sessions.json")).unwrap();
    for vector in vectors {
        let table = Table::default();
        for update in vector["updates"].as_array().unwrap() {
            // A process for each update.
            let webhook = Webhook::with_store(HOOK, table.clone());
            let handler = sessions(vector["by"].as_str().unwrap(), &table).handler(count);
            assert_eq!(block_on(webhook.handle(request(update), handler)).status(), 200, "{vector}");
        }
        assert_eq!(stored(&table), expected(&vector["sessions"]), "{vector}");
    }
}

fn stored(table: &Table) -> BTreeMap<String, String> {
    let rows = table.rows.lock().unwrap();
    let key = |key: &str| key.split_once(":session:").unwrap().1.to_owned();
    rows.sessions.iter().map(|(name, (text, _))| (key(name), text.clone())).collect()
}

fn expected(counts: &Value) -> BTreeMap<String, String> {
    let text = |(key, count): (&String, &Value)| {
        let session = format!(r#"{{"version":0,"session":{{"count":{count}}}}}"#);
        (key.clone(), if key.starts_with("moved:") { count.to_string() } else { session })
    };
    counts.as_object().unwrap().iter().map(text).collect()
}

/// A handler that fails keeps the session of the group for the next delivery.
#[test]
fn a_failed_move_leaves_the_session_with_its_group() {
    let table = Table::default();
    let message = |update_id: i64, chat: i64, text: Option<&str>| -> Request {
        let mut message = json!({"message_id": 1, "date": 1, "chat": {"id": chat, "type": "group"}, "text": text});
        if text.is_none() {
            message = json!({"message_id": 1, "date": 1, "chat": {"id": chat, "type": "supergroup"}, "migrate_from_chat_id": -7});
        }
        request(&json!({"update_id": update_id, "message": message}))
    };
    let webhook = Webhook::with_store(HOOK, table.clone());
    let counting = Sessions::new(table.clone()).handler(count);
    assert_eq!(block_on(webhook.handle(message(1, -7, Some("a")), counting.clone())).status(), 200);
    let failing = Sessions::new(table.clone()).handler(async |_, _, mut session: Session<Counter>| {
        session.count += 1;
        Err::<(), _>("a bug")
    });
    let answered = block_on(webhook.handle(message(2, -1001, None), failing));
    assert_eq!(answered.status(), 200, "a bug is given up");
    assert_eq!(stored(&table), expected(&json!({"chat:-7": 1})));
}
