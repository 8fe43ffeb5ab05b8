//! The emulator as a transport for the client of a bot under test.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use super::super::{Answer, FaultKind, Request, Time};
use super::{Emulator, EmulatorBot};
use crate::client::{self, Bot, Response, Transport, TransportError};
use crate::policy::split;
#[cfg(web)]
use crate::request::stopped::Stopped;

/// The base URL of the client. Names under `.invalid` are never resolved.
const BASE_URL: &str = "https://emulator.invalid";

/// Lets a bot's client call the emulator, natively in `cargo test` and on wasm32.
///
/// The client's waits before a retry, or after an empty answer, move the emulator's time. A getUpdates with a `timeout`
/// waits until something happens in the emulator, or until [`Emulator::advance`] moves time to its end. Timeouts of the
/// client use the emulator's time too. The [`total`](crate::client::Retry::total) of retries counts the waits between
/// attempts, not the duration of a slow response.
///
/// ```
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use botwire::emulator::{Emulator, NewUser};
/// use botwire::methods::SendMessage;
///
/// let emulator = Emulator::new();
/// let alice = emulator.user(NewUser::default())?;
/// alice.write("/start")?; // Before that the bot cannot write to Alice.
/// emulator.client()?.send(SendMessage::new(alice.id(), "hi")).await?;
/// assert!(alice.next_message().is_some());
/// # Ok(())
/// # }
/// ```
impl Transport for Emulator {
    async fn send(&self, request: client::Request) -> Result<Response, TransportError> {
        let content_type = request.body.content_type().unwrap_or_default();
        #[cfg(web)]
        let body = crate::platform::body::read(request.body).await.map_err(Stopped::from)?;
        #[cfg(not(web))]
        let body = request.body.into_bytes().unwrap_or_default();
        let target = split(&request.url).map_or("/", |(_, _, path)| path);
        let verb = if request.is_get { "GET" } else { "POST" };
        let request = Request { verb, target, content_type: &content_type, body: &body };
        let answer = match self.world.with(|service, now| service.request(now, &request)) {
            Answer::Wait { poll, .. } => self.world.wait(|| self.world.ended(poll)).await,
            answer => answer,
        };
        let (status, body) = self.arrived(answer).await?;
        Ok(Response::new(status, body))
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        self.pass(wait).await;
        Ok(())
    }

    async fn deadline(&self, limit: Duration) -> Result<(), TransportError> {
        let deadline = self.world.set_deadline(self.later(limit).min(Time::LAST));
        self.world.wait(|| (self.now() >= deadline.end).then_some(())).await;
        Ok(())
    }

    async fn look_again(&self, wait: Duration) -> Result<(), TransportError> {
        let (end, events) = (self.later(wait), self.world.lock().events);
        self.world.wait(|| (self.world.lock().events != events || self.now() >= end).then_some(())).await;
        Ok(())
    }

    fn now(&self) -> Option<i64> {
        Some(Emulator::now(self).unix())
    }
}

impl Emulator {
    /// Returns a client of the first bot, for the code under test.
    ///
    /// # Errors
    /// As [`Emulator::client_of`].
    pub fn client(&self) -> Result<Bot, client::Error> {
        self.client_of(&self.bot())
    }

    /// Returns a client of a bot.
    ///
    /// # Errors
    /// [`Error::Validation`](client::Error) if the [token](super::super::NewBot) of the bot is invalid.
    pub fn client_of(&self, bot: &EmulatorBot) -> Result<Bot, client::Error> {
        Bot::with_transport(BASE_URL, bot.token(), self.clone())
    }

    fn later(&self, wait: Duration) -> Time {
        self.now().after(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX))
    }

    /// Moves time forward for a waiting client. Other tasks of the test run first, also at each deadline on the way.
    async fn pass(&self, wait: Duration) {
        let (end, mut has_yielded) = (self.later(wait), false);
        poll_fn(|context| {
            if std::mem::replace(&mut has_yielded, true) {
                let deadline = self.world.next_deadline(end);
                self.world.advance(deadline.unwrap_or(end));
                if deadline.is_none() {
                    return Poll::Ready(());
                }
            }
            context.waker().wake_by_ref();
            Poll::Pending
        })
        .await;
    }

    async fn arrived(&self, mut answer: Answer) -> Result<(u16, Vec<u8>), TransportError> {
        let mut is_cut_off = false;
        loop {
            answer = match answer {
                Answer::Faulty { kind: FaultKind::Slow { millis }, answer } => {
                    self.pass(Duration::from_millis(millis.unsigned_abs())).await;
                    *answer
                }
                Answer::Faulty { kind: FaultKind::CutOff, answer } => {
                    is_cut_off = true;
                    *answer
                }
                answer => break whole(answer, is_cut_off),
            }
        }
    }
}

/// Returns the status and the body of an answer. A body that is cut off is half as long.
fn whole(answer: Answer, is_cut_off: bool) -> Result<(u16, Vec<u8>), TransportError> {
    let (status, mut body): (u16, Vec<u8>) = match answer {
        Answer::Ready { status, envelope: text } | Answer::Page { status, html: text } => (status, text.into()),
        Answer::File { bytes, .. } => (200, bytes.to_vec()),
        Answer::Faulty { .. } | Answer::Wait { .. } => {
            return Err(TransportError::message("the connection was dropped"));
        }
    };
    if is_cut_off {
        body.truncate(body.len() / 2);
    }
    Ok((status, body))
}
