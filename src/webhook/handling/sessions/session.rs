//! The session that a handler receives.

use std::fmt::{self, Debug, Formatter};
use std::mem::take;
use std::ops::{Deref, DerefMut};
use std::sync::Mutex;

use crate::webhook::handling::shared::{Shared, lock};

/// A session in a handler of [`Sessions`](super::Sessions): reads and changes the value by `Deref` and `DerefMut`.
///
/// It must be dropped before the handler ends to be saved, which is the usual case. Do not move it into a longer task.
/// For the routes of [`commands`](crate::webhook::commands()), move it into the [`Context`](crate::webhook::Context::map_env):
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::text::Command;
/// use botwire::types::{Message, Update};
/// use botwire::webhook::stores::BoxError;
/// use botwire::webhook::{Context, Event, InlineCall, Session, commands};
///
/// async fn add(message: Message, command: Command, mut context: Context<Session<Vec<String>>>) -> SendMessage {
///     context.env_mut().push(command.arguments);
///     message.reply(format!("{} notes", context.env().len()))
/// }
///
/// async fn handler(update: Update, context: Context, notes: Session<Vec<String>>) -> Result<Option<InlineCall>, BoxError> {
///     let Some(Event::Message(message)) = update.into_event() else { return Ok(None) };
///     commands().route("add", add).handle(*message, context.map_env(|()| notes)).await
/// }
/// ```
pub struct Session<S: Default> {
    value: S,
    slot: Slot<S>,
}

/// Receives the value when the session is dropped.
pub(super) type Slot<S> = Shared<Mutex<Option<S>>>;

impl<S: Default> Session<S> {
    pub(super) fn new(value: S) -> (Self, Slot<S>) {
        let slot = Slot::default();
        (Self::over(value, slot.clone()), slot)
    }

    /// Creates a session whose value returns to the slot.
    pub(super) fn over(value: S, slot: Slot<S>) -> Self {
        Self { value, slot }
    }
}

impl<S: Default> Deref for Session<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.value
    }
}

impl<S: Default> DerefMut for Session<S> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.value
    }
}

impl<S: Default> Drop for Session<S> {
    fn drop(&mut self) {
        *lock(&self.slot) = Some(take(&mut self.value));
    }
}

impl<S: Default + Debug> Debug for Session<S> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}
