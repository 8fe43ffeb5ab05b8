//! The phase of a delivery, and the destination of its calls.

/// The destination of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Way {
    /// As an ordinary call.
    Send,
    /// In the response, or as an ordinary call once the response was sent.
    Response,
    /// As the answer to the query, in the response or at once.
    Answer,
}

/// The phase of a delivery.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Phase {
    /// It waits for its claim or a turn.
    #[default]
    Waiting,
    /// The handler runs, and the response can still hold its call.
    Handling,
    /// The handler has ended.
    Answered,
    /// The deadline has passed. The handler may have ended or not.
    Late,
    /// The deadline passed before the handler could begin, and the handler will not run.
    Refused,
}
