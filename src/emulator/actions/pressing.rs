//! Keyboards on the user's side: finding a button and pressing it.
//!
//! Unspecified behavior: callback queries omit the content of messages older than 30 days. If a bot has added its
//! keyboard to a message of somebody else by an edit, the query still contains the message, which shows where the
//! button is.

use serde::Serialize;

use super::scene::{Place, at_a_place};
use crate::emulator::http::quoted;
use crate::emulator::methods::locations::{contact, location};
use crate::emulator::prelude::*;
use crate::emulator::random::Random;

/// Age in seconds from which a callback query contains only the identifiers of its message.
const OLD: i64 = 30 * DAY / SECOND;

at_a_place! {
    /// Lets a user press a button, by its text or by its row and column from 0.
    pub struct PressButton {
        /// Text of the button.
        pub text: Option<String>,
        /// Row of the button, from 0.
        #[wire(range = 0..=2_147_483_647)]
        pub row: Option<i64>,
        /// Column of the button in its row, from 0.
        #[wire(range = 0..=2_147_483_647)]
        pub column: Option<i64>,
        /// Identifier of the message with the button. By default, the last 50 messages are searched, latest first, and then
        /// the reply keyboard.
        pub message_id: Option<MessageId>,
        /// Data that is sent instead of that of the button, as a client could do.
        pub data: Option<String>,
        /// Phone number that is sent if the button asks for a contact.
        pub phone_number: Option<String>,
        /// Latitude that is sent if the button asks for a location, in degrees.
        pub latitude: Option<f64>,
        /// Longitude that is sent if the button asks for a location, in degrees.
        pub longitude: Option<f64>,
    }
}

/// How many of the latest messages are searched for a button, so that a press costs the same in a long chat.
const SEARCHED: usize = 50;

/// The immediate effect of a press.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Pressed {
    /// The bot got a callback query, or the client has cached the answer to an earlier one.
    Callback {
        /// Identifier of the callback query.
        #[serde(skip_serializing_if = "Option::is_none")]
        query: Option<String>,
        /// The cached answer.
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
    /// The client shows the invoice.
    Pay,
    /// A button of a reply keyboard sent a message.
    Message {
        /// Identifier of the message.
        message_id: i64,
    },
}

#[derive(Clone, Copy)]
enum AnyButton<'a> {
    Inline(&'a InlineKeyboardButton),
    Reply(&'a KeyboardButton),
}

impl AnyButton<'_> {
    fn text(&self) -> &str {
        let (Self::Inline(InlineKeyboardButton { text, .. }) | Self::Reply(KeyboardButton { text, .. })) = self;
        text
    }
}

fn rows(markup: &ReplyMarkup) -> Vec<Vec<AnyButton<'_>>> {
    match markup {
        ReplyMarkup::InlineKeyboardMarkup(markup) => {
            markup.inline_keyboard.iter().map(|row| row.iter().map(AnyButton::Inline).collect()).collect()
        }
        ReplyMarkup::ReplyKeyboardMarkup(markup) => {
            markup.keyboard.iter().map(|row| row.iter().map(AnyButton::Reply).collect()).collect()
        }
        _ => Vec::new(),
    }
}

impl PressButton {
    fn row_and_column(&self) -> [usize; 2] {
        [self.row, self.column].map(|index| usize::try_from(index.unwrap_or(0)).unwrap_or(usize::MAX))
    }

    fn find<'a>(&self, markup: &'a ReplyMarkup) -> Option<AnyButton<'a>> {
        let (rows, [row, column]) = (rows(markup), self.row_and_column());
        match &self.text {
            Some(text) => rows.into_iter().flatten().find(|button| button.text() == text),
            None => rows.get(row)?.get(column).copied(),
        }
    }

    /// Returns the error for a missing button, with the buttons of the first and of the reply keyboard.
    fn not_found(&self, keyboards: &[(i64, &ReplyMarkup)]) -> Refusal {
        let [row, column] = self.row_and_column().map(|index| index.to_string());
        let position = || ["in row ", &row, ", column ", &column].concat();
        let wanted = self.text.as_deref().map_or_else(position, quoted);
        let shown = keyboards.iter().enumerate().rev();
        let shown = shown.filter(|(at, (_, markup))| *at == 0 || matches!(markup, ReplyMarkup::ReplyKeyboardMarkup(_)));
        let texts = shown.flat_map(|(_, (_, markup))| rows(markup)).flatten().map(|button| quoted(button.text()));
        let texts = texts.collect::<Vec<_>>().join(", ");
        let texts = if texts.is_empty() { "none" } else { &texts };
        Refusal::bad_request(&["button not found: ", &wanted, "; there are ", texts].concat())
    }
}

