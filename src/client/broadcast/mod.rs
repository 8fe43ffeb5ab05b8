//! Makes one call for each of many chats, at a limited rate.

mod chats;
mod pace;
mod run;

use std::collections::VecDeque;
use std::fmt::{self, Debug, Formatter};
use std::future::{Future, poll_fn};
use std::pin::Pin;

use futures_core::Stream;

use self::chats::{Chats, Iter};
use self::pace::Pace;
use self::run::Slot;
use super::bot::Bot;
use super::boxed::{BoxFuture, MaybeSend};
use super::call::Call;
use crate::methods::Method;
use crate::request::Error;
use crate::types::{ChatId, ChatRef};

/// The default limit of calls started per second.
const PER_SECOND: f64 = 25.0;

/// The result of the call for one chat.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct BroadcastResult<T> {
    /// The chat, as you passed it to [`Bot::broadcast`].
    pub chat: ChatRef,
    /// How many chats are done. Pass it to [`Broadcast::cursor`] to continue after this chat.
    pub cursor: u64,
    /// The supergroup that the group has become.
    pub migrated_to: Option<ChatId>,
    /// The outcome of the call.
    pub outcome: BroadcastOutcome<T>,
}

/// The outcome of the call for one chat.
#[derive(Debug, Clone, PartialEq)]
pub enum BroadcastOutcome<T> {
    /// The result of the call.
    Sent(T),
    /// The group became a supergroup; the call was repeated there, with this result.
    Moved(T),
    /// The service answered 403: the user blocked the bot, or the bot was removed from the chat.
    Blocked(Error),
    /// The call failed in another way.
    Failed(Error),
}

impl Bot {
    /// Makes a call for each chat, and returns the results in the order of the chats.
    ///
    /// ```no_run
    /// # use botwire::{client::Bot, types::{ChatId, ChatRef}};
    /// # fn forget(_: &ChatRef) {}
    /// # fn replace(_: &ChatRef, _: Option<ChatId>) {}
    /// # fn save(_: u64) {}
    /// # async fn example(bot: Bot, chats: Vec<ChatId>) {
    /// use botwire::client::BroadcastOutcome;
    /// use botwire::methods::SendMessage;
    ///
    /// let mut broadcast = bot.broadcast(chats, |chat| SendMessage::new(chat, "News!")).per_second(25.0);
    /// while let Some(done) = broadcast.next().await {
    ///     match done.outcome {
    ///         BroadcastOutcome::Sent(_) => {}
    ///         BroadcastOutcome::Moved(_) => replace(&done.chat, done.migrated_to),
    ///         BroadcastOutcome::Blocked(_) => forget(&done.chat),
    ///         BroadcastOutcome::Failed(error) => eprintln!("{}: {error}", done.chat),
    ///     }
    ///     save(done.cursor);
    /// }
    /// # }
    /// ```
    ///
    /// `make` makes the call for a chat. It is called again for each retry, with the identifier of the supergroup after a
    /// migration. For chats that come from a database see [`Bot::broadcast_stream`].
    pub fn broadcast<C, M>(
        &self,
        chats: C,
        make: impl FnMut(ChatRef) -> M + MaybeSend + 'static,
    ) -> Broadcast<M::Output>
    where
        C: IntoIterator<Item: Into<ChatRef>, IntoIter: MaybeSend + 'static>,
        M: Method,
    {
        Broadcast::new(self, Box::pin(Iter(chats.into_iter())), make)
    }

    /// Does the same as [`Bot::broadcast`], with chats from a `Stream` of the crate `futures-core`, such as the rows of a
    /// database. At most [`Broadcast::concurrency`] chats are read ahead.
    pub fn broadcast_stream<S, M>(
        &self,
        chats: S,
        make: impl FnMut(ChatRef) -> M + MaybeSend + 'static,
    ) -> Broadcast<M::Output>
    where
        S: Stream<Item: Into<ChatRef>> + MaybeSend + 'static,
        M: Method,
    {
        Broadcast::new(self, Box::pin(chats), make)
    }
}

