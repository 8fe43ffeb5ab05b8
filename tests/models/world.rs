//! A service, its clock, and the effects of steps on it.

use botwire::emulator::{Answer, NewBot, NewUser, Options, Outcome, Service, Time};
use botwire::methods::METHODS;
use serde_json::{Map, Value, json};

use super::step::Step;
use super::values::{Choices, Known, parameters};

/// The maximum number of deliveries at one moment: more would mean a loop.
const MOST_DELIVERIES: usize = 2000;

pub struct World {
    pub service: Service,
    pub now: Time,
    pub bots: Vec<(i64, String)>,
    pub users: Vec<i64>,
    /// Identifiers from answers and deliveries.
    files: Vec<String>,
    queries: Vec<String>,
}

/// The maximum number of remembered identifiers of each kind.
const MOST_KNOWN: usize = 20;

const ACTS: [&str; 31] = [
    "add_user",
    "add_chat",
    "write",
    "write",
    "write",
    "send",
    "send",
    "edit",
    "delete",
    "forward",
    "press",
    "press",
    "query",
    "type",
    "choose",
    "switch",
    "pay",
    "ship",
    "payment",
    "join",
    "add",
    "remove",
    "promote",
    "leave",
    "block",
    "unblock",
    "title",
    "pin",
    "invite_link",
    "migrate",
    "log_in",
];
const FAULTS: [&str; 7] = ["drop", "drop_after", "error", "duplicate", "reorder", "rate_limit", "page"];

impl World {
    pub fn new() -> Self {
        let mut service = Service::new(Options { log: 50, seed: Some(1), ..Options::default() });
        let bots = (0..2)
            .map(|_| service.add_bot(NewBot::default()).expect("a bot"))
            .map(|(bot, token)| (bot.id.0, token))
            .collect();
        let users = (0..3).map(|_| service.add_user(NewUser::default()).expect("a user").id.0).collect();
        let mut world = Self {
            service,
            now: Time::from_millis(1_790_000_000_000),
            bots,
            users,
            files: Vec::new(),
            queries: Vec::new(),
        };
        let (bot, users) = (world.bots[0].0, world.users.clone());
        let games = json!({ "user": users[0], "game_short_name": "g", "title": "G" });
        world.act("game", games);
        for kind in ["group", "supergroup", "channel"] {
            world.act("add_chat", json!({ "type": kind, "title": kind, "creator": users[0], "members": [users[1]], "administrators": [bot] }));
        }
        world
    }

    pub fn restore(&mut self) {
        let saved = self.service.save();
        self.service = Service::load(Options { log: 50, seed: Some(1), ..Options::default() }, &saved)
            .expect("what was saved is loaded");
        assert!(self.service.save() == saved, "a snapshot of a snapshot is another one");
    }

    /// Runs a step, and returns its effects as text.
    pub fn take(&mut self, step: &Step) -> String {
        let led = match step {
            Step::Call { bot, method, choices } => self.call(*bot, *method, choices),
            Step::Act { act, choices } => self.act_of(*act, choices),
            Step::Deliver { answer } => self.deliver(*answer),
            Step::Fault { kind, choices } => self.fault(*kind, choices),
            Step::ClearFaults => self.act("clear_faults", json!({})),
            Step::Advance { millis } => {
                self.now = self.now.after(i64::from(*millis));
                String::new()
            }
            Step::Restore => String::new(),
        };
        assert!(self.service.ready(self.now).is_empty(), "nothing waits");
        learn(&led, &["\"file_id\":\""], &mut self.files);
        learn(&led, &["_query\":{\"id\":\"", "\"query\":\""], &mut self.queries);
        led
    }

    pub fn act(&mut self, name: &str, input: Value) -> String {
        let Value::Object(input) = input else { return String::new() };
        match self.service.act_by_name(self.now, name, input) {
            Ok(value) => value.to_string(),
            Err(refusal) => format!("{refusal:?}"),
        }
    }

    /// Returns the chats of the service, including private ones.
    pub fn known(&mut self) -> Known {
        let chats: Value = self.service.act_by_name(self.now, "chats", Map::new()).unwrap_or_default();
        let ids = chats.as_array().into_iter().flatten().filter_map(|chat| chat["id"].as_i64());
        let chats = self.users.iter().copied().chain(ids).collect();
        let mut queries = self.queries.clone();
        queries.extend((0..5).map(|number| number.to_string()));
        Known { users: self.users.clone(), chats, files: self.files.clone(), queries }
    }

    fn call(&mut self, bot: u8, method: u8, choices: &[u8]) -> String {
        let (_, token) = self.bots[usize::from(bot) % self.bots.len()].clone();
        let method = METHODS[usize::from(method) % METHODS.len()];
        let known = self.known();
        let Value::Object(input) = parameters(method.params, &mut Choices::new(choices), &known, 0) else {
            return String::new();
        };
        text_of(&self.service.call(self.now, &token, method.name, input))
    }

