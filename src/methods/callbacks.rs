//! Answers to callback queries.

use botwire_macros::method;

use crate::types::{CallbackQueryId, True};

/// Answers the press of a callback button.
///
/// Clients show a progress indicator after the press until this is called, so call it for every
/// callback query, even with no optional parameters.
#[method(returns = True)]
pub struct AnswerCallbackQuery {
    /// Identifier of the query.
    pub callback_query_id: CallbackQueryId,
    /// Text shown to the user. Nothing is shown if it is absent.
    #[wire(chars = 0..=200)]
    pub text: Option<String>,
    /// If true, clients show an alert instead of a notification.
    #[wire(default = "false")]
    pub show_alert: Option<bool>,
    /// URL opened by the client. For a game it works only if the query comes from a `callback_game`
    /// button. Deep links of the form `{share_url}/<bot_username>?start=<parameter>` may be used.
    pub url: Option<String>,
    /// Seconds for which the client may cache the answer.
    #[wire(default = "0")]
    pub cache_time: Option<i64>,
}
