//! The Durable Object for claims of updates, turns, and sessions.

use std::cell::RefCell;
use std::fmt::{self, Debug, Formatter};

use js_sys::{Array, Date, JSON};
use wasm_bindgen::JsValue;
use web_sys::{Request, Response, ResponseInit};

use super::question::Question;
use super::records::{StoredClaim, after, claim_key, session, session_key};
use super::storage::{Changes, Storage};
use crate::platform::property::{property, settled};
use crate::policy::claims::Places;

/// The Durable Object behind [`DurableObjectStore`](crate::webhook::stores::DurableObjectStore): claims, turns, and
/// sessions that are exact across all isolates, by the clock of the object. It stores about 200 bytes for each update
/// of the last 24 hours, with its response; an alarm deletes them.
///
/// Nothing waits in the object: callers ask again, and a caller that is gone leaves only its lease.
pub struct UpdateClaims {
    storage: Storage,
    places: RefCell<Places>,
}

/// The end of an update: its record, if it is done, and its sessions.
struct Commit {
    done: Option<(String, StoredClaim)>,
    sessions: Vec<Change>,
}

/// A new text of a session.
struct Change {
    key: String,
    owner: String,
    /// Empty to delete the session.
    text: String,
    ms: Option<f64>,
}

impl Debug for UpdateClaims {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("UpdateClaims").finish_non_exhaustive()
    }
}

// For a class of a worker that is built with `--panic-unwind`. After a panic, the object is started again, and reads its storage.
impl std::panic::UnwindSafe for UpdateClaims {}
impl std::panic::RefUnwindSafe for UpdateClaims {}

