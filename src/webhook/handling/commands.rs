//! Routes messages to handlers by the command that they begin with.

use std::fmt::{self, Debug, Formatter};

use super::Context;
use super::composition::{Handled, Handler, handled, is_addressed};
use super::delivery::{Delivery, Handling};
use super::shared::Shared;
use super::stores::BoxError;
use crate::client::{Error, MaybeSend, MaybeSync};
use crate::request::serialized_call::mismatch;
use crate::text::Command;
use crate::types::Message;
use crate::webhook::{InlineCall, Reply};
use crate::wire::ValidationError;

/// Creates a [`Commands`] without routes.
///
/// ```
/// use botwire::types::Message;
/// use botwire::webhook::stores::BoxError;
/// use botwire::webhook::{Context, InlineCall, commands};
///
/// async fn answer(message: Message, context: Context) -> Result<Option<InlineCall>, BoxError> {
///     let commands = commands().route("ping", async |message, _, _| message.reply("pong"));
///     commands.handle(message, context).await
/// }
/// ```
#[must_use]
pub fn commands<E>() -> Commands<E> {
    Commands { routes: Vec::new(), fallback: None, invalid: None }
}

/// Handles messages by the command at their start.
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::text::Command;
/// use botwire::types::{Message, Update};
/// use botwire::webhook::stores::BoxError;
/// use botwire::webhook::{Context, Event, InlineCall, callback_routes, commands};
///
/// async fn start(message: Message, command: Command, _: Context) -> SendMessage {
///     message.reply(format!("Invited by {}", command.payload.as_deref().unwrap_or("nobody")))
/// }
///
/// async fn handler(update: Update, context: Context) -> Result<Option<InlineCall>, BoxError> {
///     let commands = commands()
///         .route("start", start)
///         .route("note", async |message, command, _| message.reply(format!("Noted: {}", command.arguments)))
///         .fallback(async |message, _| message.reply("There are /start and /note"));
///     let buttons = callback_routes().route("page:", async |query, rest, _| query.answer().text(format!("Page {rest}")));
///     match update.into_event() {
///         Some(Event::Message(message)) => commands.handle(*message, context).await,
///         Some(Event::CallbackQuery(query)) => buttons.handle(query, context).await,
///         _ => Ok(None),
///     }
/// }
/// ```
///
/// A command for another bot, such as `/start@other_bot`, is ignored. The first command with a username calls `getMe` once, to
/// learn the bot's own: see [`Bot::username`](crate::client::Bot::username). A clone is cheap.
pub struct Commands<E = ()> {
    routes: Vec<(String, Shared<dyn CommandRoute<E>>)>,
    fallback: Option<Shared<dyn MessageRoute<E>>>,
    /// The first name that is not a command.
    invalid: Option<Box<ValidationError>>,
}

/// A handler of any type that can be shared.
trait CommandRoute<E>: Fn(Message, Command, Context<E>) -> Handling + MaybeSend + MaybeSync {}
impl<E, T: Fn(Message, Command, Context<E>) -> Handling + MaybeSend + MaybeSync> CommandRoute<E> for T {}
trait MessageRoute<E>: Fn(Message, Context<E>) -> Handling + MaybeSend + MaybeSync {}
impl<E, T: Fn(Message, Context<E>) -> Handling + MaybeSend + MaybeSync> MessageRoute<E> for T {}

impl<E> Commands<E> {
    /// Adds a route for a command, in lower case and without the slash. A later route with the same name replaces it. The
    /// name must have 1 to 32 of the characters `a-z`, `0-9` and `_`. Otherwise, every message fails with
    /// [`Error::Validation`].
    #[must_use]
    pub fn route<F>(
        mut self,
        name: impl Into<String>,
        handler: impl Fn(Message, Command, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
    ) -> Self
    where
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let name = name.into();
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if !((1..=32).contains(&name.len()) && name.bytes().all(is_letter)) {
            let error = mismatch("a command of a-z, 0-9 and _, without the slash", "another name");
            self.invalid.get_or_insert(Box::new(ValidationError { path: name.clone(), ..error }));
        }
        let route = Shared::new(move |message, command, context| -> Handling {
            let reply = handler(message, command, context);
            Box::pin(async move { reply.await.into_call() })
        });
        self.routes.retain(|(other, _)| *other != name);
        self.routes.push((name, route));
        self
    }

    /// Sets the handler of messages without a command, and of commands without a route. Default: they are not handled.
    #[must_use]
    pub fn fallback<F>(self, handler: impl Fn(Message, Context<E>) -> F + MaybeSend + MaybeSync + 'static) -> Self
    where
        F: Future<Output: Reply> + MaybeSend + 'static,
    {
        let fallback = Shared::new(move |message, context| -> Handling {
            let reply = handler(message, context);
            Box::pin(async move { reply.await.into_call() })
        });
        Self { fallback: Some(fallback), ..self }
    }

    /// Handles a message.
    ///
    /// # Errors
    /// Errors of the handler; of `getMe`, if the command has a username; [`Error::Validation`] if a route is not a
    /// command.
    pub async fn handle(&self, message: Message, context: Context<E>) -> Result<Option<InlineCall>, BoxError> {
        match self.find(&message, &context.delivery).await? {
            Some(Found::Route(route, command)) => route(message, command, context).await,
            Some(Found::Fallback(fallback)) => fallback(message, context).await,
            None => Ok(None),
        }
    }

    async fn find(&self, message: &Message, delivery: &Delivery) -> Result<Option<Found<E>>, BoxError> {
        if let Some(error) = &self.invalid {
            return Err(Error::Validation { method: "commands".to_owned(), error: error.clone() }.into());
        }
        let command = message.command(None);
        if let Some(command) = &command
            && !is_addressed(message, command, delivery).await?
        {
            return Ok(None);
        }
        let route = command.as_ref().and_then(|command| self.routes.iter().find(|(name, _)| *name == command.name));
        Ok(match (route, command) {
            (Some((_, route)), Some(command)) => Some(Found::Route(route.clone(), command)),
            _ => self.fallback.clone().map(Found::Fallback),
        })
    }
}

/// The handler of a message.
enum Found<E> {
    Route(Shared<dyn CommandRoute<E>>, Command),
    Fallback(Shared<dyn MessageRoute<E>>),
}

impl<E: Clone + MaybeSend + 'static> From<Commands<E>> for Handler<E> {
    /// Creates a handler that passes what has no route, for [`first`](super::first()).
    fn from(commands: Commands<E>) -> Self {
        Self::new(move |update, context| {
            let (commands, delivery) = (commands.clone(), context.delivery.clone());
            Box::pin(async move {
                let Some(message) = update.message.as_deref() else { return Handled::Passed(update, context) };
                let result = match commands.find(message, &delivery).await {
                    Ok(Some(Found::Route(route, command))) => route(message.clone(), command, context.clone()).await,
                    Ok(Some(Found::Fallback(fallback))) => fallback(message.clone(), context.clone()).await,
                    Ok(None) => return Handled::Passed(update, context),
                    Err(error) => Err(error),
                };
                handled(result, update, context)
            })
        })
    }
}

impl<E> Clone for Commands<E> {
    fn clone(&self) -> Self {
        Self { routes: self.routes.clone(), fallback: self.fallback.clone(), invalid: self.invalid.clone() }
    }
}

impl<E> Debug for Commands<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.routes.iter().map(|(name, _)| name).collect();
        formatter.debug_struct("Commands").field("routes", &names).finish_non_exhaustive()
    }
}
