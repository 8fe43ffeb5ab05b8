//! The end of an update, as a store saves it.

use std::time::Duration;

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