pub(super) fn press(service: &mut Service, Place { user, chat, .. }: Place, action: PressButton) -> Result<Pressed> {
    let is_named = action.text.is_some() || action.row.is_some();
    refuse_if(!is_named, "a press takes the text of a button, or its row and column")?;
    service.check_presence(chat, user)?;
    let keyboards = match action.message_id {
        Some(MessageId(id)) => {
            let message = service.record(chat, id).or_refuse("message not found")?;
            message.markup().map(|markup| (id, markup)).into_iter().collect()
        }
        None => service.keyboards(user, chat),
    };
    let found = keyboards.iter().find_map(|(id, markup)| Some((*id, action.find(markup)?)));
    match found.ok_or_else(|| action.not_found(&keyboards))? {
        (message_id, AnyButton::Inline(button)) => {
            service.press_inline(user, Button { chat, message_id, data: action.data }, button.clone())
        }
        (_, AnyButton::Reply(button)) => {
            let message_id = service.press_reply(user, chat, &button.clone(), &action)?;
            Ok(Pressed::Message { message_id })
        }
    }
}

impl Service {
    /// Returns the inline keyboards of a chat's latest messages, latest first, and the user's reply keyboard.
    fn keyboards(&self, user: i64, chat: ChatKey) -> Vec<(i64, &ReplyMarkup)> {
        let messages = self.state.chats.get(&chat).into_iter().flat_map(|chat| chat.history.messages.iter().rev());
        let markups = messages.take(SEARCHED).filter_map(|(id, message)| Some((id, message.markup()?)));
        let inline = markups.filter(|(_, markup)| matches!(markup, ReplyMarkup::InlineKeyboardMarkup(_)));
        inline.chain(self.reply_keyboard(user, chat)).collect()
    }

    /// Presses an inline button. `input` is its place, with the data to send.
    fn press_inline(&mut self, user: i64, input: Button, button: InlineKeyboardButton) -> Result<Pressed> {
        let message = self.record(input.chat, input.message_id).or_refuse("message not found")?;
        let bot = message.keyboard_owner().or_refuse("bot not found")?;
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
                let data = callback_data.map(|button_data| input.data.unwrap_or(button_data));
                let button = Button { data, ..input };
                if let Some(answer) = self.state.queries.callbacks.get(&button.key(user), self.now()) {
                    return Ok(Pressed::Callback { query: None, answer: Some(answer.clone()) });
                }
                Pressed::Callback { query: Some(self.ask_callback(user, bot, button, game)), answer: None }
            }
        })
    }

    /// Sends the callback query of a callback or game button to its bot, and returns its identifier.
    fn ask_callback(&mut self, user: i64, bot: i64, button: Button, game: Option<String>) -> String {
        let Button { chat, message_id, data } = button.clone();
        let id = self.ask(StoredQuery { bot, user, asks: Asks::Callback { asked: self.now(), button, answer: None } });
        let instance = Random::new(self.state.seed ^ chat.id().unsigned_abs()).next() >> 1;
        let mut query = CallbackQuery::new(id.as_str(), self.shown_user(user), instance.to_string());
        let stored = self.record(chat, message_id);
        let inline = stored.filter(|message| message.via() == Some(bot));
        query.inline_message_id = inline.and_then(StoredMessage::inline_message_id).map(Into::into);
        // An old message has only its identifiers.
        let is_old = stored.is_some_and(|message| self.now().unix() - message.date > OLD);
        query.message = match () {
            () if query.inline_message_id.is_some() => None,
            () if is_old => Some(Box::new(Message::new(message_id, 0, self.shown_chat(chat)))),
            () => self.shown_message(bot, chat, message_id).map(Box::new),
        };
        (query.data, query.game_short_name) = (data, game);
        self.push(bot, chat.id(), Update::new(0).callback_query(query));
        id
    }

    /// Presses a button of a reply keyboard, which sends its text, or the contact or location that it asks for.
    fn press_reply(&mut self, user: i64, chat: ChatKey, button: &KeyboardButton, input: &PressButton) -> Result<i64> {
        let content = if button.request_contact == Some(true) {
            let name = self.person(user).map_or("", |person| &person.first_name).to_owned();
            let contact = contact(input.phone_number.clone().unwrap_or_else(|| "+10000000000".into()), name, None)?;
            MessageContent::Contact(Box::new(contact.user_id(user)))
        } else if button.request_location == Some(true) {
            MessageContent::Location(location(input.longitude.unwrap_or(13.4), input.latitude.unwrap_or(52.5))?)
        } else {
            return self.write_text(chat, user, &button.text, None, None);
        };
        self.check_user(chat, user, SEND)?;
        Ok(self.publish(chat, StoredMessage::new(user, self.now(), content)))
    }
}
