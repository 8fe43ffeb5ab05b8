//! Loads and stages a session as text: JSON with a version, under a key whose turn the delivery owns.

use std::time::Duration;

use crate::client::{Error, MaybeSend, MaybeSync};
use crate::types::Update;
use crate::webhook::handling::delivery::Delivery;
use crate::webhook::handling::failure::Cause;
use crate::webhook::handling::record::Staged;
use crate::webhook::handling::shared::Shared;
use crate::webhook::handling::stores::{AnySessionStore, BoxError, SessionChange};
use crate::wire::{ValidationError, json};

/// The default size limit of a session, in bytes: Deno KV stores up to 64 KiB under a key.
const MAX_BYTES: usize = 64_000;

/// The settings that do not depend on the type of the session.
#[derive(Clone)]
pub(super) struct Settings {
    store: Shared<dyn AnySessionStore>,
    pub by: Shared<dyn Key>,
    pub ttl: Option<Duration>,
    pub version: u32,
    pub max_bytes: usize,
}

/// A function that returns the key of an update.
pub(super) trait Key: Fn(&Update) -> Option<String> + MaybeSend + MaybeSync {}
impl<T: Fn(&Update) -> Option<String> + MaybeSend + MaybeSync> Key for T {}

/// The loaded session of an update.
#[derive(Default)]
pub(super) struct Opened {
    /// The key in the store, or `None` if the session is not saved.
    key: Option<String>,
    stored: Option<String>,
}

impl Opened {
    /// Returns the stored version and JSON.
    pub fn content(&self) -> Result<Option<(u32, &str)>, BoxError> {
        let Some(text) = &self.stored else { return Ok(None) };
        let version = json::member(text, "version").and_then(|version| version.parse().ok());
        let content = version.zip(json::member(text, "session"));
        content.map(Some).ok_or_else(|| invalid("store.read", "the text of a session", "another text"))
    }
}

impl Settings {
    pub fn new(store: Shared<dyn AnySessionStore>, by: impl Key + 'static) -> Self {
        Self { store, by: Shared::new(by), ttl: None, version: 0, max_bytes: MAX_BYTES }
    }

    /// Waits for the turn of the session and loads it.
    pub async fn open(&self, delivery: &Delivery, update: &Update) -> Result<Opened, BoxError> {
        let Some(key) = (self.by)(update) else { return Ok(Opened::default()) };
        if key.is_empty() {
            return Err(invalid("by", "a key with at least one character", "an empty String"));
        }
        let key = delivery.webhook.session_key(&key);
        if delivery.owner_of(&key).is_some() {
            return Err(invalid("by", "a key that no other session of the update has", "the same key"));
        }
        let stored = delivery.open_session(&self.store, &key).await?;
        Ok(Opened { key: Some(key), stored })
    }

    /// Stages the change of a session, which is saved with the end of the update. One that equals the initial value is deleted.
    pub fn stage(&self, delivery: &Delivery, opened: Opened, session: &str, initial: &str) -> Result<(), BoxError> {
        let text = ["{\"version\":", &self.version.to_string(), ",\"session\":", session, "}"].concat();
        if text.len() > self.max_bytes {
            let received = format!("{} bytes", text.len());
            return Err(invalid("session", &format!("at most {} bytes (max_bytes)", self.max_bytes), &received));
        }
        let is_initial = session == initial;
        let Some(key) = opened.key else {
            if !is_initial {
                // The update was handled, so the handler must not run again.
                let error = invalid("by", "a key, for a session that is to be saved", "none");
                drop(delivery.failed(Cause::Handler(error)));
            }
            return Ok(());
        };
        if opened.stored.map_or(is_initial, |stored| stored == text) {
            return Ok(());
        }
        let owner = delivery.owner_of(&key).unwrap_or_default();
        let ttl = self.ttl.filter(|_| !is_initial);
        let change = SessionChange { key, owner, text: (!is_initial).then_some(text), ttl };
        delivery.stage(Staged { store: self.store.clone(), change });
        Ok(())
    }
}

pub(super) fn invalid(path: &str, expected: &str, received: &str) -> BoxError {
    let [path, expected, received] = [path, expected, received].map(str::to_owned);
    let error = Box::new(ValidationError { path, expected, received });
    Error::Validation { method: "sessions".to_owned(), error }.into()
}
