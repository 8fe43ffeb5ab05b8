//! The context of a handler.

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

/// The second argument of a handler: the bot, the answer to a query, tasks after the response, and the `env` of
/// [`Webhook::handle_with`](super::Webhook::handle_with). Cloning costs as much as cloning `env`.
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
    delivery: Shared<OngoingDelivery>,
    env: E,
}

impl<E> Context<E> {
    pub(super) fn new(delivery: Shared<OngoingDelivery>, env: E) -> Self {
        Self { delivery, env }
    }

    /// Returns the `env` of [`Webhook::handle_with`](super::Webhook::handle_with), such as the bindings of a worker.
    #[must_use]
    pub fn env(&self) -> &E {
        &self.env
    }

    /// The [bot](super::Webhook::bot) of the webhook.
    ///
    /// # Errors
    /// [`Error::Validation`] if it has none.
    pub fn bot(&self) -> Result<&Bot, Error> {
        self.delivery.bot()
    }

    /// Returns the kind of the update, even if this version does not know it, or `None` if the update has no kind.
    #[must_use]
    pub fn kind(&self) -> Option<&UpdateKind> {
        self.delivery.kind.as_ref()
    }

    /// Returns the request that delivered the update, without its body.
    #[must_use]
    pub fn request(&self) -> &Request {
        &self.delivery.request
    }

    /// Returns true if the [deadline](super::Webhook::deadline) has passed and the response has been sent. The bot then makes
    /// the returned call.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.delivery.is_late()
    }

    /// Answers the callback, inline, shipping or pre-checkout query of this update. A second answer fails.
    ///
    /// The answer goes into the response when the handler ends, or at the deadline if that is earlier. The bot makes the call
    /// after the deadline, if the handler returns another call, and if the handler fails and
    /// [`Webhook::on_error`](super::Webhook::on_error) returns a success. If the update will be delivered again, nothing is
    /// sent. The handler may also return the answer, with more fields if needed.
    ///
    /// # Errors [`Error::Validation`] if the call is invalid, does not answer the query of this update, or is a second
    /// answer. After the response, the errors of the call, such as [`Error::Timeout`] for a pre-checkout query after 10
    /// seconds. Spec: core, Events.
    pub async fn answer(&self, call: impl Into<InlineCall>) -> Result<(), Error> {
        self.delivery.answer(call.into()).await
    }

    /// Runs a task that may continue after the response, by [`Webhook::wait_until`](super::Webhook::wait_until). Without
    /// `wait_until`, the response waits for it. [`Webhook::on_error`](super::Webhook::on_error) is called if it fails. The
    /// bot makes the call that it returns.
    pub fn wait_until<R: Reply>(&self, task: impl Future<Output = R> + MaybeSend + 'static) {
        self.delivery.wait_until_reply(task);
    }

    /// Returns a signal that is aborted when the service closes the connection before the response, if the host reports it,
    /// and 25 seconds after the deadline, because hosts end all tasks about 30 seconds after the response.
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
