//! A process that dies at each point of a conversation in turn, and a store that outlives it: each question comes once, and each
//! answer counts once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::Duration;

use botwire::webhook::conversations::{Talk, conversation};
use botwire::webhook::stores::{BoxError, Claim, ClaimStore, Commit, SessionStore};
use botwire::webhook::{Request, Sessions, Webhook, commands, first};
use serde_json::{Value, json};

#[derive(Default)]
struct Row {
    owner: Option<String>,
    attempts: u32,
    is_done: bool,
    response: Option<String>,
}

#[derive(Default)]
struct Disk {
    rows: HashMap<String, Row>,
    texts: HashMap<String, String>,
}

/// A store whose process dies at a step: it never gets an answer.
#[derive(Clone, Default)]
struct Store {
    disk: Arc<Mutex<Disk>>,
    steps: Arc<AtomicU32>,
    dies_at: u32,
}

impl Store {
    async fn step(&self) {
        if self.steps.fetch_add(1, Ordering::SeqCst) + 1 == self.dies_at {
            std::future::pending::<()>().await;
        }
    }

    async fn on_disk<T>(&self, change: impl FnOnce(&mut Disk) -> T) -> Result<T, BoxError> {
        self.step().await;
        let result = change(&mut self.disk.lock().unwrap());
        self.step().await;
        Ok(result)
    }

    fn is_dead(&self) -> bool {
        self.dies_at > 0 && self.steps.load(Ordering::SeqCst) >= self.dies_at
    }
}

impl Disk {
    fn owns(&self, key: &str, owner: &str) -> bool {
        self.rows.get(key).is_some_and(|row| row.owner.as_deref() == Some(owner))
    }
}

impl ClaimStore for Store {
    async fn claim(&self, key: &str, _: Duration, _: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        self.on_disk(|disk| {
            let row = disk.rows.entry(key.to_owned()).or_default();
            if row.is_done {
                return Claim::Done { response: row.response.clone() };
            }
            if row.owner.as_ref().is_some_and(|other| other != owner) {
                return Claim::Busy;
            }
            row.attempts += u32::from(row.owner.replace(owner.to_owned()).is_none());
            Claim::Owned { owner: owner.to_owned(), attempts: row.attempts }
        })
        .await
    }

    async fn renew(&self, key: &str, owner: &str, _: Duration) -> Result<bool, BoxError> {
        self.on_disk(|disk| disk.owns(key, owner)).await
    }

    async fn settle(&self, key: &str, owner: &str, _: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        self.on_disk(|disk| {
            let is_owner = disk.owns(key, owner);
            if let Some(row) = disk.rows.get_mut(key).filter(|_| is_owner) {
                (row.is_done, row.response) = (true, response.map(str::to_owned));
            }
            is_owner
        })
        .await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        self.on_disk(|disk| {
            if disk.owns(key, owner) {
                disk.rows.insert(key.to_owned(), Row { attempts, ..Row::default() });
            }
            true
        })
        .await
    }

    fn identity(&self) -> Option<usize> {
        Some(Arc::as_ptr(&self.disk) as usize)
    }
}

impl SessionStore for Store {
    async fn read(&self, key: &str) -> Result<Option<String>, BoxError> {
        self.on_disk(|disk| disk.texts.get(key).cloned()).await
    }

    async fn write(&self, key: &str, text: &str, _: Option<Duration>, owner: &str) -> Result<bool, BoxError> {
        self.on_disk(|disk| disk.owns(key, owner) && (disk.texts.insert(key.to_owned(), text.to_owned()), true).1).await
    }

    async fn delete(&self, key: &str, owner: &str) -> Result<bool, BoxError> {
        self.on_disk(|disk| disk.owns(key, owner) && (disk.texts.remove(key), true).1).await
    }

    async fn commit(&self, commit: &Commit) -> Result<bool, BoxError> {
        self.on_disk(|disk| {
            let owns = |key: &str, owner: &str| disk.owns(key, owner);
            let is_owner = commit.sessions.iter().all(|change| owns(&change.key, &change.owner))
                && commit.done.iter().all(|done| owns(&done.key, &done.owner));
            if !is_owner {
                return false;
            }
            for change in &commit.sessions {
                match &change.text {
                    Some(text) => disk.texts.insert(change.key.clone(), text.clone()),
                    None => disk.texts.remove(&change.key),
                };
            }
            if let Some(done) = &commit.done {
                let row = disk.rows.entry(done.key.clone()).or_default();
                (row.is_done, row.response) = (true, done.response.clone());
            }
            true
        })
        .await
    }
}

