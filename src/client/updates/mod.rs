//! Receives each update once, by long polling.

mod options;
mod poll_errors;
mod progress;

use std::fmt::{self, Debug, Formatter};
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_core::Stream;
use serde_json::{Map, Value};

use self::poll_errors::PollErrors;
use self::progress::{METHOD, Progress};
use super::bot::Bot;
use super::boxed::BoxFuture;
use super::call::Call;
use super::clock::Moment;
use super::signal::CallSignal;
use super::within::{look_again, pause};
use crate::policy::polling::{MAX_CHECKED_OFFSET, MAX_LIMIT, POLL, is_lasting, wait_when_busy, wait_when_idle};
use crate::policy::{CONFIRMATION, Retry};
use crate::request::Error;
use crate::request::serialized_call::SerializedCall;
use crate::request::stopped::Stopped;
use crate::types::{Update, UpdateKind};

impl Bot {
    /// Receives updates by long polling.
    pub fn updates(&self) -> Updates {
        Updates::new(self.clone())
    }
}

/// Updates of a bot, received by long polling, see [`Bot::updates`].
///
/// ```no_run
/// # async fn example(bot: botwire::client::Bot) {
/// let mut updates = bot.updates();
/// while let Some(update) = updates.next().await {
///     match update {
///         Ok(update) => { /* process it */ }
///         Err(error) => break, // such as a wrong token
///     }
/// }
/// let _ = updates.close().await;
/// # }
/// ```
///
/// Asking for the next update says that the one before was processed, and only then is it confirmed. An update whose
/// processing was interrupted arrives again after a restart. After a temporary error, the next request waits up to 30
/// seconds, or as long as the service asks, at most an hour. Permanent errors are returned: 4xx other than 408, 409 (a
/// webhook is set, or another receiver runs), and 429. Updates of an unknown kind have their fields in `extra`. Updates
/// whose identifier cannot be confirmed are skipped and reported, see [`Updates::on_error`].
///
/// It is also a [`Stream`]. Dropping the future of [`Updates::next`] does not abort the request: the next call
/// continues with it.
#[must_use = "updates are received when they are asked for"]
pub struct Updates {
    bot: Bot,
    timeout: Duration,
    limit: Option<u8>,
    allowed: Option<Vec<UpdateKind>>,
    signal: CallSignal,
    /// The pause or request in progress.
    step: Option<BoxFuture<'static, Step>>,
    progress: Progress,
    is_full: bool,
    errors: PollErrors,
    /// The wait before the next request.
    pause: Duration,
    /// True if it waits because updates are being handled.
    is_busy_pause: bool,
    /// When the last new update came.
    news: Moment,
}

/// The result of a step.
enum Step {
    Rested(Result<(), Stopped>),
    Received(Result<String, Error>, Duration),
    Confirmed(Result<String, Error>),
}

impl Updates {
    fn new(bot: Bot) -> Self {
        Self {
            bot,
            timeout: POLL,
            limit: None,
            allowed: None,
            signal: CallSignal::default(),
            step: None,
            progress: Progress::default(),
            is_full: false,
            errors: PollErrors::default(),
            pause: Duration::ZERO,
            is_busy_pause: false,
            news: Moment::now(),
        }
    }

