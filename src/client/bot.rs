//! The bot: the URL of the service, the token, and the options of calls.

use std::fmt::{self, Debug, Formatter};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[cfg(web)]
use super::fetch::Fetch;
use super::middleware::AnyMiddleware;
use super::outgoing::Timeout;
use super::token::Token;
use super::transport::{AnyTransport, Transport};
use crate::policy::{BASE_URL, DOWNLOAD_TOTAL, MAX_RESPONSE_BYTES, Retry, TOKEN, base_url, bot_id};
use crate::request::serialized_call::{Invalid, mismatch};
#[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
use crate::request::stopped::Stopped;
use crate::request::{Encoding, Error};
use crate::types::ChatId;
use crate::wire::ValidationError;

/// A client for one bot: the URL of the service, the token, and options of calls.
///
/// Creating a bot makes no request. A clone is cheap and shares everything. Neither the `Debug` output nor an error shows the
/// token.
///
/// ```
/// use botwire::client::{Bot, Error};
///
/// async fn greet(bot: &Bot) -> Result<(), Error> {
///     let me = bot.get_me().await?;
///     bot.send_message(42, format!("I am {}.", me.first_name)).disable_notification(true).await?;
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Bot(pub(crate) Arc<Settings>);

#[derive(Clone)]
pub(crate) struct Settings {
    pub(super) transport: Arc<dyn AnyTransport>,
    pub base_url: String,
    pub token: Token,
    pub encoding: Encoding,
    pub timeout: Timeout,
    pub retry: Retry,
    pub migration: Option<Moved>,
    pub check_limits: bool,
    pub max_response_bytes: usize,
    pub download_timeout: Option<Duration>,
    pub(super) middleware: Vec<Arc<dyn AnyMiddleware>>,
    username: Arc<OnceLock<String>>,
    /// Set when a call starts whose repetition would have another effect.
    pub(super) effect: Option<Arc<AtomicBool>>,
}

/// Callback for a group and the supergroup that it has become.
type Moved = Arc<dyn Fn(ChatId, ChatId) + Send + Sync>;

impl Bot {
    /// Creates a bot of the service at the URL, such as `https://service.example`, over the platform's `fetch`. Plain `http://` is
    /// allowed on this machine only.
    ///
    /// # Errors
    /// [`Error::Validation`] if `base_url` or `token` is not valid.
    #[cfg(web)]
    pub fn new(base_url: &str, token: &str) -> Result<Self, Error> {
        Self::of_page(Self::at(base_url, token, false, Arc::new(Fetch)))
    }

    /// Creates a bot of the service at the URL, such as `https://service.example`, over [`Reqwest`](super::Reqwest). Plain
    /// `http://` is allowed on this machine only.
    ///
    /// # Errors
    /// [`Error::Validation`] if `base_url` or `token` is not valid; [`Error::Network`] if the TLS of the system does
    /// not start. If nothing in the program enables TLS of reqwest, as with the feature `reqwest-no-tls` alone, this
    /// succeeds, and each call of an `https://` service fails with [`Error::Validation`].
    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    pub fn new(base_url: &str, token: &str) -> Result<Self, Error> {
        Self::over_reqwest(base_url, token, false)
    }

    /// Fails to compile, with a message that says what to do.
    ///
    /// # Errors
    /// The same as on the other targets.
    #[doc(hidden)]
    #[cfg(not(any(web, all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))))]
    pub fn new<T: super::no_transport::HasTransport<Self>>(base_url: T, _token: &str) -> Result<Self, Error> {
        base_url.bot()
    }

    /// Does the same as [`Bot::new`], and allows plain `http://` on any host, for a service in a private network.
    ///
    /// # Errors
    /// The same as [`Bot::new`].
    #[cfg(web)]
    pub fn without_tls(base_url: &str, token: &str) -> Result<Self, Error> {
        Self::of_page(Self::at(base_url, token, true, Arc::new(Fetch)))
    }

    /// Does the same as [`Bot::new`], and allows plain `http://` on any host, for a service in a private network.
    ///
    /// # Errors
    /// The same as [`Bot::new`].
    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    pub fn without_tls(base_url: &str, token: &str) -> Result<Self, Error> {
        Self::over_reqwest(base_url, token, true)
    }

    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    fn over_reqwest(base_url: &str, token: &str, allow_http: bool) -> Result<Self, Error> {
        let transport = super::Reqwest::new().map_err(|error| Stopped::from(error).into_error("Bot", None))?;
        Self::at(base_url, token, allow_http, Arc::new(transport))
    }

    #[cfg(web)]
    fn of_page(bot: Result<Self, Error>) -> Result<Self, Error> {
        Ok(bot?.encoding(if in_page() { Encoding::Form } else { Encoding::Json }))
    }

    /// Creates a bot that sends calls over a [`Transport`], such as the [emulator](crate::emulator) in tests. The transport decides
    /// whether plain `http://` is accepted.
    ///
    /// # Errors
    /// [`Error::Validation`] if `base_url` or `token` is not valid.
    pub fn with_transport(base_url: &str, token: &str, transport: impl Transport) -> Result<Self, Error> {
        Self::at(base_url, token, true, Arc::new(transport))
    }

