//! What a user sees: messages, the reply keyboard, what the bot is doing.

use super::{EmulatorUser, WaitTimeout};
use crate::emulator::Seen;
use crate::emulator::actions::{GetAction, GetKeyboard};
use crate::types::{MessageId, ReplyMarkup};

impl EmulatorUser {
    /// All messages of the chat, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Seen> {
        self.later(0)
    }

    fn later(&self, after: i64) -> Vec<Seen> {
        let place = self.place();
        self.world.look(|service, _| service.seen(self.bot, place, after))
    }

    /// The next message of a bot in the chat that this method has not given yet; none if there is
    /// none. Clones of the handle share what is read.
    #[must_use]
    pub fn next_message(&self) -> Option<Seen> {
        let place = self.place();
        let read = self.world.read(self.id().0, place, |read| read.0);
        let of_bot = |seen: &Seen| seen.message.from.as_ref().is_none_or(|from| from.is_bot);
        let next = self.later(read).into_iter().find(of_bot)?;
        self.world.read(self.id().0, place, |read| read.0 = next.message.message_id.0);
        Some(next)
    }

    /// Waits for the next message of a bot that runs beside the test, in any executor.
    ///
    /// # Errors
    /// When none came in time; the text of the error ends with the latest of the log.
    pub async fn wait_for_message(&self) -> Result<Seen, WaitTimeout> {
        self.world.wait_in_time("message of a bot", || self.next_message()).await
    }

    /// The message of that identifier in the chat as it is now; none if there is none, or none any more.
    #[must_use]
    pub fn message(&self, id: impl Into<MessageId>) -> Option<Seen> {
        let (place, id) = (self.place(), id.into());
        self.world.look(|service, _| service.seen_message(self.bot, place, id.0))
    }

    /// The next edit by a bot in the chat that this method has not given yet: the message as it was after that edit. None
    /// if there is none. Clones of the handle share what is read. A chat keeps its latest 100 edits.
    #[must_use]
    pub fn next_edit(&self) -> Option<Seen> {
        let place = self.place();
        let read = self.world.read(self.id().0, place, |read| read.1);
        let next = self.world.look(|service, _| service.edits(self.bot, place, read).into_iter().next())?;
        self.world.read(self.id().0, place, |read| read.1 = next.number);
        Some(next.message)
    }

    /// Waits for the next edit by a bot that runs beside the test.
    ///
    /// # Errors
    /// When none came in time; the text of the error ends with the latest of the log.
    pub async fn wait_for_edit(&self) -> Result<Seen, WaitTimeout> {
        self.world.wait_in_time("edit of a message", || self.next_edit()).await
    }

    /// The reply keyboard that the user has in the chat.
    #[must_use]
    pub fn keyboard(&self) -> Option<ReplyMarkup> {
        self.world.ask(self.placed(GetKeyboard::new())).ok().flatten()
    }

    /// What the bot is shown to be doing, such as `typing`.
    #[must_use]
    pub fn action(&self) -> Option<String> {
        self.world.ask(self.placed(GetAction::new())).ok().flatten().map(|action| action.as_str().to_owned())
    }
}
