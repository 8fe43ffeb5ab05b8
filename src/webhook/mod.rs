//! Handlers of updates, by webhook and by long polling.
//!
//! A handler takes an [`Update`] and returns a call, or nothing. The same handler runs in both ways:
//!
//! - [`Webhook::handle`] answers a request of the service, with the returned call in the response.
//! - [`poll`] asks the service for updates, and needs no public address.
//!
//! ```
//! # #[cfg(feature = "client")]
//! # mod example {
//! use botwire::methods::SendMessage;
//! use botwire::types::Update;
//! use botwire::webhook::{Context, Request, Response, Webhook};
//!
//! async fn echo(update: Update, _: Context) -> Option<SendMessage> {
//!     let message = update.message?;
//!     Some(message.reply(message.text.as_deref()?))
//! }
//!
//! async fn serve(request: Request) -> Response {
//!     Webhook::new("/hook/a-long-secret").handle(request, echo).await
//! }
//! # }
//! ```

mod callback_data;
mod event;
mod guard;
#[cfg(feature = "client")]
mod handling;
mod inline;
mod reply;

#[doc(hidden)]
pub use callback_data::check_data;
pub use callback_data::{CallbackData, Choice, DataField, DataKind, OldButton};
pub use event::Event;
pub use guard::Rejection;
#[cfg(feature = "client")]
pub use handling::*;
pub use inline::InlineCall;
pub use reply::Reply;

use std::sync::Arc;

use crate::policy::webhook::MAX_BODY_BYTES;
use crate::request::read;
use crate::types::Update;
use crate::wire::{ValidationError, check_update};

/// A webhook, to which the service delivers updates under a secret path.
///
/// Deliveries have no signature, so only the secret path proves that they come from the service.
///
/// [`Webhook::handle`] does all that follows, and claims the update, so that it is handled once. Without the feature `client`, use its
/// parts:
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::webhook::Webhook;
///
/// let webhook = Webhook::new("/hook/a-long-secret");
/// webhook.check("POST", "/hook/a-long-secret").unwrap();
/// let update = webhook.parse(br#"{"update_id":1}"#).unwrap();
/// let reply = webhook.reply(SendMessage::new(42, "hi")).unwrap();
/// assert_eq!(reply, r#"{"method":"sendMessage","chat_id":42,"text":"hi"}"#);
/// ```
#[derive(Clone)]
pub struct Webhook {
    /// Without the first slash and percent-encoding. `None` accepts any path.
    path: Option<Arc<[u8]>>,
    header: Option<(String, Vec<u8>)>,
    max_body_bytes: usize,
    every_field: bool,
    #[cfg(feature = "client")]
    options: handling::options::WebhookOptions,
}

impl Webhook {
    /// Makes a webhook for a path, or for the path of a whole URL. An empty path, or `/`, is not a secret: every delivery is
    /// refused.
    #[must_use]
    pub fn new(path: impl AsRef<str>) -> Self {
        Self::unauthenticated().at(path.as_ref())
    }

    fn at(self, path: &str) -> Self {
        Self { path: Some(guard::decoded(guard::path_of(path)).into()), ..self }
    }

