//! The sample with spans of `tracing`.

use std::fmt::Debug;
use std::sync::{Arc, Mutex};

use pollster::block_on;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::spans::Spans;
use super::world;

/// Keeps the fields of the spans, and when they are entered.
#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<String>>>);

impl Visit for Collector {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.lock().unwrap().push(format!("{field} {value:?}"));
    }
}

impl Subscriber for Collector {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut self.clone());
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut self.clone());
    }
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {
        self.0.lock().unwrap().push("enter".to_owned());
    }
    fn exit(&self, _: &Id) {}
}

#[test]
fn each_call_has_a_span() {
    let (_, _, bot) = world();
    let (collector, bot) = (Collector::default(), bot.with(Spans));
    tracing::subscriber::with_default(collector.clone(), || {
        block_on(async { bot.get_chat(404).await }).unwrap_err();
    });
    let mut seen = std::mem::take(&mut *collector.0.lock().unwrap());
    seen.dedup();
    assert_eq!(seen, ["rpc.method \"getChat\"", "origin Call", "enter", "error.type \"api\""]);
}
