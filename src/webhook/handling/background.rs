//! Background tasks, and the clock of a webhook.

use std::fmt::{self, Display, Formatter};
use std::future::poll_fn;
use std::sync::Mutex;
use std::task::Poll;
use std::time::Duration;

use super::options::Task;
use super::shared::{Notice, Shared, lock, notice};
use super::stores::BoxError;
use crate::client::{BoxFuture, MaybeSend};
use crate::policy::webhook::STORE;
use crate::request::stopped::{Stopped, race};
use crate::webhook::Webhook;

/// The error of a store that does not answer in time.
#[derive(Debug)]
pub(super) struct NoAnswer;

impl Display for NoAnswer {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "no answer within {} s", STORE.as_secs())
    }
}

impl std::error::Error for NoAnswer {}

/// Polls a task once. Returns its value if it has ended.
pub(super) async fn at_once<T>(task: &mut BoxFuture<'static, T>) -> Option<T> {
    poll_fn(|context| {
        Poll::Ready(if let Poll::Ready(value) = task.as_mut().poll(context) { Some(value) } else { None })
    })
    .await
}

impl Webhook {
    /// Runs a background task. Natively, without [`Webhook::wait_until`], it is polled once and then dropped.
    pub(super) fn in_background(&self, task: Task) {
        match &self.options.wait_until {
            Some(wait_until) => wait_until(task),
            #[cfg(web)]
            None => wasm_bindgen_futures::spawn_local(task),
            #[cfg(not(web))]
            None => super::unwound::poll_once(task),
        }
    }

    /// Runs a task in [`Webhook::wait_until`], so that it finishes even if the caller is dropped, and waits for its
    /// result. If the host drops the task before it has ended, there is no result.
    pub(super) async fn run<T: MaybeSend + 'static>(&self, mut task: BoxFuture<'static, T>) -> Option<T> {
        if self.options.wait_until.is_none() {
            return Some(task.await);
        }
        if cfg!(not(web))
            && let Some(value) = at_once(&mut task).await
        {
            return Some(value);
        }
        let (notice, ended) = notice();
        let result = Shared::new(Mutex::new(None));
        let (place, notice): (_, Notice) = (result.clone(), notice);
        self.in_background(Box::pin(async move {
            let value = task.await;
            *lock(&place) = Some(value);
            drop(notice);
        }));
        ended.await;
        lock(&result).take()
    }

    /// Runs the work until it ends or its time is over.
    pub(super) async fn within<T>(
        &self,
        limit: Duration,
        work: impl Future<Output = Result<T, Stopped>>,
    ) -> Result<T, Stopped> {
        race(Some(self.timer(limit)), None::<std::future::Pending<()>>, work).await
    }
}

#[cfg(web)]
impl Webhook {
    /// Returns the answer of a store, whose time the host limits.
    #[allow(clippy::unused_self)] // as natively
    pub(super) fn answered<A>(&self, answer: A) -> A {
        answer
    }

    /// Waits for a duration.
    #[allow(clippy::unused_self)] // as natively
    pub(super) async fn timer(&self, wait: Duration) -> Result<(), Stopped> {
        crate::platform::abort::sleep(wait).await
    }

    /// Waits before another attempt.
    pub(super) async fn pause(&self, wait: Duration) -> Result<(), BoxError> {
        let slept = self.timer(wait).await;
        slept.map_err(|stopped| crate::client::TransportError::from(stopped).into())
    }
}

#[cfg(not(web))]
impl Webhook {
    /// Waits for the answer of a store, at most 30 seconds.
    pub(super) async fn answered<T>(&self, answer: impl Future<Output = Result<T, BoxError>>) -> Result<T, BoxError> {
        match self.within(STORE, async { Ok(answer.await) }).await {
            Ok(answer) => answer,
            Err(Stopped::Timeout) => Err(NoAnswer.into()),
            Err(stopped) => Err(crate::client::TransportError::from(stopped).into()),
        }
    }

    /// Waits for a duration, using the clock of the bot's transport.
    pub(super) async fn timer(&self, wait: Duration) -> Result<(), Stopped> {
        match &self.options.bot {
            Some(bot) => bot.deadline(wait).await,
            None => super::timer::Timer::new(wait).await,
        }
    }

    /// Waits before another attempt. The transport of a test may advance its time instead.
    pub(super) async fn pause(&self, wait: Duration) -> Result<(), BoxError> {
        let slept = match &self.options.bot {
            Some(bot) => bot.sleep(wait).await,
            None => super::timer::Timer::new(wait).await,
        };
        slept.map_err(|stopped| crate::client::TransportError::from(stopped).into())
    }
}
