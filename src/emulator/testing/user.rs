//! Handle of a user: their actions, and what they see in chats.

use super::super::actions::{
    Act, AtAPlace, Block, Choose, Delete, Edit, Forward, GetAction, GetKeyboard, GetMessage, Join, Leave, LogIn, Pay,
    PressButton, Pressed, Sending, SetProfilePhoto, SwitchToBot, TypeInline, TypedInline, Unblock, Write,
};
use super::super::{ChatKey, Refusal, Seen};
use super::world::SharedWorld;
use super::{Callback, EmulatorBot, Payment, Press, Typed, WaitTimeout};
use crate::emulator::refusal::OrRefuse;
use crate::types::{Chat, ChatId, InputFile, Message, MessageId, OrderInfo, ReplyMarkup, User, UserId};

/// A user in a chat: the private chat with the first bot, or another one by [`EmulatorUser::at`] or [`EmulatorUser::with`].
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

    /// Returns the user, as bots see them.
    #[must_use]
    pub fn user(&self) -> &User {
        &self.user
    }

    /// Returns the identifier of the user, and of the private chats with them.
    #[must_use]
    pub fn id(&self) -> UserId {
        self.user.id
    }

    /// Returns the same user in a group, supergroup or channel, or in the chat of another user.
    #[must_use]
    pub fn at(&self, chat: impl Into<ChatKey>) -> Self {
        Self { place: chat.into(), ..self.clone() }
    }

    /// Returns the same user in the private chat with another bot.
    #[must_use]
    pub fn with(&self, bot: &EmulatorBot) -> Self {
        Self::new(self.world.clone(), self.user.clone(), bot.id().0)
    }

    /// Returns the chat of the handle, or the supergroup that it became.
    pub(super) fn place(&self) -> ChatKey {
        self.world.look(|service, _| service.current(self.place))
    }

    pub(super) fn placed<A: AtAPlace>(&self, action: A) -> A {
        let chat = if let ChatKey::Shared(chat) = self.place() { Some(ChatId(chat)) } else { None };
        action.at(self.user.id, UserId(self.bot), chat)
    }

    fn act<A: Act + AtAPlace>(&self, action: A) -> Result<A::Output, Refusal> {
        self.world.act(self.placed(action))
    }

    fn pressed(&self, button: PressButton) -> Result<Press, Refusal> {
        Ok(match self.act(button)? {
            Pressed::Url { url } => Press::Url(url),
            Pressed::SwitchInlineQuery { query } => Press::SwitchInlineQuery(query),
            Pressed::SwitchInlineQueryCurrentChat { query } => Press::SwitchInlineQueryCurrentChat(query),
            Pressed::Pay => Press::Pay,
            Pressed::Message { message_id } => {
                Press::Message(Box::new(self.act(GetMessage::new(message_id))?.or_refuse("message not found")?))
            }
            Pressed::Callback { query, answer: kept } => {
                Press::Callback(Callback { world: self.world.clone(), query: query.unwrap_or_default(), kept })
            }
        })
    }

    handles! {
        /// Writes a text of up to 4096 characters.
        #[fails = "the user may not write there, or the text is too long"]
        fn write(&self, text: &str) -> Message { Ok(self.act(Write::new(text))?.message) }

        /// Writes a reply to a message.
        #[fails = "the user may not write there, or there is no such message"]
        fn reply(&self, to: &Message, text: &str) -> Message {
            Ok(self.act(Write::new(text).reply_to_message_id(to))?.message)
        }

        /// Sends a file, a location, a venue or a contact.
        #[fails = "the user may not send it there, or it breaks a limit"]
        fn send(&self, what: Sending) -> Seen { self.act(what) }

        /// Edits the text of a message of the user.
        #[fails = "it is not a text of the user"]
        fn edit(&self, message: &Message, text: &str) -> Seen { self.act(Edit::new(message).text(text)) }

        /// Edits the caption of a message of the user.
        #[fails = "it is not a file of the user"]
        fn edit_caption(&self, message: &Message, caption: &str) -> Seen {
            self.act(Edit::new(message).caption(caption))
        }

        /// Moves a live location of the user.
        #[fails = "it is not a live location, or not live any more"]
        fn move_to(&self, message: &Message, latitude: f64, longitude: f64) -> Seen {
            self.act(Edit::new(message).latitude(latitude).longitude(longitude))
        }

        /// Logs in to a website through the bot. The bot receives a message with `connected_website`.
        #[fails = "the user may not write there"]
        fn log_in(&self, website: &str) -> Seen { self.act(LogIn::new(website)) }

        /// Presses the callback button with this text, but sends other data, as a client could do.
        #[fails = "there is no such button, or the user is not in the chat"]
        fn press_with(&self, message: &Seen, text: &str, data: &str) -> Press {
            self.pressed(PressButton::new().message_id(&message.message).text(text).data(data))
        }

        /// Deletes a message.
        #[fails = "it is neither the user's own nor in a private chat, and the user is not an administrator"]
        fn delete(&self, message: &Message) -> () { self.act(Delete::new(message)).map(|_| ()) }

        /// Forwards a message to a chat, or to the chat of another handle.
        #[fails = "the user is not in its chat, it cannot be forwarded, or the user may not send there"]
        fn forward(&self, message: &Message, to: impl Into<ChatKey>) -> Seen {
            let forward = Forward::new(message);
            self.act(match to.into() {
                ChatKey::Shared(chat) => forward.to_chat(chat),
                ChatKey::Private { bot, .. } => forward.to_bot(bot),
            })
        }

        /// Presses the button with this text under a message.
        #[fails = "there is none, or the user is not in the chat"]
        fn press(&self, message: &Seen, text: &str) -> Press {
            self.pressed(PressButton::new().message_id(&message.message).text(text))
        }

        /// Presses the button in a row and column, from 0, under a message.
        #[fails = "there is no such button, or the user is not in the chat"]
        fn press_at(&self, message: &Seen, row: usize, column: usize) -> Press {
            let index = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
            self.pressed(PressButton::new().message_id(&message.message).row(index(row)).column(index(column)))
        }

        /// Presses the button with this text. Searches the last 50 messages, latest first, and then the reply keyboard.
        #[fails = "there is none, or the user may not write there"]
        fn press_text(&self, text: &str) -> Press { self.pressed(PressButton::new().text(text)) }

        /// Presses the button that starts a game. The answer contains the URL.
        #[fails = "there is no such button, or the user is not in the chat"]
        fn play(&self, game: &Seen) -> Press { self.press_at(game, 0, 0) }

        /// Types an inline query of up to 512 characters for the bot. `offset` is empty at first, and then the
        /// `next_offset` of the previous results.
        #[fails = "it is too long"]
        fn type_inline(&self, query: &str, offset: &str) -> Typed {
            let typed = TypeInline::new().query(query).offset(offset);
            let TypedInline { query } = self.world.act(typed.user(self.user.id).bot(self.bot))?;
            Ok(Typed { world: self.world.clone(), query })
        }

        /// Chooses an inline result, which is sent to the chat of the user.
        #[fails = "there is no such result, it cannot be sent, or the user may not send it there"]
        fn choose(&self, typed: &Typed, result_id: &str) -> Seen { self.act(Choose::new(typed.id(), result_id)) }

        /// Presses the button above inline results that opens the private chat with the bot. Returns the `/start` message
        /// that it sends.
        #[fails = "the results have no such button, or the user has blocked the bot"]
        fn switch_to_bot(&self, typed: &Typed) -> Message {
            Ok(self.world.act(SwitchToBot::new(typed.id()).user(self.user.id))?.message)
        }

        /// Pays an invoice. Fields that the invoice needs and the order lacks are generated.
        #[fails = "the message is not an invoice"]
        fn pay(&self, invoice: &Seen, order: &OrderInfo) -> Payment {
            let OrderInfo { name, phone_number, email, shipping_address, .. } = order.clone();
            let shipping_address = shipping_address.map(|address| (*address).into());
            let pay = Pay { name, phone_number, email, shipping_address, ..Pay::new(&invoice.message) };
            let number = self.act(pay)?.payment.cast_signed();
            Ok(Payment { world: self.world.clone(), number })
        }

        /// Joins a chat by an invite link, or a supergroup or channel by its `@username`. Returns the chat.
        #[fails = "the link was revoked, or the user was removed or is a member"]
        fn join(&self, link: &str) -> Chat { self.world.act(Join::new().link(link).user(self.user.id)) }

        /// Leaves the chat of the user.
        #[fails = "that is a private chat, or the user is not in it"]
        fn leave(&self) -> () { self.world.act(Leave::new(self.place().id()).user(self.user.id)).map(|_| ()) }

        /// Blocks the bot, which can then no longer write to the user.
        #[fails = "another emulator made the user"]
        fn block(&self) -> () { self.world.act(Block::new().user(self.user.id).bot(self.bot)).map(|_| ()) }

        /// Reverts [`EmulatorUser::block`]. For a user who has never written to the bot, it starts the chat: the bot may
        /// then write, but receives no update.
        #[fails = "another emulator made the user"]
        fn unblock(&self) -> () { self.world.act(Unblock::new().user(self.user.id).bot(self.bot)).map(|_| ()) }

        /// Adds a profile photo in front of the others.
        #[fails = "the bytes are nothing"]
        fn set_photo(&self, bytes: impl Into<Vec<u8>>) -> () {
            let file = InputFile::bytes(bytes.into(), "photo.jpg");
            self.world.act(SetProfilePhoto::new(file).user(self.user.id)).map(|_| ())
        }
    }

    /// Returns the messages of the chat, oldest first. A chat keeps its latest 10,000.
    #[must_use]
    pub fn messages(&self) -> Vec<Seen> {
        self.later(0)
    }

    fn read<T>(&self, chat: ChatKey, look: impl FnOnce(&mut (i64, u64)) -> T) -> T {
        look(self.world.lock().read.entry((self.id().0, chat)).or_default())
    }

    fn later(&self, after: i64) -> Vec<Seen> {
        let place = self.place();
        self.world.look(|service, _| service.seen(self.bot, place, after))
    }

    /// Returns the next message of a bot in the chat that this function has not returned yet, or `None`. Clones of the
    /// handle share this position.
    #[must_use]
    pub fn next_message(&self) -> Option<Seen> {
        let place = self.place();
        let (read, _) = self.read(place, |read| *read);
        let of_bot = |seen: &Seen| seen.message.from.as_ref().is_none_or(|from| from.is_bot);
        let next = self.later(read).into_iter().find(of_bot)?;
        self.read(place, |read| read.0 = next.message.message_id.0);
        Some(next)
    }

    /// Waits for the next message of a bot that runs in parallel with the test, in any executor.
    ///
    /// # Errors
    /// If none arrives in time. The text of the error ends with the latest log entries.
    pub async fn wait_for_message(&self) -> Result<Seen, WaitTimeout> {
        self.world.wait_in_time("message of a bot", || self.next_message()).await
    }

    /// Returns the message with this identifier in the chat as it is now, or `None` if it does not exist or was deleted.
    #[must_use]
    pub fn message(&self, id: impl Into<MessageId>) -> Option<Seen> {
        let (place, id) = (self.place(), id.into());
        self.world.look(|service, _| service.seen_message(self.bot, place, id.0))
    }

    /// Returns the message after the next edit by a bot that this function has not returned yet, or `None`. Clones of the
    /// handle share this position. A chat keeps its latest 100 edits.
    #[must_use]
    pub fn next_edit(&self) -> Option<Seen> {
        let place = self.place();
        let (_, read) = self.read(place, |read| *read);
        let next = self.world.look(|service, _| service.edits(self.bot, place, read).into_iter().next())?;
        self.read(place, |read| read.1 = next.number);
        Some(next.message)
    }

    /// Waits for the next edit by a bot that runs in parallel with the test.
    ///
    /// # Errors
    /// If none arrives in time. The text of the error ends with the latest log entries.
    pub async fn wait_for_edit(&self) -> Result<Seen, WaitTimeout> {
        self.world.wait_in_time("edit of a message", || self.next_edit()).await
    }

    /// Returns the reply keyboard that the user sees in the chat.
    #[must_use]
    pub fn keyboard(&self) -> Option<ReplyMarkup> {
        self.world.ask(self.placed(GetKeyboard::new())).ok().flatten()
    }

    /// Returns the action of the bot that the user sees, such as `typing`.
    #[must_use]
    pub fn action(&self) -> Option<String> {
        self.world.ask(self.placed(GetAction::new())).ok().flatten().map(|action| action.as_str().to_owned())
    }
}
