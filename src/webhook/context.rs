//! What a handler gets in addition to the update.

use std::fmt::{self, Debug, Formatter};

use super::InlineCall;
use super::delivery::OngoingDelivery;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
use super::phase::Phase;
use super::reply::Reply;
use super::request::Request;
use super::shared::Shared;
use crate::client::{Bot, Error, MaybeSend};
use crate::types::UpdateKind;

/// What a handler gets in addition to the update: the bot, the answer to a query, what it leaves to be done, and `env`, what
/// [`Webhook::handle_with`](super::Webhook::handle_with) was given. A clone is cheap where that of `env` is.
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
    pub(super) delivery: Shared<OngoingDelivery>,
    env: E,
}

impl<E> Context<E> {
    pub(super) fn new(delivery: Shared<OngoingDelivery>, env: E) -> Self {
        Self { delivery, env }
    }

    /// What [`Webhook::handle_with`](super::Webhook::handle_with) was given, such as the bindings of a worker.
    #[must_use]
    pub fn env(&self) -> &E {
        &self.env
    }

    /// The same, to be changed.
    #[must_use]
    pub fn env_mut(&mut self) -> &mut E {
        &mut self.env
    }

    /// Makes a context with another `env`, such as for a middleware that adds what it has loaded.
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

    /// The [bot](super::Webhook::bot) of the webhook.
    ///
    /// # Errors
    /// [`Error::Validation`] if it has none.
    pub fn bot(&self) -> Result<&Bot, Error> {
        self.delivery.bot()
    }

    /// The kind of the update, also one that this version does not know; nothing if the update holds none.
    #[must_use]
    pub fn kind(&self) -> Option<&UpdateKind> {
        self.delivery.kind.as_ref()
    }

    /// The request that delivered the update, without its body.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.delivery.request
    }

    /// Whether the [deadline](super::Webhook::deadline) has passed, and with it the response: a call that the handler
    /// returns now is made by the bot.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.delivery.is_late()
    }

    /// Answers the callback, inline, shipping or pre-checkout query of this update, once.
    ///
    /// The answer goes into the response when the handler ends or at the deadline, whichever comes first. The bot makes
    /// the call after that, and where the handler returns another call, or fails and
    /// [`Webhook::on_error`](super::Webhook::on_error) gives a response of success. If the update comes again, nothing is
    /// sent. The handler may return the answer too, also with more in it.
    ///
    /// # Errors
    /// [`Error::Validation`] if the call has an error, is no answer to the query of this update or a second one; and
    /// after the response, what the call fails with, such as [`Error::Timeout`] for a pre-checkout query whose 10 seconds
    /// are over. Spec: core, Events.
    pub async fn answer(&self, call: impl Into<InlineCall>) -> Result<(), Error> {
        self.delivery.answer(call.into()).await
    }

    /// Does what need not be over before the response, kept up by [`Webhook::wait_until`](super::Webhook::wait_until);
    /// the response waits for it where there is none. A failure goes to [`Webhook::on_error`](super::Webhook::on_error);
    /// a call that it returns is made by the bot.
    pub fn wait_until<R: Reply>(&self, task: impl Future<Output = R> + MaybeSend + 'static) {
        self.delivery.wait_until_reply(task);
    }

    /// Aborted when the service breaks off before it is answered, where the host reports it; and 25 seconds after the
    /// deadline, since hosts end what is left some 30 seconds after the response.
    #[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
    #[must_use]
    pub fn signal(&self) -> web_sys::AbortSignal {
        let mut state = self.delivery.state();
        let is_open = state.phase == Phase::Handling;
        state.signal.of(&self.delivery.request, is_open)
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