    /// Returns the next update. On wasm32, it is `None` after the signal of [`Updates`] was aborted. Dropping the future loses
    /// nothing.
    ///
    /// # Errors
    /// Permanent errors, such as a wrong token. The next call tries again after a pause.
    pub async fn next(&mut self) -> Option<Result<Update, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }

    /// Ends polling and confirms every update that was returned. Without it, the last update arrives again after a restart.
    ///
    /// # Errors
    /// The same as a call.
    pub async fn close(mut self) -> Result<(), Error> {
        self.step = None;
        self.progress.processed();
        match self.confirmation() {
            Some(call) => call.raw().await.map(drop),
            None => Ok(()),
        }
    }

    /// Returns the next update, while those before it may still be handled. They are confirmed by [`Updates::handled`].
    pub(crate) fn poll_new(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Update, Error>>> {
        self.poll_by(context, Progress::next_concurrent)
    }

    /// Marks an update of [`Updates::poll_new`] as handled. After the last one, the next request is made without a pause.
    pub(crate) fn handled(&mut self, update_id: i64) {
        self.progress.handled(update_id);
        if self.is_busy_pause && !self.progress.is_busy() {
            (self.step, self.pause, self.is_busy_pause) = (None, Duration::ZERO, false);
        }
    }

    /// Returns true if the kinds of updates are those of an earlier request.
    pub(crate) fn inherits_kinds(&self) -> bool {
        self.allowed.is_none()
    }

    /// Returns true if later updates of [`Updates::poll_new`] come only after the first ones are handled.
    pub(crate) fn is_full(&self) -> bool {
        self.is_full
    }

    fn poll_by(
        &mut self,
        context: &mut Context<'_>,
        next: fn(&mut Progress) -> Option<Update>,
    ) -> Poll<Option<Result<Update, Error>>> {
        loop {
            if let Some(step) = &mut self.step {
                let came = ready!(step.as_mut().poll(context));
                self.step = None;
                if let Err(error) = self.proceed(came) {
                    return Poll::Ready(Some(Err(error)));
                }
            }
            if !self.signal.is_aborted()
                && let Some(update) = next(&mut self.progress)
            {
                return Poll::Ready(Some(Ok(update)));
            }
            self.step = self.next_step();
            if self.step.is_none() {
                return Poll::Ready(None);
            }
        }
    }

    /// Returns the next step, or `None` at the end.
    fn next_step(&mut self) -> Option<BoxFuture<'static, Step>> {
        if self.signal.is_aborted() {
            let call = self.confirmation()?;
            return Some(Box::pin(async { Step::Confirmed(call.raw().await) }));
        }
        if !self.pause.is_zero() {
            let (bot, signal, wait) = (self.bot.clone(), self.signal.clone(), self.pause);
            let is_busy = self.is_busy_pause;
            return Some(Box::pin(async move {
                let transport = &*bot.0.transport;
                let wait = if is_busy {
                    look_again(transport, wait, &signal).await
                } else {
                    pause(transport, wait, &signal).await
                };
                Step::Rested(wait)
            }));
        }
        self.progress.ask();
        // The updates that are being handled are not confirmed, so the service answers at once with them.
        let timeout = if self.progress.is_busy() { Duration::ZERO } else { self.timeout };
        // They come again before the new ones.
        let in_flight = u8::try_from(self.progress.in_flight()).unwrap_or(MAX_LIMIT);
        let limit =
            self.limit.map(|limit| if in_flight == 0 { limit } else { limit.saturating_add(in_flight).min(MAX_LIMIT) });
        let call = self.get_updates(self.progress.offset, timeout, limit).until(&self.signal);
        let since = Moment::now();
        Some(Box::pin(async move { Step::Received(call.raw().await, since.elapsed()) }))
    }

    /// Processes the result of a step. Returns permanent errors.
    fn proceed(&mut self, step: Step) -> Result<(), Error> {
        match step {
            Step::Confirmed(result) => {
                // An error cannot be reported, and is not retried.
                drop(result);
                self.progress.confirmed();
                Ok(())
            }
            Step::Rested(Err(stopped @ Stopped::Failed(_))) => Err(stopped.into_error(METHOD, None)),
            Step::Rested(_) => {
                (self.pause, self.is_busy_pause) = (Duration::ZERO, false);
                Ok(())
            }
            Step::Received(result, took) => match result.and_then(|result| self.receive(&result, took)) {
                Ok(()) | Err(Error::Aborted { .. }) => Ok(()),
                Err(error) => self.failed(error),
            },
        }
    }

    fn failed(&mut self, error: Error) -> Result<(), Error> {
        (self.pause, self.is_busy_pause) = (self.errors.add(&error), false);
        if matches!(error, Error::Validation { .. }) || error.status().is_some_and(is_lasting) {
            return Err(error);
        }
        self.errors.report(&error);
        Ok(())
    }

    fn receive(&mut self, result: &str, took: Duration) -> Result<(), Error> {
        let received = self.progress.receive(result)?;
        self.is_full = received.is_full;
        let is_new = self.progress.waiting() > 0;
        if is_new {
            self.news = Moment::now();
        }
        self.is_busy_pause = !is_new && self.progress.is_busy();
        self.pause = if self.is_busy_pause {
            wait_when_busy(self.news.elapsed())
        } else if received.is_empty {
            wait_when_idle(took)
        } else {
            Duration::ZERO
        };
        self.errors.end(received.skipped.as_ref());
        Ok(())
    }

    /// Returns the call that confirms processed updates, if the service does not know the offset yet. Its own result is
    /// not confirmed, so no update is lost.
    fn confirmation(&self) -> Option<Call<Value>> {
        let offset = self.progress.confirmation()?;
        Some(self.get_updates(Some(offset), Duration::ZERO, Some(1)).timeout(CONFIRMATION))
    }

    fn get_updates(&self, offset: Option<i64>, timeout: Duration, limit: Option<u8>) -> Call<Value> {
        let mut parameters = Map::new();
        let mut set = |name: &str, value: Value| parameters.insert(name.to_owned(), value);
        set("timeout", timeout.as_secs().into());
        offset.map(|offset| set("offset", offset.into()));
        limit.map(|limit| set("limit", limit.into()));
        if let Some(kinds) = &self.allowed {
            set("allowed_updates", kinds.iter().map(UpdateKind::as_str).collect());
        }
        // Polling has its own pauses, which are longer than those of a call and never give up.
        let parameters = SerializedCall::named(METHOD, &Value::Object(parameters));
        let is_in_limits = offset.is_none_or(|offset| offset <= MAX_CHECKED_OFFSET);
        Call::checked(self.bot.clone(), parameters, self.bot.0.check_limits && is_in_limits).retry(Retry::NONE)
    }
}

impl Stream for Updates {
    type Item = Result<Update, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.progress.processed();
        self.poll_by(context, Progress::next)
    }
}

impl Debug for Updates {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Updates")
            .field("bot", &self.bot)
            .field("offset", &self.progress.offset)
            .field("waiting", &self.progress.waiting())
            .field("errors", &self.errors.in_a_row)
            .finish_non_exhaustive()
    }
}
