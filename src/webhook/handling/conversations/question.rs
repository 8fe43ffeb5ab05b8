//! Questions of conversations.

use std::fmt::{self, Debug, Display, Formatter};
use std::future::IntoFuture;
use std::ops::RangeBounds;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{ConversationError, ConversationFault};
use super::parse::{is_service_message, parsed};
use super::steps::{Steps, Stop, Taken};
use super::text::{Text, source_of};
use crate::client::{BoxFuture, MaybeSend};
use crate::types::{ForceReply, InlineKeyboardButton, InlineKeyboardMarkup, Message, MessageText, ReplyMarkup, Update};
use crate::webhook::InlineCall;
use crate::webhook::handling::shared::Shared;

/// A question of a [`Talk`](super::Talk). Awaiting it asks it, and gives the answer.
///
/// A wrong answer is followed by the text of [`otherwise`](Self::otherwise), or by the question again.
#[must_use = "a question is asked when it is awaited"]
pub struct Question<T> {
    asked: Asked,
    answer: Answer<T>,
}

/// A function of a message.
trait Read<T>: Fn(&Message) -> Option<T> + MaybeSend {}
impl<T, F: Fn(&Message) -> Option<T> + MaybeSend> Read<T> for F {}
/// A function of the position of a button.
trait Press<T>: Fn(usize) -> Option<T> + MaybeSend {}
impl<T, F: Fn(usize) -> Option<T> + MaybeSend> Press<T> for F {}
/// A function to what is stored.
trait Store<T>: Fn(T) -> Option<Value> + MaybeSend {}
impl<T, F: Fn(T) -> Option<Value> + MaybeSend> Store<T> for F {}
/// A function from what is stored.
trait Restore<T>: Fn(Option<Value>) -> Option<T> + MaybeSend {}
impl<T, F: Fn(Option<Value>) -> Option<T> + MaybeSend> Restore<T> for F {}

/// How an answer is read and stored.
struct Answer<T> {
    read: Box<dyn Read<T>>,
    press: Box<dyn Press<T>>,
    store: Box<dyn Store<T>>,
    restore: Box<dyn Restore<T>>,
}

/// What a question says, and how.
struct Asked {
    steps: Shared<Steps>,
    kind: &'static str,
    text: Text,
    id: Option<String>,
    otherwise: Option<Text>,
    /// The labels of buttons.
    labels: Vec<String>,
    columns: usize,
    /// The label of the last button, which skips the question.
    optional: Option<String>,
}

impl<T: Serialize + DeserializeOwned + 'static> Question<T> {
    /// Creates a question for a message in which a function finds something.
    pub(super) fn new(
        steps: Shared<Steps>,
        text: Text,
        read: impl Fn(&Message) -> Option<T> + MaybeSend + 'static,
    ) -> Self {
        let answer = Answer {
            read: Box::new(read),
            press: Box::new(|_| None),
            store: Box::new(|value| serde_json::to_value(value).ok()),
            restore: Box::new(|value| serde_json::from_value(value?).ok()),
        };
        Self { asked: Asked::new(steps, "ask", text), answer }
    }
}

impl<T: FromStr + Serialize + DeserializeOwned + 'static> Question<T> {
    pub(super) fn of_text(steps: Shared<Steps>, text: Text) -> Self {
        Self::new(steps, text, |message| parsed(message.text.as_deref()?))
    }
}

impl<T: 'static> Question<T> {
    /// Creates a question with a button for each name. A name is what is stored.
    pub(super) fn of_choices(
        steps: Shared<Steps>,
        text: Text,
        names: Vec<String>,
        labels: Vec<String>,
        value_at: impl Fn(usize) -> Option<T> + Clone + MaybeSend + 'static,
        index_of: impl Fn(&T) -> usize + MaybeSend + 'static,
    ) -> Self {
        let (shown, stored) = (labels.clone(), names.clone());
        let (written, restored) = (value_at.clone(), value_at.clone());
        let read = move |message: &Message| {
            let text = message.text.as_deref()?.trim().to_lowercase();
            written(shown.iter().position(|label| label.to_lowercase() == text)?)
        };
        let store = move |value: T| Some(stored.get(index_of(&value))?.as_str().into());
        let restore = move |value: Option<Value>| {
            let value = value?;
            restored(names.iter().position(|name| value == name.as_str())?)
        };
        let answer = Answer {
            read: Box::new(read),
            press: Box::new(value_at),
            store: Box::new(store),
            restore: Box::new(restore),
        };
        Self { asked: Asked { labels, ..Asked::new(steps, "choose", text) }, answer }
    }

    /// Sets the text after a wrong answer. Default: the question again.
    pub fn otherwise<Form>(mut self, text: impl MessageText<Form>) -> Self {
        self.asked.otherwise = Some(Text::of(text));
        self
    }

    /// Identifies the question. Set it if its text may change while conversations are open. Default: the beginning of the text.
    pub fn id(mut self, id: impl Display) -> Self {
        self.asked.id = Some(id.to_string());
        self
    }

    /// Sets the number of buttons in a row. Default: 1.
    pub fn columns(mut self, columns: usize) -> Self {
        self.asked.columns = columns.max(1);
        self
    }

    /// Makes the question optional: a button with this text, after all others, or the text itself, gives `None`.
    pub fn optional(self, label: impl Display) -> Question<Option<T>> {
        let Answer { read, press, store, restore } = self.answer;
        let answer = Answer {
            read: Box::new(move |message: &Message| read(message).map(Some)) as Box<dyn Read<Option<T>>>,
            press: Box::new(move |choice| press(choice).map(Some)),
            store: Box::new(move |value: Option<T>| store(value?)),
            restore: Box::new(move |value: Option<Value>| match value {
                None | Some(Value::Null) => Some(None),
                value => restore(value).map(Some),
            }),
        };
        Question { asked: Asked { optional: Some(label.to_string()), ..self.asked }, answer }
    }

    /// Accepts values of a range only.
    pub fn range(mut self, range: impl RangeBounds<T> + MaybeSend + 'static) -> Self
    where
        T: PartialOrd,
    {
        let read = self.answer.read;
        self.answer.read = Box::new(move |message: &Message| read(message).filter(|value| range.contains(value)));
        self
    }

    /// Reads the text of an answer with a function, which returns `None` for a wrong one. The type of the question before it is
    /// [`String`], which you write:
    ///
    /// ```
    /// use botwire::webhook::conversations::Talk;
    ///
    /// async fn amount(talk: &Talk) -> f64 {
    ///     talk.ask::<String, _>("How much?").parse(|text| text.replace(',', ".").parse().ok()).await
    /// }
    /// ```
    pub fn parse<U: Serialize + DeserializeOwned + 'static>(
        self,
        parse: impl Fn(&str) -> Option<U> + MaybeSend + 'static,
    ) -> Question<U> {
        let Question { answer, .. } =
            Question::new(self.asked.steps.clone(), self.asked.text.clone(), move |message| {
                parse(message.text.as_deref()?)
            });
        Question { asked: self.asked, answer }
    }
}

