//! Runs the policy on the vectors of JavaScript (`js-tests/policy`): natively in `tests/policy.rs`, and on wasm32 in
//! `tests/client/policy.rs`.

mod delivery;

use std::time::Duration;

use botwire::policy::claims::{Claimed, Claims};
use botwire::policy::envelope::{ParsedEnvelope, excerpt, parse_envelope};
use botwire::policy::{
    REDACTED, Retry, Trouble, WITHHELD, backoff, base_url, bot_id, bot_key, is_token, moved_chat, polling, redact,
    webhook,
};
use botwire::types::{ChatId, ResponseParameters, UpdateKind};
use botwire::webhook::Webhook;
use serde_json::{Value, json};

pub use delivery::{all_states_of_updates, ends_of_updates};

fn read(text: &str) -> Vec<Value> {
    let vectors: Vec<Value> = serde_json::from_str(text).unwrap();
    assert!(vectors.len() > 4);
    vectors
}

fn part(text: &str, name: &str) -> Vec<Value> {
    let parts: Value = serde_json::from_str(text).unwrap();
    read(&parts[name].to_string())
}

fn ms(value: &Value) -> Option<Duration> {
    value.as_u64().map(Duration::from_millis)
}

fn count(value: &Value) -> u32 {
    u32::try_from(value.as_u64().unwrap()).unwrap()
}

fn trouble(failure: &Value) -> Trouble {
    match failure["kind"].as_str().unwrap() {
        "network" | "timeout" => Trouble::UNANSWERED,
        _ => Trouble::answered(status(failure), retry_after(failure)),
    }
}

fn status(failure: &Value) -> i64 {
    failure["status"].as_i64().unwrap()
}

fn retry_after(failure: &Value) -> Option<Duration> {
    failure["retry_after"].as_u64().map(Duration::from_secs)
}

pub fn back_off() {
    for vector in read(include_str!("backoff.json")) {
        let [first, longest] = ["first_ms", "longest_ms"].map(|name| ms(&vector[name]).unwrap());
        let wait = backoff(first, count(&vector["failures"]), longest, vector["random"].as_f64().unwrap());
        assert_eq!(Some(wait), ms(&vector["expected_ms"]), "{vector}");
    }
}

pub fn retries() {
    for vector in read(include_str!("retry.json")) {
        let mut retry = Retry::times(count(&vector["retries"])).max_wait(ms(&vector["max_wait_ms"]).unwrap());
        if let Some(total) = ms(&vector["total_ms"]) {
            retry = retry.total(total);
        }
        let wait = retry.wait(
            trouble(&vector["failure"]),
            vector["is_idempotent"].as_bool().unwrap(),
            count(&vector["retried"]),
            ms(&vector["elapsed_ms"]).unwrap(),
            vector["random"].as_f64().unwrap(),
        );
        assert_eq!(wait, ms(&vector["expected_ms"]), "{vector}");
    }
}

pub fn polls() {
    let text = include_str!("polling.json");
    for vector in part(text, "waits") {
        let failure = &vector["failure"];
        let is_lasting = polling::is_lasting(status(failure));
        let wait = polling::wait_after_errors(
            count(&vector["faults"]),
            retry_after(failure),
            vector["random"].as_f64().unwrap(),
        );
        assert_eq!((!is_lasting).then_some(wait), ms(&vector["expected_ms"]), "{vector}");
    }
    for vector in part(text, "identifiers") {
        let is_confirmable = polling::is_confirmable(vector["update_id"].as_i64().unwrap());
        assert_eq!(Some(is_confirmable), vector["is_confirmable"].as_bool(), "{vector}");
    }
    for vector in part(text, "busy") {
        let wait = polling::wait_when_busy(ms(&vector["quiet_ms"]).unwrap());
        assert_eq!(Some(wait), ms(&vector["expected_ms"]), "{vector}");
    }
    for vector in part(text, "idle") {
        assert_eq!(
            Some(polling::wait_when_idle(ms(&vector["took_ms"]).unwrap())),
            ms(&vector["expected_ms"]),
            "{vector}"
        );
    }
}

