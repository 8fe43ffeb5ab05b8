//! From the name of a method to what answers it, and the notes on parameters that have no effect.

use serde_json::{Map, Value, json};

use crate::emulator::compat::{self, Rule};
use crate::emulator::http::Parameters;
use crate::emulator::prelude::*;
use crate::emulator::stored::{json_text, members, text};
use crate::methods;
use crate::wire::MethodDescriptor;

/// What answers a call.
#[derive(Clone)]
pub(crate) enum Served {
    /// A method of the caller.
    Caller,
    /// A result that the caller has fixed, as JSON text.
    Fixed(String),
    /// A method of the specification.
    Method,
    /// A method of a later interface.
    Later(Rule),
    /// Nothing.
    Unknown,
}

/// A method, as a call names it.
pub(crate) struct Route {
    /// Its name, in the usual case.
    pub name: String,
    /// The method of the specification that does it.
    pub method: Option<&'static MethodDescriptor>,
    pub served: Served,
    later: Option<Rule>,
}

/// Replaces the name at the end of a path by the later one, if the call had that.
fn as_sent(mut path: String, sent: &str) -> String {
    let start = path.rfind('.').map_or(0, |dot| dot + 1);
    let later = path.get(start..).and_then(compat::later_name);
    if let Some(later) = later.filter(|later| sent.contains(*later)) {
        path.truncate(start);
        path.push_str(later);
    }
    path
}

/// The most notes that are remembered, so that random names do not use up the memory.
const MOST_NOTES: usize = 10_000;

impl Service {
    /// Returns true if loose input is accepted, as by the services that clients of 2018 were written for.
    pub(crate) fn is_lenient(&self) -> bool {
        self.options.lenient || self.state.compat
    }

    /// Finds what answers a method. Its name may be in any case.
    pub(crate) fn route(&self, name: &str) -> Route {
        let method = methods::find(name);
        let route = |name: &str, served| Route { name: name.to_owned(), method, served, later: None };
        if let Some(custom) = self.extensions.find(name) {
            return route(custom, Served::Caller);
        }
        let answers = members(&self.state.answers);
        if let Some([known, result]) = answers.get(&name.to_ascii_lowercase()).and_then(fixed) {
            return route(known.as_str().unwrap_or_default(), Served::Fixed(json_text(result)));
        }
        if let Some(method) = method {
            return route(method.name, Served::Method);
        }
        match compat::later_method(name).filter(|_| self.state.compat) {
            Some((later, rule)) => {
                let method = rule.method();
                let served = if method.is_some() { Served::Method } else { Served::Later(rule) };
                Route { name: later.to_owned(), method, served, later: Some(rule) }
            }
            None => route(name, Served::Unknown),
        }
    }

    /// Converts the parameters of a call to the kinds, forms and names of the specification. Returns the parameters for
    /// the log, as they were sent.
    pub(crate) fn prepare(&self, bot: i64, route: &Route, parameters: &mut Parameters) -> (String, Result<()>) {
        if self.state.compat {
            // In a form, an object is JSON text, which may refer to uploads.
            if let Some(media) = parameters.value("media") {
                parameters.values.insert("media".into(), media);
            }
            parameters.attach_everywhere();
        }
        if let Some(rule) = route.later {
            rule.rename(parameters);
        }
        let Some(method) = route.method else { return (parameters.text_of_all(), Ok(())) };
        parameters.convert(method.params);
        if self.is_lenient() {
            parameters.tidy(method);
        }
        if !self.state.compat {
            let attached = parameters.attach(method.params);
            return (parameters.text_of_all(), attached);
        }
        let sent = parameters.text_of_all();
        let outcome = parameters.translate(method.params).and_then(|()| {
            self.forgive_reply(bot, parameters);
            parameters.attach(method.params)
        });
        (sent, outcome)
    }

