//! A call: prepared and checked, sent when it is awaited, and retried where that helps.

use std::fmt::{self, Debug, Formatter};
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::bot::{Bot, Settings};
use super::boxed::BoxFuture;
use super::clock::Moment;
use super::files::load_files;
use super::local_webhook;
use super::migration;
use super::outgoing::{CallOptions, Origin, OutgoingCall, Timeout};
use super::signal::CallSignal;
use super::through::Network;
use super::transport::Request;
use super::within::{pause, within};
use crate::methods::Method;
use crate::policy::Retry;
use crate::request::random::random;
use crate::request::serialized_call::{Invalid, SerializedCall};
use crate::request::{Body, Encoding, Error, answer};
use crate::types::{ChatId, InputFile};
use crate::wire::compact::CompactMethod;
use crate::wire::{encode, json};

impl Bot {
    /// Calls a method. When the call is awaited, its parameters are checked and the request is made.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// use botwire::methods::SendMessage;
    /// let message = bot.send(SendMessage::new(42, "hi")).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The same for every method:
    ///
    /// ```
    /// # use botwire::{client::{Bot, Error}, methods::Method};
    /// async fn send_logged<M: Method>(bot: &Bot, method: M) -> Result<M::Output, Error> {
    ///     println!("{}", M::DESCRIPTOR.name);
    ///     bot.send(method).await
    /// }
    /// ```
    #[allow(clippy::needless_pass_by_value)] // so that it reads `bot.send(SendMessage::new(…))`
    pub fn send<M: Method>(&self, method: M) -> Call<M::Output> {
        Call::new(self.clone(), SerializedCall::of(&method))
    }

    /// Calls a method by its name, in any case; also one that the specification does not know, whose
    /// parameters are passed on as they are. The result is read as the type. `json!` takes no file: [`Call::with_file`]
    /// adds one.
    pub fn call<T: DeserializeOwned>(&self, name: &str, parameters: &Value) -> Call<T> {
        Call::new(self.clone(), SerializedCall::named(name, parameters))
    }
}

/// A call of a method, made when it is awaited. Dropping the awaited future aborts the request.
///
/// The options here are for this call and come before those of the bot.
#[must_use = "a call is made when it is awaited"]
pub struct Call<T> {
    bot: Bot,
    parameters: Result<SerializedCall, Error>,
    options: CallOptions,
    output: PhantomData<fn() -> T>,
}

impl<T> Call<T> {
    pub(crate) fn new(bot: Bot, parameters: Result<SerializedCall, Invalid>) -> Self {
        let check_limits = bot.0.check_limits;
        Self::checked(bot, parameters, check_limits)
    }

    pub(super) fn checked(bot: Bot, parameters: Result<SerializedCall, Invalid>, check_limits: bool) -> Self {
        let parameters = parameters.map_err(|invalid| bot.invalid(invalid));
        let Settings { encoding, timeout, retry, .. } = *bot.0;
        let options = CallOptions {
            encoding,
            timeout,
            retry,
            check_limits,
            signal: CallSignal::default(),
            on_refusal: Vec::new(),
        };
        Self { bot, parameters, options, output: PhantomData }
    }

    /// Uploads a file as the parameter of that name, in place of the one that has the name. For parameters and methods that
    /// this version does not know; typed methods take their files themselves. The call is multipart.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// # use botwire::{methods::SendDocument, types::{InputFile, Message}};
    /// use serde_json::json;
    ///
    /// let file = InputFile::bytes(*b"GIF89a", "cat.gif");
    /// let sent: Message = bot.call("sendAnimation", &json!({ "chat_id": 42 })).with_file("animation", file.clone()).await?;
    /// bot.send(SendDocument::new(42, "file id")).with_file("thumb", file).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn with_file(mut self, name: &str, file: InputFile) -> Self {
        self.parameters = self.parameters.map(|parameters| parameters.with_file(name, file));
        self
    }

    /// Sets the value at a path and sends it as it is, while everything around it is checked: for a value that only a newer
    /// service knows. The path is that of errors. It may name a new member of an object, or the item after the last one. The
    /// call fails with [`Error::Validation`] if the path leads to nowhere.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup};
    /// use serde_json::json;
    ///
    /// let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Yes", "yes")]]);
    /// bot.send_message(42, "Sure?")
    ///     .reply_markup(keyboard)
    ///     .unchecked("reply_markup.inline_keyboard[0][1]", json!({ "text": "Copy", "copy_text": { "text": "42" } }))
    ///     .unchecked("parse_mode", "MarkdownV2")
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn unchecked(mut self, path: &str, value: impl Into<Value>) -> Self {
        let value = value.into().to_string();
        self.parameters = self
            .parameters
            .and_then(|parameters| parameters.set_unchecked(path, &value).map_err(|invalid| self.bot.invalid(invalid)));
        self
    }

    /// Sets how the parameters are written.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.options.encoding = encoding;
        self
    }

    /// Sets how long one attempt may take; `None` for ever. It is not extended for `getUpdates`.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.options.timeout = Timeout::Call(timeout.into());
        self
    }

    /// Sets when the call is repeated.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.options.retry = retry;
        self
    }

    /// Ends the call with [`Error::Aborted`] when the signal is aborted.
    #[cfg(target_arch = "wasm32")]
    pub fn signal(mut self, signal: &web_sys::AbortSignal) -> Self {
        self.options.signal.signal = Some(signal.clone());
        self
    }

    pub(super) fn until(mut self, signal: &CallSignal) -> Self {
        self.options.signal = signal.clone();
        self
    }

    /// Makes the call and gives the JSON text of its result.
    pub(crate) async fn raw(self) -> Result<String, Error> {
        let Self { bot, parameters, options, .. } = self;
        let parameters = parameters?;
        if !bot.has_middleware() {
            return bot.make(parameters, &options).await;
        }
        let call = OutgoingCall { parameters, options, origin: Origin::Call };
        let result = bot.through(call, &Network(&bot)).await?;
        Ok(result.unwrap_or_default().to_string())
    }

    /// The call as middleware sees it.
    pub(crate) fn into_outgoing(self, origin: Origin) -> Result<OutgoingCall, Error> {
        Ok(OutgoingCall { parameters: self.parameters?, options: self.options, origin })
    }
}

