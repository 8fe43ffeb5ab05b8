//! Filters around handlers and whole modules: they pass what they do not want.

use super::handler::{Handled, Handler};
use crate::client::{MaybeSend, MaybeSync};
use crate::types::{Chat, Message, Update};

/// Limits a handler or a whole module to updates that pass a test.
///
/// ```
/// use botwire::webhook::{Handler, on_message, when};
///
/// let echo: Handler = on_message(|message| message.text.clone(), async |message, text, _| message.reply(text));
/// let in_odd_chats = when(|update| update.chat_id().is_some_and(|chat| chat.0 % 2 == 1), echo);
/// ```
#[must_use]
pub fn when<E: MaybeSend + 'static>(
    test: impl Fn(&Update) -> bool + MaybeSend + MaybeSync + 'static,
    handler: Handler<E>,
) -> Handler<E> {
    Handler::new(move |update, context| {
        if test(&update) {
            return handler.run(update, context);
        }
        Box::pin(async move { Handled::Passed(update, context) })
    })
}

/// Returns the message of an update or of its callback query.
fn message_in(update: &Update) -> Option<&Message> {
    let messages = [&update.message, &update.edited_message, &update.channel_post, &update.edited_channel_post];
    let pressed = || update.callback_query.as_ref()?.message.as_deref();
    messages.into_iter().find_map(Option::as_deref).or_else(pressed)
}

fn in_chats<E: MaybeSend + 'static>(is_one: fn(&Chat) -> bool, handler: Handler<E>) -> Handler<E> {
    when(move |update| message_in(update).is_some_and(|message| is_one(&message.chat)), handler)
}

/// Limits a handler or a whole module to private chats.
#[must_use]
pub fn in_private<E: MaybeSend + 'static>(handler: Handler<E>) -> Handler<E> {
    in_chats(Chat::is_private, handler)
}

/// Limits a handler or a whole module to groups and supergroups.
#[must_use]
pub fn in_groups<E: MaybeSend + 'static>(handler: Handler<E>) -> Handler<E> {
    in_chats(Chat::is_group, handler)
}

/// Limits a handler or a whole module to channels.
#[must_use]
pub fn in_channels<E: MaybeSend + 'static>(handler: Handler<E>) -> Handler<E> {
    in_chats(Chat::is_channel, handler)
}
