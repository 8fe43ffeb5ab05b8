//! The bot: where the service is, the token, and how calls are made.

use std::fmt::{self, Debug, Formatter};
use std::rc::Rc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Call;
use super::download::{self, Download};
use super::error::Error;
use super::parameters::{Parameters, fault};
use super::retry::Retry;
use super::token::{Token, percent_encode};
use super::updates::Updates;
use crate::methods::Method;
use crate::types::{ChatId, File};
use crate::wire::json;

/// How the parameters of a call are written. Spec: core, Conventions, 3.
///
/// A call with a file to upload is always sent as `multipart/form-data`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Encoding {
    /// `application/json`, the default outside of pages.
    Json,
    /// `application/x-www-form-urlencoded`, the default in pages: it spares the preflight request
    /// that a browser makes before it sends JSON to another origin.
    Form,
    /// In the query string of a GET request.
    Query,
    /// `multipart/form-data`.
    Multipart,
}

/// A bot: where the service is, its token, and how calls are made.
///
/// Making one does no work and no request. A clone is cheap and shares everything. Printing it does
/// not show the token, nor does any error.
#[derive(Clone)]
pub struct Bot(pub(super) Rc<Settings>);

#[derive(Clone)]
pub(super) struct Settings {
    pub base_url: String,
    pub token: Token,
    pub encoding: Encoding,
    pub timeout: Option<Duration>,
    pub retry: Retry,
    pub migration: Option<Moved>,
    pub check_limits: bool,
}

/// Told of a group and the supergroup that it has become.
type Moved = Rc<dyn Fn(&ChatId, i64)>;

impl Bot {
    /// A bot of the service at the URL, such as `https://service.example`. Spec: core,
    /// Authentication.
    ///
    /// # Errors
    /// [`Error::Validation`], whose path says whether `base_url` is no http(s) URL or `token` is
    /// empty or holds white space.
    pub fn new(base_url: &str, token: &str) -> Result<Self, Error> {
        let invalid = |path: &str, expected: &str, received: &str| {
            let mut fault = fault(expected, received);
            path.clone_into(&mut fault.path);
            Error::Validation { method: "Bot".to_owned(), fault }
        };
        if token.is_empty() || token.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
            let received = if token.is_empty() { "an empty String" } else { "a String with white space in it" };
            return Err(invalid("token", "the bot's token", received));
        }
        let token = Token::new(token);
        let Some(base_url) = base(base_url) else {
            let error = invalid("base_url", "an http:// or https:// URL without credentials", &json::quote(base_url));
            return Err(error.redacted(&token));
        };
        Ok(Self(Rc::new(Settings {
            base_url,
            token,
            encoding: if in_page() { Encoding::Form } else { Encoding::Json },
            timeout: Some(Duration::from_secs(60)),
            retry: Retry::NONE,
            migration: None,
            check_limits: true,
        })))
    }

    /// Sets how parameters are written.
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Self {
        self.with(|settings| settings.encoding = encoding)
    }

    /// Sets how long one attempt of a call may take, from sending it to the last byte of the
    /// answer; `None` for ever. Default: 60 seconds. `getUpdates` may take its own `timeout` longer.
    #[must_use]
    pub fn timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        self.with(|settings| settings.timeout = timeout.into())
    }

    /// Sets when failed calls are repeated. Default: never.
    #[must_use]
    pub fn retry(self, retry: Retry) -> Self {
        self.with(|settings| settings.retry = retry)
    }

    /// Repeats a call once in the supergroup that its group has become. The function gets the group
    /// and the identifier of the supergroup, to remember it. Default: such a call fails.
    #[must_use]
    pub fn follow_migration(self, moved: impl Fn(&ChatId, i64) + 'static) -> Self {
        self.with(|settings| settings.migration = Some(Rc::new(moved)))
    }

    /// Sets whether limits, such as the length of a text, are checked before sending. Kinds always
    /// are. Default: true.
    #[must_use]
    pub fn check_limits(self, check: bool) -> Self {
        self.with(|settings| settings.check_limits = check)
    }

    /// Calls a method. The parameters are checked at once, the request is made when the call is
    /// awaited.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// use botwire::methods::SendMessage;
    /// let message = bot.send(SendMessage::new(42, "hi")).await?;
    /// # Ok(())
    /// # }
    /// ```
    #[allow(clippy::needless_pass_by_value)] // so that it reads `bot.send(SendMessage::new(…))`
    pub fn send<M: Method>(&self, method: M) -> Call<M::Output> {
        Call::new(self.clone(), Parameters::of(&method, self.0.check_limits))
    }

    /// Calls a method by its name, in any case; also one that the specification does not know, whose
    /// parameters are passed on as they are. The result is read as the type.
    pub fn call<T: DeserializeOwned>(&self, name: &str, parameters: &Value) -> Call<T> {
        Call::new(self.clone(), Parameters::named(name, parameters, self.0.check_limits))
    }

    /// Receives updates by long polling. Spec: core, Updates and webhooks.
    #[must_use]
    pub fn updates(&self) -> Updates {
        Updates::new(self.clone())
    }

    /// Downloads a file of at most 20 MB. Where its path is not known yet, `getFile` is called
    /// first. The URL holds the token and is not handed out.
    ///
    /// # Errors
    /// [`Error::Validation`] if the file is larger (unless limits are not checked), and those of a
    /// call.
    pub async fn download(&self, file: &File) -> Result<Download, Error> {
        download::start(self, file).await.map_err(|error| error.redacted(&self.0.token))
    }

    pub(super) fn method_url(&self, method: &str) -> String {
        [&self.0.base_url, "/bot", &self.0.token.in_path(), "/", &percent_encode(method)].concat()
    }

    pub(super) fn file_url(&self, path: &str) -> String {
        [&self.0.base_url, "/file/bot", &self.0.token.in_path(), "/", path].concat()
    }

    fn with(mut self, set: impl FnOnce(&mut Settings)) -> Self {
        set(Rc::make_mut(&mut self.0));
        self
    }
}

impl Debug for Bot {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let settings = &*self.0;
        formatter
            .debug_struct("Bot")
            .field("base_url", &settings.token.redact(&settings.base_url))
            .field("token", &settings.token)
            .field("encoding", &settings.encoding)
            .field("timeout", &settings.timeout)
            .field("retry", &settings.retry)
            .field("follow_migration", &settings.migration.is_some())
            .field("check_limits", &settings.check_limits)
            .finish()
    }
}

/// The URL without its query and without a slash at its end.
fn base(url: &str) -> Option<String> {
    let url = web_sys::Url::new(url).ok()?;
    let plain = url.username().is_empty() && url.password().is_empty();
    if !plain || !matches!(url.protocol().as_str(), "http:" | "https:") {
        return None;
    }
    Some([&url.origin(), url.pathname().trim_end_matches('/')].concat())
}

fn in_page() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &"document".into()).unwrap_or(false)
}
