//! The exports of `emulator.wasm`: conversions only, no logic. Times are milliseconds since 1970. Refusals are thrown
//! as JavaScript errors.
//!
//! Actions and the log are passed as JSON text. Objects by serde-wasm-bindgen made `emulator.wasm` exceed its budget
//! and actions slower.

use std::sync::Arc;

use serde_json::{Map, Value};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::types::{UpdateId, UserId};

use super::snapshot::{content, sealed};
use super::state::base64::apart::saving_apart;
use super::stored::json_text;
use super::{Answer, CustomCall, Delivery, FaultKind, Hosted, Options, Outcome, Parameters, Request, Service, Upload};

mod values;
mod webhooks;

use values::{count, natural, number, options, parts, time, whole};

/// The service, for the driver in `pkg-template/emulator`.
#[wasm_bindgen(js_name = Service)]
#[derive(Debug)]
pub struct JsService {
    service: Service,
    /// The contents that the latest [`JsService::save_apart`] has returned.
    saved: Vec<Arc<[u8]>>,
}

#[wasm_bindgen(js_class = Service)]
impl JsService {
    /// Creates a service without bots, or that of a snapshot, which has its own seed. `entropy` is used without a seed.
    /// `webhooks` says which webhooks may be plain HTTP: `loopback`, `always` or `never`. `modes` has the words `compat`,
    /// `lenient`, `strict` and `secret`, each if it holds.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::too_many_arguments)] // an object would need glue for each property
    pub fn new(
        seed: Option<f64>,
        entropy: f64,
        webhooks: &str,
        log: u32,
        longest_poll: u32,
        modes: &str,
        callback_timeout: u32,
        snapshot: Option<Vec<u8>>,
    ) -> Result<Self, JsError> {
        let (seed, entropy) = (seed.map(f64::to_bits), entropy.to_bits());
        let options = options(webhooks, log, longest_poll, modes, callback_timeout);
        let service = match snapshot {
            Some(bytes) => Service::load(options, &bytes)?,
            None => Service::new(Options { seed, entropy, ..options }),
        };
        Ok(Self { service, saved: Vec::new() })
    }

    #[wasm_bindgen(js_name = allowLoopbackWebhooksOnly)]
    pub fn allow_loopback_webhooks_only(&mut self, only: bool) {
        self.service.allow_loopback_webhooks_only(only);
    }

    /// Leaves a gap before the next `update_id` of each bot.
    #[wasm_bindgen(js_name = skipUpdateIds)]
    pub fn skip_update_ids(&mut self, count: u32) {
        self.service.skip_update_ids(count);
    }

    /// Gives waiting and later updates greater `update_id`s than any update of a former service.
    #[wasm_bindgen(js_name = continueUpdateIds)]
    pub fn continue_update_ids(&mut self, former: &Self) {
        self.service.continue_update_ids(&former.service);
    }

    /// Continues the log of a former service.
    #[wasm_bindgen(js_name = continueLog)]
    pub fn continue_log(&mut self, former: &Self) {
        self.service.continue_log(&former.service);
    }

    /// Discards an update that waits for a bot. Returns false if it does not wait.
    pub fn discard(&mut self, now: f64, bot: f64, update: f64) -> bool {
        self.service.discard_update(time(now), UserId(whole(bot)), UpdateId(whole(update)))
    }

    /// Returns the state as bytes.
    pub fn save(&self) -> Vec<u8> {
        self.service.save()
    }

    /// Returns the state with a number such as `"@0"` in place of each large content, and the contents by their numbers. With
    /// `is_known`, a content that the former call has returned is its number there; all others are bytes.
    #[wasm_bindgen(js_name = saveApart)]
    pub fn save_apart(&mut self, is_known: bool) -> Vec<JsValue> {
        if !is_known {
            self.saved.clear();
        }
        let (state, contents) = saving_apart(|| self.service.save());
        let mut parts = vec![state.into()];
        let mut former = (0..).zip(&self.saved);
        for content in &contents {
            // Contents keep their order. The former ones are held, so a new one cannot have the address of one of them.
            let mut rest = former.clone();
            let known = rest.find(|(_, known)| Arc::ptr_eq(known, content));
            if known.is_some() {
                former = rest;
            }
            parts.push(known.map_or_else(|| content.to_vec().into(), |(number, _)| count(number)));
        }
        self.saved = contents;
        parts
    }

    /// Returns the state in a snapshot, as JSON text.
    pub fn unsealed(bytes: &[u8]) -> Result<Vec<u8>, JsError> {
        Ok(content(bytes)?.to_vec())
    }

    /// Returns the snapshot of a state that is JSON text.
    pub fn sealed(content: &[u8]) -> Vec<u8> {
        sealed(content)
    }

    /// Returns the time of the latest call, or of the snapshot.
    pub fn latest(&self) -> f64 {
        number(self.service.latest().millis())
    }

    /// Runs an action, with JSON text in and out. A file is passed with its name and type.
    pub fn act(
        &mut self,
        now: f64,
        name: &str,
        input: &str,
        file: Option<Vec<u8>>,
        file_name: String,
        media_type: String,
    ) -> Result<String, JsError> {
        let mut input = Parameters::from(serde_json::from_str::<Map<String, Value>>(input)?);
        if let Some(bytes) = file {
            input.upload(Upload { field: "file".into(), file_name, media_type, bytes });
        }
        Ok(self.service.act_in_text(time(now), name, input)?)
    }

