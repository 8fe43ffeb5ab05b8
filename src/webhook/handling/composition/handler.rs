//! Handlers that may pass an update.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use crate::client::{BoxFuture, MaybeSend, MaybeSync};
use crate::types::Update;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::delivery::Handling;
use crate::webhook::handling::shared::Shared;
use crate::webhook::handling::stores::BoxError;
use crate::webhook::{InlineCall, Reply};

/// The error by which a handler passes an update that is not its own, so that the next handler of [`first`] gets it.
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::types::Update;
/// use botwire::webhook::{Context, Pass};
///
/// async fn thanks(update: Update, _: Context) -> Result<SendMessage, Pass> {
///     let message = update.message.ok_or(Pass)?;
///     if message.text.as_deref() == Some("thanks") { Ok(message.reply("You are welcome.")) } else { Err(Pass) }
/// }
/// ```
///
/// The functions of [`on`](super::on), [`pressed`](super::pressed) and the like can pass, too. A function with other errors
/// returns `Err(Pass.into())`. Outside of a [`Handler`], it is an error as any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass;

impl Display for Pass {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the handler has passed the update, which only a handler in `first` can do")
    }
}

impl Error for Pass {}

/// What a handler has made of an update.
#[allow(clippy::large_enum_variant)] // it lives for a moment
pub(in crate::webhook::handling) enum Handled<E> {
    Done(Result<Option<InlineCall>, BoxError>),
    Passed(Update, Context<E>),
}

/// The future of a handler.
pub(in crate::webhook::handling) type Running<E> = BoxFuture<'static, Handled<E>>;

/// A function of any type that can be shared.
trait Run<E>: Fn(Update, Context<E>) -> Running<E> + MaybeSend + MaybeSync {}
impl<E, T: Fn(Update, Context<E>) -> Running<E> + MaybeSend + MaybeSync> Run<E> for T {}

/// A handler of updates that passes those that are not its own: a part of a bot, put together by [`first`].
///
/// [`Handler::as_fn`] is the handler for [`poll`](crate::webhook::poll()) and [`Webhook::handle`](crate::webhook::Webhook::handle), and
/// [`Sessions::around`](crate::webhook::Sessions::around) gives it a session. A clone is cheap.
pub struct Handler<E = ()>(Shared<dyn Run<E>>);

impl<E: MaybeSend + 'static> Handler<E> {
    pub(in crate::webhook::handling) fn new(
        run: impl Fn(Update, Context<E>) -> Running<E> + MaybeSend + MaybeSync + 'static,
    ) -> Self {
        Self(Shared::new(run))
    }

    pub(in crate::webhook::handling) fn run(&self, update: Update, context: Context<E>) -> Running<E> {
        (self.0)(update, context)
    }

    /// Handles an update. An update that the handler passes is handled, without a call.
    ///
    /// # Errors
    /// The errors of the functions.
    pub fn handle(&self, update: Update, context: Context<E>) -> Handling {
        let running = self.run(update, context);
        Box::pin(async move {
            match running.await {
                Handled::Done(result) => result,
                Handled::Passed(..) => Ok(None),
            }
        })
    }

    /// Returns the handler as a function, for [`poll`](crate::webhook::poll()) and [`Webhook::handle`](crate::webhook::Webhook::handle).
    pub fn as_fn(&self) -> impl Fn(Update, Context<E>) -> Handling + Clone + MaybeSend + MaybeSync + use<E> {
        let handler = self.clone();
        move |update, context| handler.handle(update, context)
    }
}

impl<E> Clone for Handler<E> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<E> Debug for Handler<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Handler").finish_non_exhaustive()
    }
}

/// Creates a handler from a function of updates, which may return [`Pass`].
///
/// ```
/// use botwire::webhook::{Handler, handler};
///
/// let log: Handler = handler(async |update, _| println!("update {} was passed", update.update_id));
/// ```
#[must_use]
pub fn handler<E, F>(run: impl Fn(Update, Context<E>) -> F + MaybeSend + MaybeSync + 'static) -> Handler<E>
where
    E: Clone + MaybeSend + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    Handler::new(move |update, context| {
        let running = run(update.clone(), context.clone());
        Box::pin(async move { handled(running.await, update, context) })
    })
}

/// Returns what a function has made of an update.
pub(in crate::webhook::handling) fn handled<E>(reply: impl Reply, update: Update, context: Context<E>) -> Handled<E> {
    match reply.into_call() {
        Err(error) if error.is::<Pass>() => Handled::Passed(update, context),
        result => Handled::Done(result),
    }
}

/// Creates a handler that runs several handlers in order until one does not pass the update. A bot splits into modules, each of
/// which has a function that returns its handler.
///
/// ```
/// use botwire::webhook::{Handler, first, in_groups, on, on_message};
///
/// fn admin() -> Handler {
///     in_groups(on_message(|message| message.new_chat_members.clone(), async |message, _, _| message.reply("Welcome!")))
/// }
///
/// fn bot() -> Handler {
///     first([
///         admin(),
///         on_message(|message| message.text.clone(), async |message, text, _| message.reply(text)),
///         on(|update| update.inline_query.clone(), async |query, _| query.answer([] as [botwire::types::InlineQueryResult; 0])),
///     ])
/// }
/// ```
///
/// A function that returns nothing has handled the update. To count updates that nothing handles, put a [`handler`] last.
#[must_use]
pub fn first<E: MaybeSend + 'static>(handlers: impl IntoIterator<Item = Handler<E>>) -> Handler<E> {
    let handlers: Shared<[Handler<E>]> = handlers.into_iter().collect();
    Handler::new(move |mut update, mut context| {
        let handlers = handlers.clone();
        Box::pin(async move {
            for handler in &*handlers {
                match handler.run(update, context).await {
                    Handled::Passed(passed, with) => (update, context) = (passed, with),
                    done @ Handled::Done(_) => return done,
                }
            }
            Handled::Passed(update, context)
        })
    })
}