    fn act_of(&mut self, act: u8, choices: &[u8]) -> String {
        let mut choose = Choices::new(choices);
        let known = self.known();
        let name = ACTS[usize::from(act) % ACTS.len()];
        let mut input = Map::new();
        input.insert("user".into(), json!(choose.of(&known.users)));
        if choose.next().is_multiple_of(3) {
            input.insert("chat".into(), json!(choose.of(&known.chats)));
        }
        let message = json!(1 + choose.next() % 12);
        let more = match name {
            "write" => json!({ "text": choose.of(&["hi", "/start", "a@b.example", "😀"]) }),
            "send" => {
                json!({ "type": choose.of(&["photo", "document", "location", "venue", "contact", "voice"]), "file": "https://files.example/a",
                "latitude": 1.5, "longitude": 2.5, "title": "t", "address": "a", "phone_number": "1", "first_name": "f" })
            }
            "edit" => json!({ "message_id": message, "text": "edited" }),
            "delete" | "pin" => json!({ "message_id": message }),
            "forward" => json!({ "message_id": message, "to_chat": choose.of(&known.chats) }),
            "press" => json!({ "message_id": message, "row": choose.next() % 2, "column": 0 }),
            "type" => json!({ "query": "q", "offset": "" }),
            "query" | "choose" | "switch" => json!({ "query": choose.of(&known.queries), "result_id": "1" }),
            "pay" => json!({ "message_id": message, "name": "n", "email": "e@x.example", "phone_number": "1" }),
            "ship" | "payment" => json!({ "payment": choose.next() % 4, "option": "o" }),
            "join" => json!({ "chat": choose.of(&known.chats) }),
            "add" | "remove" | "promote" => json!({ "member": choose.of(&known.users), "can_pin_messages": true }),
            "title" => json!({ "title": "another" }),
            "add_chat" => {
                json!({ "type": choose.of(&["group", "supergroup", "channel"]), "title": "c", "creator": choose.of(&known.users) })
            }
            "log_in" => json!({ "website": "bot.example" }),
            _ => json!({}),
        };
        if let Value::Object(more) = more {
            input.extend(more);
        }
        let led = self.act(name, Value::Object(input));
        if let ("add_user", Ok(user)) = (name, serde_json::from_str::<Value>(&led)) {
            self.users.extend(user["id"].as_i64().filter(|_| self.users.len() < 6));
        }
        led
    }

    fn fault(&mut self, kind: u8, choices: &[u8]) -> String {
        let mut choose = Choices::new(choices);
        let mut input = json!({ "kind": FAULTS[usize::from(kind) % FAULTS.len()], "times": 1 + choose.next() % 3 });
        if choose.next().is_multiple_of(2) {
            input["deliveries"] = json!(true);
        }
        if choose.next().is_multiple_of(3) {
            input["probability"] = json!(0.5);
            input["seed"] = json!(choose.next());
        }
        self.act("fault", input)
    }

    /// Makes the deliveries that are due, and those that result from them.
    fn deliver(&mut self, answer: u8) -> String {
        const BODIES: [&str; 4] =
            ["", r#"{"method":"sendMessage","chat_id":1,"text":"x"}"#, "not JSON", r#"{"method":"getMe"}"#];
        let (status, body) = ([200, 200, 200, 500][usize::from(answer % 4)], BODIES[usize::from(answer / 4 % 4)]);
        let mut led = String::new();
        for _ in 0..MOST_DELIVERIES {
            let deliveries = self.service.deliveries(self.now);
            if deliveries.is_empty() {
                return led;
            }
            for delivery in deliveries {
                led.push_str(&delivery.body);
                let outcome = match delivery.fault {
                    Some(_) => Outcome::Failed("dropped"),
                    None => Outcome::Answered { status, content_type: "application/json", body: body.as_bytes() },
                };
                self.service.delivered(self.now, delivery.id, outcome);
            }
        }
        panic!("deliveries have no end");
    }
}

/// Returns the answer as text. Checks that envelopes are JSON.
pub fn text_of(answer: &Answer) -> String {
    match answer {
        Answer::Ready { status, envelope } => {
            let value: Value = serde_json::from_str(envelope).expect("an envelope is JSON");
            assert_eq!(value["ok"], *status == 200, "{envelope}");
            envelope.clone()
        }
        Answer::Faulty { answer, .. } => text_of(answer),
        Answer::Wait { .. } => panic!("a poll of no seconds waits"),
        other => format!("{other:?}"),
    }
}

/// Stores the strings that follow these prefixes.
fn learn(text: &str, starts: &[&str], known: &mut Vec<String>) {
    let found = starts.iter().flat_map(|start| text.split(start).skip(1)).filter_map(|rest| rest.split('"').next());
    for each in found {
        if known.len() < MOST_KNOWN && !known.iter().any(|other| other == each) {
            known.push(each.to_owned());
        }
    }
}
