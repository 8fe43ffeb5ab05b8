//! A call, made when it is awaited.

use std::fmt::{self, Debug, Formatter};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::bot::{Bot, Settings};
use super::boxed::BoxFuture;
use super::outgoing::{CallOptions, Origin, OutgoingCall, Timeout};
use super::signal::CallSignal;
use super::through::Network;
#[cfg(not(web))]
use super::upload_progress::UploadProgress;
use super::within::within;
use crate::methods::Method;
use crate::policy::Retry;
use crate::request::serialized_call::{Invalid, SerializedCall};
use crate::request::stopped::Stopped;
use crate::request::{Encoding, Error, answer};
use crate::types::InputFile;

impl Bot {
    /// Calls a method. The parameters are checked and the request is sent when the call is awaited.
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

    /// Calls a method by its name, in any case. A method that the specification does not know is called with the parameters as
    /// they are. The result is deserialized as `T`. To send a file, use [`Call::with_file`].
    pub fn call<T: DeserializeOwned>(&self, name: &str, parameters: &Value) -> Call<T> {
        Call::new(self.clone(), SerializedCall::named(name, parameters))
    }
}

/// A call of a method, which is sent when it is awaited. Dropping it aborts the request.
///
/// It is a [`Future`], and natively also [`Send`], so you can pass it to everything that takes a future:
///
/// ```no_run
/// # #[cfg(not(web))]
/// # async fn example(bot: botwire::client::Bot) -> Result<(), Box<dyn std::error::Error>> {
/// use std::time::Duration;
/// use tracing::Instrument;
///
/// let me = tokio::time::timeout(Duration::from_secs(5), bot.get_me()).await??;
/// let sent = bot.send_message(42, "hi").instrument(tracing::info_span!("greeting")).await?;
/// let task = tokio::spawn(bot.send_message(42, "from a task"));
/// let mut tasks = tokio::task::JoinSet::new();
/// for chat in [42, 43] {
///     tasks.spawn(bot.send_message(chat, "News!"));
/// }
/// tokio::select! {
///     chat = bot.get_chat(42) => println!("{:?}", chat?.title),
///     () = tokio::time::sleep(Duration::from_secs(1)) => println!("no answer yet"),
/// }
/// # Ok(())
/// # }
/// ```
///
/// The options here are for this call and override those of the bot. They have no effect once the call is made.
#[must_use = "a call is made when it is awaited"]
pub struct Call<T> {
    bot: Bot,
    /// `None` after the call is made.
    parameters: Result<SerializedCall, Error>,
    options: CallOptions,
    sent: Option<BoxFuture<'static, Result<T, Error>>>,
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
            started: None,
            #[cfg(not(web))]
            on_upload_progress: None,
        };
        Self { bot, parameters, options, sent: None }
    }

    /// Uploads a file as a parameter, which it replaces. Use it for parameters and methods that this version does not know. The
    /// call is sent as multipart.
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

    /// Sets the value at a path and sends it unchecked, while everything around it is still checked. Use it for values that only a
    /// newer service knows. Paths have the form that errors show. A path may name a new member of an object, or the item after the
    /// last one of an array. The call fails with [`Error::Validation`] if the path does not exist.
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

    /// Sets the encoding of the parameters.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.options.encoding = encoding;
        self
    }

    /// Sets the time limit of one attempt. `None` means no limit. It is not extended for `getUpdates`.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.options.timeout = Timeout::Call(timeout.into());
        self
    }

    /// Sets when the call is retried.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.options.retry = retry;
        self
    }

    /// Calls a function while files are sent, with the sent bytes of the body, and with the length of the body unless a stream has
    /// an unknown length. It starts at 0 again for each retry. Bytes count as sent when the connection has taken them, which may be
    /// before the service has received them. Over `Reqwest`; other transports do not report progress.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot) -> Result<(), botwire::client::Error> {
    /// use std::path::Path;
    ///
    /// bot.send_document(42, Path::new("film.mkv"))
    ///     .on_upload_progress(|sent, total| println!("{sent} of {} bytes", total.unwrap_or_default()))
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    #[cfg(not(web))]
    pub fn on_upload_progress(mut self, on_progress: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
        self.options.on_upload_progress = Some(UploadProgress::new(on_progress));
        self
    }

    /// Ends the call with [`Error::Aborted`] when the signal is aborted.
    #[cfg(web)]
    pub fn signal(mut self, signal: &web_sys::AbortSignal) -> Self {
        self.options.signal.signal = Some(signal.clone());
        self
    }

    pub(super) fn until(mut self, signal: &CallSignal) -> Self {
        self.options.signal = signal.clone();
        self
    }

    /// Sets the flag that is set once the middleware has let the call through.
    pub(super) fn started(mut self, started: &Arc<AtomicBool>) -> Self {
        self.options.started = Some(Arc::clone(started));
        self
    }

    /// Returns the name of the method.
    fn method(&self) -> &str {
        self.parameters.as_ref().map_or_else(Error::method, |parameters| &parameters.method)
    }

    /// Returns the parameters as JSON text.
    pub(super) fn json(&self) -> &str {
        self.parameters.as_ref().map_or("", |parameters| &parameters.json)
    }

    /// Makes the call and returns the JSON text of its result.
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

    /// Returns the call as middleware sees it.
    pub(crate) fn into_outgoing(self, origin: Origin) -> Result<OutgoingCall, Error> {
        Ok(OutgoingCall { parameters: self.parameters?, options: self.options, origin })
    }
}

impl<T: DeserializeOwned + 'static> Call<T> {
    async fn typed(self) -> Result<T, Error> {
        let bot = self.bot.clone();
        let method = self.method().to_owned();
        let result = self.raw().await?;
        answer::typed(&method, &result).map_err(|error| bot.0.token.clean(error))
    }
}

impl<T: DeserializeOwned + 'static> Future for Call<T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        if this.sent.is_none() {
            let made = Err(Error::Aborted { method: this.method().to_owned() });
            let (bot, options) = (this.bot.clone(), this.options.clone());
            let call = Self { bot, parameters: std::mem::replace(&mut this.parameters, made), options, sent: None };
            this.sent = Some(Box::pin(call.typed()));
        }
        this.sent.as_mut().map_or(Poll::Pending, |sent| sent.as_mut().poll(context))
    }
}

// The parameters are not shown: the URL of a webhook may contain the token.
impl<T> Debug for Call<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Call").field("method", &self.method()).finish_non_exhaustive()
    }
}

impl Bot {
    /// Returns true if the transport reads files while it sends them.
    #[allow(clippy::unused_self)] // on wasm32
    pub(crate) fn streams_files(&self) -> bool {
        #[cfg(not(web))]
        return self.0.transport.streams_files();
        #[cfg(web)]
        false
    }

    /// Runs a future until it ends or its time limit, if any, is over, using the clock of the transport.
    pub(crate) async fn within<T>(
        &self,
        limit: Option<Duration>,
        work: impl Future<Output = Result<T, Stopped>>,
    ) -> Result<T, Stopped> {
        within(&*self.0.transport, limit, &CallSignal::default(), work).await
    }
}
