//! Arguments for texts with a `parse_mode`: plain text, or markup that sets the parse mode.

use std::fmt::Display;

use super::ParseMode;
use crate::text::Markup;
use crate::wire::{Bare, Optional};

/// A text of a message: anything that can be displayed, or a [`Markup`]. The parts of a markup are escaped, and it also
/// sets the `parse_mode`.
///
/// ```
/// use botwire::methods::SendMessage;
/// use botwire::text::Markup;
/// use botwire::types::ParseMode;
///
/// let greeting = SendMessage::new(42, Markup::bold("Hello, ") + "<Alice>");
/// assert_eq!(greeting.text, "<b>Hello, </b>&lt;Alice&gt;");
/// assert_eq!(greeting.parse_mode, Some(ParseMode::Html));
/// assert_eq!(SendMessage::new(42, format_args!("{} < {}", 1, 2)).parse_mode, None);
/// ```
///
/// `Form` distinguishes the kinds of texts. The compiler infers it.
#[diagnostic::on_unimplemented(message = "expected a text or a `Markup`")]
pub trait MessageText<Form> {
    /// Returns the text, and its parse mode if it is a markup.
    fn into_message_text(self) -> (String, Option<ParseMode>);
}

/// A [`MessageText`] for an optional field, or an `Option` of one. A plain text does not change the `parse_mode`.
///
/// ```
/// use botwire::methods::SendPhoto;
/// use botwire::text::Markup;
///
/// SendPhoto::new(42, "file id").caption(Markup::italic("A cat"));
/// SendPhoto::new(42, "file id").caption("A cat");
/// SendPhoto::new(42, "file id").caption(None::<&str>);
/// ```
#[diagnostic::on_unimplemented(message = "expected a text, a `Markup`, or an `Option` of either")]
pub trait IntoMessageText<Form> {
    /// Returns the text, if any, and its parse mode if it is a markup.
    fn into_message_text(self) -> (Option<String>, Option<ParseMode>);
}

/// The form of a [`Markup`].
#[doc(hidden)]
#[derive(Debug)]
pub enum Styled {}

impl<T: Display> MessageText<Bare> for T {
    fn into_message_text(self) -> (String, Option<ParseMode>) {
        (self.to_string(), None)
    }
}

impl MessageText<Styled> for Markup {
    fn into_message_text(self) -> (String, Option<ParseMode>) {
        (self.to_html(), Some(ParseMode::Html))
    }
}

impl MessageText<Styled> for &Markup {
    fn into_message_text(self) -> (String, Option<ParseMode>) {
        (self.to_html(), Some(ParseMode::Html))
    }
}

impl<Form, T: MessageText<Form>> IntoMessageText<(Form,)> for T {
    fn into_message_text(self) -> (Option<String>, Option<ParseMode>) {
        let (text, parse_mode) = MessageText::into_message_text(self);
        (Some(text), parse_mode)
    }
}

impl<Form, T: MessageText<Form>> IntoMessageText<(Form, Optional)> for Option<T> {
    fn into_message_text(self) -> (Option<String>, Option<ParseMode>) {
        let (text, parse_mode) = self.map(MessageText::into_message_text).unzip();
        (text, parse_mode.flatten())
    }
}
