//! The updates of a conversation: what starts, continues and ends it.

use serde::Serialize;
use serde_json::Value;

use super::advance::{Advanced, Input, Moved};
use super::conversation::Conversation;
use super::journal::Run;
use super::text::{Outcome, Text};
use crate::client::{Error, MaybeSend};
use crate::request::serialized_call::mismatch;
use crate::types::Update;
use crate::webhook::InlineCall;
use crate::webhook::callback_data::in_base_36;
use crate::webhook::handling::commands::commands;
use crate::webhook::handling::composition::{Handled, Handler};
use crate::webhook::handling::context::Context;
use crate::webhook::handling::delivery::{Delivery, Handling};
use crate::webhook::handling::session_place::SessionPlace;
use crate::webhook::handling::shared::{Shared, lock};
use crate::webhook::handling::stores::BoxError;

/// What a conversation makes of an update.
enum Verdict {
    Pass,
    Call(Option<InlineCall>),
}

impl<E: Clone + MaybeSend + 'static> Conversation<E> {
    /// Returns the handler that takes the answers to the open question, for [`first`](crate::webhook::first()). Its place is before the
    /// handlers that start the conversation.
    #[must_use]
    pub fn handler(&self) -> Handler<E> {
        let conversation = self.clone();
        Handler::new(move |update, context| {
            let conversation = conversation.clone();
            Box::pin(async move {
                let shared = Shared::new(update.clone());
                match conversation.take(shared, context.clone()).await {
                    Ok(Verdict::Pass) => Handled::Passed(update, context),
                    Ok(Verdict::Call(call)) => Handled::Done(Ok(call)),
                    Err(error) => Handled::Done(Err(error)),
                }
            })
        })
    }

    /// Returns a handler that starts the conversation at a command, such as `book` for `/book`. Its place is after
    /// [`handler`](Self::handler). To start it elsewhere, call [`start`](Self::start).
    #[must_use]
    pub fn command(&self, name: &str) -> Handler<E> {
        let this = self.clone();
        commands().route(name, move |_, _, context| this.start(context)).into()
    }

    /// Starts the conversation for the key of the session, and returns its first question. A conversation that was open ends.
    ///
    /// Its errors are those of the steps before the first question, and [`Error::Validation`] if the conversation is not before this
    /// handler in [`first`](crate::webhook::first()), has no [`Sessions`](crate::webhook::Sessions) around it, the update has no chat, or
    /// this is called inside of a conversation, which calls the other one's function with its [`Talk`](super::Talk) instead.
    pub fn start(&self, context: Context<E>) -> Handling {
        self.begin(context, Ok(None))
    }

    /// Does the same with arguments for [`Talk::arguments`](super::Talk::arguments).
    pub fn start_with(&self, context: Context<E>, arguments: impl Serialize) -> Handling {
        self.begin(context, serde_json::to_value(arguments).map(Some).map_err(|error| error.to_string()))
    }

    fn begin(&self, context: Context<E>, arguments: Result<Option<Value>, String>) -> Handling {
        let this = self.clone();
        Box::pin(async move {
            let place = this.place(&context)?;
            let (update, has_seen, is_running) = {
                let talk = lock(&place.talk);
                (talk.update.clone(), talk.seen.iter().any(|name| **name == *this.options.name), talk.is_running)
            };
            if is_running {
                let expected = "its function called with the talk";
                return Err(this.invalid("start", expected, "a start in a conversation"));
            }
            let Some(update) = update.filter(|_| has_seen) else {
                let expected = format!(
                    "the conversation before the handler that starts it: first([{0}.handler(), …])",
                    this.options.name
                );
                return Err(this.invalid("start", &expected, "a place after it, where it does not get the answers"));
            };
            let arguments = arguments.map_err(|error| this.invalid("arguments", "what JSON can keep", &error))?;
            let (started, at) = (update.update_id.0, seconds_of(&update, &context.delivery));
            let run = Run { name: this.options.name.to_string(), started, at, arguments, ..Run::default() };
            match this.run(run, &place, update, context, false).await? {
                Verdict::Call(call) => Ok(call),
                Verdict::Pass => Ok(None),
            }
        })
    }

    fn invalid(&self, path: &str, expected: &str, received: &str) -> BoxError {
        let mut error = mismatch(expected, received);
        path.clone_into(&mut error.path);
        Error::Validation { method: format!("conversation {}", self.options.name), error: Box::new(error) }.into()
    }

    pub(super) fn place(&self, context: &Context<E>) -> Result<Shared<SessionPlace>, BoxError> {
        let name = &*self.options.name;
        let is_name = (1..=20).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !is_name {
            return Err(self.invalid("name", "1 to 20 letters, digits and _, beginning with a letter", "another name"));
        }
        let place = context.delivery.session_place();
        place.ok_or_else(|| self.invalid("context", "Sessions::around the handler", "none"))
    }

    /// Takes an update.
    async fn take(&self, update: Shared<Update>, context: Context<E>) -> Result<Verdict, BoxError> {
        let (place, name) = (self.place(&context)?, &*self.options.name);
        let delivery = context.delivery.clone();
        let stored = {
            let mut talk = lock(&place.talk);
            talk.seen.push(name.to_owned());
            talk.update = Some(update.clone());
            talk.run.as_deref().and_then(Run::read).filter(|run| run.name == *name)
        };
        let query = update.callback_query.as_ref();
        let parts: Vec<&str> = query.and_then(|query| query.data.as_deref()).unwrap_or_default().split(':').collect();
        let is_own = parts.first().and_then(|owner| owner.strip_prefix('~')) == Some(name);
        let not_active = || match query.filter(|_| is_own) {
            Some(query) => Verdict::Call(Some(query.answer().text(&*self.options.old_button).into())),
            None => Verdict::Pass,
        };
        let Some(open) = stored else { return Ok(not_active()) };
        let id = update.update_id.0;
        if open.seen().any(|seen| seen == id) {
            // Delivered again: the last one gets the same result, without being taken as the next answer.
            if open.seen().next_back() != Some(id) {
                return Ok(Verdict::Call(None));
            }
            let verdict = self.run(open, &place, update.clone(), context, false).await;
            answer_press(&update, &delivery).await?;
            return verdict;
        }
        let forget = || lock(&place.talk).run = None;
        if open.ended.is_some() {
            forget();
            return Ok(not_active());
        }
        let message = update.message.as_deref();
        let command = message.and_then(|message| message.command(None));
        let chat = update.chat_id();
        let say = |text: &Text| Verdict::Call(chat.map(|chat| text.answer(&update, chat, None)));
        let passed = seconds_of(&update, &delivery).saturating_sub(open.at);
        if u64::try_from(passed).is_ok_and(|passed| passed > self.options.timeout.as_secs()) {
            forget();
            let late = self.options.too_late.as_ref().filter(|_| !is_own && message.is_some() && command.is_none());
            return Ok(late.map_or_else(not_active, say));
        }
        if let Some(command) = command {
            if self.options.cancel.as_deref() != Some(command.name.as_str()) {
                return Ok(Verdict::Pass);
            }
            forget();
            return Ok(say(&self.options.canceled));
        }
        let (started, at) = (in_base_36(open.started.into()), open.steps.len().to_string());
        let is_open = is_own && parts.get(1) == Some(&&*started) && parts.get(2) == Some(&&*at);
        if query.is_some() && !is_open {
            return Ok(not_active());
        }
        if message.is_none() && query.is_none() {
            return Ok(Verdict::Pass);
        }
        self.run(open, &place, update.clone(), context, true).await
    }

    /// Runs the conversation, and stores what follows.
    async fn run(
        &self,
        run: Run,
        place: &SessionPlace,
        update: Shared<Update>,
        context: Context<E>,
        takes: bool,
    ) -> Result<Verdict, BoxError> {
        let (chat, delivery) = (update.chat_id(), context.delivery.clone());
        let chat = chat.ok_or_else(|| self.invalid("context", "an update with a chat", "an update without one"))?;
        let input = Input { update: update.clone(), context, chat };
        let is_running = |is: bool| lock(&place.talk).is_running = is;
        is_running(true);
        let advanced = self.advance(run, input, takes).await;
        is_running(false);
        let Advanced { moved, mut run, is_pressed } = advanced?;
        let report = |error: BoxError| delivery.wait_until(async move { Err::<(), _>(error) });
        let keep = |run: Option<Run>| lock(&place.talk).run = run.map(|run| run.write());
        if is_pressed {
            answer_press(&update, &delivery).await?;
        }
        let outcome = match moved {
            Moved::Passed => return Ok(Verdict::Pass),
            Moved::Asks(call, error) => {
                error.into_iter().for_each(report);
                run.at = seconds_of(&update, &delivery);
                keep(Some(run));
                return Ok(Verdict::Call(Some(call)));
            }
            Moved::Broken(error) => {
                keep(None);
                report(error);
                answer_press(&update, &delivery).await?;
                return Ok(Verdict::Call(Some(self.options.broken.answer(&update, chat, None))));
            }
            Moved::Ended(outcome) => outcome,
        };
        run.ended = Some(update.update_id.0);
        keep(Some(run));
        Ok(Verdict::Call(match outcome {
            Outcome::Nothing => None,
            Outcome::Text(text) => Some(text.answer(&update, chat, None)),
            Outcome::Call(call) => Some(*call),
        }))
    }
}

/// Answers the press of a button, unless the conversation has done so.
async fn answer_press(update: &Update, delivery: &Delivery) -> Result<(), Error> {
    match &update.callback_query {
        Some(query) if !delivery.is_answered() => delivery.answer(query.answer().into()).await,
        _ => Ok(()),
    }
}

/// Returns the time of an update. Presses have none: they have the time of the bot.
fn seconds_of(update: &Update, delivery: &Delivery) -> i64 {
    let date = update.message.as_deref().map(|message| message.date);
    date.or_else(|| Some(delivery.bot().ok()?.now())).unwrap_or_default()
}
