//! Keyboards on the user's side: which buttons there are, and what pressing one does.

use serde::Serialize;

use super::scene::at_a_place;
use crate::emulator::http::log::quoted;
use crate::emulator::methods::callbacks;
use crate::emulator::methods::places::{contact, location};
use crate::emulator::refusal::{OrRefuse, Refusal, Result};
use crate::emulator::service::Service;
use crate::emulator::state::{Button, CallbackAnswer, ChatKey, MessageContent, SEND, StoredMessage};
use crate::types::{InlineKeyboardButton, KeyboardButton, MessageId, ReplyMarkup};

at_a_place! {
    /// A user presses a button: by its text, or by its row and column from 0.
    pub struct PressButton {
        /// Text of the button.
        pub text: Option<String>,
        /// Row of the button, from 0.
        #[wire(range = 0..=2_147_483_647)]
        pub row: Option<i64>,
        /// Column of the button in its row, from 0.
        #[wire(range = 0..=2_147_483_647)]
        pub column: Option<i64>,
        /// Identifier of the message under which the button is. Default: a button of the reply keyboard.
        pub message_id: Option<MessageId>,
        /// Data that is sent in place of the button's, as altered clients can.
        pub data: Option<String>,
        /// Phone number that is sent if the button asks for a contact.
        pub phone_number: Option<String>,
        /// Latitude that is sent if the button asks for a location, in degrees.
        pub latitude: Option<f64>,
        /// Longitude that is sent if the button asks for a location, in degrees.
        pub longitude: Option<f64>,
    }
}

/// Which button is meant: by its text, or by row and column from 0.
#[derive(Debug, Clone, Copy)]
enum Which<'a> {
    Text(&'a str),
    At(usize, usize),
}

/// What comes of a press.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Pressed {
    /// The bot got a callback query, or the client has kept the answer to an earlier one.
    Callback {
        /// Identifier of the callback query.
        #[serde(skip_serializing_if = "Option::is_none")]
        query: Option<String>,
        /// The kept answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        answer: Option<CallbackAnswer>,
    },
    /// The client opens a URL.
    Url {
        /// The URL.
        url: String,
    },
    /// The client asks for a chat and inserts the bot's username and an inline query there.
    SwitchInlineQuery {
        /// The inline query.
        query: String,
    },
    /// The client inserts the bot's username and an inline query in the current chat.
    SwitchInlineQueryCurrentChat {
        /// The inline query.
        query: String,
    },
    /// The client shows what there is to pay.
    Pay,
    /// A button of a reply keyboard sent a message.
    Message {
        /// Identifier of the message.
        message_id: i64,
    },
}

/// A button of either keyboard.
trait Labelled {
    fn label(&self) -> &str;
}

impl Labelled for InlineKeyboardButton {
    fn label(&self) -> &str {
        &self.text
    }
}

impl Labelled for KeyboardButton {
    fn label(&self) -> &str {
        &self.text
    }
}

impl Which<'_> {
    fn find<'b, B: Labelled>(&self, rows: &'b [Vec<B>]) -> Option<&'b B> {
        match *self {
            Self::At(row, column) => rows.get(row)?.get(column),
            Self::Text(wanted) => rows.iter().flatten().find(|button| button.label() == wanted),
        }
    }

    /// There is no such button, but others with those texts.
    fn not_found(&self, others: &[String]) -> Refusal {
        let wanted = match *self {
            Self::Text(text) => quoted(text),
            Self::At(row, column) => ["in row ", &row.to_string(), ", column ", &column.to_string()].concat(),
        };
        let others = if others.is_empty() { "none".to_owned() } else { others.join(", ") };
        Refusal::bad_request(&["button not found: ", &wanted, "; there are ", &others].concat())
    }
}

/// The texts of the buttons in rows, in quotes.
fn texts<B: Labelled>(rows: &[Vec<B>]) -> Vec<String> {
    rows.iter().flatten().map(|button| quoted(button.label())).collect()
}

pub(super) fn press(service: &mut Service, action: PressButton) -> Result<Pressed> {
    let place = action.place(service)?;
    service.press(place.user, place.chat, action)
}