impl<T: DeserializeOwned + 'static> IntoFuture for Call<T> {
    type Output = Result<T, Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async {
            let bot = self.bot.clone();
            let method = self.parameters.as_ref().map(|parameters| parameters.method.clone()).unwrap_or_default();
            let result = self.raw().await?;
            answer::typed(&method, &result).map_err(|error| bot.0.token.clean(error))
        })
    }
}

// Without the parameters: they may hold the token, in the URL of a webhook.
impl<T> Debug for Call<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let method = self.parameters.as_ref().map_or_else(Error::method, |parameters| &parameters.method);
        formatter.debug_struct("Call").field("method", &method).finish_non_exhaustive()
    }
}

impl Bot {
    /// Checks a call and makes it, past the middleware. Gives the JSON text of its result.
    pub(crate) async fn make(&self, parameters: SerializedCall, options: &CallOptions) -> Result<String, Error> {
        let checked = local_webhook::check(parameters, options.check_limits, &self.0.base_url);
        let parameters = checked.map_err(|invalid| self.invalid(invalid))?;
        let outcome = run(self, parameters, options).await;
        outcome.map_err(|error| self.0.token.clean(error))
    }
}

async fn run(bot: &Bot, mut parameters: SerializedCall, options: &CallOptions) -> Result<String, Error> {
    let timeout = options.timeout.limit(!parameters.files.is_empty(), held_up(&parameters));
    let loaded =
        within(&*bot.0.transport, timeout, &options.signal, load_files(&mut parameters, options.check_limits)).await;
    loaded.map_err(|stopped| stopped.into_error(&parameters.method, timeout))??;
    let (mut retried, mut followed, since, mut paused) = (0, false, Moment::now(), Duration::ZERO);
    loop {
        let attempt = attempt(bot, &parameters, timeout, options).await;
        let Err(error) = attempt else { return attempt };
        let trouble = error.trouble();
        if trouble.is_refusal {
            options.on_refusal.iter().for_each(|on_refusal| on_refusal(trouble.retry_after));
        }
        if let Some((json, group, supergroup)) = follow(bot, &parameters, &error).filter(|_| !followed) {
            followed = true;
            parameters.json = json;
            if let Some(moved) = &bot.0.migration {
                moved(group, supergroup);
            }
            continue;
        }
        // The waits of a transport for tests take no real time.
        let elapsed = since.elapsed().max(paused);
        let wait = options.retry.wait(trouble, is_idempotent(&parameters), retried, elapsed, random());
        let Some(wait) = wait else { return Err(error) };
        (retried, paused) = (retried + 1, paused.saturating_add(wait));
        let waited = pause(&*bot.0.transport, wait, &options.signal).await;
        waited.map_err(|stopped| stopped.into_error(&parameters.method, None))?;
    }
}

async fn attempt(
    bot: &Bot,
    parameters: &SerializedCall,
    timeout: Option<Duration>,
    options: &CallOptions,
) -> Result<String, Error> {
    let (method, max_bytes) = (&parameters.method, bot.0.max_response_bytes);
    let request = request(bot, parameters, options.encoding);
    let exchange = within(&*bot.0.transport, timeout, &options.signal, async {
        let mut response = bot.0.transport.send(request).await?;
        let (text, is_whole) = response.text(max_bytes).await?;
        Ok((response.status(), text, is_whole || !response.is_success()))
    });
    let (status, text, is_whole) = exchange.await.map_err(|stopped| stopped.into_error(method, timeout))?;
    if !is_whole {
        return Err(Error::TooLarge { method: method.clone(), status, max_bytes });
    }
    answer::result(method, status, &text)
}

fn request(bot: &Bot, parameters: &SerializedCall, encoding: Encoding) -> Request {
    let url = bot.method_url(&parameters.method);
    if encoding == Encoding::Query && parameters.files.is_empty() {
        let query = encode::form(&parameters.json);
        let mark = if query.is_empty() { "" } else { "?" };
        return Request::get([&url, mark, &query].concat());
    }
    Request::post(url, Body::of(parameters, encoding))
}

/// The parameters for the supergroup, if the error names one and the bot follows.
fn follow(bot: &Bot, parameters: &SerializedCall, error: &Error) -> Option<(String, ChatId, ChatId)> {
    bot.0.migration.as_ref()?;
    let supergroup = error.migrated_to()?;
    let (json, group) = migration::moved(&parameters.json, supergroup)?;
    Some((json, group, supergroup))
}

/// How long the service itself may wait before it answers.
fn held_up(parameters: &SerializedCall) -> Duration {
    let timeout = json::member(&parameters.json, "timeout").filter(|_| parameters.method == "getUpdates");
    Duration::from_secs(timeout.and_then(|seconds| seconds.parse().ok()).unwrap_or_default())
}

/// Whether doing it twice does the same as once; not known of methods beyond the specification.
fn is_idempotent(parameters: &SerializedCall) -> bool {
    parameters.known.is_some_and(CompactMethod::is_idempotent)
}
