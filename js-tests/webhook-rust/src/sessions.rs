//! A bot that counts the messages of each user.

use std::time::Duration;

use botwire::client::BoxFuture;
use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::stores::{BoxError, DurableObjectStore, WorkersKvStore};
use botwire::webhook::{Context, InlineCall, Session, Sessions};
use serde::{Deserialize, Serialize};
use worker::{Delay, Env};

#[derive(Default, Serialize, Deserialize)]
struct Counter {
    count: u32,
}

async fn count(update: Update, _: Context<Env>, mut session: Session<Counter>) -> Option<SendMessage> {
    let message = update.message?;
    let count = session.count + 1;
    // Another update would read the same count meanwhile.
    Delay::from(Duration::from_millis(5)).await;
    session.count = count;
    if message.text.as_deref() == Some("end") {
        *session = Counter::default();
    }
    Some(message.reply(count))
}

type Handling = BoxFuture<'static, Result<Option<InlineCall>, BoxError>>;

/// The handler, over the store that the bindings name.
pub fn handler(env: &Env) -> Result<Box<dyn Fn(Update, Context<Env>) -> Handling>, BoxError> {
    Ok(match env.var("SESSIONS")?.to_string().as_str() {
        "workers kv" => Box::new(Sessions::new(WorkersKvStore::of(env, "UPDATES")?).by_user().handler(count)),
        _ => Box::new(Sessions::new(DurableObjectStore::of(env, "CLAIMS")?).by_user().handler(count)),
    })
}
