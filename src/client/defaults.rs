//! Middleware that fills in parameters which a program wants in all of its calls.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Middleware, Next, OutgoingCall};
use crate::request::Error;
use crate::types::ParseMode;

/// A middleware that adds parameters to calls whose methods have them. A parameter of the call takes precedence.
///
/// ```
/// use botwire::client::{Bot, Defaults};
/// use botwire::types::ParseMode;
///
/// fn in_html(bot: Bot) -> Bot {
///     bot.with(Defaults::new().parse_mode(ParseMode::Html))
/// }
/// ```
///
/// Escape what users write, for example with a [`Markup`](crate::text::Markup).
#[derive(Debug, Clone, Default)]
pub struct Defaults(BTreeMap<&'static str, Value>);

impl Defaults {
    /// Creates a middleware that adds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn set(mut self, name: &'static str, value: Value) -> Self {
        self.0.insert(name, value);
        self
    }

    /// Sets the parse mode of texts and captions. It does not apply to inline results and to the media of an album.
    #[must_use]
    pub fn parse_mode(self, parse_mode: impl Into<ParseMode>) -> Self {
        self.set("parse_mode", parse_mode.into().as_str().into())
    }

    /// Sets whether links in the texts of `sendMessage` and `editMessageText` get no preview.
    #[must_use]
    pub fn disable_web_page_preview(self, disable: bool) -> Self {
        self.set("disable_web_page_preview", disable.into())
    }

    /// Sets whether messages are sent, forwarded and pinned without a sound.
    #[must_use]
    pub fn disable_notification(self, disable: bool) -> Self {
        self.set("disable_notification", disable.into())
    }
}

impl Middleware for Defaults {
    async fn call(&self, mut call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        for (name, value) in &self.0 {
            if call.takes(name) && call.param(name).is_none() {
                call.set_param(name, value.clone());
            }
        }
        next.run(call).await
    }
}
