//! The chats of a broadcast.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use crate::client::boxed::MaybeSend;
use crate::types::ChatRef;

/// A stream of chats of any type.
pub(super) trait Chats: MaybeSend {
    fn poll_chat(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<ChatRef>>;
}

impl<S: Stream<Item: Into<ChatRef>> + MaybeSend> Chats for S {
    fn poll_chat(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<ChatRef>> {
        self.poll_next(context).map(|chat| chat.map(Into::into))
    }
}

/// An iterator as a stream.
pub(super) struct Iter<I>(pub I);

// The iterator is never pinned.
impl<I> Unpin for Iter<I> {}

impl<I: Iterator> Stream for Iter<I> {
    type Item = I::Item;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<I::Item>> {
        Poll::Ready(self.0.next())
    }
}
