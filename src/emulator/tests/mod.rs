//! Scenarios of the emulator: one file for each part of the specification, and the world they play in.

#![allow(clippy::indexing_slicing)] // a test may panic, and a Value does not

mod act_refusals;
mod acts;
mod ambiguities;
mod bodies;
mod buttons;
mod callbacks;
mod chats;
mod clock;
mod compat;
#[cfg(not(web))] // it removes the closed check, which is native
mod damage;
mod editing;
mod exclusions;
mod faults;
mod files;
#[cfg(not(web))] // like damage
mod forgeries;
mod formats;
mod games;
mod hosting;
mod inline;
mod invoices;
mod later;
mod logs;
mod loops;
mod markup;
mod members;
mod payments;
mod polling;
mod readings;
mod redaction;
mod repeated_calls;
mod requests;
mod rights;
mod screen;
mod sending;
mod snapshots;
mod stickers;
mod strict;
#[cfg(feature = "client")]
mod transport;
mod unspecified;
mod webhook;
mod webhook_answers;

use serde_json::{Value, json};

use super::actions::Write;
use super::{Answer, Delivery, NewBot, NewUser, Options, Outcome, Parameters, Request, Service, Time, Upload};

const TOKEN: &str = "42:secret";
const BOT: i64 = 42;
const ALICE: i64 = 7;
const BOB: i64 = 8;

/// A service with one bot and one user, and its clock.
struct World {
    service: Service,
    now: Time,
}

impl World {
    fn new() -> Self {
        Self::with(Options::default())
    }

    /// A world that serves clients of later interfaces.
    fn compat() -> Self {
        Self::with(Options { compat: true, ..Options::default() })
    }

    fn with(options: Options) -> Self {
        // Two worlds of a test have equal `update_id`s.
        let mut service = Service::new(Options { seed: options.seed.or(Some(1)), ..options });
        let bot = NewBot { token: Some(TOKEN.into()), username: Some("box_bot".into()), ..NewBot::default() };
        assert!(service.add_bot(bot).is_ok());
        let alice = NewUser { id: Some(ALICE), first_name: Some("Alice".into()), ..NewUser::default() };
        assert!(service.add_user(alice).is_ok());
        let mut world = Self { service, now: Time::default() };
        world.meet(ALICE);
        Self { service: world.service, now: Time::from_millis(1_700_000_000_000) }
    }

    /// Starts the private chat of a user with the bot, without an update.
    fn meet(&mut self, user: i64) {
        assert_eq!(self.act("unblock", json!({ "user": user })), true);
    }

    fn advance(&mut self, millis: i64) {
        self.now = self.now.after(millis);
    }

