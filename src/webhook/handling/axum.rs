//! Errors as responses of axum.

use axum_core::response::{IntoResponse, Response};

use crate::request::Error;
use crate::webhook::Rejection;

/// Lets a handler of axum use `?` on calls:
///
/// ```
/// use axum::extract::State;
/// use botwire::client::{Bot, Error};
///
/// async fn name(State(bot): State<Bot>) -> Result<String, Error> {
///     Ok(bot.get_me().await?.first_name)
/// }
/// ```
///
/// | error | status |
/// |---|---|
/// | the service asks to wait | 503, with `Retry-After` |
/// | no answer in time | 504 |
/// | no answer, or an error of the service | 502 |
/// | an error of the program, such as [`Error::Validation`] | 500 |
///
/// The body contains only the kind of the error, because visitors can read it. Log the error if you need its details.
impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = match &self {
            _ if self.retry_after().is_some() => 503,
            Self::Timeout { .. } => 504,
            Self::Api { .. } | Self::Http { .. } | Self::TooLarge { .. } | Self::Network { .. } => 502,
            Self::Validation { .. } | Self::Result { .. } | Self::Aborted { .. } => 500,
        };
        let retry_after = self.retry_after().map(|wait| [("retry-after", wait.as_secs().to_string())]);
        let body = format!("a call of the bot failed: {}", self.kind());
        (status_of(status), retry_after, body).into_response()
    }
}

/// Lets a handler of axum use `?` on [`Webhook::check`](crate::webhook::Webhook::check) and
/// [`Webhook::parse`](crate::webhook::Webhook::parse). The response has the status of the rejection and no body.
impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        status_of(self.status).into_response()
    }
}

fn status_of(status: u16) -> http::StatusCode {
    http::StatusCode::from_u16(status).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR)
}
