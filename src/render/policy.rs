//! Renders `policy.ts` and `answer-methods.ts`: the constants of `src/policy` and `src/wire` that JavaScript functions need.

use std::fmt::Display;
use std::time::Duration;

use super::json::quote;
use crate::emulator::state::DELIVERY_ATTEMPTS;
use crate::policy::{self, envelope, polling, redact, webhook};
use crate::types::{Message, Update};
use crate::wire::{self, json};

const HEADER: &str =
    "// Rendered by botwire-render from src/policy and src/wire, where the reasons stand; not edited by hand.";

/// A constant: its name, its documentation, and its value as JavaScript.
type Constant = (&'static str, &'static str, String);

/// Returns `policy.ts`.
pub fn policy() -> String {
    let constants = [calls(), receiving(), others()].concat();
    let lines = constants.iter().map(|(name, doc, value)| format!("/** {doc} */\nexport const {name} = {value};\n"));
    format!("{HEADER}\n{}", lines.collect::<String>())
}

/// Returns `answer-methods.ts`, which typings import.
pub fn answer_methods() -> String {
    let answers = webhook::ANSWERS.map(|(kind, method)| format!("  {kind}: {};\n", quote(method))).concat();
    let doc = "/** The methods that answer queries, by the kind of update. */";
    format!("{HEADER}\n{doc}\nexport interface AnswerMethods {{\n{answers}}}\n")
}

/// The constants of calls.
fn calls() -> Vec<Constant> {
    let late_total = policy::LATE_RETRY.total_time().unwrap_or_default();
    vec![
        ("TIMEOUT_MS", "How long one attempt of a call without files may take.", ms(policy::TIMEOUT)),
        ("MAX_RESPONSE_BYTES", "The largest successful answer.", policy::MAX_RESPONSE_BYTES.to_string()),
        ("MAX_FAILURE_BYTES", "What is read of a failure.", policy::MAX_FAILURE_BYTES.to_string()),
        ("MAX_FILE_BYTES", "The largest file that can be downloaded.", policy::MAX_FILE_BYTES.to_string()),
        ("MAX_UPLOAD_BYTES", "The largest file that can be uploaded.", policy::MAX_UPLOAD_BYTES.to_string()),
        ("DOWNLOAD_MS", "How long a whole download may take.", ms(policy::DOWNLOAD_TOTAL)),
        ("EXCERPT", "Characters that an error shows of a foreign body.", envelope::EXCERPT.to_string()),
        ("FIRST_WAIT_MS", "The first wait before a retry; each further one doubles.", ms(policy::FIRST_WAIT)),
        ("MAX_RETRY_WAIT_MS", "The longest wait before a retry.", ms(policy::LONGEST_WAIT)),
        ("LATE_RETRIES", "Retries of a call after the response to a delivery.", policy::LATE_RETRY.count().to_string()),
        ("LATE_RETRY_MS", "How long after its start a late call is retried at the latest.", ms(late_total)),
    ]
}

