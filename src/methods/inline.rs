//! Answers to inline queries.

use botwire_macros::method;

use crate::types::{InlineQueryId, InlineQueryResult, True};

/// Answers an inline query with up to 50 results.
#[method(returns = True)]
pub struct AnswerInlineQuery {
    /// Identifier of the query.
    pub inline_query_id: InlineQueryId,
    /// Results. Each `id` is unique among them, which only the service checks.
    #[wire(items = 0..=50)]
    pub results: Vec<InlineQueryResult>,
    /// Seconds for which the server may cache the answer.
    #[wire(default = "300")]
    pub cache_time: Option<i64>,
    /// If true, the answer is cached only for the user who sent the query. By default it may go to
    /// any user who sends the same query.
    #[wire(default = "false")]
    pub is_personal: Option<bool>,
    /// Offset that the client sends in the next query with the same text. Empty if there are no more results or the
    /// results have only one page.
    #[wire(bytes = 0..=64)]
    pub next_offset: Option<String>,
    /// Text of a button that switches the user to a private chat with the bot.
    pub switch_pm_text: Option<String>,
    /// Deep-linking parameter for the /start message that is sent when the button is pressed:
    /// characters of `A-Z`, `a-z`, `0-9`, `_` and `-`.
    #[wire(chars = 1..=64, format = DeepLink)]
    pub switch_pm_parameter: Option<String>,
}
