//! The service as a whole: its state, and the way of a call from request to answer.

use std::collections::BTreeMap;

use serde_json::Value;

use super::answer::{Answer, Done, Refusal};
use super::bot::Bot;
use super::call::{Call, Caller};
use super::chat::{ChatKey, History};
use super::clock::Time;
use super::delivery::UnderWay;
use super::log::{Log, Opening, quoted};
use super::parameters::Parameters;
use super::polling::Polls;
use super::random::Random;
use super::request::{Request, Route};
use crate::methods;
use crate::types::User;

/// Which webhooks may be plain HTTP, or HTTPS on any port. The specification allows none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HttpWebhooks {
    /// Those on this machine: `localhost`, `127.0.0.0/8`, `[::1]`.
    #[default]
    Loopback,
    /// All.
    Always,
    /// None.
    Never,
}

/// How the service behaves.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Equal seeds give equal identifiers and tokens.
    pub seed: u64,
    /// Which webhooks may be plain HTTP.
    pub http_webhooks: HttpWebhooks,
    /// How many entries the log keeps; 0 for none.
    pub log: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, http_webhooks: HttpWebhooks::default(), log: 1000 }
    }
}

/// The service: bots, users, chats, updates.
#[derive(Debug, Clone)]
pub struct Service {
    pub(super) options: Options,
    latest: Time,
    pub(super) random: Random,
    pub(super) bots: BTreeMap<i64, Bot>,
    /// Identifiers of the bots by their tokens.
    pub(super) tokens: BTreeMap<String, i64>,
    pub(super) users: BTreeMap<i64, User>,
    pub(super) chats: BTreeMap<ChatKey, History>,
    pub(super) polls: Polls,
    openings: BTreeMap<u64, Opening>,
    pub(super) last_delivery: u64,
    pub(super) under_way: BTreeMap<u64, UnderWay>,
    pub(super) log: Log,
}

/// How a call came, for the log.
pub(super) struct Origin {
    pub kind: &'static str,
    pub verb: &'static str,
    pub encoding: &'static str,
}

impl Service {
    /// A service without bots and users.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            options,
            latest: Time::default(),
            random: Random::new(options.seed),
            bots: BTreeMap::new(),
            tokens: BTreeMap::new(),
            users: BTreeMap::new(),
            chats: BTreeMap::new(),
            polls: Polls::default(),
            openings: BTreeMap::new(),
            last_delivery: 0,
            under_way: BTreeMap::new(),
            log: Log::new(options.log),
        }
    }

    /// Answers an HTTP request, always with an envelope.
    pub fn request(&mut self, now: Time, request: &Request<'_>) -> Answer {
        let verb = match request.verb {
            "GET" => "GET",
            "POST" => "POST",
            _ => return Refusal::new(405, "Method Not Allowed").into(),
        };
        let (token, method) = match request.route() {
            Some(Route::Method { token, method }) => (token, Some(method)),
            Some(Route::File { token, .. }) => (token, None),
            None => return not_found().into(),
        };
        let Some(&bot) = self.tokens.get(&token) else { return unauthorized().into() };
        let Some(method) = method else { return not_found().into() };
        let origin = Origin { kind: "call", verb, encoding: request.encoding() };
        match request.parameters() {
            Ok(parameters) => self.carry_out(now, bot, &method, parameters, &origin),
            Err(refusal) => {
                let opening = self.open_log(now, bot, &method, "null", &origin);
                let answer = refusal.into();
                self.log_answer(bot, opening, &answer);
                answer
            }
        }
    }

    /// Answers a call of the bot that has the token. The name of the method may be in any case.
    pub fn call(&mut self, now: Time, token: &str, method: &str, parameters: impl Into<Parameters>) -> Answer {
        let Some(&bot) = self.tokens.get(token) else { return unauthorized().into() };
        let origin = Origin { kind: "call", verb: "", encoding: "" };
        self.carry_out(now, bot, method, parameters.into(), &origin)
    }

    /// The answers of the long polls whose wait is over, with their numbers.
    pub fn ready(&mut self, now: Time) -> Vec<(u64, Answer)> {
        let now = self.at(now);
        let mut answers = Vec::new();
        for (id, poll) in self.polls.take_due(now) {
            let done = match self.poll(poll) {
                None if poll.until > now => continue,
                None => Ok(Done::Result("[]".into())),
                Some(done) => done,
            };
            let answer = Answer::from(done);
            self.polls.close(id);
            if let Some(opening) = self.openings.remove(&id) {
                self.log_answer(poll.bot, opening, &answer);
            }
            answers.push((id, answer));
        }
        answers
    }

    /// Forgets a long poll whose client has gone.
    pub fn cancel(&mut self, poll: u64) {
        self.polls.close(poll);
        self.openings.remove(&poll);
    }

    /// When to ask [`Service::ready`] and [`Service::deliveries`] again if nothing happens before.
    #[must_use]
    pub fn next_wake(&self) -> Option<Time> {
        let webhooks = self.bots.values().filter_map(|bot| {
            let webhook = bot.webhook.as_ref()?;
            if bot.under_way.len() < webhook.max_connections { webhook.next_due() } else { None }
        });
        webhooks.chain(self.polls.next_end()).min()
    }

    /// The latest calls and deliveries.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The time, which never goes back; what is too old goes.
    pub(super) fn at(&mut self, now: Time) -> Time {
        self.latest = self.latest.max(now);
        for bot in self.bots.values_mut() {
            bot.expire(self.latest);
        }
        self.latest
    }

    pub(super) fn bot(&mut self, id: i64) -> Result<&mut Bot, Refusal> {
        self.bots.get_mut(&id).ok_or_else(unauthorized)
    }

    /// Checks and carries out a call, and logs it.
    pub(super) fn carry_out(
        &mut self,
        now: Time,
        bot: i64,
        name: &str,
        mut parameters: Parameters,
        origin: &Origin,
    ) -> Answer {
        let now = self.at(now);
        let method = methods::find(name);
        if let Some(method) = method {
            parameters.convert(method.params);
        }
        let values = Value::Object(std::mem::take(&mut parameters.values));
        let json = values.to_string();
        if let Value::Object(values) = values {
            parameters.values = values;
        }
        let opening = self.open_log(now, bot, method.map_or(name, |method| method.name), &json, origin);
        let caller = Caller { bot, now };
        let done = match method {
            Some(method) => Call { service: self, method, parameters, caller }.done(&json),
            None => Err(Refusal::new(404, "Not Found: method not found")),
        };
        let answer = Answer::from(done);
        match answer {
            Answer::Wait { poll, .. } => {
                self.openings.insert(poll, opening);
            }
            Answer::Ready { .. } => self.log_answer(bot, opening, &answer),
        }
        answer
    }

    fn open_log(&self, now: Time, bot: i64, method: &str, parameters: &str, origin: &Origin) -> Opening {
        let (method, verb, encoding) = (quoted(method), quoted(origin.verb), quoted(origin.encoding));
        let members = [("method", &*method), ("verb", &verb), ("encoding", &encoding), ("parameters", parameters)];
        self.log.open(now, bot, origin.kind, &members)
    }

    fn log_answer(&mut self, bot: i64, opening: Opening, answer: &Answer) {
        let Answer::Ready { status, envelope } = answer else { return };
        let token = self.bots.get(&bot).map(|bot| bot.token.clone()).unwrap_or_default();
        self.log.add(opening, &token, &[("status", &status.to_string()), ("answer", envelope)]);
    }
}

fn unauthorized() -> Refusal {
    Refusal::new(401, "Unauthorized")
}

fn not_found() -> Refusal {
    Refusal::new(404, "Not Found")
}