/// The constants of receiving updates by polling.
fn receiving() -> Vec<Constant> {
    vec![
        ("POLL_SECONDS", "How long the service waits for an update.", polling::POLL.as_secs().to_string()),
        ("MAX_BACKOFF_MS", "The longest wait of a poll where the service asks for none.", ms(polling::MAX_BACKOFF)),
        ("MAX_POLL_WAIT_MS", "The longest wait of a poll.", ms(polling::MAX_POLL_WAIT)),
        ("IDLE_MS", "The least time between polls without updates.", ms(polling::IDLE)),
        ("FIRST_BUSY_MS", "The shortest pause between polls while updates are being handled.", ms(polling::FIRST_BUSY)),
        ("LONGEST_BUSY_MS", "The longest such pause.", ms(polling::LONGEST_BUSY)),
        ("BUSY_SHARE", "How many times longer than the pause no new update has come.", polling::BUSY_SHARE.to_string()),
        (
            "ENDLESS_MS",
            "The age after which a handler that holds up polling probably never ends.",
            ms(polling::ENDLESS),
        ),
        ("ENDLESS_ADVICE", "What is said about such a handler.", quote(polling::ENDLESS_ADVICE)),
        ("CONFIRM_MS", "How long the last confirmation may take.", ms(policy::CONFIRMATION)),
        ("CONFLICT", "A webhook is set, or another program polls.", polling::CONFLICT.to_string()),
        ("OUTAGE", "The fault in a row that is reported even if a wait may mend it.", polling::OUTAGE.to_string()),
        ("CONFLICT_ADVICE", "What helps after a conflict.", quote(polling::CONFLICT_ADVICE)),
        ("MAX_CHECKED_OFFSET", "The greatest Integer of the specification.", polling::MAX_CHECKED_OFFSET.to_string()),
        ("MAX_UPDATE_ID", "The greatest identifier that can be confirmed.", polling::MAX_UPDATE_ID.to_string()),
        (
            "UNCONFIRMABLE",
            "What a report of such updates says before their identifiers.",
            quote(polling::UNCONFIRMABLE),
        ),
        ("MAX_UPDATES", "The most updates of one answer.", polling::MAX_LIMIT.to_string()),
        ("REPORTED_IDS", "How many of their identifiers a report names.", polling::REPORTED_IDS.to_string()),
        (
            "KEPT_IDS",
            "Identifiers of updates from which on the older ones are forgotten.",
            polling::KEPT_IDS.to_string(),
        ),
    ]
}

/// The constants of webhooks and stores, and all others.
fn others() -> Vec<Constant> {
    vec![
        ("TIMER_SLACK_MS", "The delay of a call that does not delay the next one.", ms(policy::TIMER_SLACK)),
        ("MAX_DEPTH", "Levels of nesting that parameters may have.", json::MAX_DEPTH.to_string()),
        ("DEADLINE_MS", "How long the answer to a delivery may take.", ms(webhook::DEADLINE)),
        (
            "PRE_CHECKOUT_MS",
            "How long the service waits for the answer to a pre-checkout query.",
            ms(policy::PRE_CHECKOUT),
        ),
        ("RESPONSE_MS", "The time that a response needs on its way.", ms(policy::RESPONSE_TIME)),
        ("LATE_SIGNAL_MS", "How long after the deadline the signal is aborted.", ms(webhook::LATE_SIGNAL)),
        ("MAX_BODY_BYTES", "The largest delivery.", webhook::MAX_BODY_BYTES.to_string()),
        ("LEASE_MS", "How long a claim lasts unless it is renewed.", ms(webhook::LEASE)),
        ("RENEWED_MS", "For how long the lease of a running handler is renewed.", ms(webhook::RENEWED)),
        ("FIRST_LOOK_MS", "The first pause before a busy key is tried again.", ms(webhook::FIRST_LOOK)),
        ("LONGEST_LOOK_MS", "The longest pause between two tries.", ms(webhook::LONGEST_LOOK)),
        ("LOOK_GROWTH", "By how much each further pause is longer.", webhook::LOOK_GROWTH.to_string()),
        ("TURN_GROWTH", "How much longer than a claim a turn lasts.", webhook::TURN_GROWTH.to_string()),
        ("PLACE_MS", "How long a waiting update keeps its place after it asked last.", ms(webhook::PLACE)),
        (
            "RESPONSES_IN_MEMORY",
            "The total length of the responses that a store in memory remembers.",
            webhook::RESPONSES_IN_MEMORY.to_string(),
        ),
        ("CLAIM_SECONDS", "How long a handled update is remembered.", webhook::REMEMBERED.as_secs().to_string()),
        ("ATTEMPTS", "How often a handler runs for an update that fails for a while.", webhook::ATTEMPTS.to_string()),
        ("MAX_REMEMBERED_BYTES", "The largest response that is remembered.", webhook::MAX_REMEMBERED_BYTES.to_string()),
        ("STORE_MS", "How long a store may take for an answer, and how long it may fail.", ms(webhook::STORE)),
        (
            "MIN_KV_SECONDS",
            "The shortest time that Workers KV keeps anything.",
            webhook::SHORTEST_IN_KV.as_secs().to_string(),
        ),
        ("CLAIM_CAPACITY", "Updates that the memory of an isolate remembers.", webhook::CAPACITY.to_string()),
        ("DELIVERY_ATTEMPTS", "The attempts of the emulator to deliver an update.", DELIVERY_ATTEMPTS.to_string()),
        ("REDACTED", "Replaces the token.", quote(policy::REDACTED)),
        ("WITHHELD", "Replaces a text that may spell the token in another way.", quote(policy::WITHHELD)),
        (
            "MIN_SECRET",
            "The length from which a secret is searched for without its number.",
            redact::MIN_SECRET.to_string(),
        ),
        ("SECRET_WINDOW", "So many letters of a secret in a row are no coincidence.", redact::WINDOW.to_string()),
        (
            "FORM_BOOLEAN",
            "Bits of `formKind`. A parameter without the first two is a text.",
            wire::FORM_BOOLEAN.to_string(),
        ),
        ("FORM_JSON", "The text is JSON.", wire::FORM_JSON.to_string()),
        ("FORM_ARRAY", "The texts are the items of an array.", wire::FORM_ARRAY.to_string()),
        ("FORM_REQUIRED", "The parameter is required.", wire::FORM_REQUIRED.to_string()),
        // Bundlers inline constants only if no other code precedes them.
        (
            "TEMPORARY_STATUSES",
            "Statuses from 400 to 499 of failures that a retry may fix.",
            format!("{:?}", polling::TEMPORARY),
        ),
        ("CHAT_PARAMETERS", "The parameters that name chats.", list(&policy::CHAT_PARAMETERS)),
        ("WEBHOOK_PORTS", "Ports that the service delivers to.", list(&webhook::PORTS)),
        ("UPDATE_KINDS", "The kinds of updates, in the order of the specification.", list(&kinds())),
        ("MESSAGE_CONTENTS", "The fields of a message that are its content.", list(&contents())),
    ]
}

