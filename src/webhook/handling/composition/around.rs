//! Sessions around a handler.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::handler::Handler;
use crate::client::{BoxFuture, MaybeSend, MaybeSync};
use crate::types::Update;
use crate::webhook::InlineCall;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::sessions::Sessions;
use crate::webhook::handling::stores::BoxError;

impl<S: Serialize + DeserializeOwned + Default + MaybeSend + 'static> Sessions<S> {
    /// Gives a [`Handler`] sessions: its functions find theirs in [`Context::session`], and its conversations are stored there.
    ///
    /// ```
    /// use botwire::client::{Bot, Error};
    /// use botwire::webhook::stores::MemoryStore;
    /// use botwire::webhook::{Handler, Sessions, poll};
    ///
    /// # async fn run(bot: &Bot, handler: Handler, end: impl Future<Output = ()>) -> Result<(), Error> {
    /// let sessions = Sessions::<Vec<String>>::new(MemoryStore::default()).by_user_in_chat();
    /// poll(bot, sessions.around(handler)).run(end).await
    /// # }
    /// ```
    pub fn around<E: MaybeSend + 'static>(
        &self,
        handler: Handler<E>,
    ) -> impl Fn(Update, Context<E>) -> BoxFuture<'static, Result<Option<InlineCall>, BoxError>>
    + Clone
    + MaybeSend
    + MaybeSync
    + use<S, E> {
        self.handler(move |update, context, session| {
            // It waits where `Context::session` takes it.
            drop(session);
            handler.handle(update, context)
        })
    }
}
