//! Handles a delivery: its claim and turns, the handler, the answer, and the release of its keys.

use std::future::poll_fn;
use std::task::Poll;

use super::delivery::{Handler, OngoingDelivery};
use super::failure::Cause;
use super::holding::{Holding, Waited};
use super::options::Task;
use super::phase::{Phase, Way};
use super::query::PendingCall;
use super::response::Response;
use super::shared::Shared;
use super::stores::BoxError;
use crate::client::Error;
use crate::types::Update;

impl OngoingDelivery {
    /// Handles the update, in a span with the feature `tracing`.
    pub async fn work_in_span(self: Shared<Self>, update: Update, handler: Handler) -> Response {
        #[cfg(feature = "tracing")]
        let (id, kind) = (self.update_id, self.kind.clone());
        let work = self.work(update, handler);
        #[cfg(feature = "tracing")]
        let work = crate::client::spans::update(id, kind.as_ref(), work, Response::status);
        work.await
    }

    async fn work(self: Shared<Self>, update: Update, handler: Handler) -> Response {
        let holding = Holding::new(self.clone());
        let work = Box::pin(async {
            match self.enter(&update).await {
                Ok(Waited::Owned) => match self.handled(update, handler).await {
                    // The handler waited for a key itself, such as that of a session.
                    Err(Cause::Handler(_)) if self.state().phase == Phase::Refused => Err(Waited::Late),
                    outcome => Ok(outcome),
                },
                Ok(other) => Err(other),
                Err(error) => Ok(Err(Cause::Store(error))),
            }
        });
        let (response, is_done) = match holding.renewed(false, work).await {
            Err(Waited::Done) => return self.repeated(),
            Err(_) => (Some(self.busy(self.state())), false),
            Ok(Ok(response)) => {
                let is_done = response.is_success();
                (Some(response), is_done)
            }
            Ok(Err(cause)) => {
                self.state().close(Phase::Answered);
                let response = self.failed(cause);
                // A successful response of the hook settles the update.
                let is_done = !self.is_late() && response.as_ref().is_some_and(Response::is_success);
                (response, is_done)
            }
        };
        let response = response.unwrap_or_else(|| Response::new(500));
        self.state().outcome = Some(response.clone());
        let delivery = self.clone();
        self.wait_until(Box::pin(async move {
            let sent = if is_done { holding.renewed(true, Box::pin(delivery.send_answer())).await } else { Ok(()) };
            holding.end(is_done.then_some(delivery.webhook.options.claim_ttl)).await;
            sent
        }));
        self.finish_tasks().await;
        response
    }

    /// Waits for the claim of the update and for its turns.
    async fn enter(&self, update: &Update) -> Result<Waited, BoxError> {
        let options = &self.webhook.options;
        let mut keys = Vec::new();
        if options.deduplicates {
            keys.push((&options.store, self.webhook.update_key(self.update_id), None));
        }
        if let Some(order) = &options.order {
            let (turns, place) = (order.store_or(&options.store), Some(self.update_id.0));
            keys.extend(order.keys(update).iter().map(|key| (turns, self.webhook.turn_key(key), place)));
        }
        for (store, key, place) in keys {
            let claimed = self.wait_for(store, &key, place).await?;
            if claimed != Waited::Owned {
                return Ok(if place.is_none() { claimed } else { Waited::Late });
            }
        }
        Ok(if self.begin() { Waited::Owned } else { Waited::Late })
    }

    /// Runs the handler, and puts the call that it returns into the response or sends it.
    async fn handled(self: &Shared<Self>, update: Update, handler: Handler) -> Result<Response, Cause> {
        let returned = handler(update, self.clone()).await.map_err(Cause::of)?;
        let is_gone = self.is_late() || self.request.is_gone();
        let call = match self.pending_call(returned)? {
            None => return Ok(Response::new(200)),
            Some(_) if is_gone && self.webhook.options.bot.is_none() => return Err(Cause::Gone),
            Some(PendingCall::Returned(call)) => self.leave(call, Way::Response).await,
            Some(PendingCall::Answer(call)) => Ok(Some(call)),
        };
        // Middleware and files may have taken their time.
        let call = match call {
            Ok(Some(call)) if !self.is_response_open() => self.send(call).await.map(|()| None),
            call => call,
        };
        match call {
            Ok(call) => Ok(call.map_or_else(|| Response::new(200), |call| self.content(call))),
            Err(error @ Error::Validation { .. }) => Err(Cause::Call(error)),
            Err(error) => self.unsent(error),
        }
    }

    /// Runs the tasks that the host does not keep alive, until all have ended. One of them ends the claim: it must not wait for
    /// the others, because the lease is not renewed any more.
    async fn finish_tasks(&self) {
        let mut tasks: Vec<Task> = Vec::new();
        poll_fn(|context| {
            loop {
                tasks.append(&mut self.state().tasks);
                tasks.retain_mut(|task| task.as_mut().poll(context).is_pending());
                let mut state = self.state();
                if state.tasks.is_empty() {
                    state.is_over = tasks.is_empty();
                    return if state.is_over { Poll::Ready(()) } else { Poll::Pending };
                }
            }
        })
        .await;
    }

    fn repeated(&self) -> Response {
        if !self.is_late() {
            self.refused(200, "an update that was not handled");
        }
        Response::new(200)
    }
}
