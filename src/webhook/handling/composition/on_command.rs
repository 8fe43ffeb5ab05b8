//! Handlers of commands as values of an enum.

use super::handler::{Handled, Handler, handled};
use crate::client::{MaybeSend, MaybeSync};
use crate::text::{Command, Commands};
use crate::types::Message;
use crate::webhook::Reply;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::delivery::Delivery;
use crate::webhook::handling::shared::Shared;
use crate::webhook::handling::stores::BoxError;

/// Creates a handler of the commands of an enum with `#[derive(Commands)]`.
///
/// ```
/// use botwire::text::Commands;
/// use botwire::webhook::{Handler, on_command};
///
/// #[derive(Commands)]
/// enum Command {
///     /// Adds two numbers
///     Add { a: i64, b: i64 },
///     /// Shows this help
///     Help,
/// }
///
/// let handler: Handler = on_command(async |message, command: Command, _| match command {
///     Command::Add { a, b } => message.reply(a + b),
///     Command::Help => message.reply(Command::help()),
/// });
/// ```
///
/// A command with wrong arguments is answered with its line of the help, such as `/add <a> <b> Adds two numbers`. The handler passes
/// other commands and messages, and commands for another bot, such as `/add@other_bot`. The first command with a username calls
/// `getMe` once, see [`Bot::username`](crate::client::Bot::username).
#[must_use]
pub fn on_command<E, C, F>(run: impl Fn(Message, C, Context<E>) -> F + MaybeSend + MaybeSync + 'static) -> Handler<E>
where
    E: Clone + MaybeSend + 'static,
    C: Commands + MaybeSend + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    let run = Shared::new(run);
    Handler::new(move |update, context| {
        let (run, delivery) = (run.clone(), context.delivery.clone());
        Box::pin(async move {
            let Some(message) = update.message.as_deref() else { return Handled::Passed(update, context) };
            let Some(command) = message.command(None) else { return Handled::Passed(update, context) };
            let Some(read) = C::from_command(&command) else { return Handled::Passed(update, context) };
            match is_addressed(message, &command, &delivery).await {
                Ok(true) => {}
                Ok(false) => return Handled::Passed(update, context),
                Err(error) => return Handled::Done(Err(error)),
            }
            if let Ok(command) = read {
                return handled(run(message.clone(), command, context.clone()).await, update, context);
            }
            let line = C::LIST.iter().find(|info| info.name == command.name).map(ToString::to_string);
            Handled::Done(message.reply(line.unwrap_or_default()).into_call())
        })
    })
}

/// Returns whether a command is for this bot.
pub(in crate::webhook::handling) async fn is_addressed(
    message: &Message,
    command: &Command,
    delivery: &Delivery,
) -> Result<bool, BoxError> {
    if command.username.as_ref().is_none_or(String::is_empty) {
        return Ok(true);
    }
    let bot = delivery.bot_of_handler()?.clone();
    Ok(message.command(&*bot.username().await?).is_some())
}