/// What the service and the effects have seen.
#[derive(Debug, Default)]
struct Seen {
    texts: Vec<String>,
    keys: Arc<Mutex<Vec<String>>>,
    deaths: u32,
}

fn written(update_id: i64, text: &str) -> Value {
    let entities = json!([{ "type": "bot_command", "offset": 0, "length": text.len() }]);
    let (chat, from) = (json!({ "id": 5, "type": "private" }), json!({ "id": 5, "is_bot": false, "first_name": "Al" }));
    let mut message = json!({ "message_id": update_id, "date": 1, "chat": chat, "from": from, "text": text });
    if text.starts_with('/') {
        message["entities"] = entities;
    }
    json!({ "update_id": update_id, "message": message })
}

/// Delivers an update to a process. Returns the body of the response, unless the process died.
fn delivered(store: &Store, has_claims: bool, keys: &Arc<Mutex<Vec<String>>>, update: &Value) -> Option<String> {
    let keys = keys.clone();
    let form = conversation("form", move |talk: Talk| {
        let keys = keys.clone();
        async move {
            let name: String = talk.ask("Name?").await;
            let effect = talk.once(async move |once| {
                keys.lock().unwrap().push(once.key().to_owned());
                Ok::<_, BoxError>(7)
            });
            let number: u8 = effect.await?;
            let city: String = talk.ask("City?").await;
            Ok::<_, BoxError>(format!("{name} {number} {city}"))
        }
    });
    let go = form.clone();
    let routes = commands().route("form", move |_, _, context| go.start(context));
    let handler = Sessions::<()>::new(store.clone()).by_user_in_chat().around(first([form.handler(), routes.into()]));
    let webhook = Webhook::with_store("/hook", store.clone());
    let webhook = if has_claims { webhook } else { webhook.without_store() };
    let request = Request::new("POST", "/hook").header("Content-Type", "application/json").body(update.to_string());
    let response = {
        let mut handling = Box::pin(webhook.handle(request, handler));
        match handling.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())) {
            Poll::Ready(response) => Some(response),
            Poll::Pending => {
                assert!(store.is_dead(), "it waits for something else");
                // A process that is killed runs no destructors.
                std::mem::forget(handling);
                None
            }
        }
    };
    let response = response.filter(|_| !store.is_dead())?;
    assert_eq!(response.status(), 200);
    Some(String::from_utf8(response.into_bytes().unwrap()).unwrap())
}

/// Has a conversation with a process that dies at a step. With `lost`, the response to each update is lost once. Without claims, only
/// the journal of the conversation knows which updates it has seen.
fn talked(dies_at: u32, lost: bool, has_claims: bool) -> Seen {
    let mut store = Store { dies_at, ..Store::default() };
    let mut seen = Seen::default();
    for (update_id, text) in (1..).zip(["/form", "Al", "Rome", "hi"]) {
        let mut is_lost = lost;
        let body = loop {
            match delivered(&store, has_claims, &seen.keys, &written(update_id, text)) {
                Some(_) if is_lost => is_lost = false,
                Some(body) => break body,
                None => {
                    seen.deaths += 1;
                    assert_eq!(seen.deaths, 1);
                    store.dies_at = 0;
                    // The leases of the dead process end.
                    store.disk.lock().unwrap().rows.values_mut().for_each(|row| row.owner = None);
                }
            }
        };
        let body: Value = serde_json::from_str(&body).unwrap_or_default();
        seen.texts.extend(body["text"].as_str().map(str::to_owned));
    }
    seen
}

#[test]
fn each_question_comes_once_and_each_answer_counts_once() {
    for has_claims in [true, false] {
        let mut points = 0;
        for dies_at in 1.. {
            let seen = talked(dies_at, false, has_claims);
            assert_eq!(seen.texts, ["Name?", "City?", "Al 7 Rome"], "killed at {dies_at}");
            let keys = seen.keys.lock().unwrap();
            assert!(keys.len() <= 2 && keys.iter().all(|key| key == "form:1:2"), "{keys:?}");
            if seen.deaths == 0 {
                break;
            }
            points += 1;
        }
        assert!(points > 20, "{points}");
    }
}

#[test]
fn a_response_that_is_lost_is_given_again() {
    for has_claims in [true, false] {
        let seen = talked(0, true, has_claims);
        assert_eq!(seen.texts, ["Name?", "City?", "Al 7 Rome"]);
        assert_eq!(*seen.keys.lock().unwrap(), ["form:1:2"]);
    }
}
