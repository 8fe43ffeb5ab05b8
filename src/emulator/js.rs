//! The exports of `emulator.wasm`: conversions only, no logic. Times are milliseconds since 1970.

use serde::Serialize;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{Answer, HttpWebhooks, NewBot, NewUser, Options, Outcome, Refusal, Request, Service, Time, Writing};

/// The service, as the driver in `pkg-template/emulator` holds it.
#[wasm_bindgen(js_name = Service)]
#[derive(Debug)]
pub struct JsService(Service);

#[wasm_bindgen(js_class = Service)]
impl JsService {
    /// A service without bots. `webhooks` says which may be plain HTTP: `loopback`, `always`, `never`.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(seed: f64, webhooks: &str, log: u32) -> Self {
        let http_webhooks = match webhooks {
            "always" => HttpWebhooks::Always,
            "never" => HttpWebhooks::Never,
            _ => HttpWebhooks::Loopback,
        };
        let log = usize::try_from(log).unwrap_or(usize::MAX);
        Self(Service::new(Options { seed: seed.to_bits(), http_webhooks, log }))
    }

    /// Adds a bot: `{user, token}` as JSON text; the reason as a string if it cannot.
    ///
    /// # Errors
    /// When the JSON is malformed or the bot exists.
    #[wasm_bindgen(js_name = addBot)]
    pub fn add_bot(&mut self, bot: &str) -> Result<String, JsValue> {
        let bot: NewBot = read(bot)?;
        let (user, token) = self.0.add_bot(bot).map_err(|refusal| reason(&refusal))?;
        Ok(json!({ "user": user, "token": token }).to_string())
    }

    /// Adds a user: the User as JSON text; the reason as a string if it cannot.
    ///
    /// # Errors
    /// When the JSON is malformed or the identifier is taken.
    #[wasm_bindgen(js_name = addUser)]
    pub fn add_user(&mut self, user: &str) -> Result<String, JsValue> {
        let user: NewUser = read(user)?;
        self.0.add_user(user).map_err(|refusal| reason(&refusal)).and_then(|user| write(&user))
    }

    /// A user writes: the Message as JSON text; the reason as a string if they cannot.
    ///
    /// # Errors
    /// When the JSON is malformed, or the service refuses.
    pub fn write(&mut self, now: f64, writing: &str) -> Result<String, JsValue> {
        let writing: Writing = read(writing)?;
        let message = self.0.write(time(now), writing).map_err(|refusal| reason(&refusal))?;
        write(&message)
    }

    /// The messages of a private chat after that one, as JSON text.
    ///
    /// # Errors
    /// When they cannot be written as JSON.
    pub fn messages(&self, bot: f64, user: f64, after: f64) -> Result<String, JsValue> {
        write(&self.0.messages(whole(bot), whole(user), whole(after)))
    }

    /// Answers a request: `[status, envelope]`, or `[0, poll, until]` for a long poll.
    pub fn request(&mut self, now: f64, verb: &str, target: &str, content_type: &str, body: &[u8]) -> Vec<JsValue> {
        match self.0.request(time(now), &Request { verb, target, content_type, body }) {
            Answer::Ready { status, envelope } => vec![status.into(), envelope.into()],
            Answer::Wait { poll, until } => vec![0.into(), number(poll), millis(until).into()],
        }
    }

    /// The long polls whose wait is over: poll, status, envelope, poll …
    pub fn ready(&mut self, now: f64) -> Vec<JsValue> {
        let answers = self.0.ready(time(now)).into_iter();
        answers
            .filter_map(|(poll, answer)| match answer {
                Answer::Ready { status, envelope } => Some([number(poll), status.into(), envelope.into()]),
                Answer::Wait { .. } => None,
            })
            .flatten()
            .collect()
    }

    /// Forgets a long poll.
    pub fn cancel(&mut self, poll: f64) {
        self.0.cancel(whole(poll).unsigned_abs());
    }

    /// The deliveries to make now: id, url, body, id …
    pub fn deliveries(&mut self, now: f64) -> Vec<JsValue> {
        let deliveries = self.0.deliveries(time(now)).into_iter();
        deliveries.flat_map(|delivery| [number(delivery.id), delivery.url.into(), delivery.body.into()]).collect()
    }

    /// A webhook answered.
    pub fn delivered(&mut self, now: f64, id: f64, status: u16, content_type: &str, body: &[u8]) {
        let outcome = Outcome::Answered { status, content_type, body };
        self.0.delivered(time(now), whole(id).unsigned_abs(), outcome);
    }

    /// A webhook did not answer.
    pub fn failed(&mut self, now: f64, id: f64, reason: &str) {
        self.0.delivered(time(now), whole(id).unsigned_abs(), Outcome::Failed(reason));
    }

    /// When to look again if nothing happens before.
    #[wasm_bindgen(js_name = nextWake)]
    #[must_use]
    pub fn next_wake(&self) -> Option<f64> {
        self.0.next_wake().map(millis)
    }

    /// The entries of the log after that one, as JSON text.
    #[must_use]
    pub fn log(&self, after: f64) -> String {
        let entries: Vec<&str> = self.0.log().after(whole(after).unsigned_abs()).collect();
        ["[", &entries.join(","), "]"].concat()
    }
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, JsValue> {
    serde_json::from_str(text).map_err(|error| error.to_string().into())
}

fn write<T: Serialize>(value: &T) -> Result<String, JsValue> {
    serde_json::to_string(value).map_err(|error| error.to_string().into())
}

fn reason(refusal: &Refusal) -> JsValue {
    refusal.description.as_str().into()
}

fn time(millis: f64) -> Time {
    Time::from_millis(whole(millis))
}

/// Numbers of JavaScript that count are whole; NaN counts as 0.
#[allow(clippy::cast_possible_truncation)]
fn whole(number: f64) -> i64 {
    number as i64
}

#[allow(clippy::cast_precision_loss)] // a count below 2^53
fn number(count: u64) -> JsValue {
    (count as f64).into()
}

#[allow(clippy::cast_precision_loss)] // the year 287396 is far
fn millis(time: Time) -> f64 {
    time.millis() as f64
}