impl<T: 'static> IntoFuture for Question<T> {
    type Output = T;
    type IntoFuture = BoxFuture<'static, T>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let Self { asked, answer } = self;
            let Answer { read, press, store, restore } = answer;
            let id = format!("{} {}", asked.kind, asked.id.clone().unwrap_or_else(|| asked.text.beginning()));
            let this = &asked;
            let take = move |data: &str, update: &Update| {
                this.take(data, update, |message| Some(store(read(message)?)), |at| Some(store(press(at)?)))
            };
            let value = asked.steps.question(id.clone(), |data| asked.call(&asked.text, data), take).await;
            if let Some(value) = restore(value) {
                return value;
            }
            let message = format!("the answer to «{id}» has another type than the one that is stored");
            asked.steps.suspend(Stop::Fault(ConversationError::new(ConversationFault::Changed, message))).await
        })
    }
}

impl Asked {
    fn new(steps: Shared<Steps>, kind: &'static str, text: Text) -> Self {
        Self { steps, kind, text, id: None, otherwise: None, labels: Vec::new(), columns: 1, optional: None }
    }

    fn is_group(&self) -> bool {
        source_of(&self.steps.update).is_none_or(|message| !message.chat.is_private())
    }

    /// In a group, people talk to each other: an answer is a reply to the bot.
    fn is_answer(&self, message: &Message) -> bool {
        let replied = message.reply_to_message.as_deref().and_then(|message| message.from.as_ref());
        let own = self.steps.delivery.bot().ok().and_then(crate::client::Bot::id);
        let is_own = replied.is_some_and(|from| from.is_bot && own.is_none_or(|own| from.id == own));
        !self.is_group() || is_own
    }

    /// Returns the call that asks, with this text.
    fn call(&self, text: &Text, data: &str) -> InlineCall {
        let labels = self.labels.iter().chain(&self.optional).enumerate();
        let buttons: Vec<_> =
            labels.map(|(at, label)| InlineKeyboardButton::callback(label, format!("{data}:{at}"))).collect();
        let markup: Option<ReplyMarkup> = if buttons.is_empty() {
            // A selective one is for the quoted user. After the press of a button, nothing is quoted.
            let selective = self.steps.update.message.is_some().then_some(true);
            self.is_group().then(|| ForceReply { selective, ..ForceReply::new() }.into())
        } else {
            Some(InlineKeyboardMarkup::new(buttons.chunks(self.columns).map(<[_]>::to_vec)).into())
        };
        text.answer(&self.steps.update, self.steps.chat, markup)
    }

    fn take(
        &self,
        data: &str,
        update: &Update,
        read: impl FnOnce(&Message) -> Option<Option<Value>>,
        press: impl FnOnce(usize) -> Option<Option<Value>>,
    ) -> Taken {
        if let Some(query) = &update.callback_query {
            let choice: Option<usize> = query.data.as_deref().and_then(|data| data.split(':').nth(3)?.parse().ok());
            let is_skipped = self.optional.is_some() && choice == Some(self.labels.len());
            let value = if is_skipped { Some(None) } else { choice.and_then(press) };
            return value.map_or(Taken::Nothing, |value| Taken::Answer { value, is_pressed: true });
        }
        let Some(message) = update.message.as_deref().filter(|message| self.is_answer(message)) else {
            return Taken::Nothing;
        };
        let text = message.text.as_deref().unwrap_or_default().trim().to_lowercase();
        if self.optional.as_ref().is_some_and(|label| label.to_lowercase() == text) {
            return Taken::Answer { value: None, is_pressed: false };
        }
        match read(message) {
            Some(value) => Taken::Answer { value, is_pressed: false },
            None if is_service_message(message) => Taken::Nothing,
            None => Taken::Wrong(self.call(self.otherwise.as_ref().unwrap_or(&self.text), data)),
        }
    }
}

impl<T> Debug for Question<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Question").field("text", &self.asked.text).finish_non_exhaustive()
    }
}