    fn at(url: &str, token: &str, allow_http: bool, transport: Arc<dyn AnyTransport>) -> Result<Self, Error> {
        // A base URL may contain the token too.
        let invalid = |path, expected, received: &str| Error::Validation {
            method: "Bot".to_owned(),
            error: Box::new(ValidationError { path: String::from(path), ..mismatch(expected, received) }),
        };
        let secret = Token::new(token).ok_or_else(|| {
            let received = if token.is_empty() { "an empty String" } else { "a different String" };
            invalid("token", TOKEN, received)
        })?;
        let base_url = base_url(url, allow_http).map_err(|received| invalid("base_url", BASE_URL, &received))?;
        if base_url.contains(&["/bot", token].concat()) {
            return Err(invalid("base_url", "a URL without the token, which is added", "one with it"));
        }
        Ok(Self(Arc::new(Settings {
            transport,
            base_url,
            token: secret,
            encoding: Encoding::Json,
            timeout: Timeout::Default,
            retry: Retry::NONE,
            migration: None,
            check_limits: true,
            max_response_bytes: MAX_RESPONSE_BYTES,
            download_timeout: Some(DOWNLOAD_TOTAL),
            middleware: Vec::new(),
            username: Arc::default(),
            effect: None,
        })))
    }

    /// Returns the identifier of the bot, without a call. `None` if the token does not begin with 1 to 15 digits and a colon.
    #[must_use]
    pub fn id(&self) -> Option<i64> {
        bot_id(self.0.token.secret())
    }

    /// Returns the username of the bot, without `@`. The first use calls `getMe`. Clones of the bot share the result.
    ///
    /// # Errors
    /// The same as a call.
    pub async fn username(&self) -> Result<String, Error> {
        if let Some(username) = self.0.username.get() {
            return Ok(username.clone());
        }
        let username = self.get_me().await?.username.unwrap_or_default();
        Ok(self.0.username.get_or_init(|| username).clone())
    }

    /// Sets the encoding of parameters. Default: JSON, and in web pages a form.
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Self {
        self.set(|settings| settings.encoding = encoding)
    }

    /// Sets the time limit of one attempt, including the response. `None` means no limit. Default: 60 seconds, and no limit for
    /// calls with files. For `getUpdates`, its own `timeout` is added.
    #[must_use]
    pub fn timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        self.set(|settings| settings.timeout = Timeout::Bot(timeout.into()))
    }

    /// Sets when failed calls are retried. Default: never.
    #[must_use]
    pub fn retry(self, retry: Retry) -> Self {
        self.set(|settings| settings.retry = retry)
    }

    /// Repeats a call once if its group has become a supergroup. The function is called with the identifiers of the group and the
    /// supergroup. Default: such a call fails. A call that names two groups, such as a forward, always fails, because the service
    /// does not say which one has moved.
    #[must_use]
    pub fn follow_migration(self, moved: impl Fn(ChatId, ChatId) + Send + Sync + 'static) -> Self {
        self.set(|settings| settings.migration = Some(Arc::new(moved)))
    }

    /// Sets whether limits, such as the length of a text, and enumerated values, such as a parse mode, are checked before sending.
    /// Types are always checked. Without these checks, you can send values that only a newer service knows. Default: true.
    #[must_use]
    pub fn check_limits(self, check: bool) -> Self {
        self.set(|settings| settings.check_limits = check)
    }

    /// Sets the largest response that is read, in bytes after decompression. A larger one fails with [`Error::TooLarge`]. Default:
    /// 16,777,216.
    #[must_use]
    pub fn max_response_bytes(self, max_response_bytes: usize) -> Self {
        self.set(|settings| settings.max_response_bytes = max_response_bytes)
    }

    /// Sets the time limit of a whole download. `None` means no limit. The limit of [`Bot::timeout`] applies to each chunk.
    /// Default: 10 minutes.
    #[must_use]
    pub fn download_timeout(self, timeout: impl Into<Option<Duration>>) -> Self {
        self.set(|settings| settings.download_timeout = timeout.into())
    }

    /// Returns the same bot, which sets this when a call starts whose repetition would have another effect.
    pub(crate) fn noticed(self, effect: &Arc<AtomicBool>) -> Self {
        self.set(|settings| settings.effect = Some(effect.clone()))
    }

    /// Returns the Unix time in seconds.
    pub(crate) fn now(&self) -> i64 {
        self.0.transport.now().unwrap_or_else(super::clock::unix_time)
    }

    /// Returns the error for an invalid call, without the token.
    pub(crate) fn invalid(&self, invalid: Invalid) -> Error {
        self.0.token.clean(invalid.into())
    }

    pub(super) fn method_url(&self, method: &str) -> String {
        [&self.0.base_url, "/bot", self.0.token.secret(), "/", method].concat()
    }

    pub(super) fn file_url(&self, path: &str) -> String {
        [&self.0.base_url, "/file/bot", self.0.token.secret(), "/", path].concat()
    }

    pub(super) fn set(mut self, set: impl FnOnce(&mut Settings)) -> Self {
        set(Arc::make_mut(&mut self.0));
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

#[cfg(web)]
fn in_page() -> bool {
    js_sys::Reflect::has(&js_sys::global(), &"document".into()).unwrap_or(false)
}
