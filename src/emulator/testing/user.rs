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

        /// Edits the text of an own message.
        #[fails = "it is no text of the user"]
        fn edit(&self, message: &Message, text: &str) -> Seen { self.act(Edit::new(message).text(text)) }

        /// Edits the caption of an own message.
        #[fails = "it is no file of the user"]
        fn edit_caption(&self, message: &Message, caption: &str) -> Seen {
            self.act(Edit::new(message).caption(caption))
        }

        /// Moves an own live location.
        #[fails = "it is none, or not live any more"]
        fn move_to(&self, message: &Message, latitude: f64, longitude: f64) -> Seen {
            self.act(Edit::new(message).latitude(latitude).longitude(longitude))
        }

        /// Logs in to a website through the bot, which gets a message with `connected_website`.
        #[fails = "the user may not write there"]
        fn log_in(&self, website: &str) -> Seen { self.act(LogIn::new(website)) }

        /// Presses the callback button of that text, but sends other data, as clients can.
        #[fails = "there is no such button, or the user is not in the chat"]
        fn press_with(&self, message: &Seen, text: &str, data: &str) -> Press {
            self.pressed(PressButton::new().message_id(&message.message).text(text).data(data))
        }

        /// Deletes a message.
        #[fails = "it is neither the user's own nor in a private chat, and the user is no administrator"]
        fn delete(&self, message: &Message) -> () { self.act(Delete::new(message)).map(|_| ()) }

        /// Forwards a message to a chat, or to where another handle is.
        #[fails = "the user is not in its chat, it cannot be forwarded, or the user may not send there"]
        fn forward(&self, message: &Message, to: impl Into<ChatKey>) -> Seen {
            let forward = Forward::new(message);
            self.act(match to.into() {
                ChatKey::Shared(chat) => forward.to_chat(chat),
                ChatKey::Private { bot, .. } => forward.to_bot(bot),
            })
        }

        /// Presses the button of that text under a message.
        #[fails = "there is none, or the user is not in the chat"]
        fn press(&self, message: &Seen, text: &str) -> Press {
            self.pressed(PressButton::new().message_id(&message.message).text(text))
        }

        /// Presses the button in that row and column, from 0, under a message.
        #[fails = "there is no such button, or the user is not in the chat"]
        fn press_at(&self, message: &Seen, row: usize, column: usize) -> Press {
            let index = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
            self.pressed(PressButton::new().message_id(&message.message).row(index(row)).column(index(column)))
        }

        /// Presses the button of that text: of the latest of the last 50 messages with an inline keyboard that has it, else
        /// of the reply keyboard.
        #[fails = "there is none, or the user may not write there"]
        fn press_text(&self, text: &str) -> Press { self.pressed(PressButton::new().text(text)) }
    }

    fn pressed(&self, button: PressButton) -> Result<Press, Refusal> {
        Press::of(self.act(button)?, &self.world, |id| {
            self.act(GetMessage::new(id))?.ok_or_else(|| Refusal::bad_request("message not found"))
        })
    }

    handles! {
        /// Presses the button that launches a game; the answer has the URL.
        #[fails = "there is no such button, or the user is not in the chat"]
        fn play(&self, game: &Seen) -> Press { self.press_at(game, 0, 0) }

        /// Types an inline query of up to 512 characters for the bot. `offset` is empty at first, then
        /// the `next_offset` of the results before.
        #[fails = "it is too long"]
        fn type_inline(&self, query: &str, offset: &str) -> Typed {
            let typed = TypeInline::new().query(query).offset(offset);
            let TypedInline { query } = self.world.act(typed.user(self.user.id).bot(self.bot))?;
            Ok(Typed::new(self.world.clone(), query))
        }

        /// Chooses an inline result, which is sent where the user is.
        #[fails = "there is no such result, it cannot be sent, or the user may not send it there"]
        fn choose(&self, typed: &Typed, result_id: &str) -> Seen { self.act(Choose::new(typed.id(), result_id)) }

        /// Presses the button above inline results that switches to the private chat with the bot that answered; the
        /// `/start` that it sends.
        #[fails = "the results have no such button, or the user has blocked the bot"]
        fn switch_to_bot(&self, typed: &Typed) -> Message {
            Ok(self.world.act(SwitchToBot::new(typed.id()).user(self.user.id))?.message)
        }

        /// Pays an invoice. What it needs and the order lacks is made up.
        #[fails = "the message is no invoice"]
        fn pay(&self, invoice: &Seen, order: &OrderInfo) -> Payment {
            let OrderInfo { name, phone_number, email, shipping_address, .. } = order.clone();
            let shipping_address = shipping_address.map(Into::into);
            let pay = Pay { name, phone_number, email, shipping_address, ..Pay::new(&invoice.message) };
            let Paying { payment } = self.act(pay)?;
            Ok(Payment::new(self.world.clone(), payment))
        }

        /// Joins by an invite link, or a supergroup or channel by its `@username`; the Chat.
        #[fails = "the link was revoked, or the user was removed or is a member"]
        fn join(&self, link: &str) -> Chat { self.world.act(Join::new().link(link).user(self.user.id)) }

        /// Leaves the chat that the user is at.
        #[fails = "that is a private chat, or the user is not in it"]
        fn leave(&self) -> () { self.world.act(Leave::new(self.place().id()).user(self.user.id)).map(|_| ()) }

        /// Blocks the bot, which cannot write to the user any more.
        #[fails = "another emulator made the user"]
        fn block(&self) -> () { self.world.act(Block::new().user(self.user.id).bot(self.bot)).map(|_| ()) }

        /// Takes back [`EmulatorUser::block`]. Of a user who never wrote to the bot it starts the chat: the bot may write, and
        /// gets no update.
        #[fails = "another emulator made the user"]
        fn unblock(&self) -> () { self.world.act(Unblock::new().user(self.user.id).bot(self.bot)).map(|_| ()) }

        /// Sets a profile photo, in front of those before.
        #[fails = "the bytes are nothing"]
        fn set_photo(&self, bytes: impl Into<Vec<u8>>) -> () {
            let file = InputFile::bytes(bytes.into(), "photo.jpg");
            self.world.act(SetProfilePhoto::new(file).user(self.user.id)).map(|_| ())
        }
    }
}