impl UpdateClaims {
    /// Creates the object from the host's `DurableObjectState`.
    pub fn new(state: impl Into<JsValue>) -> Self {
        Self { storage: Storage::new(state), places: RefCell::default() }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// The exception that the storage throws.
    pub async fn fetch(&self, request: &Request) -> Result<Response, JsValue> {
        let url = request.url();
        let question = Question::of(&url);
        let (key, owner, ms) = (question.text("key"), question.text("owner"), question.ms());
        let name = question.name;
        if ms.is_none() && matches!(name, "claim" | "renew" | "settle") {
            return refused(400, "ms: expected whole milliseconds");
        }
        // The text comes first: the host may let in another request while it arrives.
        let has_text = matches!(name, "settle" | "write" | "commit");
        let text = if has_text { settled(request.text()?).await?.as_string() } else { None };
        let (text, ms) = (text.unwrap_or_default(), ms.filter(|_| name != "commit"));
        let answer = match name {
            "claim" => self.claim(&key, ms.unwrap_or_default(), question.place(), &owner).await?,
            "read" => self.read_session(&key).await?,
            "renew" => self.renew(&key, &owner, ms.unwrap_or_default()).await?.to_string(),
            "settle" => {
                let done = done(&key, owner, ms.unwrap_or_default(), Some(text).filter(|text| !text.is_empty()));
                self.commit(Commit { done: Some(done), sessions: Vec::new() }).await?.to_string()
            }
            "release" => self.release(&key, &owner, question.attempts()).await?.to_string(),
            "write" => {
                self.commit(Commit { done: None, sessions: vec![Change { key, owner, text, ms }] }).await?.to_string()
            }
            "commit" => {
                let Some(commit) = Commit::of(&text) else { return refused(400, "expected a commit") };
                self.commit(commit).await?.to_string()
            }
            _ => return refused(404, "no such question"),
        };
        Response::new_with_opt_str(Some(&answer))
    }

    // The host's input gate lets in no other request while the storage answers, so a read stays valid until the write.
    async fn claim(&self, key: &str, lease: f64, place: Option<i64>, owner: &str) -> Result<String, JsValue> {
        let (stored, now) = (self.read(key).await?.unwrap_or_default(), Date::now());
        let is_live = stored.until > now;
        if stored.is_done && is_live {
            return Ok(stored.response.map_or_else(|| "done".to_owned(), |response| ["done\n", &response].concat()));
        }
        // The owner that claims again has lost the answer.
        let is_again = stored.is_held_by(owner);
        let is_free = !is_live || stored.is_free();
        if !is_again && !self.places.borrow_mut().may_claim(key, place, is_free, now) {
            return Ok("busy".to_owned());
        }
        let attempts = if stored.is_done { 0 } else { stored.attempts }.saturating_add(u32::from(!is_again));
        let claim = StoredClaim {
            owner: Some(owner.to_owned()),
            until: after(lease),
            attempts: if place.is_some() { 0 } else { attempts },
            ..StoredClaim::default()
        };
        self.write(key, &claim).await?;
        Ok(attempts.max(1).to_string())
    }

    async fn renew(&self, key: &str, owner: &str, lease: f64) -> Result<bool, JsValue> {
        let Some(claim) = self.read(key).await?.filter(|claim| claim.is_held_by(owner)) else { return Ok(false) };
        self.write(key, &StoredClaim { until: after(lease), ..claim }).await?;
        Ok(true)
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, JsValue> {
        let Some(claim) = self.read(key).await? else { return Ok(true) };
        if !claim.is_held_by(owner) {
            return Ok(claim.is_free());
        }
        if attempts > 0 {
            self.write(key, &StoredClaim { until: Date::now(), attempts, ..StoredClaim::default() }).await?;
        } else {
            let mut changes = Changes::default();
            changes.delete(&claim_key(key));
            self.storage.apply(changes).await?;
        }
        Ok(true)
    }

    /// Settles an update and changes sessions, all or nothing. Returns false if one of the keys has another owner.
    async fn commit(&self, Commit { done, sessions }: Commit) -> Result<bool, JsValue> {
        let mut changes = Changes::default();
        if let Some((key, done)) = done {
            let owner = done.owner.as_deref().unwrap_or_default();
            if let Some(claim) = self.read(&key).await? {
                if claim.is_done_by(owner) {
                    return Ok(true);
                }
                if !claim.is_held_by(owner) && !claim.is_free() {
                    return Ok(false);
                }
            }
            changes.put(&claim_key(&key), &done.to_object()?)?;
        }
        for Change { key, owner, text, ms } in sessions {
            if !self.read(&key).await?.is_some_and(|claim| claim.is_held_by(&owner)) {
                return Ok(false);
            }
            if text.is_empty() {
                changes.delete(&session_key(&key));
            } else {
                changes.put(&session_key(&key), &session(&text, ms.map(after))?)?;
            }
        }
        self.storage.apply(changes).await?;
        Ok(true)
    }

    async fn read(&self, key: &str) -> Result<Option<StoredClaim>, JsValue> {
        Ok(StoredClaim::of(&self.storage.get(&claim_key(key)).await?))
    }

    async fn write(&self, key: &str, claim: &StoredClaim) -> Result<(), JsValue> {
        let mut changes = Changes::default();
        changes.put(&claim_key(key), &claim.to_object()?)?;
        self.storage.apply(changes).await
    }

    /// Returns the text of a session, or an empty text.
    async fn read_session(&self, key: &str) -> Result<String, JsValue> {
        let session = self.storage.get(&session_key(key)).await?;
        let until = property(&session, "until").and_then(|until| until.as_f64());
        let text = property(&session, "text").filter(|_| until.is_none_or(|until| until > Date::now()));
        Ok(text.and_then(|text| text.as_string()).unwrap_or_default())
    }

    /// Deletes expired records. The host calls it.
    ///
    /// # Errors
    /// The exception that the storage throws.
    pub async fn alarm(&self) -> Result<(), JsValue> {
        self.storage.delete_expired().await
    }
}

/// Returns the record of an update that is done, and its key.
fn done(key: &str, owner: String, ms: f64, response: Option<String>) -> (String, StoredClaim) {
    let done = StoredClaim { owner: Some(owner), until: after(ms), is_done: true, response, attempts: 0 };
    (key.to_owned(), done)
}

impl Commit {
    /// Parses the JSON of a commit.
    fn of(json: &str) -> Option<Self> {
        let commit = JSON::parse(json).ok()?;
        let text = |value: &JsValue, name: &str| property(value, name).and_then(|text| text.as_string());
        let ms = |value: &JsValue| property(value, "ms").and_then(|ms| ms.as_f64());
        let done = match property(&commit, "done").filter(JsValue::is_object) {
            Some(value) => {
                Some(done(&text(&value, "key")?, text(&value, "owner")?, ms(&value)?, text(&value, "response")))
            }
            None => None,
        };
        let sessions = property(&commit, "sessions").filter(Array::is_array)?;
        let change = |value: JsValue| {
            let new_text = text(&value, "text").unwrap_or_default();
            Some(Change { key: text(&value, "key")?, owner: text(&value, "owner")?, text: new_text, ms: ms(&value) })
        };
        Some(Self { done, sessions: Array::from(&sessions).iter().map(change).collect::<Option<_>>()? })
    }
}

fn refused(status: u16, reason: &str) -> Result<Response, JsValue> {
    let init = ResponseInit::new();
    init.set_status(status);
    Response::new_with_opt_str_and_init(Some(reason), &init)
}
