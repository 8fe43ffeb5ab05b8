//! A user: writes, sends, presses, types, pays, joins, blocks.

use serde_json::{Value, json};

use super::super::{ChatKey, Parameters, Refusal, Seen, Upload};
use super::press::PressResult;
use super::world::SharedWorld;
use super::{EmulatorBot, Payment, Press, Sending, Typed};
use crate::types::{Chat, Message, OrderInfo, User, UserId};

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

    pub(super) fn given(&self, more: Value) -> Value {
        let chat = if let ChatKey::Shared(chat) = self.place() { json!(chat) } else { Value::Null };
        let mut given = json!({ "user": self.user.id, "bot": self.bot, "chat": chat });
        if let (Value::Object(given), Value::Object(more)) = (&mut given, more) {
            given.extend(more.into_iter().filter(|(_, value)| !value.is_null()));
        }
        given
    }

    fn seen(&self, act: &str, more: Value) -> Result<Seen, Refusal> {
        self.seen_of(act, self.given(more).into())
    }

    fn seen_of(&self, act: &str, given: Parameters) -> Result<Seen, Refusal> {
        self.world.act(act, given)
    }

    fn done(&self, act: &str, more: Value) -> Result<(), Refusal> {
        self.world.act::<bool>(act, self.given(more)).map(|_| ())
    }

    /// Writes a text of up to 4096 characters.
    ///
    /// # Errors
    /// When the user may not write there, or the text is too long.
    pub fn write(&self, text: &str) -> Result<Message, Refusal> {
        Ok(self.seen("write", json!({ "text": text }))?.message)
    }

    /// Writes a reply to a message.
    ///
    /// # Errors
    /// As [`EmulatorUser::write`], and when there is no such message.
    pub fn reply(&self, to: &Message, text: &str) -> Result<Message, Refusal> {
        Ok(self.seen("write", json!({ "text": text, "reply_to_message_id": to.message_id }))?.message)
    }

    /// Sends a file, a location, a venue or a contact.
    ///
    /// # Errors
    /// When the user may not send it there, or it breaks a limit.
    pub fn send(&self, what: Sending) -> Result<Seen, Refusal> {
        self.seen_of("send", what.parameters(self.given(json!({}))))
    }

    /// Edits the text of an own message.
    ///
    /// # Errors
    /// When it is no text of the user.
    pub fn edit(&self, message: &Message, text: &str) -> Result<Seen, Refusal> {
        self.seen("edit", json!({ "message_id": message.message_id, "text": text }))
    }

    /// Edits the caption of an own message.
    ///
    /// # Errors
    /// When it is no file of the user.
    pub fn edit_caption(&self, message: &Message, caption: &str) -> Result<Seen, Refusal> {
        self.seen("edit", json!({ "message_id": message.message_id, "caption": caption }))
    }

    /// Moves an own live location.
    ///
    /// # Errors
    /// When it is none, or not live any more.
    pub fn move_to(&self, message: &Message, latitude: f64, longitude: f64) -> Result<Seen, Refusal> {
        let point = json!({ "message_id": message.message_id, "latitude": latitude, "longitude": longitude });
        self.seen("edit", point)
    }

    /// Logs in to a website through the bot, which gets a message with `connected_website`.
    ///
    /// # Errors
    /// When the user may not write there.
    pub fn log_in(&self, website: &str) -> Result<Seen, Refusal> {
        self.seen("log_in", json!({ "website": website }))
    }

    /// Presses the callback button of that text, but sends other data, as clients can.
    ///
    /// # Errors
    /// As [`EmulatorUser::press`].
    pub fn press_with(&self, message: &Seen, text: &str, data: &str) -> Result<Press, Refusal> {
        self.pressed(json!({ "message_id": message.message.message_id, "text": text, "data": data }))
    }

    /// Deletes a message.
    ///
    /// # Errors
    /// When it is neither the user's own nor in a private chat, and the user is no administrator.
    pub fn delete(&self, message: &Message) -> Result<(), Refusal> {
        self.done("delete", json!({ "message_id": message.message_id }))
    }

    /// Forwards a message to a chat, or to where another handle is.
    ///
    /// # Errors
    /// When it cannot be forwarded, or the user may not send there.
    pub fn forward(&self, message: &Message, to: impl Into<ChatKey>) -> Result<Seen, Refusal> {
        let id = json!(message.message_id);
        match to.into() {
            ChatKey::Shared(chat) => self.seen("forward", json!({ "message_id": id, "to_chat": chat })),
            ChatKey::Private { bot, .. } => self.seen("forward", json!({ "message_id": id, "to_bot": bot })),
        }
    }

    /// Presses the button of that text under a message.
    ///
    /// # Errors
    /// When there is none, or the user is not in the chat.
    pub fn press(&self, message: &Seen, text: &str) -> Result<Press, Refusal> {
        self.pressed(json!({ "message_id": message.message.message_id, "text": text }))
    }

    /// Presses the button in that row and column, from 0, under a message.
    ///
    /// # Errors
    /// As [`EmulatorUser::press`].
    pub fn press_at(&self, message: &Seen, row: usize, column: usize) -> Result<Press, Refusal> {
        self.pressed(json!({ "message_id": message.message.message_id, "row": row, "column": column }))
    }

    /// Presses the button of that text of the reply keyboard.
    ///
    /// # Errors
    /// When there is none, or the user may not write there.
    pub fn press_reply(&self, text: &str) -> Result<Press, Refusal> {
        self.pressed(json!({ "text": text }))
    }

    fn pressed(&self, which: Value) -> Result<Press, Refusal> {
        let pressed: PressResult = self.world.act("press", self.given(which))?;
        pressed.into_press(&self.world, |id| self.seen("message", json!({ "message_id": id })))
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
        #[derive(serde::Deserialize)]
        struct TypedAnswer {
            query: String,
        }
        let TypedAnswer { query } = self.world.act("type", self.given(json!({ "query": query, "offset": offset })))?;
        Ok(Typed::new(self.world.clone(), query))
    }

    /// Chooses an inline result, which is sent where the user is.
    ///
    /// # Errors
    /// When there is no such result, it cannot be sent, or the user may not send it there.
    pub fn choose(&self, typed: &Typed, result_id: &str) -> Result<Seen, Refusal> {
        self.seen("choose", json!({ "query": typed.id(), "result_id": result_id }))
    }

    /// Presses the button above inline results that switches to the private chat with the bot that answered; the
    /// `/start` that it sends.
    ///
    /// # Errors
    /// When the results have no such button, or the user has blocked the bot.
    pub fn switch_to_bot(&self, typed: &Typed) -> Result<Message, Refusal> {
        Ok(self.seen("switch", json!({ "query": typed.id() }))?.message)
    }

    /// Pays an invoice. What it needs and the order lacks is made up.
    ///
    /// # Errors
    /// When the message is no invoice.
    pub fn pay(&self, invoice: &Seen, order: &OrderInfo) -> Result<Payment, Refusal> {
        #[derive(serde::Deserialize)]
        struct Paying {
            payment: u64,
        }
        let mut given = serde_json::to_value(order).unwrap_or_default();
        if let Value::Object(given) = &mut given {
            given.insert("message_id".into(), invoice.message.message_id.0.into());
        }
        let Paying { payment } = self.world.act("pay", self.given(given))?;
        Ok(Payment::new(self.world.clone(), payment))
    }

    /// Joins by an invite link, or a supergroup or channel by its `@username`; the Chat.
    ///
    /// # Errors
    /// When the link was revoked, or the user was removed or is a member.
    pub fn join(&self, link: &str) -> Result<Chat, Refusal> {
        self.world.act("join", self.given(json!({ "link": link })))
    }

    /// Leaves the chat that the user is at.
    ///
    /// # Errors
    /// When that is a private chat, or the user is not in it.
    pub fn leave(&self) -> Result<(), Refusal> {
        self.done("leave", json!({}))
    }

    /// Blocks the bot, which cannot write to the user any more.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made the user.
    pub fn block(&self) -> Result<(), Refusal> {
        self.done("block", json!({}))
    }

    /// Takes back [`EmulatorUser::block`]. Of a user who never wrote to the bot it starts the chat: the bot may write, and
    /// gets no update.
    ///
    /// # Errors
    /// Never, as long as the emulator is the one that made the user.
    pub fn unblock(&self) -> Result<(), Refusal> {
        self.done("unblock", json!({}))
    }

    /// Sets a profile photo, in front of those before.
    ///
    /// # Errors
    /// When the bytes are nothing.
    pub fn set_photo(&self, bytes: impl Into<Vec<u8>>) -> Result<(), Refusal> {
        let mut given = Parameters::from(self.given(json!({})));
        let (field, file_name, media_type) = ("file".into(), "photo.jpg".into(), String::new());
        given.upload(Upload { field, file_name, media_type, bytes: bytes.into() });
        self.world.act::<bool>("profile_photo", given).map(|_| ())
    }
}
