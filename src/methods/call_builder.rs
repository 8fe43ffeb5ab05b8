//! A call of a bot's function: its optional parameters are set, then it is sent.

use std::fmt::{self, Debug, Formatter};
use std::pin::Pin;
use std::task::{Context, Poll};

use super::Method;

/// A bot that sends methods.
pub trait Sender {
    /// A call with a result of that type.
    type Call<T>;

    /// Calls a method.
    fn send_method<M: Method>(&self, method: &M) -> Self::Call<M::Output>;
}

/// A method without a parameter `timeout`, so that `timeout` is the option of its call.
pub trait WithoutTimeout: Method {}

/// A call that is not made yet, such as `bot.send_message(42, "hi")`: parameters can be set, then options such as `timeout`.
///
/// It is a [`Future`]: awaiting it makes the call, and so do `tokio::spawn`, `join_all`, `select!`, `timeout` and
/// `.instrument(span)`, as for [`Call`](crate::client::Call). The parameter [`timeout`](super::GetUpdates::timeout) of
/// `getUpdates` is how long the service waits; its option of that name is behind [`CallBuilder::send`].
#[must_use = "a call is made when it is awaited"]
pub struct CallBuilder<B: Sender, M: Method> {
    bot: B,
    pub(super) method: M,
    sent: Option<B::Call<M::Output>>,
}

impl<B: Sender, M: Method> CallBuilder<B, M> {
    /// A call of a bot.
    pub fn new(bot: B, method: M) -> Self {
        Self { bot, method, sent: None }
    }

    /// The method with its parameters.
    #[must_use]
    pub fn into_method(self) -> M {
        self.method
    }

    /// The call, for its options.
    pub fn send(self) -> B::Call<M::Output> {
        self.bot.send_method(&self.method)
    }
}

// No field is pinned.
impl<B: Sender, M: Method> Unpin for CallBuilder<B, M> {}

impl<B, M> Future for CallBuilder<B, M>
where
    B: Sender<Call<<M as Method>::Output>: Future + Unpin>,
    M: Method,
{
    type Output = <B::Call<M::Output> as Future>::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { bot, method, sent } = self.get_mut();
        Pin::new(sent.get_or_insert_with(|| bot.send_method(method))).poll(context)
    }
}

/// A clone is the same call once more, also of a call that was made.
impl<B: Sender + Clone, M: Method + Clone> Clone for CallBuilder<B, M> {
    fn clone(&self) -> Self {
        Self::new(self.bot.clone(), self.method.clone())
    }
}

// The parameters are not shown: the URL of a webhook may contain the token.
impl<B: Sender, M: Method> Debug for CallBuilder<B, M> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CallBuilder").field("method", &M::DESCRIPTOR.name).finish_non_exhaustive()
    }
}
