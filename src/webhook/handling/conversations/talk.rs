//! What a conversation works with.

use std::fmt::{self, Debug, Display, Formatter};
use std::ops::Deref;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::error::{ConversationError, ConversationFault};
use super::question::Question;
use super::steps::Steps;
use super::text::Text;
use crate::client::{BoxFuture, MaybeSend};
use crate::types::{ChatId, Message, MessageText};
use crate::webhook::Choice;
use crate::webhook::handling::context::Context;
use crate::webhook::handling::shared::Shared;
use crate::webhook::handling::stores::BoxError;

/// Asks questions, sends texts and runs effects in a conversation. A clone belongs to the same conversation. A function that takes a
/// `&Talk` asks its questions in each conversation that calls it:
///
/// ```
/// use botwire::webhook::conversations::Talk;
///
/// async fn address(talk: &Talk) -> String {
///     let city: String = talk.ask("Which city?").await;
///     let street: String = talk.ask("Which street?").await;
///     format!("{street}, {city}")
/// }
/// ```
pub struct Talk<E = ()> {
    pub(super) steps: Shared<Steps>,
    pub(super) context: Context<E>,
}

/// The context of the effect of a [`Talk::once`].
#[derive(Debug)]
pub struct Once<E = ()> {
    context: Context<E>,
    key: String,
}

impl<E> Once<E> {
    /// Returns a key that is the same in each run of this effect, such as `booking:1001:4`. Give it to a payment service, so that the
    /// effect happens once even if the process dies during it.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

impl<E> Deref for Once<E> {
    type Target = Context<E>;

    fn deref(&self) -> &Context<E> {
        &self.context
    }
}

impl<E: Clone + MaybeSend + 'static> Talk<E> {
    /// Returns the identifier of the chat.
    #[must_use]
    pub fn chat_id(&self) -> ChatId {
        self.steps.chat
    }

    /// Returns the arguments of [`start_with`](super::Conversation::start_with).
    ///
    /// # Errors
    /// [`ConversationError`] if there are none, or they have another type.
    pub fn arguments<A: DeserializeOwned>(&self) -> Result<A, ConversationError> {
        let arguments = self.steps.state().run.arguments.clone().unwrap_or_default();
        let read = serde_json::from_value(arguments);
        read.map_err(|error| ConversationError::new(ConversationFault::Changed, format!("the arguments: {error}")))
    }

    /// Asks for a text, and returns it as any type that implements [`FromStr`]: `let age: u8 = talk.ask("Your age?").await`.
    pub fn ask<T, Form>(&self, text: impl MessageText<Form>) -> Question<T>
    where
        T: FromStr + Serialize + DeserializeOwned + 'static,
    {
        Question::of_text(self.steps.clone(), Text::of(text))
    }

    /// Asks for a message in which a function finds something, such as `|message| message.photo.clone()`, and returns it.
    pub fn ask_for<T, Form>(
        &self,
        text: impl MessageText<Form>,
        find: impl Fn(&Message) -> Option<T> + MaybeSend + 'static,
    ) -> Question<T>
    where
        T: Serialize + DeserializeOwned + 'static,
    {
        Question::new(self.steps.clone(), Text::of(text), find)
    }

    /// Asks with a button for each variant of an enum with `#[derive(Choice)]`, and returns the chosen one.
    pub fn choose<C: Choice + 'static, Form>(&self, text: impl MessageText<Form>) -> Question<C> {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let (names, labels) = (texts(C::NAMES), texts(C::LABELS));
        Question::of_choices(self.steps.clone(), Text::of(text), names, labels, C::from_index, C::index)
    }

    /// Asks with a button for each text, and returns the chosen one.
    pub fn choose_from<Form>(
        &self,
        text: impl MessageText<Form>,
        labels: impl IntoIterator<Item: Display>,
    ) -> Question<String> {
        let labels: Vec<String> = labels.into_iter().map(|label| label.to_string()).collect();
        let (values, stored) = (labels.clone(), labels.clone());
        let value_at = move |index: usize| values.get(index).cloned();
        let index_of = move |value: &String| stored.iter().position(|label| label == value).unwrap_or(usize::MAX);
        Question::of_choices(self.steps.clone(), Text::of(text), labels.clone(), labels, value_at, index_of)
    }

    /// Sends a text. It is sent once, unless the process dies before the update is done.
    ///
    /// # Errors
    /// [`ConversationError`] if the call fails.
    pub fn say<Form>(&self, text: impl MessageText<Form>) -> BoxFuture<'static, Result<(), ConversationError>> {
        let (steps, text) = (self.steps.clone(), Text::of(text));
        Box::pin(async move {
            let id = format!("say {}", text.beginning());
            let sent = steps.effect(id, async |_| {
                steps.delivery.bot_of_handler()?.send(text.to(steps.chat)).await?;
                Ok(serde_json::Value::Null)
            });
            sent.await.map(drop)
        })
    }

    /// Runs an effect once, and remembers its result. Everything outside of `once` runs again at each answer.
    ///
    /// # Errors
    /// [`ConversationError`] if the effect fails, in each run. If the conversation returns it, the last question is asked again, and a
    /// new answer runs the effect again.
    pub fn once<'a, T, X, F>(
        &self,
        effect: impl FnOnce(Once<E>) -> F + MaybeSend + 'a,
    ) -> BoxFuture<'a, Result<T, ConversationError>>
    where
        T: Serialize + DeserializeOwned,
        X: Into<BoxError>,
        F: Future<Output = Result<T, X>> + MaybeSend + 'a,
    {
        let (steps, context) = (self.steps.clone(), self.context.clone());
        Box::pin(async move {
            let work = move |key| {
                let running = effect(Once { context, key });
                async move {
                    let value = running.await.map_err(Into::into)?;
                    serde_json::to_value(value).map_err(Into::into)
                }
            };
            let value = steps.effect("once".to_owned(), work).await?;
            let read = serde_json::from_value(value);
            read.map_err(|error| {
                ConversationError::new(ConversationFault::Changed, format!("a stored result: {error}"))
            })
        })
    }
}

impl<E: Clone> Clone for Talk<E> {
    fn clone(&self) -> Self {
        Self { steps: self.steps.clone(), context: self.context.clone() }
    }
}

impl<E> Debug for Talk<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Talk").field("chat_id", &self.steps.chat).finish_non_exhaustive()
    }
}
