//! Updates for the tests of a bot.

use super::{CallbackQuery, Chat, ChatType, Message, Update, User, UserId};
use crate::text;

/// The date of the updates: 2026-09-21 13:33:20 UTC.
const DATE: i64 = 1_790_000_000;

impl Update {
    /// Makes an update for a test: the user of that identifier writes a text to the bot. Its entities are found as by the
    /// service.
    ///
    /// ```
    /// use botwire::types::Update;
    ///
    /// let update = Update::text_from(42, "/start ref");
    /// let message = update.message.unwrap();
    /// assert_eq!(message.command("my_bot").unwrap().payload.as_deref(), Some("ref"));
    /// ```
    ///
    /// The `update_id` is 1; `Update::new(7).message(Message::text_from(42, "hi"))` has another.
    #[must_use]
    pub fn text_from(user: impl Into<UserId>, text: impl std::fmt::Display) -> Self {
        Self::new(1).message(Message::text_from(user, text))
    }

    /// Makes an update for a test: the user of that identifier presses a callback button with that data, under a message of
    /// the bot with the identifier 1.
    #[must_use]
    pub fn press_from(user: impl Into<UserId>, data: impl std::fmt::Display) -> Self {
        let user = user.into();
        let under = Message::text_from(user, "Press").from(User::new(1, true, "Bot"));
        let query = CallbackQuery::new("1", person(user), "1").message(under).data(data);
        Self::new(1).callback_query(query)
    }
}

impl Message {
    /// Makes a message for a test: the user of that identifier writes a text to the bot. Its entities are found as by the
    /// service. It has the identifier 1 and a fixed date.
    ///
    /// ```
    /// use botwire::types::{Chat, ChatType, Message};
    ///
    /// let group = Chat::new(-100, ChatType::Group);
    /// let in_group = Message::text_from(42, "/help@my_bot").in_chat(group);
    /// assert!(in_group.command("my_bot").is_some());
    /// ```
    #[must_use]
    pub fn text_from(user: impl Into<UserId>, text: impl std::fmt::Display) -> Self {
        let user = user.into();
        let chat = Chat::new(user, ChatType::Private).first_name("User");
        Self::new(1, DATE, chat).from(person(user)).text(text).find_entities()
    }

    /// Sets the chat of a message for a test.
    #[must_use]
    pub fn in_chat(self, chat: Chat) -> Self {
        Self { chat, ..self }
    }

    /// Sets the entities of the text and of the caption to those that the service finds: commands, mentions, hashtags,
    /// URLs, and email addresses.
    #[must_use]
    pub fn find_entities(mut self) -> Self {
        let found = |text: &Option<String>| {
            let entities = text::detect(text.as_deref()?);
            (!entities.is_empty()).then(|| entities.into_iter().map(Into::into).collect())
        };
        self.entities = found(&self.text);
        self.caption_entities = found(&self.caption);
        self
    }
}

fn person(id: UserId) -> User {
    User::new(id, false, "User")
}
