//! Calls and downloads, from request to answer and log entry.

use crate::emulator::compat::{later_album, with_later_names};
use crate::emulator::http::{Answer, LogEntry, LogMember, Parameters, Request, Route, Secrets, decode, quoted};
use crate::emulator::prelude::*;
use crate::emulator::routes::Served;
use crate::emulator::service::{CallOrigin, Poll};

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
        let origin = CallOrigin { verb, encoding: request.encoding(), ..CallOrigin::default() };
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
        let origin = CallOrigin::default();
        match self.tokens.get(token) {
            Some(&bot) => self.carry_out(now, bot, method, parameters.into(), &origin),
            None => self.refuse_token(now, token, method, Some(parameters.into()), &origin),
        }
    }

    /// Returns the answers of the long polls whose wait is over, with their numbers.
    pub fn ready(&mut self, now: Time) -> Vec<(u64, Answer)> {
        let now = self.at(now);
        let mut answers = self.extensions.take_answered();
        for id in self.polls.keys().collect::<Vec<_>>() {
            let Some(poll) = self.polls.get(&id) else { continue };
            let answer = match self.poll(poll) {
                None if poll.until > now => continue,
                None => Answer::of_text("[]"),
                Some(done) => done.unwrap_or_else(Answer::from),
            };
            #[cfg(not(web))]
            self.closed.assert_answer(crate::methods::find("getUpdates"), &answer);
            let Some(Poll { fault, entry, .. }) = self.polls.remove(&id) else { continue };
            if let Some(entry) = entry {
                self.log_answer(entry, &answer, fault.as_ref());
            }
            answers.push((id, answer.struck(fault.as_ref())));
        }
        answers
    }

    /// Cancels a long poll whose client has disconnected.
    pub fn cancel(&mut self, poll: u64) {
        self.extensions.cancel(poll);
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
        let route = self.route(name);
        let (sent, prepared) = self.prepare(bot, &route, &mut parameters);
        let notes = self.notes(&route, &parameters, &sent);
        let (name, method) = (route.name.as_str(), route.method);
        let album = later_album(name, &parameters).filter(|_| self.state.compat);
        let mut entry = self.open_log(now, bot, "", name, &sent, origin);
        entry.notes = notes;
        self.hints.clear();
        let fault = self.strike(bot, name, &parameters);
        let refusal = fault.as_ref().and_then(FaultKind::refusal);
        #[cfg(not(web))]
        let is_closed = refusal.is_none() && matches!(route.served, Served::Method | Served::Unknown);
        let done = match (refusal, prepared, album.map_or(route.served, Served::Later)) {
            (Some(refusal), ..) | (None, Err(refusal), _) => Err(refusal),
            (None, Ok(()), Served::Unknown) => Err(Refusal::not_found()),
            _ if matches!(fault, Some(FaultKind::Drop | FaultKind::Page { .. })) => {
                Err(Refusal::new(502, "Bad Gateway"))
            }
            (None, Ok(()), Served::Caller) => return self.ask_caller(bot, route.name, parameters, entry, fault),
            (None, Ok(()), Served::Fixed(json)) => Ok(Answer::of_text(&json)),
            (None, Ok(()), Served::Later(rule)) => {
                let result = self.follow(bot, &route.name, rule, &mut parameters);
                result.map(|result| Answer::of_text(&with_later_names(true, result)))
            }
            (None, Ok(()), Served::Method) => match method {
                Some(method) => self.serve(bot, &route.name, method, parameters, fault.as_ref()),
                None => Err(Refusal::not_found()),
            },
        };
        let hints = std::mem::take(&mut self.hints);
        entry.notes.extend(hints.into_iter().filter(|hint| self.is_news(&route.name, hint)));
        let answer = done.unwrap_or_else(Answer::from);
        #[cfg(not(web))]
        if is_closed {
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

    /// Starts the log entry of a call. `unknown` is a token that no bot has.
    pub(crate) fn open_log(
        &self,
        now: Time,
        bot: i64,
        unknown: &str,
        method: &str,
        parameters: &str,
        origin: &CallOrigin<'_>,
    ) -> LogEntry {
        let CallOrigin { verb, encoding, delivery } = *origin;
        let kind = if delivery.is_some() { "inline" } else { "call" };
        let mut members = vec![
            ("kind", quoted(kind).into()),
            ("method", quoted(method).into()),
            ("verb", quoted(verb).into()),
            ("encoding", quoted(encoding).into()),
            ("parameters", parameters.into()),
        ];
        if let Some((delivery, update_id)) = delivery {
            members.extend([("delivery", delivery.to_string().into()), ("update_id", update_id.to_string().into())]);
        }
        self.log.open(now, bot, Secrets { bots: &self.state.bots, unknown }, &members)
    }

    pub(crate) fn log_answer(&mut self, entry: LogEntry, answer: &Answer, fault: Option<&FaultKind>) {
        let Answer::Ready { status, envelope } = answer else { return };
        let mut members = vec![("status", status.to_string().into()), ("answer", envelope.into())];
        members.extend(fault.map(|fault| fault.name().logged()));
        self.log.add(entry, &self.state.bots, &members);
    }

    pub(crate) fn refuse(&mut self, entry: LogEntry, refusal: Refusal) -> Answer {
        let answer = Answer::from(refusal);
        self.log_answer(entry, &answer, None);
        answer
    }

    /// Refuses a call whose token no bot has. The log shows it as a call of bot 0, without the token.
    pub(crate) fn refuse_token(
        &mut self,
        now: Time,
        token: &str,
        method: &str,
        parameters: Option<Parameters>,
        origin: &CallOrigin<'_>,
    ) -> Answer {
        let now = self.at(now);
        let parameters = parameters.map_or_else(|| "null".into(), |parameters| parameters.text_of_all());
        let entry = self.open_log(now, 0, token, method, &parameters, origin);
        self.refuse(entry, Refusal::unauthorized())
    }

    /// Refuses a request that the service does not know, such as an unknown path.
    pub(crate) fn refuse_stray(&mut self, now: Time, verb: &str, target: &str, refusal: Refusal) -> Answer {
        let now = self.at(now);
        let secrets = Secrets { bots: &self.state.bots, unknown: &token_in(target) };
        let members =
            [("kind", quoted("stray").into()), ("verb", quoted(verb).into()), ("target", quoted(target).into())];
        let entry = self.log.open(now, 0, secrets, &members);
        self.refuse(entry, refusal)
    }

    /// Answers a download. An invalid or expired link is not found.
    pub(crate) fn answer_file(&mut self, now: Time, verb: &str, token: &str, path: &str) -> Answer {
        let now = self.at(now);
        let known = self.tokens.get(token).copied();
        let secrets = Secrets { bots: &self.state.bots, unknown: token };
        let members =
            [("kind", quoted("download").into()), ("verb", quoted(verb).into()), ("path", quoted(path).into())];
        let entry = self.log.open(now, known.unwrap_or(0), secrets, &members);
        let fault = known.and_then(|bot| self.strike(bot, "download", &Parameters::default()));
        let answer = match (known, fault.as_ref().and_then(FaultKind::refusal)) {
            (None, _) => Refusal::unauthorized().into(),
            (_, Some(refusal)) => refusal.into(),
            (Some(bot), None) => match self.download(bot, path) {
                Some(file) => Answer::File { media_type: as_header(&file.media_type), bytes: file.bytes.clone() },
                None => Refusal::not_found().into(),
            },
        };
        let status = if let Answer::Ready { status, .. } = &answer { *status } else { 200 };
        let mut members = vec![("status", status.to_string().into())];
        members.extend(fault.as_ref().map(|fault| fault.name().logged()));
        self.log.add(entry, &self.state.bots, &members);
        answer.struck(fault.as_ref())
    }
}

impl FaultName {
    pub(crate) fn logged<'a>(self) -> LogMember<'a> {
        ("fault", quoted(self.as_str()).into())
    }
}

/// Returns the media type, or a default if a header cannot contain it.
fn as_header(media_type: &str) -> String {
    let is_value = media_type.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_value { media_type } else { "application/octet-stream" }.to_owned()
}

/// Returns the possible token in an unknown path: the text after `/bot`.
fn token_in(target: &str) -> String {
    let after = |text: &str| {
        let (_, after) = text.split_once("/bot")?;
        after.split(['/', '?', '#']).next().map(str::to_owned)
    };
    let decoded = |text: &str| decode(text.as_bytes());
    let token = after(target).or_else(|| after(&decoded(target)?)).unwrap_or_default();
    decoded(&token).unwrap_or(token)
}
