//! The context of a handler.

use std::fmt::{self, Debug, Formatter};

use super::delivery::Delivery;
use super::request::Request;
use super::shared::Shared;
use crate::client::{Bot, Error, MaybeSend};
use crate::types::UpdateKind;
use crate::webhook::InlineCall;
use crate::webhook::Reply;

/// The second argument of a handler: the bot, the answer to a query, tasks that go on after the response, and the `env` of
/// [`Webhook::handle_with`](crate::webhook::Webhook::handle_with). A clone is as cheap as a clone of `env`.
///
/// ```
/// use botwire::types::Update;
/// use botwire::webhook::stores::BoxError;
/// use botwire::webhook::{Context, Event};
///
/// struct Env;
/// # async fn count(_: Env) {}
///
/// async fn answer(update: Update, context: Context<Env>) -> Result<(), BoxError> {
///     if let Some(Event::CallbackQuery(query)) = update.into_event() {
///         context.answer(query.answer().text("One moment …")).await?;
///         context.bot()?.send_message(query.from.id, "Done").await?;
///     }
///     Ok(())
/// }
/// ```
pub struct Context<E = ()> {
    pub(super) delivery: Shared<Delivery>,
    env: E,
}

impl<E> Context<E> {
    pub(super) fn new(delivery: Shared<Delivery>, env: E) -> Self {
        Self { delivery, env }
    }

    /// Returns the `env` of [`Webhook::handle_with`](crate::webhook::Webhook::handle_with), such as the bindings of a worker.
    #[must_use]
    pub fn env(&self) -> &E {
        &self.env
    }

    /// Returns the `env`, to change it.
    #[must_use]
    pub fn env_mut(&mut self) -> &mut E {
        &mut self.env
    }

    /// Creates a context with another `env`, for example for a middleware that adds data that it has loaded.
    ///
    /// ```
    /// use botwire::types::Update;
    /// use botwire::webhook::Context;
    ///
    /// struct Language(&'static str);
    ///
    /// async fn greet(_: Update, context: Context<Language>) {
    ///     println!("{}", context.env().0);
    /// }
    ///
    /// async fn handler(update: Update, context: Context) {
    ///     greet(update, context.map_env(|()| Language("en"))).await;
    /// }
    /// ```
    pub fn map_env<N>(self, map: impl FnOnce(E) -> N) -> Context<N> {
        Context { delivery: self.delivery, env: map(self.env) }
    }

    /// Returns the [bot](crate::webhook::Webhook::bot) of the webhook. After a call of this bot that would be made twice, such as `sendMessage`,
    /// the handler is not run again, so use it for such calls.
    ///
    /// # Errors
    /// [`Error::Validation`] if it has no bot.
    pub fn bot(&self) -> Result<&Bot, Error> {
        self.delivery.bot_of_handler()
    }

    /// Returns the kind of the update, also one that this version does not know. `None` if the update has no kind.
    #[must_use]
    pub fn kind(&self) -> Option<&UpdateKind> {
        self.delivery.kind.as_ref()
    }

    /// Returns the request that delivered the update, without its body.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.delivery.request
    }

    /// Returns true if the [deadline](crate::webhook::Webhook::deadline) has passed. The response is then sent, so the bot makes
    /// the call that the handler returns.
    #[must_use]
    pub fn is_late(&self) -> bool {
        !self.delivery.is_open()
    }

    /// Answers the callback, inline, shipping or pre-checkout query of this update. A second answer fails.
    ///
    /// The answer goes into the response when the handler ends or at the deadline, whichever comes first. It is an ordinary call
    /// of the bot if the response was sent before, if the handler returns another call, or if the handler fails and
    /// [`Webhook::on_error`](crate::webhook::Webhook::on_error) returns a successful response. If the handler fails otherwise, the update
    /// comes again, and no answer is sent. The handler may return the answer, too, for example with more parameters.
    ///
    /// # Errors
    /// [`Error::Validation`] if the call is invalid, does not answer the query of this update, or is a second answer. After the
    /// response, the errors of an ordinary call, such as [`Error::Timeout`] for a pre-checkout query whose 10 seconds are over.
    pub async fn answer(&self, call: impl Into<InlineCall>) -> Result<(), Error> {
        self.delivery.answer(call.into()).await
    }

    /// Runs a task that may go on after the response, in [`Webhook::wait_until`](crate::webhook::Webhook::wait_until). If that is not set,
    /// the response waits for the task. With [`poll`](super::poll), later updates do not wait for it, but the end of polling does.
    /// An error of the task goes to [`Webhook::on_error`](crate::webhook::Webhook::on_error), and the update is not handled again. The bot
    /// makes the call that the task returns.
    pub fn wait_until<R: Reply>(&self, task: impl Future<Output = R> + MaybeSend + 'static) {
        self.delivery.wait_until(task);
    }

    /// Returns a signal that is aborted when the service breaks off before the response, if the host reports that, and 25
    /// seconds after the deadline, since hosts end tasks some 30 seconds after the response.
    #[cfg(web)]
    #[must_use]
    pub fn signal(&self) -> web_sys::AbortSignal {
        let mut record = self.delivery.record();
        let is_open = record.is_open();
        record.signal.of(&self.delivery.request, is_open)
    }
}

impl<E: Clone> Clone for Context<E> {
    fn clone(&self) -> Self {
        Self { delivery: self.delivery.clone(), env: self.env.clone() }
    }
}

impl<E> Debug for Context<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Context");
        shown.field("kind", &self.kind()).field("is_late", &self.is_late()).finish_non_exhaustive()
    }
}
