//! The stream of updates with a custom service, natively: its updates, reports, and waits.
#![cfg(all(feature = "client", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use botwire::client::{Bot, Request, Response, Transport, TransportError};
use botwire::policy::polling::UNCONFIRMABLE;
use serde_json::{Value, json};

fn poll<T>(future: &mut Pin<&mut impl Future<Output = T>>) -> Poll<T> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// A service that answers once, and records its waits.
#[derive(Clone, Default)]
struct Once {
    answer: Arc<Mutex<Option<(u16, String)>>>,
    waits: Arc<Mutex<Vec<Duration>>>,
}

impl Once {
    fn bot(&self, status: u16, answer: &str) -> Bot {
        *self.answer.lock().unwrap() = Some((status, answer.to_owned()));
        Bot::with_transport("https://service.example", "1:secret", self.clone()).unwrap()
    }
}

impl Transport for Once {
    async fn send(&self, _: Request) -> Result<Response, TransportError> {
        let answer = self.answer.lock().unwrap().take();
        match answer {
            Some((status, body)) => Ok(Response::new(status, body)),
            None => std::future::pending().await,
        }
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        self.waits.lock().unwrap().push(wait);
        std::future::pending().await
    }
}

/// Uses the vectors of JavaScript too: `js-tests/policy`.
#[test]
fn updates_that_cannot_be_confirmed_are_reported_and_hold_nothing_up() {
    let vectors: Value = serde_json::from_str(include_str!("vectors/polling.json")).unwrap();
    for vector in vectors["answers"].as_array().unwrap() {
        let service = Once::default();
        let bot = service.bot(200, &json!({"ok": true, "result": vector["answer"]}).to_string());
        let reports = Arc::new(Mutex::new(Vec::new()));
        let log = reports.clone();
        let mut updates = bot.updates().on_error(move |error| log.lock().unwrap().push(error.to_string()));
        let mut returned = Vec::new();
        while let Poll::Ready(update) = poll(&mut pin!(updates.next())) {
            returned.push(update.unwrap().unwrap().update_id.0);
        }
        assert_eq!(json!(returned), vector["given"], "{vector}");
        let reported = vector["reported"].as_str();
        let expected = reported.map(|ids| format!("getUpdates: unexpected result: {UNCONFIRMABLE}{ids}"));
        assert_eq!(*reports.lock().unwrap(), expected.into_iter().collect::<Vec<_>>(), "{vector}");
        let is_backed_off = |wait: &Duration| (250..=500).contains(&wait.as_millis());
        let is_fault = service.waits.lock().unwrap().iter().any(is_backed_off);
        assert_eq!(Some(is_fault), vector["is_fault"].as_bool(), "{vector}");
    }
}

#[test]
fn an_unknown_field_of_any_depth_holds_no_update_up() {
    for depth in [1, 62, 64, 5_000] {
        let deep = ["[".repeat(depth), "]".repeat(depth)].concat();
        let message =
            format!(r#"{{"message_id":5,"date":1,"chat":{{"id":6,"type":"private"}},"new":{deep},"text":"a"}}"#);
        let answer = format!(
            r#"{{"ok":true,"result":[{{"update_id":1,"message":{message}}},{{"update_id":2,"new_kind":{deep}}}]}}"#
        );
        let service = Once::default();
        let mut updates = service.bot(200, &answer).updates().on_error(|error| panic!("{error}"));
        let mut returned = Vec::new();
        while let Poll::Ready(update) = poll(&mut pin!(updates.next())) {
            returned.push(update.unwrap().unwrap());
        }
        let text = returned[0].message.as_ref().unwrap().text.as_deref();
        assert_eq!((text, returned[1].update_id.0, returned.len()), (Some("a"), 2, 2), "{depth}");
        assert!(returned[1].extra.contains_key("new_kind"), "{depth}");
    }
}

#[test]
fn a_result_is_read_whatever_the_depth_of_an_unknown_field() {
    let deep = ["{\"a\":".repeat(200), "1".to_owned(), "}".repeat(200)].concat();
    let result = format!(r#"{{"id":1,"is_bot":true,"new":{deep},"first_name":"Echo"}}"#);
    let bot = Once::default().bot(200, &format!(r#"{{"ok":true,"result":{result}}}"#));
    let Poll::Ready(me) = poll(&mut pin!(async { bot.get_me().await })) else { panic!("it answers at once") };
    let me = me.unwrap();
    assert_eq!((me.first_name.as_str(), me.extra["new"]["a"].is_object()), ("Echo", true));
}

#[test]
fn what_waiting_does_not_mend_ends_the_stream() {
    let refusal = |code: u16| json!({"ok": false, "error_code": code, "description": "no"}).to_string();
    for (status, body, kind) in [(401, refusal(401), "api"), (404, "no page".to_owned(), "http")] {
        let service = Once::default();
        let mut updates = service.bot(status, &body).updates().on_error(|error| panic!("{error}"));
        let Poll::Ready(Some(Err(error))) = poll(&mut pin!(updates.next())) else { panic!("{status} ends it") };
        assert_eq!(error.kind(), kind);
        assert_eq!(*service.waits.lock().unwrap(), []);
    }
    for (status, body, kind) in [(409, refusal(409), "api"), (502, "a page".to_owned(), "http")] {
        let service = Once::default();
        let reports = Arc::new(Mutex::new(Vec::new()));
        let log = reports.clone();
        let bot = service.bot(status, &body);
        let mut updates = bot.updates().on_error(move |error| log.lock().unwrap().push(error.kind()));
        assert!(poll(&mut pin!(updates.next())).is_pending());
        assert_eq!(*reports.lock().unwrap(), [kind]);
        assert_eq!(service.waits.lock().unwrap().len(), 1);
    }
}
