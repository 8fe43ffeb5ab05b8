//! A call: prepared and checked, sent when it is awaited, and repeated where that helps.

use std::fmt::{self, Debug, Formatter};
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::time::Duration;

use js_sys::Date;
use serde::de::DeserializeOwned;
use web_sys::AbortSignal;

use super::answer;
use super::body;
use super::bot::{Bot, Encoding, Patience, Settings};
use super::error::Error;
use super::fetch;
use super::interruption::{Stopped, elapsed, pause, within};
use super::migration;
use super::response::is_success;
use crate::policy::Retry;
use crate::types::input_file::Content;
use crate::types::{ChatId, ChatRef};
use crate::wire::json;
use crate::wire::parameters::{Invalid, Parameters, fault};

/// A call of a method, made when it is awaited. Dropping the awaited future aborts the request.
///
/// The options here are for this call and come before those of the bot.
#[must_use = "a call is made when it is awaited"]
pub struct Call<T> {
    bot: Bot,
    parameters: Result<Parameters, Error>,
    options: Options,
    output: PhantomData<fn() -> T>,
}

struct Options {
    encoding: Encoding,
    timeout: Patience,
    retry: Retry,
    check_limits: bool,
    signal: Option<AbortSignal>,
}

impl<T> Call<T> {
    pub(crate) fn new(bot: Bot, parameters: Result<Parameters, Invalid>) -> Self {
        let check_limits = bot.0.check_limits;
        Self::checked(bot, parameters, check_limits)
    }

    pub(super) fn checked(bot: Bot, parameters: Result<Parameters, Invalid>, check_limits: bool) -> Self {
        let checked = |parameters: Parameters| parameters.check(check_limits).map(|()| parameters);
        let parameters = parameters.and_then(checked).map_err(|invalid| bot.invalid(invalid));
        let Settings { encoding, timeout, retry, .. } = *bot.0;
        let options = Options { encoding, timeout, retry, check_limits, signal: None };
        Self { bot, parameters, options, output: PhantomData }
    }

    /// Sets how the parameters are written.
    pub fn encoding(mut self, encoding: Encoding) -> Self {
        self.options.encoding = encoding;
        self
    }

    /// Sets how long one attempt may take; `None` for ever. It is not extended for `getUpdates`.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.options.timeout = Patience::Call(timeout.into());
        self
    }

    /// Sets when the call is repeated.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.options.retry = retry;
        self
    }

    /// Ends the call with [`Error::Aborted`] when the signal is aborted.
    pub fn signal(mut self, signal: &AbortSignal) -> Self {
        self.options.signal = Some(signal.clone());
        self
    }

    /// Makes the call and gives the JSON text of its result.
    pub(crate) async fn raw(self) -> Result<String, Error> {
        let Self { bot, parameters, options, .. } = self;
        let outcome = run(&bot, parameters?, &options).await;
        outcome.map_err(|error| error.redacted(&bot.0.token))
    }
}

impl<T: DeserializeOwned + 'static> IntoFuture for Call<T> {
    type Output = Result<T, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output>>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async {
            let bot = self.bot.clone();
            let method = self.parameters.as_ref().map(|parameters| parameters.method.clone()).unwrap_or_default();
            let result = self.raw().await?;
            answer::typed(&method, &result).map_err(|error| error.redacted(&bot.0.token))
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

async fn run(bot: &Bot, mut parameters: Parameters, options: &Options) -> Result<String, Error> {
    let timeout = options.timeout.limit(!parameters.files.is_empty(), held_up(&parameters));
    let url = bot.method_url(&parameters.method);
    load_files(&mut parameters, options.check_limits, timeout, options.signal.as_ref()).await?;
    let (mut retried, mut followed, since) = (0, false, Date::now());
    loop {
        let attempt = attempt(&url, &parameters, timeout, options, bot.0.max_response_bytes).await;
        let Err(error) = attempt else { return attempt };
        if let Some((json, group, supergroup)) = follow(bot, &parameters, &error).filter(|_| !followed) {
            followed = true;
            parameters.json = json;
            if let Some(moved) = &bot.0.migration {
                moved(&group, supergroup);
            }
            continue;
        }
        let (is_idempotent, elapsed) = (is_idempotent(&parameters), elapsed(since));
        let wait = options.retry.wait(error.trouble(), is_idempotent, retried, elapsed, js_sys::Math::random());
        let Some(wait) = wait else { return Err(error) };
        retried += 1;
        let paused = pause(wait, options.signal.as_ref()).await;
        paused.map_err(|stopped| stopped.into_error(&parameters.method, None))?;
    }
}

async fn attempt(
    url: &str,
    parameters: &Parameters,
    timeout: Option<Duration>,
    options: &Options,
    max_bytes: usize,
) -> Result<String, Error> {
    let failed = |stopped: Stopped| stopped.into_error(&parameters.method, timeout);
    let body = body::of(parameters, options.encoding).map_err(|thrown| failed(thrown.into()))?;
    let reply = fetch::exchange(url, body, max_bytes, timeout, options.signal.as_ref()).await.map_err(failed)?;
    if reply.is_cut && is_success(reply.status) {
        return Err(Error::TooLarge { method: parameters.method.clone(), status: reply.status, max_bytes });
    }
    answer::result(&parameters.method, &reply)
}

/// Turns the files into blobs, and checks their sizes once all are known.
pub(crate) async fn load_files(
    parameters: &mut Parameters,
    check_limits: bool,
    timeout: Option<Duration>,
    signal: Option<&AbortSignal>,
) -> Result<(), Error> {
    let (mut streams, mut locked) = (false, None);
    for (index, file) in parameters.files.iter().enumerate() {
        if let Content::Stream(stream) = &file.content {
            streams = true;
            locked = locked.or(stream.locked().then_some(index));
        }
    }
    if let Some(index) = locked {
        let mut fault = fault("a stream that can be read", "a locked stream");
        fault.path = name_of(parameters, index);
        return Err(Error::Validation { method: parameters.method.clone(), fault });
    }
    let loaded = within(timeout, signal, body::read_files(&mut parameters.files)).await;
    loaded.map_err(|stopped| stopped.into_error(&parameters.method, timeout))?;
    if streams { Ok(parameters.check(check_limits)?) } else { Ok(()) }
}

/// The parameters for the supergroup, if the error tells of one and the bot follows.
fn follow(bot: &Bot, parameters: &Parameters, error: &Error) -> Option<(String, ChatRef, ChatId)> {
    bot.0.migration.as_ref()?;
    let supergroup = error.migrate_to_chat_id()?;
    let (json, group) = migration::moved(&parameters.json, supergroup)?;
    Some((json, group, supergroup))
}

/// How long the service itself may wait before it answers.
fn held_up(parameters: &Parameters) -> Duration {
    let timeout = json::member(&parameters.json, "timeout").filter(|_| parameters.method == "getUpdates");
    Duration::from_secs(timeout.and_then(|seconds| seconds.parse().ok()).unwrap_or_default())
}

/// Whether doing it twice does the same as once; not known of methods beyond the specification.
fn is_idempotent(parameters: &Parameters) -> bool {
    parameters.known.is_some_and(|method| method.repeatable)
}

/// The name of the parameter that holds the file, where it stands at the top.
fn name_of(parameters: &Parameters, index: usize) -> String {
    let reference = json::quote(&body::reference(parameters, index));
    let holds = |value: &str| value == reference;
    json::members(&parameters.json)
        .find(|(_, value)| holds(value))
        .map(|(name, _)| name.decode().into_owned())
        .unwrap_or_default()
}
