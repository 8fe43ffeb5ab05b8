//! What goes wrong in a conversation.

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use crate::webhook::handling::stores::BoxError;

/// The reason of a [`ConversationError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConversationFault {
    /// The effect of a [`once`](super::Talk::once) or a [`say`](super::Talk::say) failed.
    Effect,
    /// The steps of the program are not those that are stored, for example after a deployment.
    Changed,
    /// The conversation has more than [`max_steps`](super::Conversation::max_steps) steps.
    TooLong,
}

/// The failure of an effect, which a conversation can handle, or the end of a conversation that cannot go on, for
/// [`on_error`](crate::webhook::Webhook::on_error).
///
/// ```
/// use botwire::webhook::conversations::{ConversationError, ConversationFault};
/// use botwire::webhook::{Cause, Failure};
///
/// /// Says whether a deployment has ended a conversation, and not a fault of its program.
/// fn is_deployment(failure: &Failure) -> bool {
///     let Cause::Handler(error) = &failure.cause else { return false };
///     error.downcast_ref::<ConversationError>().is_some_and(|error| error.reason == ConversationFault::Changed)
/// }
/// ```
#[derive(Debug)]
pub struct ConversationError {
    /// The reason.
    pub reason: ConversationFault,
    pub(super) message: String,
    /// The error of the effect in the run in which it failed.
    pub(super) cause: Option<BoxError>,
}

impl ConversationError {
    pub(super) fn new(reason: ConversationFault, message: String) -> Self {
        Self { reason, message, cause: None }
    }
}

impl Display for ConversationError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl Error for ConversationError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_ref().map(|cause| &**cause as &(dyn Error + 'static))
    }
}
