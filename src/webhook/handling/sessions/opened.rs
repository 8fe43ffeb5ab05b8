//! Loads and stages a session as text: JSON with a version, under a key whose turn the delivery owns.

use std::time::Duration;

use super::owner::{Owner, migrated_from};
use crate::client::Error;
use crate::types::{ChatId, Update};
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
    pub owner: Owner,
    pub ttl: Option<Duration>,
    pub version: u32,
    pub max_bytes: usize,
}

/// The loaded session of an update.
#[derive(Default)]
pub(super) struct Opened {
    /// The key in the store, or `None` if the session is not saved.
    key: Option<String>,
    stored: Option<String>,
    /// The key under which the text is stored, if its group has become a supergroup since.
    former_key: Option<String>,
    /// The key and text that say which group the supergroup was.
    mark: Option<(String, String)>,
}

impl Opened {
    /// Returns what is stored.
    pub fn content(&self) -> Result<Content<'_>, BoxError> {
        let Some(text) = &self.stored else { return Ok(Content::default()) };
        let version = json::member(text, "version").and_then(|version| version.parse().ok());
        let (session, talk) = (json::member(text, "session"), json::member(text, "talk"));
        let version = version.filter(|_| session.is_some() || talk.is_some());
        let content = version.map(|version| Content { version, session, talk });
        content.ok_or_else(|| invalid("store.read", "the text of a session", "another text"))
    }
}

/// The parts of a stored session.
#[derive(Default)]
pub(super) struct Content<'a> {
    pub version: u32,
    /// `None` for the initial value.
    pub session: Option<&'a str>,
    /// The conversation beside it.
    pub talk: Option<&'a str>,
}

impl Settings {
    pub fn new(store: Shared<dyn AnySessionStore>) -> Self {
        Self { store, owner: Owner::Chat, ttl: None, version: 0, max_bytes: MAX_BYTES }
    }

    /// Waits for the turn of the session and loads it.
    pub async fn open(&self, delivery: &Delivery, update: &mut Update) -> Result<Opened, BoxError> {
        let Some(key) = self.key(delivery, update, None)? else { return Ok(Opened::default()) };
        if delivery.owner_of(&key).is_some() {
            return Err(invalid("by", "a key that no other session of the update has", "the same key"));
        }
        let stored = delivery.open_session(&self.store, &key).await?;
        let mut opened = Opened { key: Some(key), stored, ..Opened::default() };
        if let Some(former) = self.former_chat(delivery, update, opened.stored.is_some()).await? {
            self.open_former(delivery, update, former, &mut opened).await?;
        }
        Ok(opened)
    }

    fn key(
        &self,
        delivery: &Delivery,
        update: &mut Update,
        former: Option<ChatId>,
    ) -> Result<Option<String>, BoxError> {
        let key = self.owner.key(update, former);
        if key.as_ref().is_some_and(String::is_empty) {
            return Err(invalid("by", "a key with at least one character", "an empty String"));
        }
        Ok(key.map(|key| delivery.webhook.session_key(&key)))
    }

    /// Returns the group that the chat of an update was before it became a supergroup, if that is known.
    async fn former_chat(
        &self,
        delivery: &Delivery,
        update: &Update,
        has_session: bool,
    ) -> Result<Option<ChatId>, BoxError> {
        let migrated = migrated_from(update);
        // Only the first update says it. Each user of the chat has a session to move.
        let chat = update.chat_id().filter(|chat| chat.0 < 0);
        match (&self.owner, chat) {
            (Owner::UserInChat, Some(chat)) if migrated.is_none() && !has_session => {
                let text = delivery.read_session(&self.store, &mark_key(delivery, chat)).await?;
                Ok(text.and_then(|text| text.parse().ok()).map(ChatId))
            }
            _ => Ok(migrated),
        }
    }

    /// Waits for the turn of the session of the former group. Loads it, unless the supergroup has one already.
    async fn open_former(
        &self,
        delivery: &Delivery,
        update: &mut Update,
        former: ChatId,
        opened: &mut Opened,
    ) -> Result<(), BoxError> {
        let former_key = self.key(delivery, update, Some(former))?;
        let Some(former_key) = former_key.filter(|key| opened.key.as_ref() != Some(key)) else { return Ok(()) };
        if let (Owner::UserInChat, Some(_), Some(chat)) = (&self.owner, migrated_from(update), update.chat_id()) {
            opened.mark = Some((mark_key(delivery, chat), former.to_string()));
        }
        for key in [Some(&former_key), opened.mark.as_ref().map(|(key, _)| key)].into_iter().flatten() {
            let text = delivery.open_session(&self.store, key).await?;
            if key == &former_key && opened.stored.is_none() && text.is_some() {
                (opened.stored, opened.former_key) = (text, Some(former_key.clone()));
            }
        }
        Ok(())
    }

    /// Returns the text to store.
    pub fn text(&self, session: Option<&str>, talk: Option<&str>) -> Result<String, BoxError> {
        let mut text = ["{\"version\":", &self.version.to_string()].concat();
        for (name, json) in [(",\"session\":", session), (",\"talk\":", talk)] {
            if let Some(json) = json {
                text.push_str(name);
                text.push_str(json);
            }
        }
        text.push('}');
        if text.len() > self.max_bytes {
            let received = format!("{} bytes", text.len());
            return Err(invalid("session", &format!("at most {} bytes (max_bytes)", self.max_bytes), &received));
        }
        Ok(text)
    }

    /// Stages the change of a session, which is saved with the end of the update. One that equals the initial value, which is
    /// `None`, is deleted, unless there is a conversation beside it.
    pub fn stage(
        &self,
        delivery: &Delivery,
        opened: Opened,
        session: Option<&str>,
        talk: Option<&str>,
    ) -> Result<(), BoxError> {
        let text = self.text(session, talk)?;
        let is_initial = session.is_none() && talk.is_none();
        let Some(key) = opened.key else {
            if !is_initial {
                // The update was handled, so the handler must not run again.
                let error = invalid("by", "a key, for a session that is to be saved", "none");
                drop(delivery.failed(Cause::Handler(error)));
            }
            return Ok(());
        };
        let is_unchanged = opened.stored.map_or(is_initial, |stored| stored == text);
        if opened.former_key.is_some() || !is_unchanged {
            self.stage_text(delivery, key, (!is_initial).then_some(text));
        }
        if let Some(former_key) = opened.former_key {
            self.stage_text(delivery, former_key, None);
        }
        if let Some((key, text)) = opened.mark {
            self.stage_text(delivery, key, Some(text));
        }
        Ok(())
    }

    fn stage_text(&self, delivery: &Delivery, key: String, text: Option<String>) {
        let owner = delivery.owner_of(&key).unwrap_or_default();
        let ttl = self.ttl.filter(|_| text.is_some());
        delivery.stage(Staged { store: self.store.clone(), change: SessionChange { key, owner, text, ttl } });
    }
}

/// Returns the key under which the former identifier of a supergroup is stored.
fn mark_key(delivery: &Delivery, chat: ChatId) -> String {
    delivery.webhook.session_key(&format!("moved:{chat}"))
}

pub(super) fn invalid(path: &str, expected: &str, received: &str) -> BoxError {
    let [path, expected, received] = [path, expected, received].map(str::to_owned);
    let error = Box::new(ValidationError { path, expected, received });
    Error::Validation { method: "sessions".to_owned(), error }.into()
}