/// The results of [`Bot::broadcast`]: a `Stream` of the crate `futures-core`, in the order of the chats.
///
/// - After a 429, all calls wait for `retry_after` or a back-off, and then the call is retried.
/// - If a group has become a supergroup, the call is repeated there, and the function of [`Bot::follow_migration`] is called. A
///   forward from another group fails instead, because the service does not say which of the two has moved.
/// - Other errors are returned and not retried, even with [`Bot::retry`], because the message may have been sent, for example after
///   a timeout.
///
/// Calls are made only while you poll the stream. It needs no runtime, because the transport waits. Dropping it aborts the calls in
/// flight. [`Broadcast::until`] waits for them.
///
/// ```no_run
/// # async fn example(bot: botwire::client::Bot, chats: Vec<i64>) {
/// use botwire::methods::SendMessage;
///
/// let mut broadcast = bot.broadcast(chats, |chat| SendMessage::new(chat, "News!")).concurrency(10);
/// while let Some(done) = broadcast.next().await {
///     println!("{}: {:?}", done.chat, done.outcome);
/// }
/// # }
/// ```
#[must_use = "calls are made as results are asked for"]
pub struct Broadcast<T> {
    bot: Bot,
    chats: Pin<Box<dyn Chats>>,
    make: Box<dyn MakeCall<T>>,
    pace: Pace,
    concurrency: usize,
    retries: u32,
    until: Option<BoxFuture<'static, ()>>,
    /// The number of chats still to skip.
    to_skip: u64,
    cursor: u64,
    /// The chats that were read and whose results were not returned yet, in order.
    slots: VecDeque<Slot<T>>,
    has_all_chats: bool,
    is_ending: bool,
}

/// Makes the call for a chat.
trait MakeCall<T>: FnMut(&Bot, ChatRef) -> Call<T> + MaybeSend {}
impl<T, F: FnMut(&Bot, ChatRef) -> Call<T> + MaybeSend> MakeCall<T> for F {}

impl<T> Broadcast<T> {
    fn new<M>(bot: &Bot, chats: Pin<Box<dyn Chats>>, mut make: impl FnMut(ChatRef) -> M + MaybeSend + 'static) -> Self
    where
        M: Method<Output = T>,
    {
        Self {
            bot: bot.clone(),
            chats,
            make: Box::new(move |bot, chat| bot.send(make(chat))),
            pace: Pace::new(PER_SECOND),
            concurrency: 10,
            retries: 5,
            until: None,
            to_skip: 0,
            cursor: 0,
            slots: VecDeque::new(),
            has_all_chats: false,
            is_ending: false,
        }
    }

    /// Sets the largest number of calls started per second. The average is 2 percent lower. 0 means no limit. With a negative
    /// number or NaN, only one call starts. Default: 25.
    pub fn per_second(self, calls: f64) -> Self {
        Self { pace: Pace::new(calls), ..self }
    }

    /// Sets the largest number of calls in flight, at least 1. Default: 10.
    pub fn concurrency(self, concurrency: usize) -> Self {
        Self { concurrency: concurrency.max(1), ..self }
    }

    /// Sets how often the call for one chat is retried after a 429. Default: 5.
    pub fn retries(self, retries: u32) -> Self {
        Self { retries, ..self }
    }

    /// Sets the number of chats to skip: the [`cursor`](BroadcastResult::cursor) of the last result that you have processed.
    /// Default: 0.
    pub fn cursor(self, cursor: u64) -> Self {
        Self { to_skip: cursor, cursor, ..self }
    }

    /// Ends the broadcast when the future completes. No further call is started, and the results of calls in flight are still
    /// returned. If you continue from the last cursor, no chat is missed or repeated. After a crash, the chats in flight may be
    /// repeated.
    ///
    /// A call that [`Middleware`](super::Middleware) such as [`Throttle`](super::Throttle) holds back has not started, unless that of
    /// a later chat has.
    ///
    /// ```no_run
    /// # async fn example(bot: botwire::client::Bot, chats: Vec<i64>, ctrl_c: impl Future<Output = ()> + Send + 'static) {
    /// use botwire::methods::SendMessage;
    ///
    /// let mut broadcast = bot.broadcast(chats, |chat| SendMessage::new(chat, "News!")).until(ctrl_c);
    /// # broadcast.next().await;
    /// # }
    /// ```
    pub fn until(self, end: impl Future<Output = ()> + MaybeSend + 'static) -> Self {
        Self { until: Some(Box::pin(end)), ..self }
    }

    /// Returns the next result, or `None` after the last chat. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<BroadcastResult<T>>
    where
        Self: Stream<Item = BroadcastResult<T>>,
    {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl<T> Debug for Broadcast<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Broadcast");
        shown.field("cursor", &self.cursor).field("concurrency", &self.concurrency).finish_non_exhaustive()
    }
}

// No field is pinned.
impl<T> Unpin for Broadcast<T> {}
