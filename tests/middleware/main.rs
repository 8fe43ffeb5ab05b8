//! What runs around outgoing calls.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::large_futures)]

mod calls;
mod deliveries;
mod throttle;
mod transport;
mod unchecked;

use std::sync::{Arc, Mutex};

use botwire::client::{Bot, Error, Middleware, Next, OutgoingCall};
use botwire::emulator::{Emulator, EmulatorUser, NewUser};
use serde_json::{Value, json};

fn world() -> (Emulator, EmulatorUser, Bot) {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() }).unwrap();
    alice.unblock().unwrap();
    let bot = emulator.client().unwrap();
    (emulator, alice, bot)
}

/// Keeps what it sees: method, origin, parameters, and the result or the kind of the error.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<Value>>>);

impl Seen {
    fn take(&self) -> Vec<Value> {
        std::mem::take(&mut *self.0.lock().unwrap())
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
        self.0.lock().unwrap().push(seen);
        result
    }
}
