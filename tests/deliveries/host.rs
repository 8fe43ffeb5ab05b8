//! The environment of a webhook: an emulator with a user, a host that runs tasks, and requests.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::Poll;

use botwire::client::Bot;
use botwire::emulator::Emulator;
use botwire::webhook::{Request, Response, Task, Webhook};
use serde_json::{Value, json};

use super::support::poll;

pub const HOOK: &str = "/hook/secret";

pub fn request(body: &Value) -> Request {
    Request::new("POST", HOOK).header("Content-Type", "application/json").body(body.to_string())
}

/// A delivery of a query that the emulator does not know.
pub fn query(update_id: i64) -> Request {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    let query = json!({"id": "q", "from": from, "chat_instance": "c", "data": "x"});
    request(&json!({"update_id": update_id, "callback_query": query}))
}

pub fn payment(update_id: i64) -> Request {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    let query = json!({"id": "p", "from": from, "currency": "EUR", "total_amount": 1, "invoice_payload": "x"});
    request(&json!({"update_id": update_id, "pre_checkout_query": query}))
}

pub fn message(update_id: i64) -> Request {
    let message = json!({"message_id": 1, "date": 1, "chat": {"id": 42, "type": "private"}, "text": "hi"});
    request(&json!({"update_id": update_id, "message": message}))
}

pub fn status_and_body(response: Response) -> (u16, String) {
    (response.status(), String::from_utf8(response.into_bytes().unwrap()).unwrap())
}

/// Returns the methods that the bot called, with their parameters.
pub fn calls(emulator: &Emulator) -> Vec<(String, Value)> {
    let calls = emulator.log(0).into_iter().filter(|entry| entry["kind"] == "call");
    calls.map(|entry| (entry["method"].as_str().unwrap().to_owned(), entry["parameters"].clone())).collect()
}

/// Tasks of a host, which run when the test says so.
#[derive(Clone, Default)]
pub struct Host(Arc<Mutex<Vec<Task>>>);

impl Host {
    pub fn webhook(&self, bot: &Bot) -> Webhook {
        let tasks = self.0.clone();
        Webhook::new(HOOK).bot(bot.clone()).wait_until(move |task| tasks.lock().unwrap().push(task))
    }

    /// Polls every task once.
    pub fn turn(&self) {
        let tasks = std::mem::take(&mut *self.0.lock().unwrap());
        let pending = tasks.into_iter().filter_map(|mut task| {
            let is_over = poll(&mut pin!(poll_fn(|context| task.as_mut().poll(context)))).is_ready();
            (!is_over).then_some(task)
        });
        let pending: Vec<Task> = pending.collect();
        self.0.lock().unwrap().extend(pending);
    }

    /// Drops every task, as at the end of a process.
    pub fn end(&self) {
        let tasks = std::mem::take(&mut *self.0.lock().unwrap());
        drop(tasks);
    }

    /// Returns the response to a delivery, while tasks continue.
    pub fn answer(&self, work: impl Future<Output = Response>) -> Option<(u16, String)> {
        let mut work = pin!(work);
        for _ in 0..20 {
            if let Poll::Ready(response) = poll(&mut work) {
                return Some(status_and_body(response));
            }
            self.turn();
        }
        None
    }
}
