//! Deliveries to webhooks, and the calls in their responses.

use serde_json::Value;

use crate::emulator::http::{Parameters, Secrets, add_body, quoted};
use crate::emulator::prelude::*;
use crate::emulator::service::{CallOrigin, InFlight};

/// A request to make: POST of the Update as `application/json`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delivery {
    /// Number under which [`Service::delivered`](crate::emulator::Service::delivered) takes the outcome.
    pub id: u64,
    /// Identifier of the bot.
    pub bot: UserId,
    /// The webhook.
    pub url: String,
    /// The Update as JSON text.
    pub body: String,
    /// `secret_token` of setWebhook, with [`Options::compat`](crate::emulator::Options::compat). Empty if there is
    /// none.
    pub secret: String,
    /// Identifier of the Update.
    pub update_id: UpdateId,
    /// 1 for the first attempt.
    pub attempt: u32,
    /// The injected fault of this delivery.
    pub fault: Option<FaultKind>,
}

impl Delivery {
    /// Returns true if the webhook receives the whole request.
    pub(super) fn arrives(&self) -> bool {
        !matches!(self.fault, Some(FaultKind::Drop | FaultKind::CutOff))
    }
}

/// The outcome of a delivery.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// The webhook answered. A status of 200 to 299 confirms the update. The body may contain a call.
    Answered {
        /// HTTP status.
        status: u16,
        /// `Content-Type` of the body.
        content_type: &'a str,
        /// Body.
        body: &'a [u8],
    },
    /// The webhook did not answer, for this reason.
    Failed(&'a str),
}

impl Service {
    /// Returns the deliveries to make now, each once. Each waits for [`Service::delivered`].
    pub fn deliveries(&mut self, now: Time) -> Vec<Delivery> {
        let (mut deliveries, mut due) = (Vec::new(), self.due(now));
        while !due.is_empty() {
            for delivery in due {
                // An injected status replaces the webhook's answer. After a 200, the next update is due.
                match delivery.fault.as_ref().and_then(FaultKind::status) {
                    Some(status) => {
                        self.delivered(now, delivery.id, Outcome::Answered { status, content_type: "", body: b"" });
                    }
                    None => deliveries.push(delivery),
                }
            }
            due = self.due(now);
        }
        deliveries
    }

    fn due(&mut self, now: Time) -> Vec<Delivery> {
        let now = self.at(now);
        let mut deliveries = Vec::new();
        for bot in self.state.bots.keys().collect::<Vec<_>>() {
            let Some(entry) = self.state.bots.get_mut(&bot) else { continue };
            let Some(webhook) = &mut entry.webhook else { continue };
            while entry.in_flight.len() < webhook.max_connections {
                let Some((update, lane, attempt)) = webhook.take_due(now) else { break };
                let Some(stored) = entry.queue.updates.get(&update) else {
                    webhook.finish(update, lane, now);
                    continue;
                };
                self.last_delivery += 1;
                let chat = stored.chat;
                let fault = self.state.faults.strike(bot, Some(chat), None, strikes_deliveries);
                entry.in_flight.insert(update, chat);
                let (url, body, secret) = (webhook.url.clone(), stored.json.clone(), webhook.secret.clone());
                let name = match &fault {
                    Some(kind) => Some(kind.name()),
                    None if stored.is_doubled => Some(FaultName::Duplicate),
                    None => (attempt == 1 && is_overtaken(lane)).then_some(FaultName::Reorder),
                };
                let id = self.last_delivery;
                self.in_flight.insert(id, InFlight { bot, url: url.clone(), update, chat, lane, attempt, fault: name });
                let (bot, update_id) = (UserId(bot), UpdateId(update));
                deliveries.push(Delivery { id, bot, url, body, secret, update_id, attempt, fault });
            }
        }
        deliveries
    }

