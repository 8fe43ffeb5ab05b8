//! What of requests gets into the log: calls, downloads, and requests that the service does not know.

use serde_json::Value;

use super::answer::{Answer, Refusal};
use super::clock::Time;
use super::log::{Opening, hide, quoted};
use super::parameters::Parameters;
use super::service::{Origin, Service};

impl Service {
    pub(super) fn open_log(&self, now: Time, bot: i64, method: &str, parameters: &str, origin: &Origin) -> Opening {
        let (method, verb, encoding) = (quoted(method), quoted(origin.verb), quoted(origin.encoding));
        let members = [("method", &*method), ("verb", &verb), ("encoding", &encoding), ("parameters", parameters)];
        let token = self.bots.get(&bot).map_or("", |bot| &bot.token);
        self.log.open(now, bot, origin.kind, token, &members)
    }

    pub(super) fn log_answer(&mut self, bot: i64, opening: Opening, answer: &Answer) {
        let Answer::Ready { status, envelope } = answer else { return };
        let token = self.bots.get(&bot).map(|bot| bot.token.clone()).unwrap_or_default();
        self.log.add(opening, &token, &[("status", &status.to_string()), ("answer", envelope)]);
    }

    /// Refuses a call whose token no bot has. It is in the log as one of bot 0, without the token.
    pub(super) fn refuse_token(
        &mut self,
        now: Time,
        token: &str,
        method: &str,
        parameters: Option<Parameters>,
        origin: &Origin,
    ) -> Answer {
        let now = self.at(now);
        let parameters = parameters.map_or_else(|| "null".into(), |given| Value::Object(given.values).to_string());
        let opening = self.open_log(now, 0, method, &hide(&parameters, token), origin);
        let answer = Answer::from(Refusal::unauthorized());
        if let Answer::Ready { status, envelope } = &answer {
            self.log.add(opening, token, &[("status", &status.to_string()), ("answer", envelope)]);
        }
        answer
    }

    /// Refuses a request for what the service does not have, such as another path.
    pub(super) fn log_stray(&mut self, now: Time, verb: &str, target: &str, refusal: Refusal) -> Answer {
        let now = self.at(now);
        let hidden = self.bots.values().fold(target.to_owned(), |text, bot| hide(&text, &bot.token));
        let (verb, target) = (quoted(verb), quoted(&hidden));
        let opening = self.log.open(now, 0, "stray", "", &[("verb", &verb), ("target", &target)]);
        let answer = Answer::from(refusal);
        self.log_answer(0, opening, &answer);
        answer
    }

    /// A download. A link that is no longer valid, or never was, is not found.
    pub(super) fn answer_file(&mut self, now: Time, verb: &str, token: &str, path: &str) -> Answer {
        let now = self.at(now);
        let known = self.tokens.get(token).copied();
        let bot = known.unwrap_or(0);
        let (verb, path_text) = (quoted(verb), quoted(path));
        let opening = self.log.open(now, bot, "download", token, &[("verb", &verb), ("path", &path_text)]);
        let mishap = known.and_then(|bot| self.mishap(now, bot, "download", &Parameters::default()));
        let answer = match (known, mishap.as_ref().and_then(super::mishap::Mishap::refusal)) {
            (None, _) => Refusal::unauthorized().into(),
            (_, Some(refusal)) => refusal.into(),
            (Some(bot), None) => match self.download(now, bot, path) {
                Some(file) => Answer::File { media_type: file.media_type.clone(), bytes: file.bytes.clone() },
                None => Refusal::not_found().into(),
            },
        };
        let status = if let Answer::Ready { status, .. } = &answer { *status } else { 200 };
        self.log.add(opening, token, &[("status", &status.to_string())]);
        match mishap {
            Some(what) => answer.struck(&what),
            None => answer,
        }
    }
}

/// A path and query with `<token>` where a token is, or may be: behind `/bot`.
pub(super) fn masked(target: &str) -> String {
    let Some((before, after)) = target.split_once("/bot") else { return target.to_owned() };
    let rest = after.find(['/', '?', '#']).and_then(|at| after.get(at..)).unwrap_or_default();
    [before, "/bot<token>", rest].concat()
}
