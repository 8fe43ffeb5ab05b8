//! The way of a call from request to answer.

use crate::emulator::delivery::Poll;
use crate::emulator::http::{Answer, Parameters, Request, Route};
use crate::emulator::prelude::*;
use crate::emulator::service::CallOrigin;
use crate::methods;

impl Service {
    /// Answers an HTTP request, always with an envelope.
    pub fn request(&mut self, now: Time, request: &Request<'_>) -> Answer {
        let (Route { is_file, token, rest: method }, verb) = match (request.route(), request.verb) {
            (Some(route), verb @ ("GET" | "POST")) => (route, verb),
            (Some(route), "HEAD") if route.is_file => (route, "HEAD"),
            (route, verb) => {
                let known = route.is_some() || !matches!(verb, "GET" | "POST");
                let refusal = if known { Refusal::new(405, "Method Not Allowed") } else { Refusal::not_found() };
                return self.refuse_stray(now, verb, request.target, refusal);
            }
        };
        if is_file {
            return self.answer_file(now, verb, &token, &method);
        }
        let origin = CallOrigin { verb, encoding: request.encoding(), delivery: None };
        let Some(&bot) = self.tokens.get(&token) else {
            return self.refuse_token(now, &token, &method, request.logged_parameters(), &origin);
        };
        match request.parameters() {
            Ok(parameters) => self.carry_out(now, bot, &method, parameters, &origin),
            Err(refusal) => {
                let entry = self.open_log(now, bot, "", &method, "null", &origin);
                self.refuse(entry, refusal)
            }
        }
    }

    /// Answers a call of the bot that has the token. The name of the method may be in any case.
    pub fn call(&mut self, now: Time, token: &str, method: &str, parameters: impl Into<Parameters>) -> Answer {
        let origin = CallOrigin { verb: "", encoding: "", delivery: None };
        match self.tokens.get(token) {
            Some(&bot) => self.carry_out(now, bot, method, parameters.into(), &origin),
            None => self.refuse_token(now, token, method, Some(parameters.into()), &origin),
        }
    }

    /// The answers of the long polls whose wait is over, with their numbers.
    pub fn ready(&mut self, now: Time) -> Vec<(u64, Answer)> {
        let now = self.at(now);
        let mut answers = Vec::new();
        for id in self.polls.keys().collect::<Vec<_>>() {
            let Some(poll) = self.polls.get(&id) else { continue };
            let answer = match self.poll(poll) {
                None if poll.until > now => continue,
                None => Answer::of_text("[]"),
                Some(done) => done.unwrap_or_else(Answer::from),
            };
            #[cfg(not(target_arch = "wasm32"))]
            self.closed.assert_answer(methods::find("getUpdates"), &answer);
            let Some(Poll { fault, entry, .. }) = self.polls.remove(&id) else { continue };
            if let Some(entry) = entry {
                self.log_answer(entry, &answer, fault.as_ref());
            }
            answers.push((id, answer.struck(fault.as_ref())));
        }
        answers
    }

    /// Forgets a long poll whose client has gone.
    pub fn cancel(&mut self, poll: u64) {
        self.polls.remove(&poll);
    }

    pub(crate) fn carry_out(
        &mut self,
        now: Time,
        bot: i64,
        name: &str,
        mut parameters: Parameters,
        origin: &CallOrigin<'_>,
    ) -> Answer {
        let now = self.at(now);
        let method = methods::find(name);
        let attached = method.map_or(Ok(()), |method| {
            parameters.convert(method.params);
            if self.state.compat {
                parameters.translate(method.params);
                self.forgive_reply(bot, &mut parameters);
            }
            parameters.attach(method.params)
        });
        let json = parameters.text_of_all();
        let name = method.map_or(name, |method| method.name);
        let entry = self.open_log(now, bot, "", name, &json, origin);
        let fault = self.strike(bot, name, &parameters);
        let refusal = fault.as_ref().and_then(FaultKind::refusal);
        let done = match (refusal, attached, method) {
            (Some(refusal), ..) | (None, Err(refusal), _) => Err(refusal),
            (None, Ok(()), None) => Err(Refusal::not_found()),
            _ if matches!(fault, Some(FaultKind::Drop | FaultKind::Page { .. })) => {
                Err(Refusal::new(502, "Bad Gateway"))
            }
            (None, Ok(()), Some(method)) => self.serve(bot, method, parameters, &json, fault.as_ref()),
        };
        let answer = done.unwrap_or_else(Answer::from);
        #[cfg(not(target_arch = "wasm32"))]
        if fault.as_ref().and_then(FaultKind::refusal).is_none() {
            self.closed.assert_answer(method, &answer);
        }
        if let Answer::Wait { poll, .. } = answer {
            if let Some(poll) = self.polls.get_mut(&poll) {
                poll.entry = Some(entry);
            }
            return answer;
        }
        self.log_answer(entry, &answer, fault.as_ref());
        answer.struck(fault.as_ref())
    }
}
