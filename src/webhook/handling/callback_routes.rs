//! Routes callback queries to handlers by the prefix of their data.

use std::fmt::{self, Debug, Formatter};

use super::Context;
use super::composition::{Handler, on};
use super::delivery::Handling;
use super::shared::Shared;
use super::stores::BoxError;
use crate::client::{MaybeSend, MaybeSync};
use crate::types::{CallbackQuery, Update};
use crate::webhook::{InlineCall, Reply};

/// Creates a [`CallbackRoutes`] without routes.
#[must_use]
pub fn callback_routes<E>() -> CallbackRoutes<E> {
    CallbackRoutes { routes: Vec::new() }
}

/// Handles callback queries by the prefix of their data. The route with the longest matching prefix is called.
///
/// ```
/// use botwire::types::CallbackQuery;
/// use botwire::webhook::stores::BoxError;
/// use botwire::webhook::{Context, InlineCall, callback_routes};
///
/// async fn pressed(query: CallbackQuery, context: Context) -> Result<Option<InlineCall>, BoxError> {
///     callback_routes()
///         .route("page:", async |query, rest, _| query.answer().text(format!("Page {rest}")))
///         .route("", async |query, _, _| query.answer().text("This button is too old"))
///         .handle(query, context)
///         .await
/// }
/// ```
///
/// The empty prefix matches all data. A query without a matching route, or without data (as for games), is not handled.
/// A clone is cheap.
pub struct CallbackRoutes<E = ()> {
    /// The longest prefix first.
    routes: Vec<(String, Shared<dyn CallbackRoute<E>>)>,
}

/// A handler of any type that can be shared.
trait CallbackRoute<E>: Fn(CallbackQuery, String, Context<E>) -> Handling + MaybeSend + MaybeSync {}
impl<E, T: Fn(CallbackQuery, String, Context<E>) -> Handling + MaybeSend + MaybeSync> CallbackRoute<E> for T {}

impl<E> CallbackRoutes<E> {
    /// Adds a route for queries whose data begins with this prefix. The handler is called with the query, the data after the
    /// prefix, which a client can forge, and the [`Context`]. A later route with the same prefix replaces it.
    #[must_use]
    pub fn route<F>(
        mut self,
        prefix: impl Into<String>,
        handler: impl Fn(CallbackQuery, String, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
    ) -> Self
    where
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let prefix = prefix.into();
        let route = Shared::new(move |query, rest, context| -> Handling {
            let reply = handler(query, rest, context);
            Box::pin(async move { reply.await.into_call() })
        });
        self.routes.retain(|(other, _)| *other != prefix);
        let shorter = self.routes.partition_point(|(other, _)| other.len() >= prefix.len());
        self.routes.insert(shorter, (prefix, route));
        self
    }

    /// Handles a callback query.
    ///
    /// # Errors
    /// The errors of the handler.
    pub async fn handle(
        &self,
        query: impl Into<Box<CallbackQuery>>,
        context: Context<E>,
    ) -> Result<Option<InlineCall>, BoxError> {
        let query = query.into();
        match self.find(&query) {
            Some((route, rest)) => route(*query, rest, context).await,
            None => Ok(None),
        }
    }

    /// Returns the handler of a query, and the data after its prefix.
    fn find(&self, query: &CallbackQuery) -> Option<(Shared<dyn CallbackRoute<E>>, String)> {
        let data = query.data.as_deref()?;
        self.routes
            .iter()
            .find_map(|(prefix, route)| Some((route.clone(), data.strip_prefix(prefix.as_str())?.to_owned())))
    }
}

impl<E: Clone + MaybeSend + 'static> From<CallbackRoutes<E>> for Handler<E> {
    /// Creates a handler that passes what has no route, for [`first`](super::first()).
    fn from(routes: CallbackRoutes<E>) -> Self {
        let find = move |update: &Update| {
            let query = update.callback_query.as_deref()?.clone();
            Some((routes.find(&query)?, query))
        };
        on(find, |((route, rest), query), context| route(query, rest, context))
    }
}

impl<E> Clone for CallbackRoutes<E> {
    fn clone(&self) -> Self {
        Self { routes: self.routes.clone() }
    }
}

impl<E> Debug for CallbackRoutes<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let prefixes: Vec<_> = self.routes.iter().map(|(prefix, _)| prefix).collect();
        formatter.debug_struct("CallbackRoutes").field("routes", &prefixes).finish()
    }
}
