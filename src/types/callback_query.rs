//! Callback queries, which arrive when a user presses a callback button.

use botwire_macros::object;

use super::{CallbackQueryId, InlineMessageId, Message, User};

/// The press of a callback button of an inline keyboard.
///
/// Clients show a progress indicator after the press until `answerCallbackQuery` is called, so the
/// bot answers every callback query, even with no optional parameters. One of `data` and
/// `game_short_name` is present.
#[object]
pub struct CallbackQuery {
    /// Unique identifier of the query.
    pub id: CallbackQueryId,
    /// User who pressed the button.
    pub from: User,
    /// The message with the button, when it was sent by the bot. Its content and date are
    /// unavailable if the message is too old.
    pub message: Option<Box<Message>>,
    /// Identifier of the message, present when the button was attached to a message sent via the
    /// bot in inline mode.
    pub inline_message_id: Option<InlineMessageId>,
    /// Global identifier of the chat of the message with the button.
    pub chat_instance: String,
    /// Data of the button. A client can send arbitrary data here.
    pub data: Option<String>,
    /// Short name of the game to launch, the identifier of a game of this bot.
    pub game_short_name: Option<String>,
}
