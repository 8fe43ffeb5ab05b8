//! Keyboards: the reply markup of a message.

use botwire_macros::{object, union};

use super::{CallbackGame, True};

/// The keyboard of a message: an inline keyboard, a reply keyboard, its removal, or a forced reply.
#[union]
#[derive(Eq)]
pub enum ReplyMarkup {
    /// Buttons under the message.
    InlineKeyboardMarkup(InlineKeyboardMarkup),
    /// Keyboard of ready answers.
    ReplyKeyboardMarkup(ReplyKeyboardMarkup),
    /// Removal of the keyboard of ready answers.
    ReplyKeyboardRemove(ReplyKeyboardRemove),
    /// Reply that the client asks the user for.
    ForceReply(ForceReply),
}

/// A keyboard of ready answers.
#[object]
#[derive(Eq)]
pub struct ReplyKeyboardMarkup {
    /// Rows of buttons.
    pub keyboard: Vec<Vec<KeyboardButton>>,
    /// True if clients fit the height of the keyboard to its rows.
    #[wire(default = "false")]
    pub resize_keyboard: Option<bool>,
    /// True if clients hide the keyboard once it is used.
    #[wire(default = "false")]
    pub one_time_keyboard: Option<bool>,
    /// True if the keyboard is shown only to the users @mentioned in the text of the message and,
    /// if the bot's message is a reply, to the sender of the original message.
    pub selective: Option<bool>,
}

/// A button of a reply keyboard.
///
/// The optional fields are mutually exclusive. Clients released before 2016-04-09 ignore
/// `request_contact` and `request_location`.
#[object]
#[derive(Eq)]
#[rule(at_most_one(request_contact, request_location))]
#[rule(none_of(url, callback_data, switch_inline_query, switch_inline_query_current_chat, callback_game, pay))]
#[constructor(new)]
#[constructor(contact: request_contact = true)]
#[constructor(location: request_location = true)]
pub struct KeyboardButton {
    /// Text of the button, sent as a message when the button is pressed, if no optional field is
    /// used.
    pub text: String,
    /// True if pressing sends the user's phone number as a contact. Private chats only.
    pub request_contact: Option<bool>,
    /// True if pressing sends the user's location. Private chats only.
    pub request_location: Option<bool>,
}

/// The removal of the reply keyboard.
#[object]
#[derive(Eq)]
pub struct ReplyKeyboardRemove {
    /// Always true: clients remove the keyboard.
    pub remove_keyboard: True,
    /// True if the keyboard is removed only for the users @mentioned in the text of the message
    /// and, if the bot's message is a reply, for the sender of the original message.
    pub selective: Option<bool>,
}

/// A reply to the bot's message that clients ask the user for.
#[object]
#[derive(Eq)]
pub struct ForceReply {
    /// Always true: clients show the reply interface.
    pub force_reply: True,
    /// True if the reply is forced only from the users @mentioned in the text of the message and,
    /// if the bot's message is a reply, from the sender of the original message.
    pub selective: Option<bool>,
}

/// An inline keyboard: buttons right under the message that they belong to.
///
/// Clients released before 2016-04-09 ignore inline keyboards and show a notice that the message
/// is not supported.
#[object]
#[derive(Eq)]
#[rule(buttons_first(pay, callback_game))]
#[rule(none_of(keyboard, remove_keyboard, force_reply))]
pub struct InlineKeyboardMarkup {
    /// Rows of buttons. A Pay or game button must be the first button of the first row.
    pub inline_keyboard: Vec<Vec<InlineKeyboardButton>>,
}

/// A button of an inline keyboard. Exactly one of the fields other than `text` must be used.
#[object]
#[derive(Eq)]
#[rule(exactly_one(url, callback_data, switch_inline_query, switch_inline_query_current_chat, callback_game, pay))]
#[constructor(link: url)]
#[constructor(callback: callback_data)]
#[constructor(switch_inline: switch_inline_query)]
#[constructor(switch_inline_current_chat: switch_inline_query_current_chat)]
#[constructor(game: callback_game = CallbackGame::new())]
#[constructor(pay: pay = true)]
pub struct InlineKeyboardButton {
    /// Text of the button.
    pub text: String,
    /// HTTP URL that is opened when the button is pressed. The service decides which schemes and hosts it accepts.
    #[wire(format = NonEmpty)]
    pub url: Option<String>,
    /// Data, sent back to the bot as a callback query when the button is pressed.
    #[wire(bytes = 1..=64)]
    pub callback_data: Option<String>,
    /// Pressing prompts the user to choose a chat and inserts the bot's username and this query
    /// there. It may be empty: then only the username is inserted.
    pub switch_inline_query: Option<String>,
    /// Pressing inserts the bot's username and this query into the current chat. It may be empty:
    /// then only the username is inserted.
    pub switch_inline_query_current_chat: Option<String>,
    /// Pressing launches the game of the message. Such a button must be the first one of the first
    /// row.
    pub callback_game: Option<CallbackGame>,
    /// True makes this a Pay button. Such a button must be the first one of the first row.
    pub pay: Option<bool>,
}

impl ReplyKeyboardMarkup {
    /// Adds a row of buttons below the others. A string is a button that sends the string.
    #[must_use]
    pub fn row(mut self, buttons: impl IntoIterator<Item: Into<KeyboardButton>>) -> Self {
        self.keyboard.push(buttons.into_iter().map(Into::into).collect());
        self
    }
}

/// A keyboard without buttons, to which [`row`](ReplyKeyboardMarkup::row) adds some.
impl Default for ReplyKeyboardMarkup {
    fn default() -> Self {
        let rows: [[KeyboardButton; 0]; 0] = [];
        Self::new(rows)
    }
}

impl From<&str> for KeyboardButton {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for KeyboardButton {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

/// A keyboard without buttons, to which [`row`](InlineKeyboardMarkup::row) adds some.
impl Default for InlineKeyboardMarkup {
    fn default() -> Self {
        let rows: [[InlineKeyboardButton; 0]; 0] = [];
        Self::new(rows)
    }
}

impl InlineKeyboardMarkup {
    /// Adds a row of buttons below the others.
    #[must_use]
    pub fn row(mut self, buttons: impl IntoIterator<Item: Into<InlineKeyboardButton>>) -> Self {
        self.inline_keyboard.push(buttons.into_iter().map(Into::into).collect());
        self
    }
}
