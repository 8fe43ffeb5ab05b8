//! The chat that an update belongs to, whose updates may have to be handled in their order.

use serde_json::Value;

use crate::types::{ChatId, Update};

/// The chat of an update; its user where there is no chat, as in a query; nothing where there is neither. In kinds that
/// this version does not know, it is found by the same names: `chat`, `message.chat`, `from`.
#[must_use]
pub fn chat_of(update: &Update) -> Option<ChatId> {
    let posts = [&update.message, &update.edited_message, &update.channel_post, &update.edited_channel_post];
    let chat = posts.into_iter().flatten().map(|message| message.chat.id).next();
    let pressed = || {
        let query = update.callback_query.as_ref()?;
        Some(query.message.as_ref().map_or(query.from.id.into(), |message| message.chat.id))
    };
    let user = || {
        let inline = update.inline_query.as_ref().map(|query| query.from.id);
        let chosen = update.chosen_inline_result.as_ref().map(|result| result.from.id);
        let shipping = update.shipping_query.as_ref().map(|query| query.from.id);
        let user = inline.or(chosen).or(shipping).or_else(|| Some(update.pre_checkout_query.as_ref()?.from.id));
        user.map(ChatId::from)
    };
    chat.or_else(pressed).or_else(user).or_else(|| update.extra.values().find_map(within))
}

fn within(value: &Value) -> Option<ChatId> {
    let given = |value: &Value, name| value.get(name).filter(|found| !found.is_null()).cloned();
    let chat = given(value, "chat").or_else(|| given(value.get("message")?, "chat")).or_else(|| given(value, "from"));
    chat?.get("id")?.as_i64().map(ChatId)
}
