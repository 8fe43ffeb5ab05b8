//! Extensions of the specification: methods of the caller, and updates of any kind.

use serde_json::{Map, Value};

use crate::emulator::http::{Answer, LogEntry, Parameters, UPLOAD};
use crate::emulator::prelude::*;
use crate::emulator::state;
use crate::emulator::stored::json_text;
use crate::wire::check_update;

/// A call of a [method of the caller](Service::method), which waits for [`Service::answer`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct CustomCall {
    /// Number under which [`Service::answer`] takes the answer.
    pub id: u64,
    /// Identifier of the bot that makes the call.
    pub bot: UserId,
    /// Name of the method, as passed to [`Service::method`].
    pub method: String,
    /// The parameters as sent. In a form or a query, every value is a string. An uploaded file is the string
    /// `attach://upload-<index>`.
    pub parameters: Map<String, Value>,
}

/// The methods of the caller, and their calls in flight.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extensions {
    methods: Vec<String>,
    /// Calls that the caller has not taken yet.
    asked: Vec<CustomCall>,
    calls: state::Map<u64, OpenCall>,
    answered: Vec<(u64, Answer)>,
}

#[derive(Debug, Clone)]
struct OpenCall {
    entry: LogEntry,
    fault: Option<FaultKind>,
    /// False for a call in the response of a webhook: no client waits for its answer.
    is_awaited: bool,
}

impl Extensions {
    /// Finds a method by its name, in any case. Returns the name as it was added.
    pub fn find(&self, name: &str) -> Option<&str> {
        self.methods.iter().map(String::as_str).find(|method| method.eq_ignore_ascii_case(name))
    }

    /// Takes the answers that have arrived.
    pub fn take_answered(&mut self) -> Vec<(u64, Answer)> {
        std::mem::take(&mut self.answered)
    }

    /// Returns true if a call or an answer waits to be taken.
    pub fn is_due(&self) -> bool {
        !self.asked.is_empty() || !self.answered.is_empty()
    }

    /// Forgets the client that waits for a call. The call is still carried out.
    pub fn cancel(&mut self, id: u64) {
        self.answered.retain(|(other, _)| *other != id);
        if let Some(call) = self.calls.get_mut(&id) {
            call.is_awaited = false;
        }
    }
}

impl Service {
    /// Adds a method, or replaces one of the specification. Its calls come from [`Service::custom_calls`]. They appear
    /// in the log, and faults apply to them. Their parameters are not checked. Methods are not part of snapshots.
    pub fn method(&mut self, name: &str) {
        if self.extensions.find(name).is_none() {
            self.extensions.methods.push(name.to_owned());
        }
    }

    /// Returns the calls of added methods to answer. Each is returned once and waits for [`Service::answer`].
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
        let Some(OpenCall { entry, fault, is_awaited }) = self.extensions.calls.remove(&call) else { return };
        self.log_answer(entry, &answer, fault.as_ref());
        if is_awaited {
            self.extensions.answered.push((call, answer.struck(fault.as_ref())));
        }
    }

    /// Passes a call to the caller.
    pub(crate) fn ask_caller(
        &mut self,
        bot: i64,
        method: String,
        Parameters { mut values, .. }: Parameters,
        entry: LogEntry,
        fault: Option<FaultKind>,
    ) -> Answer {
        // Calls share one sequence of numbers with long polls, because clients wait for both in the same way.
        self.last_poll += 1;
        let id = self.last_poll;
        self.extensions.calls.insert(id, OpenCall { entry, fault, is_awaited: true });
        for value in values.values_mut() {
            if let Some(upload) = value.as_str().and_then(|text| text.strip_prefix(UPLOAD)) {
                *value = ["attach://upload", upload].concat().into(); // as in the log
            }
        }
        self.extensions.asked.push(CustomCall { id, bot: UserId(bot), method, parameters: values });
        Answer::Wait { poll: id, until: Time::LAST }
    }

    /// Stores an update of any kind for a bot, by default the first one, whatever `allowed_updates` says. Its
    /// `update_id` is replaced.
    ///
    /// # Errors
    /// If the update is not an object with a kind, or the content of a known kind does not fit its type.
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
        let content = json_text(&Value::Object(members));
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
        #[cfg(not(web))]
        {
            self.closed.is_own = false; // the caller's updates need not fit the specification
        }
        Ok(UpdateId(id))
    }

    /// Stores the update in JSON parameters: `update`, and optionally `bot`.
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

/// Returns the chat of an update's content, or that of its user.
fn chat_in(content: &Value) -> Option<i64> {
    let id = |of: &Value, name: &str| of.get(name)?.get("id")?.as_i64();
    let message = content.get("message");
    id(content, "chat").or_else(|| id(message?, "chat")).or_else(|| id(content, "from")).or_else(|| id(content, "user"))
}