    /// Takes the outcome of a delivery. Carries out the call in the response; only the log shows its result. After a
    /// failure, the update is delivered again, with growing waits, until the service gives up. The fault `Duplicate` loses
    /// the response.
    pub fn delivered(&mut self, now: Time, id: u64, outcome: Outcome<'_>) {
        let now = self.at(now);
        let Some(in_flight) = self.in_flight.remove(&id) else { return };
        let InFlight { bot, update, chat, lane, .. } = in_flight;
        let error = match outcome {
            Outcome::Answered { status: 200..=299, .. } => None,
            Outcome::Answered { status, .. } => {
                Some(["Wrong response from the webhook: ", &status.to_string()].concat())
            }
            Outcome::Failed(reason) => Some(self.redact(reason)),
        };
        self.log_delivery(now, id, &in_flight, outcome, error.as_deref());
        let Some(entry) = self.state.bots.get_mut(&bot) else { return };
        entry.in_flight.remove(&update);
        let stored = entry.queue.updates.get_mut(&update);
        let mut is_lost = false;
        // A doubled update ends with its second delivery, whatever the outcome.
        let mut done = error.is_none() || stored.as_ref().is_none_or(|stored| stored.is_doubled);
        if let Some(webhook) = &mut entry.webhook {
            let is_former = id <= webhook.former;
            let lane = if is_former { chat } else { lane };
            if is_former && !done {
                webhook.release(update, lane, now);
            } else if let Some(error) = error.filter(|_| !is_former) {
                webhook.last_error = Some((now.unix(), error));
                done = done || webhook.fail(update, lane, now);
            } else if let Some(stored) = stored.filter(|stored| !stored.is_doubled)
                && self.state.faults.strikes_update(&FaultKind::Duplicate, bot, stored.chat)
            {
                stored.is_doubled = true;
                webhook.again(update, lane, now);
                (done, is_lost) = (false, true);
            }
            if done {
                webhook.finish(update, lane, now);
            }
        }
        if done {
            entry.queue.updates.remove(&update);
        }
        if let Outcome::Answered { status: 200..=299, content_type, body } = outcome
            && !is_lost
        {
            self.reply(now, bot, (id, update), content_type, body);
        }
    }

    /// Carries out the call in a webhook's response.
    fn reply(&mut self, now: Time, bot: i64, delivery: (u64, i64), content_type: &str, body: &[u8]) {
        let mut parameters = Parameters::default();
        // A response such as "ok" in plain text contains no call.
        if add_body(&mut parameters, content_type, body).is_err() {
            return;
        }
        let Some(Value::String(method)) = parameters.values.remove("method") else { return };
        let origin = CallOrigin { verb: "POST", encoding: "", delivery: Some(delivery) };
        if let crate::emulator::Answer::Wait { poll, .. } = self.carry_out(now, bot, &method, parameters, &origin) {
            self.cancel(poll);
        }
    }

    fn log_delivery(&mut self, now: Time, id: u64, in_flight: &InFlight, outcome: Outcome<'_>, error: Option<&str>) {
        let Some(entry) = self.state.bots.get(&in_flight.bot) else { return };
        let stored = entry.queue.updates.get(&in_flight.update);
        let update = stored.map_or("null", |stored| stored.json.as_str());
        let (update_id, attempt) = (in_flight.update.to_string(), in_flight.attempt.to_string());
        let mut members = vec![
            ("kind", quoted("delivery").into()),
            ("delivery", id.to_string().into()),
            ("update_id", update_id.into()),
            ("update", update.into()),
            ("url", quoted(&in_flight.url).into()),
            ("attempt", attempt.into()),
        ];
        members.push(match outcome {
            Outcome::Answered { status, .. } => ("status", status.to_string().into()),
            Outcome::Failed(_) => ("error", quoted(error.unwrap_or_default()).into()),
        });
        members.extend(in_flight.fault.map(FaultName::logged));
        if let Some(payment) = stored.and_then(|stored| stored.payment) {
            members.extend([("payment", payment.to_string().into()), ("invoice", self.invoice_of(payment).into())]);
        }
        let secrets = Secrets { bots: &self.state.bots, unknown: "" };
        let entry = self.log.open(now, in_flight.bot, secrets, &members);
        self.log.add(entry, &self.state.bots, &[]);
    }

    /// Returns the chat and the message of a payment's invoice, as JSON text.
    fn invoice_of(&self, payment: u64) -> String {
        let Some(payment) = self.state.payments.all.get(&payment) else { return "null".into() };
        let (chat, message) = (payment.chat.id().to_string(), payment.invoice_id.to_string());
        ["{\"chat_id\":", &chat, ",\"message_id\":", &message, "}"].concat()
    }
}

fn strikes_deliveries(fault: &Fault) -> bool {
    fault.deliveries && !matches!(fault.kind, FaultKind::Migration | FaultKind::Duplicate | FaultKind::Reorder)
}
