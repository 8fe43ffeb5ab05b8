//! Entities and commands in the text of a message.

use super::{Message, MessageEntity, MessageEntityType};
use crate::text::{self, Command};

impl MessageEntity {
    /// Returns the part of a text that the entity covers, cut at the end of the text. Returns `None` if the offset or
    /// the length is negative, or in the middle of a character.
    #[must_use]
    pub fn text_in<'t>(&self, text: &'t str) -> Option<&'t str> {
        text::slice(text, self.offset, self.length)
    }
}

impl Message {
    /// Returns the entities of the text, or else of the caption, each with the part of the text that it covers.
    /// Entities for which [`MessageEntity::text_in`] returns `None` are omitted.
    pub fn entity_texts(&self) -> impl Iterator<Item = (&MessageEntity, &str)> {
        let entities = self.entities.as_ref().or(self.caption_entities.as_ref());
        let text = self.text_or_caption();
        entities.into_iter().flatten().filter_map(move |entity| Some((entity, entity.text_in(text?)?)))
    }

    /// Returns the command at the start of the text or caption. Commands for a bot with another username, such as
    /// `/start@other_bot`, are ignored, unless `username` is `None`. The username may begin with an `@`.
    ///
    /// ```
    /// # fn example(message: &botwire::types::Message) -> Option<String> {
    /// let command = message.command("my_bot").filter(|command| command.name == "start")?;
    /// Some(format!("Invited by {}", command.payload.as_deref().unwrap_or("nobody")))
    /// # }
    /// ```
    #[must_use]
    pub fn command<'u>(&self, username: impl Into<Option<&'u str>>) -> Option<Command> {
        let mut entities = self.entities.as_ref().or(self.caption_entities.as_ref())?.iter();
        let entity = entities.find(|entity| entity.r#type == MessageEntityType::BotCommand && entity.offset == 0)?;
        text::command(self.text_or_caption()?, entity.length, username.into())
    }

    fn text_or_caption(&self) -> Option<&str> {
        self.text.as_deref().or(self.caption.as_deref())
    }
}