/// Returns the kinds of updates: the fields of an update except its identifier.
fn kinds() -> Vec<&'static str> {
    Update::table().fields.iter().map(|field| field.name).filter(|name| *name != "update_id").collect()
}

/// Returns the contents of messages, as `MessageContent` of the package does: the optional fields that say neither whence the
/// message came, nor what belongs to its text or caption.
fn contents() -> Vec<&'static str> {
    const OTHERS: [&str; 7] =
        ["from", "edit_date", "author_signature", "media_group_id", "entities", "caption", "caption_entities"];
    let optional = Message::table().fields.iter().filter(|field| !field.required).map(|field| field.name);
    optional.filter(|name| !OTHERS.contains(name) && !name.starts_with("forward_")).collect()
}

fn ms(duration: Duration) -> String {
    duration.as_millis().to_string()
}

/// Writes the items as strings, because the port of a URL is one.
fn list(values: &[impl Display]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| quote(&value.to_string())).collect();
    format!("[{}]", quoted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::{answer_methods, kinds, policy};
    use crate::methods;
    use crate::policy::webhook::ANSWERS;

    #[test]
    fn each_kind_of_query_has_the_method_that_takes_its_identifier() {
        let queries: Vec<&str> = kinds().into_iter().filter(|kind| kind.ends_with("_query")).collect();
        let mut answered = ANSWERS.map(|(kind, _)| kind).to_vec();
        answered.sort_by_key(|kind| queries.iter().position(|query| query == kind));
        assert_eq!(answered, queries);
        for (kind, name) in ANSWERS {
            let method = methods::find(name).filter(|method| method.params.field(&format!("{kind}_id")).is_some());
            assert!(method.is_some(), "{name}");
            assert!(answer_methods().contains(&format!("\n  {kind}: \"{name}\";\n")), "{name}");
        }
    }

    #[test]
    fn figures_are_in_the_unit_of_their_names() {
        let text = policy();
        for line in [
            "export const TIMEOUT_MS = 60000;",
            "export const MAX_RESPONSE_BYTES = 16777216;",
            "export const FIRST_WAIT_MS = 500;",
            "export const POLL_SECONDS = 30;",
            "export const CLAIM_SECONDS = 86400;",
            "export const LATE_RETRIES = 3;",
            "export const WEBHOOK_PORTS = [\"443\", \"80\", \"88\", \"8443\"];",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