    /// Describes what a call asks for and does not get: a method of a later version, and parameters without effect.
    /// Each is described once.
    pub(crate) fn notes(&mut self, route: &Route, parameters: &Parameters, sent: &str) -> Vec<String> {
        let mut notes: Vec<String> = route.later.map(|rule| rule.note().to_owned()).into_iter().collect();
        if matches!(route.served, Served::Unknown) {
            notes.push(self.advise_unknown(&route.name));
        }
        let is_checked = matches!(route.served, Served::Method);
        let mut idle: Vec<String> = Vec::new();
        for path in
            route.method.filter(|_| is_checked).map(|method| parameters.unknown(method.params)).unwrap_or_default()
        {
            let path: String =
                path.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
            let is_effective = match path.rsplit('.').next().unwrap_or_default() {
                "secret_token" => self.state.compat && self.options.sends_secret,
                name => self.state.compat && compat::has_effect(name),
            };
            let path = as_sent(path, sent);
            if !is_effective && !idle.contains(&path) {
                idle.push(path);
            }
        }
        idle.extend(self.unknown_kinds(parameters));
        notes.retain(|note| !note.is_empty() && self.is_news(&route.name, note));
        idle.retain(|path| self.is_news(&route.name, path));
        if !idle.is_empty() {
            let verb = if idle.len() == 1 { " has no effect" } else { " have no effect" };
            notes.push([&idle.join(", "), verb].concat());
        }
        notes
    }

    /// Says how a method can be answered that this version does not have.
    fn advise_unknown(&self, name: &str) -> String {
        if !self.state.compat && compat::later_method(name).is_some() {
            return "a method of a later version, which compat accepts".into();
        }
        ["not in this version; --answer ", name, "=true answers it"].concat()
    }

    /// Returns the kinds of updates that a call asks for and this version does not have.
    fn unknown_kinds(&self, parameters: &Parameters) -> Vec<String> {
        let kinds = parameters.values.get("allowed_updates").filter(|_| self.state.compat).and_then(Value::as_array);
        let kinds = kinds.into_iter().flatten().filter_map(Value::as_str);
        let unknown = kinds.filter(|kind| matches!((*kind).into(), UpdateKind::Unknown(_)));
        unknown.map(|kind| ["allowed_updates.", kind].concat()).collect()
    }

    /// Returns true the first time, for something to note about a method.
    pub(crate) fn is_news(&mut self, method: &str, what: &str) -> bool {
        let key = [method, " ", what].concat();
        self.noted.len() < MOST_NOTES && self.noted.insert(key, Value::Null).is_none()
    }

    /// Fixes the `result` of a `method`, which then does nothing else, or removes a fixed result. Both are in the state.
    pub(crate) fn fix_answer(&mut self, mut parameters: Map<String, Value>) -> Result<()> {
        let (method, result) = (parameters.remove("method"), parameters.remove("result"));
        if let Some((name, _)) = parameters.iter().next() {
            return Err(Refusal::unknown("answer: unknown parameter: ", name, ["method", "result"].into_iter()));
        }
        let method = method.as_ref().and_then(Value::as_str).unwrap_or_default();
        let is_name = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_alphanumeric());
        refuse_if(!is_name, "answer.method: expected the name of a method, such as setMyCommands")?;
        let (key, mut answers) = (method.to_ascii_lowercase(), members(&self.state.answers));
        match result {
            Some(result) => drop(answers.insert(key, Value::Array(vec![method.into(), result]))),
            None => drop(answers.remove(&key)),
        }
        self.state.answers = text(answers);
        Ok(())
    }

    /// Returns all fixed results as JSON text.
    pub(crate) fn answers(&self) -> String {
        let answers = members(&self.state.answers);
        let shown =
            answers.values().filter_map(fixed).map(|[method, result]| json!({ "method": method, "result": result }));
        json_text(&Value::Array(shown.collect()))
    }
}

/// Returns the name of a method and its fixed result.
fn fixed(stored: &Value) -> Option<&[Value; 2]> {
    stored.as_array()?.first_chunk()
}