pub fn envelopes() {
    for vector in read(include_str!("envelope.json")) {
        let body = vector["body"].as_str().unwrap();
        let status = u16::try_from(vector["status"].as_u64().unwrap()).unwrap();
        let clean = |text: &str| redact(text, vector["token"].as_str().unwrap_or("1:a"));
        let read = match parse_envelope(status, body) {
            ParsedEnvelope::Result(result) => {
                json!({ "kind": "result", "result": serde_json::from_str::<Value>(result).unwrap() })
            }
            ParsedEnvelope::Refusal { error_code, description, parameters } => {
                let parameters = parameters.unwrap_or_else(ResponseParameters::new);
                json!({
                    "kind": "api",
                    "error_code": error_code,
                    "description": clean(&description),
                    "retry_after": parameters.retry_after,
                    "migrate_to_chat_id": parameters.migrate_to_chat_id,
                })
            }
            ParsedEnvelope::Foreign => {
                json!({ "kind": "http", "status": status, "excerpt": clean(&excerpt(body)) })
            }
        };
        assert_eq!(read, vector["expected"], "{vector}");
    }
}

pub fn redactions() {
    let text = include_str!("redact.json");
    let usual: Value = serde_json::from_str(text).unwrap();
    for kind in ["replaced", "withheld", "shown", "spelled", "unrelated"] {
        for vector in part(text, kind) {
            let token = vector["token"].as_str().or(usual["token"].as_str()).unwrap();
            let text = vector["text"].as_str().unwrap();
            let shown = redact(text, token);
            match kind {
                "replaced" => assert_eq!(Some(&*shown), vector["expected"].as_str(), "{vector}"),
                "withheld" => assert_eq!(shown, WITHHELD, "{vector}"),
                "spelled" => assert!(shown == WITHHELD || shown.contains(REDACTED), "{vector}: {shown}"),
                _ => assert_eq!(shown, text, "{vector}"),
            }
            assert_eq!(redact(&shown, token), shown, "{vector}: again");
        }
    }
}

/// Removes the option from the error, because its name differs between the languages.
fn without_hint(received: &str) -> String {
    received.split(" (see ").next().unwrap_or_default().to_owned()
}

pub fn base_urls() {
    let text = include_str!("base-url.json");
    for vector in part(text, "urls") {
        let allow_http = vector["allow_http"].as_bool().unwrap_or_default();
        let url = base_url(vector["url"].as_str().unwrap(), allow_http).map_err(|received| without_hint(&received));
        let expected = vector["expected"].as_str().map(str::to_owned);
        assert_eq!(url, expected.ok_or_else(|| vector["received"].as_str().unwrap().to_owned()), "{vector}");
    }
    for vector in part(text, "tokens") {
        assert_eq!(Some(is_token(vector["token"].as_str().unwrap())), vector["is_token"].as_bool(), "{vector}");
    }
}

pub fn addresses() {
    for vector in read(include_str!("webhook-address.json")) {
        let is_service_local = vector["is_service_local"].as_bool().unwrap_or_default();
        let is_allowed = webhook::is_address(vector["url"].as_str().unwrap(), is_service_local);
        assert_eq!(Some(is_allowed), vector["is_allowed"].as_bool(), "{vector}");
    }
}

pub fn paths() {
    let text = include_str!("path.json");
    for vector in part(text, "decoded") {
        // Converts each byte to the character with its number.
        let decoded = webhook::decode_path(vector["path"].as_str().unwrap());
        let bytes: String = decoded.into_iter().map(char::from).collect();
        assert_eq!(Some(bytes.as_str()), vector["bytes"].as_str(), "{vector}");
    }
    for vector in part(text, "compared") {
        let [secret, path] = ["secret", "path"].map(|name| vector[name].as_str().unwrap());
        let is_same = Webhook::new(secret).check("POST", path).is_ok();
        assert_eq!(Some(is_same), vector["is_same"].as_bool(), "{vector}");
    }
}

