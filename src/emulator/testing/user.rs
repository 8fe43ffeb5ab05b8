//! A user: writes, sends, presses, types, pays, joins, blocks.

use super::super::actions::{
    Act, AtAPlace, Block, Choose, Delete, Edit, Forward, GetMessage, Join, Leave, LogIn, Pay, Paying, PressButton,
    Sending, SetProfilePhoto, SwitchToBot, TypeInline, TypedInline, Unblock, Write,
};
use super::super::{ChatKey, Refusal, Seen};
use super::world::SharedWorld;
use super::{EmulatorBot, Payment, Press, Typed};
use crate::types::{Chat, ChatId, InputFile, Message, OrderInfo, User, UserId};

/// A user at a place: the private chat with the first bot, unless [`EmulatorUser::at`] or
/// [`EmulatorUser::with`] says another.
#[derive(Debug, Clone)]
pub struct EmulatorUser {
    pub(super) world: SharedWorld,
    user: User,
    pub(super) bot: i64,
    place: ChatKey,
}

impl EmulatorUser {
    pub(super) fn new(world: SharedWorld, user: User, bot: i64) -> Self {
        let place = ChatKey::Private { bot, user: user.id.0 };
        Self { world, user, bot, place }
    }

    /// The user, as bots see them.
    #[must_use]
    pub fn user(&self) -> &User {
        &self.user
    }

    /// Identifier of the user, and of the private chats with them.
    #[must_use]
    pub fn id(&self) -> UserId {
        self.user.id
    }

    /// The same user in a group, supergroup or channel, or wherever another user is.
    #[must_use]
    pub fn at(&self, chat: impl Into<ChatKey>) -> Self {
        Self { place: chat.into(), ..self.clone() }
    }

    /// The same user in the private chat with another bot.
    #[must_use]
    pub fn with(&self, bot: &EmulatorBot) -> Self {
        Self::new(self.world.clone(), self.user.clone(), bot.id().0)
    }

    /// Where the user is; a group that became a supergroup is that.
    pub(super) fn place(&self) -> ChatKey {
        self.world.current(self.place)
    }

    /// The action with the user as who acts, where the user is.
    pub(super) fn placed<A: AtAPlace>(&self, action: A) -> A {
        let chat = if let ChatKey::Shared(chat) = self.place() { Some(ChatId(chat)) } else { None };
        action.at(self.user.id, UserId(self.bot), chat)
    }

    fn act<A: Act + AtAPlace>(&self, action: A) -> Result<A::Output, Refusal> {
        self.world.act(self.placed(action))
    }

    /// Writes a text of up to 4096 characters.
    ///
    /// # Errors
    /// When the user may not write there, or the text is too long.
    pub fn write(&self, text: &str) -> Result<Message, Refusal> {
        Ok(self.act(Write::new(text))?.message)
    }

    /// Writes a reply to a message.
    ///
    /// # Errors
    /// As [`EmulatorUser::write`], and when there is no such message.
    pub fn reply(&self, to: &Message, text: &str) -> Result<Message, Refusal> {
        Ok(self.act(Write::new(text).reply_to_message_id(to))?.message)
    }

    /// Sends a file, a location, a venue or a contact.
    ///
    /// # Errors
    /// When the user may not send it there, or it breaks a limit.
    pub fn send(&self, what: Sending) -> Result<Seen, Refusal> {
        self.act(what)
    }

    /// Edits the text of an own message.
    ///
    /// # Errors
    /// When it is no text of the user.
    pub fn edit(&self, message: &Message, text: &str) -> Result<Seen, Refusal> {
        self.act(Edit::new(message).text(text))
    }

    /// Edits the caption of an own message.
    ///
    /// # Errors
    /// When it is no file of the user.
    pub fn edit_caption(&self, message: &Message, caption: &str) -> Result<Seen, Refusal> {
        self.act(Edit::new(message).caption(caption))
    }

    /// Moves an own live location.
    ///
    /// # Errors
    /// When it is none, or not live any more.
    pub fn move_to(&self, message: &Message, latitude: f64, longitude: f64) -> Result<Seen, Refusal> {
        self.act(Edit::new(message).latitude(latitude).longitude(longitude))
    }

    /// Logs in to a website through the bot, which gets a message with `connected_website`.
    ///
    /// # Errors
    /// When the user may not write there.
    pub fn log_in(&self, website: &str) -> Result<Seen, Refusal> {
        self.act(LogIn::new(website))
    }

    /// Presses the callback button of that text, but sends other data, as clients can.
    ///
    /// # Errors
    /// As [`EmulatorUser::press`].
    pub fn press_with(&self, message: &Seen, text: &str, data: &str) -> Result<Press, Refusal> {
        self.pressed(PressButton::new().message_id(&message.message).text(text).data(data))
    }

    /// Deletes a message.
    ///
    /// # Errors
    /// When it is neither the user's own nor in a private chat, and the user is no administrator.
    pub fn delete(&self, message: &Message) -> Result<(), Refusal> {
        self.act(Delete::new(message)).map(|_| ())
    }

