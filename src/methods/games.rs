//! Games: sending them, scores and high scores.

use botwire_macros::method;

use crate::types::{
    ChatId, GameHighScore, InlineKeyboardMarkup, InlineMessageId, Message, MessageId, MessageOrTrue, UserId,
};

/// Sends a game.
#[method(returns = Message, not_idempotent)]
#[rule(first_button(callback_game))]
pub struct SendGame {
    /// Identifier of the chat.
    pub chat_id: ChatId,
    /// Short name of the game, the identifier of a game of this bot.
    pub game_short_name: String,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard. If it is empty, a single play button is shown; if not, the first button
    /// must launch the game.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}

/// Sets the score of a user in a game.
///
/// It fails when the new score is not greater than the current score of the user in the chat and
/// `force` is false. Returns the edited message if the bot sent it, otherwise true.
#[method(returns = MessageOrTrue)]
#[rule(target)]
pub struct SetGameScore {
    /// Identifier of the user.
    pub user_id: UserId,
    /// New score.
    #[wire(range = 0..=2_147_483_647)]
    pub score: i64,
    /// If true, the score may decrease.
    pub force: Option<bool>,
    /// If true, the game message is not updated with the scoreboard.
    pub disable_edit_message: Option<bool>,
    /// Chat of the message. Required without `inline_message_id`.
    pub chat_id: Option<ChatId>,
    /// Identifier of the message in the chat. Required without `inline_message_id`.
    pub message_id: Option<MessageId>,
    /// Identifier of a message sent via the bot in inline mode. Required without `chat_id` and
    /// `message_id`.
    pub inline_message_id: Option<InlineMessageId>,
}

/// Returns a part of the high score table of a game around a user.
///
/// It returns the user and two closest neighbors on each side, and the top three users when the
/// user and neighbors are not among them. This behavior is subject to change.
#[method(returns = Vec<GameHighScore>)]
#[rule(target)]
pub struct GetGameHighScores {
    /// Identifier of the user.
    pub user_id: UserId,
    /// Chat of the message. Required without `inline_message_id`.
    pub chat_id: Option<ChatId>,
    /// Identifier of the message in the chat. Required without `inline_message_id`.
    pub message_id: Option<MessageId>,
    /// Identifier of a message sent via the bot in inline mode. Required without `chat_id` and
    /// `message_id`.
    pub inline_message_id: Option<InlineMessageId>,
}
