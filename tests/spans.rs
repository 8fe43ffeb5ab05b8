//! The spans of the feature `tracing`: their fields, and data that must not be in them.
#![cfg(all(feature = "tracing", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::large_futures)]

mod support;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use botwire::client::{Bot, Encoding, Retry};
use botwire::emulator::{Emulator, EmulatorUser, Fault, FaultKind};
use botwire::methods::SendMessage;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{AfterError, Request, Webhook};
use pollster::block_on;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// A span: its name, the name of its parent, and its fields.
#[derive(Debug, Clone, Default)]
struct Span {
    name: String,
    parent: String,
    fields: BTreeMap<String, String>,
}

impl Visit for Span {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name().to_owned(), format!("{value:?}").trim_matches('"').to_owned());
    }
}

#[derive(Clone, Default)]
struct Collector(Arc<Mutex<(Vec<Span>, Vec<u64>)>>);

#[allow(clippy::cast_possible_truncation)]
impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("botwire")
    }
    fn new_span(&self, attributes: &Attributes<'_>) -> Id {
        let (spans, entered) = &mut *self.0.lock().unwrap();
        let parent = entered.last().map(|id| spans[*id as usize - 1].name.clone());
        let mut span = Span {
            name: attributes.metadata().name().to_owned(),
            parent: parent.unwrap_or_default(),
            ..Span::default()
        };
        attributes.record(&mut span);
        spans.push(span);
        Id::from_u64(spans.len() as u64)
    }
    fn record(&self, id: &Id, values: &Record<'_>) {
        values.record(&mut self.0.lock().unwrap().0[id.into_u64() as usize - 1]);
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, id: &Id) {
        self.0.lock().unwrap().1.push(id.into_u64());
    }
    fn exit(&self, _: &Id) {
        self.0.lock().unwrap().1.pop();
    }
}

/// Returns the spans of a piece of work.
fn spans(work: impl FnOnce(&Emulator, &EmulatorUser, Bot)) -> Vec<Span> {
    let (emulator, alice, bot) = support::world();
    let collector = Collector::default();
    tracing::subscriber::with_default(collector.clone(), || work(&emulator, &alice, bot));
    std::mem::take(&mut collector.0.lock().unwrap().0)
}

fn fields(span: &Span, names: &[&str]) -> Vec<String> {
    names.iter().map(|name| span.fields.get(*name).cloned().unwrap_or_default()).collect()
}

#[test]
fn a_call_has_a_span_with_one_for_each_attempt() {
    let seen = spans(|emulator, alice, bot| {
        let limit = FaultKind::RateLimit { retry_after: 1 };
        emulator.fault(Fault { times: Some(1), ..Fault::new(limit) });
        block_on(async { bot.retry(Retry::times(2)).send_message(alice.id(), "a private text").await }).unwrap();
    });
    let names_and_parents: Vec<_> = seen.iter().map(|span| (span.name.as_str(), span.parent.as_str())).collect();
    assert_eq!(
        names_and_parents,
        [("botwire.call", ""), ("botwire.attempt", "botwire.call"), ("botwire.attempt", "botwire.call")]
    );
    assert_eq!(fields(&seen[0], &["botwire.method", "otel.name", "error.type"]), ["sendMessage", "sendMessage", ""]);
    let http =
        ["http.request.method", "http.request.resend_count", "http.response.status_code", "error.type", "url.scheme"];
    assert_eq!(fields(&seen[1], &http), ["POST", "", "429", "429", "https"]);
    assert_eq!(fields(&seen[2], &http), ["POST", "1", "200", "", "https"]);
    assert!(!seen[1].fields["server.address"].is_empty() && !seen[1].fields["server.port"].is_empty());
}

#[test]
fn no_span_holds_the_token_or_a_text() {
    let token = "123456:AAbb-cc_DDeeFFgghhIIjjKK";
    let mut secrets = vec!["a private text".to_owned()];
    let seen = spans(|emulator, alice, bot| {
        secrets.push(bot.clone().id().unwrap().to_string());
        let bot = bot.encoding(Encoding::Query);
        block_on(async { bot.send_message(alice.id(), "a private text").await }).unwrap();
        block_on(async { bot.send_message(404, "a private text").await }).unwrap_err();
        block_on(async { bot.send_message(alice.id(), token.repeat(400)).await }).unwrap_err();
        let _ = emulator;
    });
    assert_eq!(seen.iter().filter(|span| span.name == "botwire.call").count(), 3);
    let shown = format!("{seen:?}");
    secrets.push("AAbb-cc_DDeeFFgghhIIjjKK".to_owned());
    for secret in secrets {
        assert!(!shown.contains(&secret), "{secret} in {shown}");
    }
}

#[test]
fn an_update_has_a_span_around_the_calls_of_its_handler() {
    let update = r#"{"update_id":7,"message":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"},"text":"a private text"}}"#;
    let deliver = |bot: Bot, fails: bool| {
        let request = Request::new("POST", "/hook/a-long-secret").header("content-type", "application/json");
        let webhook = Webhook::new("/hook/a-long-secret").bot(bot).on_error(|_| AfterError::Retry);
        block_on(webhook.handle(request.body(update), async move |update, context| {
            context.bot()?.get_me().await?;
            if fails {
                return Err(BoxError::from("no"));
            }
            Ok(Some(SendMessage::new(update.message.ok_or("none")?.chat.id, "hi")))
        }))
    };
    let seen = spans(|_, _, bot| {
        deliver(bot.clone(), false);
        deliver(bot, true);
    });
    let names_and_parents: Vec<_> = seen.iter().map(|span| (span.name.as_str(), span.parent.as_str())).collect();
    let one = [("botwire.update", ""), ("botwire.call", "botwire.update"), ("botwire.attempt", "botwire.call")];
    assert_eq!(names_and_parents, [one, one].concat());
    let names = ["botwire.update.id", "botwire.update.kind", "http.response.status_code", "error.type"];
    assert_eq!(fields(&seen[0], &names), ["7", "message", "200", ""]);
    assert_eq!(fields(&seen[3], &names), ["7", "message", "500", "500"]);
    assert!(!format!("{seen:?}").contains("a private text"));
}