    /// Returns a file by the identifier that it has for a bot: name, MIME type, bytes.
    pub fn file(&self, bot: f64, id: &str) -> Result<Vec<JsValue>, JsError> {
        let (name, media_type, bytes) = self.service.file(whole(bot), id)?;
        Ok(vec![name.into(), media_type.into(), bytes.to_vec().into()])
    }

    /// Sets the object that finds files behind unknown URLs. If it throws, the URL fails.
    #[wasm_bindgen(js_name = hostWith)]
    pub fn host_with(&mut self, hosts: Hosts) {
        self.service.host_with(move |url| {
            let failed = Hosted { media_type: String::new(), bytes: [].into() };
            let Ok(found) = hosts.find(url) else { return Some(failed) };
            let found = found?;
            Some(Hosted { media_type: found.media_type(), bytes: found.bytes().into() })
        });
    }

    /// Answers a request: status, content type, body (text or bytes), fault, milliseconds; or 0,
    /// poll, until, for a long poll.
    pub fn request(&mut self, now: f64, verb: &str, target: &str, content_type: &str, body: &[u8]) -> Vec<JsValue> {
        parts(self.service.request(time(now), &Request { verb, target, content_type, body }))
    }

    /// Returns the long polls whose wait is over: poll, the values of [`JsService::request`], poll …
    pub fn ready(&mut self, now: f64) -> Vec<JsValue> {
        let answers = self.service.ready(time(now)).into_iter();
        answers.flat_map(|(poll, answer)| [vec![count(poll)], parts(answer)].concat()).collect()
    }

    /// Cancels a long poll.
    pub fn cancel(&mut self, poll: f64) {
        self.service.cancel(natural(poll));
    }

    /// Returns the deliveries to make now: id, url, body, secret, fault, milliseconds, id …
    pub fn deliveries(&mut self, now: f64) -> Vec<JsValue> {
        let deliveries = self.service.deliveries(time(now)).into_iter();
        let parts = |delivery: Delivery| {
            let (fault, wait) = delivery.fault.as_ref().map_or(("", 0), FaultKind::on_the_way);
            let Delivery { id, url, body, secret, .. } = delivery;
            [count(id), url.into(), body.into(), secret.into(), fault.into(), number(wait).into()]
        };
        deliveries.flat_map(parts).collect()
    }

    /// Takes the response of a webhook.
    pub fn delivered(&mut self, now: f64, id: f64, status: u16, content_type: &str, body: &[u8]) {
        let outcome = Outcome::Answered { status, content_type, body };
        self.service.delivered(time(now), natural(id), outcome);
    }

    /// Reports that a webhook did not answer.
    pub fn failed(&mut self, now: f64, id: f64, reason: &str) {
        self.service.delivered(time(now), natural(id), Outcome::Failed(reason));
    }

    /// Returns when to look again if nothing happens before.
    #[wasm_bindgen(js_name = nextWake)]
    pub fn next_wake(&self) -> Option<f64> {
        self.service.next_wake().map(|wake| number(wake.millis()))
    }

    /// Removes the tokens of all bots from the keys and strings of a JSON text.
    #[wasm_bindgen(js_name = redactJson)]
    pub fn redact_json(&self, json: &str) -> String {
        self.service.redact_json(json)
    }

    /// Returns a note if updates wait without a webhook, otherwise an empty text.
    pub fn waiting(&self) -> String {
        self.service.waiting()
    }

    /// Returns the webhooks of all bots, as JSON text.
    pub fn webhooks(&self) -> String {
        serde_json::to_string(&webhooks::webhooks(&self.service)).unwrap_or_default()
    }

    /// Adds a method, whose calls the driver answers.
    pub fn method(&mut self, name: &str) {
        self.service.method(name);
    }

    /// Returns the calls of added methods: id, bot, method, parameters as JSON text, id …
    pub fn calls(&mut self) -> Vec<JsValue> {
        let calls = self.service.custom_calls().into_iter();
        let parts = |call: CustomCall| {
            let parameters = json_text(&Value::Object(call.parameters));
            [count(call.id), number(call.bot.0).into(), call.method.into(), parameters.into()]
        };
        calls.flat_map(parts).collect()
    }

    /// Answers a call of an added method with an envelope.
    pub fn answer(&mut self, now: f64, call: f64, status: u16, envelope: String) {
        self.service.send_answer(time(now), natural(call), Answer::Ready { status, envelope });
    }

    /// Returns the log entries after this one, as JSON text.
    pub fn log(&mut self, after: f64) -> String {
        let entries: Vec<&str> = self.service.log(natural(after)).collect();
        ["[", &entries.join(","), "]"].concat()
    }
}

#[wasm_bindgen]
extern "C" {
    /// Finds files behind URLs by its method `find`.
    #[derive(Debug)]
    pub type Hosts;
    /// A file, with its MIME type and bytes.
    #[derive(Debug)]
    pub type HostedFile;

    #[wasm_bindgen(method, structural, catch)]
    fn find(this: &Hosts, url: &str) -> Result<Option<HostedFile>, JsValue>;
    #[wasm_bindgen(method, structural, getter, js_name = mediaType)]
    fn media_type(this: &HostedFile) -> String;
    #[wasm_bindgen(method, structural, getter)]
    fn bytes(this: &HostedFile) -> Vec<u8>;
}
