//! How far a delivery is, and how its calls leave it.

/// How a call leaves its delivery.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Way {
    /// As an ordinary call.
    Send,
    /// In the response, or as an ordinary call where that is over.
    Response,
    /// As the answer to the query, in the response or at once.
    Answer,
}

/// How far a delivery is.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Phase {
    /// It waits for its claim or a turn.
    #[default]
    Waiting,
    /// The handler runs, and the response can still hold its call.
    Handling,
    /// The handler is over.
    Answered,
    /// The deadline has passed, whether the handler is over or not.
    Late,
    /// The deadline has passed before the handler could begin, and it will not.
    Refused,
}
