//! Middleware that creates a span of `tracing` for each call of a bot.
//!
//! `cargo run --example spans --features client,emulator`

use botwire::client::{Error, Middleware, Next, OutgoingCall};
use botwire::emulator::{Emulator, NewUser};
use serde_json::Value;
use tracing::field::Empty;
use tracing::{Instrument, info_span};

/// Opens a span for each call. It never holds parameters, which may be private.
pub struct Spans;

impl Middleware for Spans {
    async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        let span = info_span!("bot call", rpc.method = call.method(), origin = ?call.origin(), error.type = Empty);
        let result = next.run(call).instrument(span.clone()).await;
        if let Err(error) = &result {
            span.record("error.type", error.kind());
        }
        result
    }
}

#[allow(dead_code)] // a test uses the middleware
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser::default())?;
    alice.write("/start")?;
    // A program adds a subscriber here, such as that of `tracing-subscriber` or `tracing-opentelemetry`.
    let bot = emulator.client()?.with(Spans);
    pollster::block_on(async { bot.send_message(alice.id(), "hi").await })?;
    println!("{:?}", alice.next_message().and_then(|seen| seen.message.text));
    Ok(())
}
