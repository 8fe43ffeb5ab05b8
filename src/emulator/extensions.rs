//! What the specification does not have: methods of the caller, and updates of any kind.

use serde_json::{Map, Value};

use crate::emulator::http::{Answer, LogEntry, Parameters, UPLOAD};
use crate::emulator::prelude::*;
use crate::emulator::state;
use crate::wire::check_update;

/// A call of a [method of the caller](Service::method), which waits for [`Service::answer`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CustomCall {
    /// Number under which [`Service::answer`] takes the answer.
    pub id: u64,
    /// Identifier of the bot that makes the call.
    pub bot: UserId,
    /// Name of the method as [`Service::method`] was given it.
    pub method: String,
    /// The parameters as they came. In a form or a query every value is a string. An uploaded file is the string
    /// `attach://upload-<index>`.
    pub parameters: Map<String, Value>,
}

/// The methods of the caller, and the calls of them that are under way.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extensions {
    methods: Vec<String>,
    /// Calls that nobody has taken yet.
    asked: Vec<CustomCall>,
    open: state::Map<u64, OpenCall>,
    answered: Vec<(u64, Answer)>,
}

#[derive(Debug, Clone)]
struct OpenCall {
    entry: LogEntry,
    fault: Option<FaultKind>,
    /// Whether a client waits for the answer. None does for the call in the answer of a webhook.
    is_awaited: bool,
}

impl Extensions {
    /// The method of that name, in any case, as it was given.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.methods.iter().map(String::as_str).find(|method| method.eq_ignore_ascii_case(name))
    }

    /// The answers that have come since the last time.
    pub fn take_answered(&mut self) -> Vec<(u64, Answer)> {
        std::mem::take(&mut self.answered)
    }

    /// Whether a call waits to be taken, or an answer to be sent.
    pub fn is_due(&self) -> bool {
        !self.asked.is_empty() || !self.answered.is_empty()
    }

    /// Forgets who waits for the answer of a call, which is carried out nevertheless.
    pub fn cancel(&mut self, id: u64) {
        self.answered.retain(|(other, _)| *other != id);
        if let Some(open) = self.open.get_mut(&id) {
            open.is_awaited = false;
        }
    }
}

impl Service {
    /// Adds a method that the specification does not have, or replaces one that it has. Its calls come from
    /// [`Service::custom_calls`]. They are in the log, and faults strike them. Their parameters are not checked. Methods are
    /// not part of snapshots.
    pub fn method(&mut self, name: &str) {
        if self.extensions.find(name).is_none() {
            self.extensions.methods.push(name.to_owned());
        }
    }

    /// The calls of methods of the caller that are to be answered. Each is returned once and waits for [`Service::answer`].
    pub fn custom_calls(&mut self) -> Vec<CustomCall> {
        std::mem::take(&mut self.extensions.asked)
    }

    /// Answers a call of [`Service::custom_calls`] with the result or a refusal, whose `code` must be 400 to 599 and is sent as
    /// 500 otherwise. The client gets the answer from [`Service::ready`].
    pub fn answer(&mut self, now: Time, call: u64, answer: Result<Value, Refusal>) {
        self.send_answer(
            now,
            call,
            match answer {
                Ok(result) => Answer::of(&result),
                Err(refusal) if (400..=599).contains(&refusal.code) => refusal.into(),
                Err(refusal) => Refusal { code: 500, ..refusal }.into(),
            },
        );
    }

    pub(crate) fn send_answer(&mut self, now: Time, call: u64, answer: Answer) {
        self.at(now);
        let Some(OpenCall { entry, fault, is_awaited }) = self.extensions.open.remove(&call) else { return };
        self.log_answer(entry, &answer, fault.as_ref());
        if is_awaited {
            self.extensions.answered.push((call, answer.struck(fault.as_ref())));
        }
    }

    /// Leaves a call to the caller.
    pub(crate) fn ask_caller(
        &mut self,
        bot: i64,
        method: String,
        Parameters { mut values, .. }: Parameters,
        entry: LogEntry,
        fault: Option<FaultKind>,
    ) -> Answer {
        // One sequence of numbers, as clients wait for both in the same way.
        self.last_poll += 1;
        let id = self.last_poll;
        self.extensions.open.insert(id, OpenCall { entry, fault, is_awaited: true });
        for value in values.values_mut() {
            if let Some(upload) = value.as_str().and_then(|text| text.strip_prefix(UPLOAD)) {
                *value = ["attach://upload", upload].concat().into(); // as in the log
            }
        }
        self.extensions.asked.push(CustomCall { id, bot: UserId(bot), method, parameters: values });
        Answer::Wait { poll: id, until: Time::LAST }
    }

    /// Stores an update of any kind for a bot, also of a kind that `allowed_updates` leaves out. It gets an `update_id`,
    /// in place of one that it has. Without `bot` it is for the first bot.
    ///
    /// # Errors
    /// If the update is not an object with a kind, or the content of a kind of the specification does not fit its type.
    pub fn deliver(&mut self, now: Time, bot: Option<UserId>, update: Value) -> Result<UpdateId, Refusal> {
        let now = self.at(now);
        let bot = self.bot_or_first(bot);
        let Value::Object(mut members) = update else {
            return Err(Refusal::bad_request("update: expected an Object, such as {\"poll\": {…}}"));
        };
        members.remove("update_id");
        refuse_if(members.is_empty(), "update: expected a member with its content, such as {\"poll\": {…}}")?;
        let chat = members.values().find_map(chat_in).unwrap_or_default();
        let Some(entry) = self.state.bots.get_mut(&bot) else { return Err(Refusal::bad_request("bot not found")) };
        let content = Value::Object(members).to_string();
        let with_id =
            |id: i64| ["{\"update_id\":", &id.to_string(), ",", content.get(1..).unwrap_or_default()].concat();
        check_update(&with_id(1)).map_err(|error| Refusal::bad_request(&["update: ", &error.to_string()].concat()))?;
        let id = entry.queue.next_id(now, &mut self.state.update_ids);
        let waiting = Waiting { created: now, chat, json: with_id(id), is_doubled: false, is_raw: true, payment: None };
        entry.queue.updates.insert(id, waiting);
        if let Some(webhook) = &mut entry.webhook {
            let is_overtaken = self.state.faults.strikes_update(&FaultKind::Reorder, bot, chat);
            webhook.enqueue(id, chat, now, false, is_overtaken);
        }
        #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
        {
            self.closed.is_own = false; // what the caller makes up is not compared with the specification
        }
        Ok(UpdateId(id))
    }

    /// The same by JSON: `update`, and maybe `bot`.
    pub(crate) fn deliver_parameters(&mut self, now: Time, mut parameters: Map<String, Value>) -> Result<UpdateId> {
        let update = parameters.remove("update").unwrap_or_default();
        let bot = parameters.remove("bot");
        let id = bot.as_ref().and_then(Value::as_i64);
        refuse_if(bot.is_some() && id.is_none(), "deliver.bot: expected an Integer")?;
        if let Some((name, _)) = parameters.iter().next() {
            return Err(Refusal::unknown("deliver: unknown parameter: ", name, ["bot", "update"].into_iter()));
        }
        self.deliver(now, id.map(UserId), update)
    }
}

/// The chat of the content of an update; that of its user if it has none.
fn chat_in(content: &Value) -> Option<i64> {
    let id = |of: &Value, name: &str| of.get(name)?.get("id")?.as_i64();
    let message = content.get("message");
    id(content, "chat").or_else(|| id(message?, "chat")).or_else(|| id(content, "from")).or_else(|| id(content, "user"))
}
