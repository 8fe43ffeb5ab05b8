//! One update of a conversation: runs it over its journal up to the next question, or to its end.

use std::future::poll_fn;
use std::task::Poll;

use super::conversation::Conversation;
use super::error::{ConversationError, ConversationFault};
use super::journal::Run;
use super::steps::{Steps, Stop};
use super::talk::Talk;
use super::text::{Outcome, source_of};
use crate::client::{BoxFuture, MaybeSend};
use crate::methods::EditMessageReplyMarkup;
use crate::types::{ChatId, Update};
use crate::webhook::InlineCall;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::shared::Shared;
use crate::webhook::handling::stores::BoxError;

/// How an update has moved a conversation.
pub(super) enum Moved {
    Passed,
    /// A question is open. With an error, it is asked again because a later step failed.
    Asks(InlineCall, Option<BoxError>),
    Broken(BoxError),
    Ended(Outcome),
}

/// The same, with the run after it.
pub(super) struct Advanced {
    pub moved: Moved,
    pub run: Run,
    /// True if the press of a button was the answer.
    pub is_pressed: bool,
}

/// The update of a run.
#[derive(Clone)]
pub(super) struct Input<E> {
    pub update: Shared<Update>,
    pub context: Context<E>,
    pub chat: ChatId,
}

impl<E: Clone + MaybeSend + 'static> Conversation<E> {
    /// Runs the conversation over a journal. With `takes`, the update may answer the open question. Fails with the error of a step
    /// before the first question.
    pub(super) fn advance(
        &self,
        run: Run,
        input: Input<E>,
        takes: bool,
    ) -> BoxFuture<'static, Result<Advanced, BoxError>> {
        let this = self.clone();
        Box::pin(async move {
            let before = run.steps.len();
            let Input { update, context, chat } = input.clone();
            let delivery = context.delivery.clone();
            let steps = Shared::new(Steps::new(run, takes, this.options.max_steps, update.clone(), delivery, chat));
            let mut body = (this.body)(Talk { steps: steps.clone(), context });
            let ended = poll_fn(|context| match body.as_mut().poll(context) {
                Poll::Ready(ended) => Poll::Ready(Some(ended)),
                // An effect that waits for the network goes on.
                Poll::Pending if steps.is_stopped() => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            });
            let ended = ended.await;
            drop(body);
            let (stop, run, is_pressed, is_left, has_acted) = {
                let mut state = steps.state();
                let run = std::mem::take(&mut state.run);
                (state.stop.take(), run, state.is_pressed, state.has_input, state.has_acted)
            };
            let moved = match (stop, ended) {
                (Some(Stop::Passed), _) => Moved::Passed,
                (Some(Stop::Fault(error)), _) => Moved::Broken(error.into()),
                (None, Some(Err(error))) => {
                    return this.failed(run, input, error, has_acted, is_pressed).await;
                }
                (stop, ended) => {
                    let saved = Run { ended: Some(input.update.update_id.0), ..run.clone() };
                    if let Err(error) = (this.place(&input.context)?.check)(&saved.write()) {
                        // The user would wait for nothing. The answer is asked for again.
                        let run = Run { open: None, ..run };
                        return this.failed(run, input, error, has_acted, is_pressed).await;
                    }
                    // The buttons of the answered question are needed until no later step can fail.
                    if is_pressed {
                        remove_buttons(&input);
                    }
                    match (stop, ended) {
                        (Some(Stop::Asks(call)), _) => Moved::Asks(call, None),
                        (_, Some(Ok(_))) if is_left || (run.open.is_some() && run.steps.len() == before) => {
                            let open = run.open.as_deref().unwrap_or_default();
                            let message = format!("conversation {}: it ended before the question «{open}»", run.name);
                            Moved::Broken(ConversationError::new(ConversationFault::Changed, message).into())
                        }
                        (_, Some(Ok(outcome))) => Moved::Ended(outcome),
                        _ => Moved::Passed,
                    }
                }
            };
            Ok(Advanced { moved, run, is_pressed })
        })
    }

    /// Asks the last question again, and keeps the steps after it that have ended.
    async fn failed(
        &self,
        mut run: Run,
        input: Input<E>,
        error: BoxError,
        has_acted: bool,
        is_pressed: bool,
    ) -> Result<Advanced, BoxError> {
        let error = original(error);
        let last = run.steps.iter().rposition(|step| step.by.is_some());
        let mut kept = std::mem::take(&mut run.kept);
        match (last, &run.open) {
            // Nothing was asked. Whether the update comes again is decided as for any handler, unless it has said something.
            (None, None) if !has_acted => return Err(error),
            (None, None) => return Ok(Advanced { moved: Moved::Broken(error), run, is_pressed }),
            (Some(last), None) => {
                let later = run.steps.split_off(last).into_iter().skip(1);
                kept = later.filter(|step| step.error.is_none()).chain(kept).collect();
            }
            // The answer itself could not be read, so its question is still open.
            (_, Some(_)) => {}
        }
        let mut again = self.advance(run, input, false).await?;
        again.run.kept = kept;
        again.is_pressed = is_pressed;
        again.moved = match again.moved {
            Moved::Asks(call, _) => Moved::Asks(call, Some(error)),
            _ => Moved::Broken(error),
        };
        Ok(again)
    }
}

/// Returns the error of an effect that has left the conversation.
fn original(error: BoxError) -> BoxError {
    match error.downcast::<ConversationError>() {
        Ok(mut error) => match error.cause.take() {
            Some(cause) => cause,
            None => error,
        },
        Err(error) => error,
    }
}

/// Removes the buttons of the pressed message. A failure changes nothing for the conversation.
fn remove_buttons<E>(input: &Input<E>) {
    let delivery = &input.context.delivery;
    let Ok(bot) = delivery.bot_of_handler() else { return };
    if let Some(message) = source_of(&input.update) {
        let (bot, edit) = (bot.clone(), EditMessageReplyMarkup::of(message));
        delivery.wait_until(async move { drop(bot.send(edit).await) });
    }
}
