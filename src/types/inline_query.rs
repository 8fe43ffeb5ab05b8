//! Inline queries and the results that users choose.

use botwire_macros::object;

use super::{InlineMessageId, InlineQueryId, InlineQueryResultId, Location, User};

/// An inline query that a user sends.
#[object]
pub struct InlineQuery {
    /// Unique identifier of the query.
    pub id: InlineQueryId,
    /// Sender.
    pub from: User,
    /// Location of the sender, only for bots that request the user's location.
    pub location: Option<Box<Location>>,
    /// Text of the query.
    #[wire(chars = 0..=512)]
    pub query: String,
    /// Offset of the results to return, controlled by the bot: the `next_offset` of its last
    /// answer.
    pub offset: String,
}

/// An inline result that a user chose and sent.
///
/// Such updates are received only when inline feedback is enabled for the bot.
#[object]
pub struct ChosenInlineResult {
    /// Identifier of the chosen result.
    pub result_id: InlineQueryResultId,
    /// User who chose the result.
    pub from: User,
    /// Location of the user, only for bots that require the user's location.
    pub location: Option<Box<Location>>,
    /// Identifier of the sent message, present only when an inline keyboard is attached to it. It
    /// also arrives in callback queries and can be used to edit the message.
    pub inline_message_id: Option<InlineMessageId>,
    /// Query that gave the result.
    pub query: String,
}