    /// Forwards a message to a chat, or to where another handle is.
    ///
    /// # Errors
    /// When it cannot be forwarded, or the user may not send there.
    pub fn forward(&self, message: &Message, to: impl Into<ChatKey>) -> Result<Seen, Refusal> {
        let forward = Forward::new(message);
        self.act(match to.into() {
            ChatKey::Shared(chat) => forward.to_chat(chat),
            ChatKey::Private { bot, .. } => forward.to_bot(bot),
        })
    }

    /// Presses the button of that text under a message.
    ///
    /// # Errors
    /// When there is none, or the user is not in the chat.
    pub fn press(&self, message: &Seen, text: &str) -> Result<Press, Refusal> {
        self.pressed(PressButton::new().message_id(&message.message).text(text))
    }

    /// Presses the button in that row and column, from 0, under a message.
    ///
    /// # Errors
    /// As [`EmulatorUser::press`].
    pub fn press_at(&self, message: &Seen, row: usize, column: usize) -> Result<Press, Refusal> {
        let index = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
        self.pressed(PressButton::new().message_id(&message.message).row(index(row)).column(index(column)))
    }

    /// Presses the button of that text of the reply keyboard.
    ///
    /// # Errors
    /// When there is none, or the user may not write there.
    pub fn press_reply(&self, text: &str) -> Result<Press, Refusal> {
        self.pressed(PressButton::new().text(text))
    }

    fn pressed(&self, button: PressButton) -> Result<Press, Refusal> {
        Press::of(self.act(button)?, &self.world, |id| {
            self.act(GetMessage::new(id))?.ok_or_else(|| Refusal::bad_request("message not found"))
        })
    }

    /// Presses the button that launches a game; the answer has the URL.
    ///
    /// # Errors
    /// As [`EmulatorUser::press`].
    pub fn play(&self, game: &Seen) -> Result<Press, Refusal> {
        self.press_at(game, 0, 0)
    }

    /// Types an inline query of up to 512 characters for the bot. `offset` is empty at first, then
    /// the `next_offset` of the results before.
    ///
    /// # Errors
    /// When it is too long.
    pub fn type_inline(&self, query: &str, offset: &str) -> Result<Typed, Refusal> {
        let typed = TypeInline::new().query(query).offset(offset);
        let TypedInline { query } = self.world.act(typed.user(self.user.id).bot(self.bot))?;
        Ok(Typed::new(self.world.clone(), query))
    }

    /// Chooses an inline result, which is sent where the user is.
    ///
    /// # Errors
    /// When there is no such result, it cannot be sent, or the user may not send it there.
    pub fn choose(&self, typed: &Typed, result_id: &str) -> Result<Seen, Refusal> {
        self.act(Choose::new(typed.id(), result_id))
    }

    /// Presses the button above inline results that switches to the private chat with the bot that answered; the
    /// `/start` that it sends.
    ///
    /// # Errors
    /// When the results have no such button, or the user has blocked the bot.
    pub fn switch_to_bot(&self, typed: &Typed) -> Result<Message, Refusal> {
        Ok(self.world.act(SwitchToBot::new(typed.id()).user(self.user.id))?.message)
    }

    /// Pays an invoice. What it needs and the order lacks is made up.
    ///
    /// # Errors
    /// When the message is no invoice.
    pub fn pay(&self, invoice: &Seen, order: &OrderInfo) -> Result<Payment, Refusal> {
        let OrderInfo { name, phone_number, email, shipping_address, .. } = order.clone();
        let shipping_address = shipping_address.map(Into::into);
        let pay = Pay { name, phone_number, email, shipping_address, ..Pay::new(&invoice.message) };
        let Paying { payment } = self.act(pay)?;
        Ok(Payment::new(self.world.clone(), payment))
    }

    /// Joins by an invite link, or a supergroup or channel by its `@username`; the Chat.
    ///
    /// # Errors
    /// When the link was revoked, or the user was removed or is a member.
    pub fn join(&self, link: &str) -> Result<Chat, Refusal> {
        self.world.act(Join::new().link(link).user(self.user.id))
    }

    /// Leaves the chat that the user is at.
    ///
    /// # Errors
    /// When that is a private chat, or the user is not in it.
    pub fn leave(&self) -> Result<(), Refusal> {
        self.world.act(Leave::new(self.place().id()).user(self.user.id)).map(|_| ())
    }

    /// Blocks the bot, which cannot write to the user any more.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made the user.
    pub fn block(&self) -> Result<(), Refusal> {
        self.world.act(Block::new().user(self.user.id).bot(self.bot)).map(|_| ())
    }

    /// Takes back [`EmulatorUser::block`]. Of a user who never wrote to the bot it starts the chat: the bot may write, and
    /// gets no update.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made the user.
    pub fn unblock(&self) -> Result<(), Refusal> {
        self.world.act(Unblock::new().user(self.user.id).bot(self.bot)).map(|_| ())
    }

    /// Sets a profile photo, in front of those before.
    ///
    /// # Errors
    /// When the bytes are nothing.
    pub fn set_photo(&self, bytes: impl Into<Vec<u8>>) -> Result<(), Refusal> {
        let file = InputFile::bytes(bytes.into(), "photo.jpg");
        self.world.act(SetProfilePhoto::new(file).user(self.user.id)).map(|_| ())
    }
}
