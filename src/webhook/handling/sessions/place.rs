//! The session of an update, where the handlers in [`Sessions`](super::Sessions) find it.

use super::session::{Session, Slot};
use crate::client::{Error, MaybeSend};
use crate::request::serialized_call::mismatch;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::shared::lock;

impl<E> Context<E> {
    /// Returns the session of the update, in a handler of [`Sessions::around`](crate::webhook::Sessions::around). Its changes are saved when it
    /// is dropped before the handler ends, which is the usual case.
    ///
    /// ```
    /// use botwire::webhook::stores::MemoryStore;
    /// use botwire::webhook::{Handler, Sessions, on_message};
    ///
    /// let count: Handler = on_message(|message| message.text.clone(), async |message, _, context| {
    ///     let mut count = context.session::<u32>()?;
    ///     *count += 1;
    ///     Ok::<_, botwire::client::Error>(message.reply(format!("Message {}", *count)))
    /// });
    /// let handler = Sessions::<u32>::new(MemoryStore::default()).around(count);
    /// ```
    ///
    /// # Errors
    /// [`Error::Validation`] if there are no [`Sessions`](crate::webhook::Sessions) of that type around the handler, or the session is in use.
    pub fn session<S: Default + MaybeSend + 'static>(&self) -> Result<Session<S>, Error> {
        let place = self.delivery.session_place();
        let invalid = |expected: &str, received: &str| Error::Validation {
            method: "session".to_owned(),
            error: Box::new(mismatch(expected, received)),
        };
        let place = place.ok_or_else(|| invalid("Sessions::around the handler", "none"))?;
        let slot: Result<Slot<S>, _> = place.session.clone().downcast();
        let slot = slot.map_err(|_| invalid("the type of the Sessions around the handler", "another one"))?;
        let value = lock(&slot).take();
        value.map(|value| Session::over(value, slot)).ok_or_else(|| invalid("a session that was dropped", "one in use"))
    }
}
