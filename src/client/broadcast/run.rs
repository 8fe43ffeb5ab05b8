//! Runs a broadcast: reads chats, starts calls in turn, and returns results in order.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use futures_core::Stream;
use serde::de::DeserializeOwned;

use super::{Broadcast, BroadcastOutcome, BroadcastResult};
use crate::client::boxed::BoxFuture;
use crate::policy::polling::MAX_POLL_WAIT;
use crate::policy::{FIRST_WAIT, LONGEST_WAIT, Retry, backoff};
use crate::request::Error;
use crate::request::random::random;
use crate::types::{ChatId, ChatRef};

/// A chat that was read, and the state of its call.
pub(super) struct Slot<T> {
    chat: ChatRef,
    migrated_to: Option<ChatId>,
    retried: u32,
    state: State<T>,
}

enum State<T> {
    /// The call waits for its turn. The error is set if it is a retry.
    Waiting(Option<Error>),
    InFlight {
        call: BoxFuture<'static, Result<T, Error>>,
        /// JSON text if the chat is a group, which may become a supergroup; otherwise empty.
        parameters: String,
        /// False while middleware holds the call.
        started: Arc<AtomicBool>,
    },
    Done(BroadcastOutcome<T>),
}

impl<T> Slot<T> {
    fn new(chat: ChatRef) -> Self {
        Self { chat, migrated_to: None, retried: 0, state: State::Waiting(None) }
    }

    fn done(&mut self, error: Error) {
        let is_blocked = error.is_forbidden();
        self.state =
            State::Done(if is_blocked { BroadcastOutcome::Blocked(error) } else { BroadcastOutcome::Failed(error) });
    }
}

impl<T: DeserializeOwned + 'static> Broadcast<T> {
    /// Polls the calls in flight. Returns true if any are still pending.
    fn poll_calls(&mut self, context: &mut Context<'_>) -> bool {
        let mut are_left = false;
        for slot in &mut self.slots {
            let State::InFlight { call, parameters, .. } = &mut slot.state else { continue };
            match call.as_mut().poll(context) {
                Poll::Pending => are_left = true,
                Poll::Ready(Ok(result)) => {
                    let moved = slot.migrated_to.is_some();
                    let outcome = if moved { BroadcastOutcome::Moved } else { BroadcastOutcome::Sent };
                    slot.state = State::Done(outcome(result));
                }
                Poll::Ready(Err(error)) => {
                    let supergroup = error.migrated_to().filter(|_| slot.migrated_to.is_none());
                    let moved =
                        supergroup.and_then(|to| Some((crate::client::migration::moved(parameters, to)?.1, to)));
                    if let Some((group, to)) = moved.filter(|(group, _)| slot.chat == ChatRef::Id(*group)) {
                        slot.migrated_to = Some(to);
                        slot.state = State::Waiting(Some(error));
                        if let Some(tell) = &self.bot.0.migration {
                            tell(group, to);
                        }
                    } else if error.trouble().is_refusal && slot.retried < self.retries {
                        let wait = error.retry_after();
                        slot.retried += 1;
                        let wait = wait.unwrap_or_else(|| backoff(FIRST_WAIT, slot.retried, LONGEST_WAIT, random()));
                        self.pace.pause(wait.min(MAX_POLL_WAIT));
                        slot.state = State::Waiting(Some(error));
                    } else {
                        slot.done(error);
                    }
                }
            }
        }
        are_left
    }

    /// Reads chats ahead.
    fn read(&mut self, context: &mut Context<'_>) {
        while !self.has_all_chats && self.slots.len() < self.concurrency {
            match self.chats.as_mut().poll_chat(context) {
                Poll::Pending => return,
                Poll::Ready(None) => self.has_all_chats = true,
                Poll::Ready(Some(_)) if self.to_skip > 0 => self.to_skip -= 1,
                Poll::Ready(Some(chat)) => self.slots.push_back(Slot::new(chat)),
            }
        }
    }

    /// Starts the call of the first waiting chat if it may start now. Returns true if it did.
    fn start(&mut self, context: &mut Context<'_>) -> bool {
        let mut slots = self.slots.iter_mut();
        let Some(slot) = slots.find(|slot| matches!(slot.state, State::Waiting(_))) else { return false };
        if self.pace.poll_turn(&self.bot, context).is_pending() {
            return false;
        }
        let chat = slot.migrated_to.map_or_else(|| slot.chat.clone(), ChatRef::from);
        // The broadcast follows migrations itself: it must distinguish its chat from other chats of the call.
        let bot = self.bot.clone().set(|settings| settings.migration = None);
        let started = Arc::default();
        let call = (self.make)(&bot, chat).retry(Retry::NONE).started(&started);
        let is_group = matches!(slot.chat, ChatRef::Id(ChatId(..0)));
        let parameters = if is_group { call.json().to_owned() } else { String::new() };
        slot.state = State::InFlight { call: Box::pin(call), parameters, started };
        true
    }

    /// Drops the last chats whose calls have not started, for the next broadcast.
    fn drop_not_started(&mut self) {
        while self.slots.back().is_some_and(|slot| match &slot.state {
            State::Waiting(_) => true,
            State::InFlight { started, .. } => !started.load(Ordering::Relaxed),
            State::Done(_) => false,
        }) {
            self.slots.pop_back();
        }
    }

    /// Finishes chats without a call in flight.
    fn end(&mut self) {
        self.drop_not_started();
        for slot in &mut self.slots {
            if let State::Waiting(error) = &mut slot.state
                && let Some(error) = error.take()
            {
                slot.done(error);
            }
        }
    }
}

impl<T: DeserializeOwned + 'static> Stream for Broadcast<T> {
    type Item = BroadcastResult<T>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            this.is_ending |= this.until.as_mut().is_some_and(|until| until.as_mut().poll(context).is_ready());
            if this.is_ending {
                this.until = None;
                this.drop_not_started();
            }
            let are_in_flight = this.poll_calls(context);
            if this.is_ending && !are_in_flight {
                this.end();
            }
            if let Some(Slot { state: State::Done(_), .. }) = this.slots.front()
                && let Some(Slot { chat, migrated_to, state: State::Done(outcome), .. }) = this.slots.pop_front()
            {
                this.cursor += 1;
                return Poll::Ready(Some(BroadcastResult { chat, cursor: this.cursor, migrated_to, outcome }));
            }
            if !this.is_ending {
                this.read(context);
                if this.start(context) {
                    continue;
                }
            }
            let is_over = this.slots.is_empty() && (this.is_ending || this.has_all_chats);
            return if is_over { Poll::Ready(None) } else { Poll::Pending };
        }
    }
}
