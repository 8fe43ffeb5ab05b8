//! The end of an update, as a store saves it.

use std::time::Duration;

use super::{BoxError, SessionStore};

/// The end of an update, which a store saves in one operation: all of it or nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Commit {
    /// The update that is done, if its claim is in this store.
    pub done: Option<Done>,
    /// The sessions that have changed.
    pub sessions: Vec<SessionChange>,
}

/// An update that is done, for [`Commit`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The key of its claim.
    pub key: String,
    /// The owner of the claim.
    pub owner: String,
    /// How long it is remembered.
    pub ttl: Duration,
    /// The response to remember, for a redelivery.
    pub response: Option<String>,
}

/// The new text of a session, for [`Commit`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionChange {
    /// The key of the session and of its turn.
    pub key: String,
    /// The owner of the turn.
    pub owner: String,
    /// The text, or `None` to delete it.
    pub text: Option<String>,
    /// How long the text is kept, or `None` for ever.
    pub ttl: Option<Duration>,
}

/// Saves one after the other: sessions first.
pub(super) async fn commit_each<S: SessionStore + ?Sized>(store: &S, commit: &Commit) -> Result<bool, BoxError> {
    for SessionChange { key, owner, text, ttl } in &commit.sessions {
        let is_owner = match text {
            Some(text) => store.write(key, text, *ttl, owner).await?,
            None => store.delete(key, owner).await?,
        };
        if !is_owner {
            return Ok(false);
        }
    }
    match &commit.done {
        Some(Done { key, owner, ttl, response }) => store.settle(key, owner, *ttl, response.as_deref()).await,
        None => Ok(true),
    }
}
