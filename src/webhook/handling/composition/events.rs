//! Handlers of what a function finds in an update or a message.

use super::handler::{Handled, Handler, handled};
use crate::client::{MaybeSend, MaybeSync};
use crate::types::{Message, Update};
use crate::webhook::Reply;
use crate::webhook::handling::context::Context;

/// Creates a handler of updates in which a function finds something, such as a query. It passes all others.
///
/// ```
/// use botwire::webhook::{Handler, on};
///
/// let payments: Handler = on(|update| update.pre_checkout_query.clone(), async |query, _| query.accept());
/// ```
#[must_use]
pub fn on<E, T, F>(
    find: impl Fn(&Update) -> Option<T> + MaybeSend + MaybeSync + 'static,
    run: impl Fn(T, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
) -> Handler<E>
where
    E: Clone + MaybeSend + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    Handler::new(move |update, context| {
        let running = find(&update).map(|found| run(found, context.clone()));
        Box::pin(async move {
            match running {
                Some(running) => handled(running.await, update, context),
                None => Handled::Passed(update, context),
            }
        })
    })
}

/// Creates a handler of new messages in which a function finds something: a text, a photo, or whatever you test for. It passes all
/// others.
///
/// ```
/// use botwire::webhook::{Handler, first, on_message};
///
/// let handler: Handler = first([
///     on_message(|message| message.text.clone(), async |message, text, _| message.reply(text)),
///     on_message(|message| message.photo.clone(), async |message, sizes, _| message.reply(format!("{} sizes", sizes.len()))),
///     on_message(|message| message.chat.is_group().then_some(()), async |message, (), _| message.reply("What?")),
/// ]);
/// ```
#[must_use]
pub fn on_message<E, T, F>(
    find: impl Fn(&Message) -> Option<T> + MaybeSend + MaybeSync + 'static,
    run: impl Fn(Message, T, Context<E>) -> F + MaybeSend + MaybeSync + 'static,
) -> Handler<E>
where
    E: Clone + MaybeSend + 'static,
    T: MaybeSend + 'static,
    F: Future<Output: Reply> + MaybeSend + 'static,
{
    let find = move |update: &Update| {
        let message = update.message.as_deref()?;
        Some((message.clone(), find(message)?))
    };
    on(find, move |(message, found), context| run(message, found, context))
}