pub fn deadlines() {
    for vector in read(include_str!("deadline.json")) {
        let limit = webhook::time_to_answer(ms(&vector["deadline_ms"]), vector["is_pre_checkout"].as_bool().unwrap());
        assert_eq!(limit, ms(&vector["expected_ms"]), "{vector}");
    }
}

pub fn kinds() {
    for vector in read(include_str!("kind.json")) {
        let update = Webhook::unauthenticated().parse(vector["update"].as_str().unwrap().as_bytes()).unwrap();
        let kind = update.kind();
        assert_eq!(kind.as_ref().map(UpdateKind::as_str), vector["kind"].as_str(), "{vector}");
    }
}

pub fn origins() {
    for vector in read(include_str!("origin.json")) {
        let update = Webhook::unauthenticated().parse(vector["update"].to_string().as_bytes()).unwrap();
        assert_eq!(update.chat_id().map(|chat| chat.0), vector["chat_id"].as_i64(), "{vector}");
        assert_eq!(update.user_id().map(|user| user.0), vector["user_id"].as_i64(), "{vector}");
    }
}

pub fn claims() {
    for vector in read(include_str!("claims.json")) {
        let capacity =
            vector["capacity"].as_u64().map_or(webhook::CAPACITY, |capacity| usize::try_from(capacity).unwrap());
        let mut claims = Claims::new(capacity);
        for step in vector["steps"].as_array().unwrap() {
            let (key, now) = (step["key"].as_str().unwrap(), step["at_ms"].as_f64().unwrap());
            let lease = step["lease_ms"].as_f64().unwrap_or(webhook::LEASE.as_secs_f64() * 1000.0);
            let by = step["by"].as_str().unwrap_or("nobody");
            let long = step["response_length"].as_u64().map(|length| "x".repeat(usize::try_from(length).unwrap()));
            let response = long.as_deref().or(step["response"].as_str());
            let attempts = step["attempts"].as_u64().map_or(0, |attempts| u32::try_from(attempts).unwrap());
            let is = match step["do"].as_str().unwrap() {
                "claim" => match claims.claim(key, lease, step["place"].as_i64(), by, now) {
                    Claimed::Owned { attempts } => json!(attempts),
                    Claimed::Busy => json!("busy"),
                    Claimed::Done { response: None } => json!("done"),
                    Claimed::Done { response: Some(long) } if long.len() > 1000 => {
                        json!({ "response_length": long.len() })
                    }
                    Claimed::Done { response } => json!({ "response": response }),
                },
                "renew" => json!(claims.renew(key, by, lease, now)),
                "release" => json!(claims.release(key, by, attempts)),
                _ => json!(claims.settle(key, by, now + step["seconds"].as_f64().unwrap() * 1000.0, response)),
            };
            assert_eq!(is, step["is"], "{}: {step}", vector["why"]);
        }
    }
}

pub fn bot_ids() {
    for vector in read(include_str!("bot-id.json")) {
        let token = vector["token"].as_str().unwrap();
        assert_eq!(
            (json!(bot_id(token)), json!(bot_key(token))),
            (vector["id"].clone(), vector["key"].clone()),
            "{vector}"
        );
    }
}

pub fn migrations() {
    for vector in read(include_str!("migration.json")) {
        let chat = |name| vector[name].as_i64().map(ChatId);
        let chats: Vec<ChatId> = ["chat_id", "from_chat_id"].into_iter().filter_map(chat).collect();
        let moved = moved_chat(&chats, chat("to").unwrap());
        assert_eq!(json!(moved), vector["moved"], "{vector}");
    }
}

/// Defines a test with that attribute for each rule.
macro_rules! test_rules {
    ($attribute:ident) => {
        test_rules! { $attribute: back_off retries polls envelopes redactions base_urls addresses paths deadlines kinds origins claims bot_ids migrations ends_of_updates all_states_of_updates }
    };
    ($attribute:ident: $($rule:ident)*) => {
        $(
            #[$attribute]
            fn $rule() {
                vectors::$rule();
            }
        )*
    };
}