    /// Makes a webhook for any path, to which anybody can send updates. Use it if the secret is in a
    /// [header](Webhook::secret_header), or if something else guards the webhook.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self {
            path: None,
            header: None,
            max_body_bytes: MAX_BODY_BYTES,
            every_field: false,
            #[cfg(feature = "client")]
            options: handling::options::WebhookOptions::default(),
        }
    }

    /// Requires a secret in a header, in addition to the path. The service of the specification sends no such header: use this
    /// for a service that does, or for a proxy that adds it.
    #[must_use]
    pub fn secret_header(self, name: impl Into<String>, value: impl AsRef<str>) -> Self {
        Self { header: Some((name.into().to_ascii_lowercase(), value.as_ref().as_bytes().to_vec())), ..self }
    }

    /// Sets the largest body that is read, in bytes. A larger body is rejected with 413. Default: 1,048,576.
    #[must_use]
    pub fn max_body_bytes(self, max_body_bytes: usize) -> Self {
        Self { max_body_bytes, ..self }
    }

    /// Checks the type of every field that the specification knows, and refuses an update with an error. The service delivers
    /// a refused update again and again, so by default only the identifier and the kind are checked: any other update that
    /// does not fit the types has all its fields in `extra`, the identifier may be zero or negative, and if an update has
    /// several kinds, [one counts](Update::kind).
    #[must_use]
    pub fn check_fields(self, every_field: bool) -> Self {
        Self { every_field, ..self }
    }

    /// Checks the method and the path of a request, before anything else is done with it.
    ///
    /// # Errors
    /// 405 for a method other than POST, 404 for another path.
    pub fn check(&self, method: &str, path: &str) -> Result<(), Rejection> {
        if method != "POST" {
            return Err(Rejection::new(405, "method", "POST", "another method"));
        }
        let path = path.strip_prefix('/').unwrap_or(path);
        let is_same = |secret: &Arc<[u8]>| guard::is_secret(secret) && guard::same(secret, &guard::decoded(path));
        if !self.path.as_ref().is_none_or(is_same) {
            return Err(Rejection::new(404, "url", "the secret path", "another path"));
        }
        Ok(())
    }

    /// Checks the headers of a request, after its method and path. `get` returns a header by its name in lower case.
    ///
    /// # Errors
    /// 401 without the secret header, 415 for a type other than JSON, 413 for a body that is too large.
    pub fn check_headers(&self, get: impl Fn(&str) -> Option<String>) -> Result<(), Rejection> {
        if let Some((name, secret)) = &self.header
            && !guard::same(secret, get(name).unwrap_or_default().as_bytes())
        {
            return Err(Rejection::new(401, name, "the secret", "another value"));
        }
        if !guard::is_json(get("content-type").as_deref()) {
            return Err(Rejection::new(415, "content-type", "JSON", "another type"));
        }
        if !guard::is_plain(get("content-encoding").as_deref()) {
            return Err(Rejection::new(415, "content-encoding", "none", "one"));
        }
        if get("content-length").is_some_and(|length| guard::is_more(&length, self.max_body_bytes)) {
            return Err(Rejection::too_large(self.max_body_bytes));
        }
        Ok(())
    }

    /// Parses the body of a request. Kinds and fields that this version does not know are in the `extra` of the
    /// objects.
    ///
    /// Numbers and strings are read as JavaScript reads them: `5.0` is an Integer, a number beyond the range of a float is
    /// null, and a lone surrogate is U+FFFD. A value below 24 levels of nesting is null; updates of the service have about ten.
    ///
    /// # Errors
    /// 413 for a body that is too large, 400 for a body that is not an update, with its first error.
    pub fn parse(&self, body: &[u8]) -> Result<Update, Rejection> {
        self.read(body).map(|read| *read.update)
    }

    fn read(&self, body: &[u8]) -> Result<read::Read, Rejection> {
        if body.len() > self.max_body_bytes {
            return Err(Rejection::too_large(self.max_body_bytes));
        }
        let text = std::str::from_utf8(body).map_err(|_| Rejection::unreadable())?;
        // A byte order mark, which some encoders write before JSON text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let checked = if self.every_field { check_update(text) } else { Ok(()) };
        checked.and_then(|()| read::update(text)).map_err(|error| Rejection { status: 400, error })
    }

    /// Returns the body of a response that makes a call, as `application/json`. The service does not report the result of the
    /// call, nor whether it succeeded.
    ///
    /// # Errors
    /// The first error of the parameters. A file cannot be sent this way.
    pub fn reply(&self, call: impl Into<InlineCall>) -> Result<String, ValidationError> {
        call.into().into_json()
    }
}

// The path is a secret, so it is not shown.
impl std::fmt::Debug for Webhook {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Webhook").finish_non_exhaustive()
    }
}
