//! A call of a bot's function: its optional parameters are set, then it is sent.

use std::fmt::{self, Debug, Formatter};
use std::future::IntoFuture;

use super::Method;

/// A bot that sends methods.
pub trait Sender {
    /// A call with a result of that type.
    type Call<T>;

    /// Calls a method.
    fn send_method<M: Method>(&self, method: M) -> Self::Call<M::Output>;
}

/// A call that is not made yet, such as `bot.send_message(42, "hi")`: optional parameters can be set. Awaiting it
/// makes the call. [`CallBuilder::send`] gives the call of the bot, whose options can be set: its `timeout` is how long an
/// attempt may take, where the one here is the parameter of [`GetUpdates`](super::GetUpdates).
#[derive(Clone)]
#[must_use = "a call is made when it is awaited"]
pub struct CallBuilder<B, M> {
    bot: B,
    pub(super) method: M,
}

impl<B, M: Method> CallBuilder<B, M> {
    /// A call of a bot.
    pub fn new(bot: B, method: M) -> Self {
        Self { bot, method }
    }

    /// The method with its parameters.
    #[must_use]
    pub fn into_method(self) -> M {
        self.method
    }

    /// The call, for its options such as a timeout.
    pub fn send(self) -> B::Call<M::Output>
    where
        B: Sender,
    {
        self.bot.send_method(self.method)
    }
}

impl<B, M> IntoFuture for CallBuilder<B, M>
where
    B: Sender<Call<<M as Method>::Output>: IntoFuture>,
    M: Method,
{
    type Output = <B::Call<M::Output> as IntoFuture>::Output;
    type IntoFuture = <B::Call<M::Output> as IntoFuture>::IntoFuture;

    fn into_future(self) -> Self::IntoFuture {
        self.send().into_future()
    }
}

// Without the parameters: they may hold the token, in the URL of a webhook.
impl<B, M: Method> Debug for CallBuilder<B, M> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CallBuilder").field("method", &M::DESCRIPTOR.name).finish_non_exhaustive()
    }
}
