//! The chat and the user of an update.

use serde_json::Value;

use super::{ChatId, Message, Update, User, UserId};

impl Update {
    /// Returns the chat of an update of any kind. If it has no chat, as in a query, returns its user, whose private
    /// chat has the same identifier. Use it as the key of a session.
    ///
    /// In kinds that this version does not know, the fields `chat`, `message.chat` and `from` are used. Returns `None`
    /// if all are absent.
    #[must_use]
    pub fn chat_id(&self) -> Option<ChatId> {
        let chat = self.posts().map(|message| message.chat.id).next();
        let pressed = || Some(self.callback_query.as_ref()?.message.as_ref()?.chat.id);
        let user = || self.user().map(ChatId::from);
        chat.or_else(pressed).or_else(user).or_else(|| self.extra.values().find_map(chat_in))
    }

    /// Returns the user who caused an update of any kind: the author, or the user who pressed the button, typed the
    /// query, or pays. Returns `None` for a post in a channel, which does not name its author.
    #[must_use]
    pub fn user_id(&self) -> Option<UserId> {
        let unknown = || self.extra.values().find_map(|value| id(value.get("from")?));
        self.user().map(UserId::from).or_else(|| unknown().map(UserId))
    }

    fn posts(&self) -> impl Iterator<Item = &Message> {
        let posts = [&self.message, &self.edited_message, &self.channel_post, &self.edited_channel_post];
        posts.into_iter().flatten().map(|message| &**message)
    }

    fn user(&self) -> Option<&User> {
        let inline = self.inline_query.as_ref().map(|query| &query.from);
        let chosen = self.chosen_inline_result.as_ref().map(|result| &result.from);
        let pressed = self.callback_query.as_ref().map(|query| &query.from);
        let shipping = self.shipping_query.as_ref().map(|query| &query.from);
        let payment = self.pre_checkout_query.as_ref().map(|query| &query.from);
        let sender = self.posts().find_map(|message| message.from.as_ref());
        sender.or(inline).or(chosen).or(pressed).or(shipping).or(payment)
    }
}

fn chat_in(value: &Value) -> Option<ChatId> {
    let chat =
        present(value, "chat").or_else(|| present(value.get("message")?, "chat")).or_else(|| present(value, "from"));
    id(chat?).map(ChatId)
}

fn present<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).filter(|found| !found.is_null())
}

fn id(value: &Value) -> Option<i64> {
    value.get("id")?.as_i64()
}
