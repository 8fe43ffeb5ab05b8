//! Conversations, and their options.

use std::fmt::{self, Debug, Formatter};
use std::time::Duration;

use super::talk::Talk;
use super::text::{Outcome, TalkResult, Text};
use crate::client::{BoxFuture, MaybeSend, MaybeSync};
use crate::types::MessageText;
use crate::webhook::handling::shared::Shared;
use crate::webhook::handling::stores::BoxError;

/// A function of any type that can be shared.
pub(super) trait Body<E>:
    Fn(Talk<E>) -> BoxFuture<'static, Result<Outcome, BoxError>> + MaybeSend + MaybeSync
{
}
impl<E, T: Fn(Talk<E>) -> BoxFuture<'static, Result<Outcome, BoxError>> + MaybeSend + MaybeSync> Body<E> for T {}

/// A conversation, created by [`conversation`]. Its options are set before [`handler`](Self::handler). A clone is cheap.
///
/// ```
/// use std::time::Duration;
///
/// use botwire::webhook::conversations::{Talk, conversation};
/// use botwire::webhook::{Handler, first};
///
/// async fn greet(talk: Talk) -> String {
///     let name: String = talk.ask("What is your name?").await;
///     format!("Hello, {name}!")
/// }
///
/// fn bot() -> Handler {
///     let greeting = conversation("greeting", greet)
///         .cancel("stop")
///         .canceled("As you like.")
///         .timeout(Duration::from_secs(3600))
///         .too_late("That was an hour ago. Please write /hello again.");
///     first([greeting.handler(), greeting.command("hello")])
/// }
/// ```
///
/// The answers are stored with the session: [`conversations`](super) shows the whole program.
pub struct Conversation<E = ()> {
    pub(super) body: Shared<dyn Body<E>>,
    pub(super) options: Options,
}

/// Creates a conversation from a function that asks questions, one after another. [`conversations`](super) has an
/// example.
///
/// The name has 1 to 20 letters, digits and `_`, and begins with a letter. It stands in the data of buttons. With another name, each
/// update fails with [`Error::Validation`](crate::client::Error).
pub fn conversation<E, F>(name: &str, body: impl Fn(Talk<E>) -> F + MaybeSend + MaybeSync + 'static) -> Conversation<E>
where
    E: Clone + MaybeSend + 'static,
    F: Future<Output: TalkResult> + MaybeSend + 'static,
{
    let body = move |talk| -> BoxFuture<'static, Result<Outcome, BoxError>> {
        let running = body(talk);
        Box::pin(async move { running.await.into_outcome() })
    };
    let options = Options::of(name);
    Conversation { body: Shared::new(body), options }
}

#[derive(Clone)]
pub(super) struct Options {
    pub name: Shared<str>,
    pub cancel: Option<Shared<str>>,
    pub canceled: Text,
    pub timeout: Duration,
    pub too_late: Option<Text>,
    pub old_button: Shared<str>,
    pub broken: Text,
    pub max_steps: usize,
}

impl Options {
    pub fn of(name: &str) -> Self {
        Self {
            name: name.into(),
            cancel: Some("cancel".into()),
            canceled: Text::of("Canceled."),
            timeout: Duration::from_secs(86_400),
            too_late: None,
            old_button: "This button is no longer active.".into(),
            broken: Text::of("Something has changed here. Please start again."),
            max_steps: 200,
        }
    }
}

impl<E> Conversation<E> {
    /// Sets the command that ends the conversation. `None`: no command. Default: `cancel`.
    #[must_use]
    pub fn cancel<'a>(mut self, command: impl Into<Option<&'a str>>) -> Self {
        self.options.cancel = command.into().map(Into::into);
        self
    }

    /// Sets the text after that command. Default: "Canceled."
    #[must_use]
    pub fn canceled<Form>(mut self, text: impl MessageText<Form>) -> Self {
        self.options.canceled = Text::of(text);
        self
    }

    /// Sets how long a question stays open. The conversation ends with the next update after that time. Default: 24 hours.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = timeout;
        self
    }

    /// Sets the answer to a message after that time. Default: the message is passed.
    #[must_use]
    pub fn too_late<Form>(mut self, text: impl MessageText<Form>) -> Self {
        self.options.too_late = Some(Text::of(text));
        self
    }

    /// Sets the answer to the press of a button that is no longer active. Default: "This button is no longer active."
    #[must_use]
    pub fn old_button(mut self, text: &str) -> Self {
        self.options.old_button = text.into();
        self
    }

    /// Sets the text for a conversation that cannot go on, because the program has changed or a step failed. Default: "Something has
    /// changed here. Please start again."
    #[must_use]
    pub fn broken<Form>(mut self, text: impl MessageText<Form>) -> Self {
        self.options.broken = Text::of(text);
        self
    }

    /// Sets the largest number of steps. Default: 200.
    #[must_use]
    pub fn max_steps(mut self, max_steps: usize) -> Self {
        self.options.max_steps = max_steps;
        self
    }
}

impl<E> Clone for Conversation<E> {
    fn clone(&self) -> Self {
        Self { body: self.body.clone(), options: self.options.clone() }
    }
}

impl<E> Debug for Conversation<E> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Conversation").field("name", &self.options.name).finish_non_exhaustive()
    }
}