impl Service {
    /// A user presses a button of a message, or of their reply keyboard.
    fn press(&mut self, user: i64, chat: ChatKey, mut action: PressButton) -> Result<Pressed> {
        let index = |index: Option<i64>| usize::try_from(index.unwrap_or(0)).unwrap_or(usize::MAX);
        let (id, text) = (action.message_id.map(|id| id.0), action.text.take());
        let which = match &text {
            Some(text) => Which::Text(text),
            None if action.row.is_some() => Which::At(index(action.row), index(action.column)),
            None => return Err(Refusal::bad_request("a press takes the text of a button, or its row and column")),
        };
        self.check_presence(chat, user)?;
        let found = id.or_else(|| self.reply_keyboard(user, chat).map(|(id, _)| id));
        let found = found.ok_or_else(|| which.not_found(&self.offered(chat)))?;
        let message = self.record(chat, found).or_refuse("message not found")?;
        let offered = || if id.is_some() { Vec::new() } else { self.offered(chat) };
        match message.markup() {
            Some(ReplyMarkup::InlineKeyboardMarkup(markup)) => {
                let rows = &markup.inline_keyboard;
                let button = which.find(rows).cloned().ok_or_else(|| which.not_found(&texts(rows)))?;
                self.press_inline(user, chat, found, button, action.data)
            }
            Some(ReplyMarkup::ReplyKeyboardMarkup(markup)) => {
                let rows = &markup.keyboard;
                let not_found = || which.not_found(&[texts(rows), offered()].concat());
                let button = which.find(rows).cloned().ok_or_else(not_found)?;
                let message_id = self.press_reply(user, chat, &button, &action)?;
                Ok(Pressed::Message { message_id })
            }
            _ => Err(which.not_found(&offered())),
        }
    }

    /// The texts of the latest inline keyboard of a chat.
    fn offered(&self, chat: ChatKey) -> Vec<String> {
        let Some(state) = self.state.chats.get(&chat) else { return Vec::new() };
        let mut markups = state.history.messages.values().rev().filter_map(StoredMessage::markup);
        let latest = markups.find_map(|markup| match markup {
            ReplyMarkup::InlineKeyboardMarkup(markup) => Some(&markup.inline_keyboard),
            _ => None,
        });
        latest.map_or_else(Vec::new, |rows| texts(rows))
    }

    fn press_inline(
        &mut self,
        user: i64,
        chat: ChatKey,
        message_id: i64,
        button: InlineKeyboardButton,
        data: Option<String>,
    ) -> Result<Pressed> {
        let message = self.record(chat, message_id).or_refuse("message not found")?;
        let bot = message.via().or(message.sender()).or_refuse("bot not found")?;
        Ok(match button {
            InlineKeyboardButton { url: Some(url), .. } => Pressed::Url { url },
            InlineKeyboardButton { switch_inline_query: Some(query), .. } => Pressed::SwitchInlineQuery { query },
            InlineKeyboardButton { switch_inline_query_current_chat: Some(query), .. } => {
                Pressed::SwitchInlineQueryCurrentChat { query }
            }
            InlineKeyboardButton { pay: Some(true), .. } => Pressed::Pay,
            InlineKeyboardButton { callback_data, callback_game, .. } => {
                let game = match &message.content {
                    MessageContent::Game(game) if callback_game.is_some() => Some(game.short_name.clone()),
                    _ => None,
                };
                let data = callback_data.map(|own| data.unwrap_or(own));
                let button = Button { chat, message_id, data };
                match self.press_callback(user, bot, button, game) {
                    callbacks::PressedCallback::Query(query) => Pressed::Callback { query: Some(query), answer: None },
                    callbacks::PressedCallback::Kept(answer) => Pressed::Callback { query: None, answer: Some(answer) },
                }
            }
        })
    }

    /// A button of a reply keyboard sends its text, or the contact or location that it asks for.
    fn press_reply(&mut self, user: i64, chat: ChatKey, button: &KeyboardButton, given: &PressButton) -> Result<i64> {
        let now = self.now();
        let content = if button.request_contact == Some(true) {
            let name = self.person(user).map_or("", |person| &person.first_name).to_owned();
            let mut own = contact(given.phone_number.clone().unwrap_or_else(|| "+10000000000".into()), name, None)?;
            own.user_id = Some(user.into());
            MessageContent::Contact(Box::new(own))
        } else if button.request_location == Some(true) {
            MessageContent::Location(location(given.longitude.unwrap_or(13.4), given.latitude.unwrap_or(52.5))?)
        } else {
            return self.write_text(chat, user, &button.text, None);
        };
        self.check_user(chat, user, SEND)?;
        Ok(self.publish(chat, StoredMessage::new(user, now, content)))
    }
}
