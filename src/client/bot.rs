//! The bot: where the service is, the token, and how calls are made.

use std::fmt::{self, Debug, Formatter};
use std::net::Ipv4Addr;
use std::rc::Rc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::call::Call;
use super::download::{self, Download};
use super::error::Error;
use super::token::Token;
use super::updates::Updates;
use crate::methods::Method;
use crate::policy::{DOWNLOAD_TOTAL, MAX_RESPONSE_BYTES, Retry, TIMEOUT};
use crate::types::{ChatId, ChatRef, File};
use crate::wire::Fault;
use crate::wire::parameters::{Invalid, Parameters, fault};

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
pub struct Bot(pub(crate) Rc<Settings>);

#[derive(Clone)]
pub(crate) struct Settings {
    pub base_url: String,
    pub token: Token,
    pub encoding: Encoding,
    pub timeout: Patience,
    pub retry: Retry,
    pub migration: Option<Moved>,
    pub check_limits: bool,
    pub max_response_bytes: usize,
    pub download_timeout: Option<Duration>,
}

/// How long an attempt may take, and who says so.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Patience {
    Default,
    Bot(Option<Duration>),
    Call(Option<Duration>),
}

impl Patience {
    /// The time for a call, with files or without, which the service itself may hold up for a while.
    pub fn limit(self, has_files: bool, held_up: Duration) -> Option<Duration> {
        match self {
            Self::Default if has_files => None,
            Self::Default => Some(TIMEOUT.saturating_add(held_up)),
            Self::Bot(limit) => limit.map(|limit| limit.saturating_add(held_up)),
            Self::Call(limit) => limit,
        }
    }
}

/// Told of a group and the supergroup that it has become.
type Moved = Rc<dyn Fn(&ChatRef, ChatId)>;

impl Bot {
    /// A bot of the service at the URL, such as `https://service.example`; plain `http://` only on
    /// this machine. Spec: core, Authentication.
    ///
    /// # Errors
    /// [`Error::Validation`], whose path says whether `base_url` or `token` is not one.
    pub fn new(base_url: &str, token: &str) -> Result<Self, Error> {
        Self::at(base_url, token, false)
    }

    /// As [`Bot::new`], and with plain `http://` on any host, for a service in a private network.
    ///
    /// # Errors
    /// Those of [`Bot::new`].
    pub fn without_tls(base_url: &str, token: &str) -> Result<Self, Error> {
        Self::at(base_url, token, true)
    }

    fn at(base_url: &str, token: &str, allow_http: bool) -> Result<Self, Error> {
        // What came is shown of neither, not even in part: both may hold the token.
        let invalid = |path, expected, received| Error::Validation {
            method: "Bot".to_owned(),
            fault: Fault { path: String::from(path), ..fault(expected, received) },
        };
        let secret = Token::new(token).ok_or_else(|| {
            let received = if token.is_empty() { "an empty String" } else { "another String" };
            invalid("token", "a token: visible characters other than / ? # % \\", received)
        })?;
        let base_url = checked(base_url, allow_http).map_err(|received| {
            invalid("base_url", "an https: URL without credentials, query and fragment", received)
        })?;
        Ok(Self(Rc::new(Settings {
            base_url,
            token: secret,
            encoding: if in_page() { Encoding::Form } else { Encoding::Json },
            timeout: Patience::Default,
            retry: Retry::NONE,
            migration: None,
            check_limits: true,
            max_response_bytes: MAX_RESPONSE_BYTES,
            download_timeout: Some(DOWNLOAD_TOTAL),
        })))
    }

    /// Sets how parameters are written.
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Self {
        self.with(|settings| settings.encoding = encoding)
    }

    /// Sets how long one attempt of a call may take, from sending it to the last byte of the
    /// answer; `None` for ever. Default: 60 seconds, for ever with files. `getUpdates` may take its
    /// own `timeout` longer.
    #[must_use]
    pub fn timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        self.with(|settings| settings.timeout = Patience::Bot(timeout.into()))
    }

    /// Sets when failed calls are repeated. Default: never.
    #[must_use]
    pub fn retry(self, retry: Retry) -> Self {
        self.with(|settings| settings.retry = retry)
    }

    /// Repeats a call once in the supergroup that its group has become. The function gets the group
    /// and the identifier of the supergroup, to remember it. Default: such a call fails.
    #[must_use]
    pub fn follow_migration(self, moved: impl Fn(&ChatRef, ChatId) + 'static) -> Self {
        self.with(|settings| settings.migration = Some(Rc::new(moved)))
    }

    /// Sets whether limits, such as the length of a text, are checked before sending. Kinds always
    /// are. Default: true.
    #[must_use]
    pub fn check_limits(self, check: bool) -> Self {
        self.with(|settings| settings.check_limits = check)
    }

    /// Sets the largest answer of a call that is read, in bytes after decompression. A larger one is
    /// [`Error::TooLarge`]. Default: 16 777 216.
    #[must_use]
    pub fn max_response_bytes(self, max_response_bytes: usize) -> Self {
        self.with(|settings| settings.max_response_bytes = max_response_bytes)
    }

    /// Sets how long a whole download may take, from [`Bot::download`] to its last piece; `None` for
    /// ever. Each piece has the time of [`Bot::timeout`] beside. Default: 10 minutes.
    #[must_use]
    pub fn download_timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        self.with(|settings| settings.download_timeout = timeout.into())
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
        Call::new(self.clone(), Parameters::of(&method))
    }

    /// Calls a method by its name, in any case; also one that the specification does not know, whose
    /// parameters are passed on as they are. The result is read as the type.
    pub fn call<T: DeserializeOwned>(&self, name: &str, parameters: &Value) -> Call<T> {
        Call::new(self.clone(), Parameters::named(name, parameters))
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

    /// The error of what is no call.
    pub(crate) fn invalid(&self, invalid: Invalid) -> Error {
        Error::from(invalid).redacted(&self.0.token)
    }

    pub(super) fn method_url(&self, method: &str) -> String {
        [&self.0.base_url, "/bot", self.0.token.secret(), "/", method].concat()
    }

    pub(super) fn file_url(&self, path: &str) -> String {
        [&self.0.base_url, "/file/bot", self.0.token.secret(), "/", path].concat()
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
            .field("max_response_bytes", &settings.max_response_bytes)
            .field("download_timeout", &settings.download_timeout)
            .finish()
    }
}

/// The URL without a slash at its end; or what is wrong with it.
fn checked(url: &str, allow_http: bool) -> Result<String, &'static str> {
    let parsed = web_sys::Url::new(url).map_err(|_| "a String that is not a URL")?;
    match parsed.protocol().as_str() {
        "https:" => {}
        "http:" if allow_http || is_loopback(&parsed.hostname()) => {}
        "http:" => return Err("http:, which needs Bot::without_tls beyond this machine"),
        _ => return Err("another scheme"),
    }
    if !parsed.username().is_empty() || !parsed.password().is_empty() || url.contains(['?', '#']) {
        return Err("a URL with more than a path");
    }
    Ok([&parsed.origin(), parsed.pathname().trim_end_matches('/')].concat())
}

fn is_loopback(host: &str) -> bool {
    let is_ipv4 = host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback());
    is_ipv4 || host == "localhost" || host.ends_with(".localhost") || host == "[::1]"
}

fn in_page() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &"document".into()).unwrap_or(false)
}
