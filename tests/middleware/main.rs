//! Middleware around outgoing calls.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::large_futures)]

mod calls;
mod deliveries;
#[path = "../support/mod.rs"]
mod support;
mod throttle;
mod transport;
mod unchecked;

use botwire::client::{Error, Middleware, Next, OutgoingCall};
use serde_json::{Value, json};

use support::{Log, world};

/// Records the method, origin, and parameters of calls, and the result or the kind of the error.
#[derive(Clone, Default)]
struct Seen(Log<Value>);

impl Seen {
    fn take(&self) -> Vec<Value> {
        self.0.take()
    }
}

impl Middleware for Seen {
    async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        let mut seen = json!([call.method(), format!("{:?}", call.origin()), call.params()]);
        let result = next.run(call).await;
        let outcome = match &result {
            Ok(Some(_)) => json!("a result"),
            Ok(None) => Value::Null,
            Err(error) => json!(error.kind()),
        };
        seen.as_array_mut().unwrap().push(outcome);
        self.0.push(seen);
        result
    }
}