    /// Makes a call, and returns its envelope.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        let Value::Object(parameters) = parameters else { return Value::Null };
        envelope(&self.service.call(self.now, TOKEN, method, parameters))
    }

    /// Makes a request, and returns its envelope.
    fn request(&mut self, verb: &str, target: &str, content_type: &str, body: impl AsRef<[u8]>) -> Value {
        let request = Request { verb, target, content_type, body: body.as_ref() };
        envelope(&self.service.request(self.now, &request))
    }

    fn write(&mut self, text: &str) -> Value {
        match self.service.act(self.now, Write::new(text).user(ALICE).bot(BOT)) {
            Ok(seen) => json!(seen.message),
            Err(refusal) => json!(refusal.description),
        }
    }

    /// Returns the texts of the updates of getUpdates.
    fn texts(&mut self, parameters: Value) -> Vec<String> {
        texts(&self.call("getUpdates", parameters))
    }

    /// Starts a long poll, and returns its number.
    fn long_poll(&mut self, seconds: i64) -> Option<u64> {
        let parameters = json!({ "timeout": seconds });
        match self.service.call(self.now, TOKEN, "getUpdates", parameters.as_object()?.clone()) {
            Answer::Wait { poll, .. } => Some(poll),
            _ => None,
        }
    }

    /// Runs an action. Returns the reason as a string if it is refused.
    fn act(&mut self, name: &str, input: Value) -> Value {
        self.service.act_by_name(self.now, name, input).unwrap_or_else(|refusal| json!(refusal.description))
    }

    /// Runs an action of Alice.
    fn alice(&mut self, name: &str, mut input: Value) -> Value {
        input["user"] = json!(ALICE);
        self.act(name, input)
    }

    /// Makes a call that must succeed, and returns its result.
    fn result(&mut self, method: &str, parameters: Value) -> Value {
        let envelope = self.call(method, parameters);
        assert_eq!(envelope["ok"], true, "{method}: {envelope}");
        envelope["result"].clone()
    }

    /// Makes a call that must be refused, and returns its description.
    fn refusal(&mut self, method: &str, parameters: Value) -> String {
        let envelope = self.call(method, parameters);
        assert_eq!(envelope["ok"], false, "{method}: {envelope}");
        envelope["description"].as_str().unwrap_or_default().to_owned()
    }

    /// Makes a call with uploads, each a field, a name and bytes, and returns its envelope.
    fn upload(&mut self, method: &str, parameters: Value, files: &[(&str, &str, &[u8])]) -> Value {
        let mut input = Parameters::from(parameters);
        for (field, name, bytes) in files {
            let (field, file_name) = ((*field).to_owned(), (*name).to_owned());
            input.upload(Upload { field, file_name, media_type: String::new(), bytes: bytes.to_vec() });
        }
        envelope(&self.service.call(self.now, TOKEN, method, input))
    }

    /// Returns the stored updates, and confirms them.
    fn updates(&mut self) -> Vec<Value> {
        let updates = self.result("getUpdates", json!({}));
        let updates = updates.as_array().cloned().unwrap_or_default();
        if let Some(last) = updates.last().and_then(|update| update["update_id"].as_i64()) {
            self.result("getUpdates", json!({ "offset": last + 1 }));
        }
        updates
    }

    /// Adds a second user, Bob.
    fn bob(&mut self) {
        self.act("add_user", json!({ "id": BOB, "first_name": "Bob", "username": "bob" }));
        self.meet(BOB);
    }

    /// Creates a chat of Alice with Bob as a member and the bot as an administrator.
    fn chat(&mut self, kind: &str) -> i64 {
        self.bob();
        let input = json!({ "type": kind, "creator": ALICE, "administrators": [BOT], "members": [BOB], "title": "T" });
        let chat = self.act("add_chat", input)["id"].as_i64().unwrap_or_default();
        self.updates();
        chat
    }

    /// Returns the texts of the next deliveries, and the deliveries.
    fn deliveries(&mut self) -> (Vec<String>, Vec<Delivery>) {
        let deliveries = self.service.deliveries(self.now);
        let text = |delivery: &Delivery| text(&serde_json::from_str(&delivery.body).unwrap_or_default());
        (deliveries.iter().map(text).collect(), deliveries)
    }

    fn answer(&mut self, delivery: &Delivery, status: u16, content_type: &str, body: &str) {
        let outcome = Outcome::Answered { status, content_type, body: body.as_bytes() };
        self.service.delivered(self.now, delivery.id, outcome);
    }

    fn all_delivered(&mut self, deliveries: &[Delivery]) {
        for delivery in deliveries {
            self.answer(delivery, 200, "", "");
        }
    }
}

/// Returns the envelope of an answer, and checks its status.
fn envelope(answer: &Answer) -> Value {
    let Answer::Ready { status, envelope } = answer else { return Value::Null };
    let envelope: Value = serde_json::from_str(envelope).unwrap_or_default();
    let expected = if envelope["ok"] == json!(true) { json!(200) } else { envelope["error_code"].clone() };
    assert_eq!(json!(status), expected);
    envelope
}

fn text(update: &Value) -> String {
    update["message"]["text"].as_str().unwrap_or_default().to_owned()
}

fn texts(envelope: &Value) -> Vec<String> {
    envelope["result"].as_array().map(|updates| updates.iter().map(text).collect()).unwrap_or_default()
}

fn refused(code: u16, description: &str) -> Value {
    json!({ "ok": false, "error_code": code, "description": description })
}
