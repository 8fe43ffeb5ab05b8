//! Texts with markup, written as HTML or Markdown.

mod html;
mod markdown;
mod run;

use std::borrow::Cow;
use std::ops::{Add, AddAssign};

pub use html::escape as escape_html;
pub use markdown::escape as escape_markdown;
use run::{Run, Style};

/// Text with markup, for methods with a `parse_mode`. Plain text that you insert is escaped.
///
/// ```
/// use botwire::{methods::SendMessage, text::Markup};
///
/// let name = "Tom & <Jerry>";
/// let greeting = Markup::from("Hello, ") + Markup::bold(name) + "!";
/// assert_eq!(greeting.to_html(), "Hello, <b>Tom &amp; &lt;Jerry&gt;</b>!");
/// assert_eq!(greeting.to_markdown(), "Hello, *Tom & <Jerry>*!");
/// SendMessage::new(42, greeting); // with the parse mode of HTML
/// ```
///
/// The service does not support nested entities, so only the innermost one is kept: `Markup::bold(Markup::from("a ") +
/// Markup::italic("b"))` is `<b>a </b><i>b</i>`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Markup(Vec<Run>);

impl Markup {
    /// Bold.
    #[must_use]
    pub fn bold(text: impl Into<Self>) -> Self {
        text.into().styled(&Style::Bold)
    }

    /// Italic.
    #[must_use]
    pub fn italic(text: impl Into<Self>) -> Self {
        text.into().styled(&Style::Italic)
    }

    /// Inline code.
    #[must_use]
    pub fn code(text: impl Into<Self>) -> Self {
        text.into().styled(&Style::Code)
    }

    /// A block of code.
    #[must_use]
    pub fn pre(text: impl Into<Self>) -> Self {
        Self::code_block(text, "")
    }

    /// A block of code with the name of its language, which only Markdown supports. A name with characters other than letters,
    /// digits and `_+#.-` is omitted.
    #[must_use]
    pub fn code_block(text: impl Into<Self>, language: &str) -> Self {
        let fits = |letter: char| letter.is_ascii_alphanumeric() || "_+#.-".contains(letter);
        let language = if language.chars().all(fits) { language } else { "" };
        text.into().styled(&Style::Pre(language.to_owned()))
    }

    /// A link.
    #[must_use]
    pub fn link(text: impl Into<Self>, url: impl Into<String>) -> Self {
        text.into().styled(&Style::Link(url.into()))
    }

    /// A mention of a user without a username. It works if the user has contacted the bot or is a member of the group. `scheme` is
    /// the service's scheme of user links, without `://`.
    #[must_use]
    pub fn mention(text: impl Into<Self>, user_id: impl Into<i64>, scheme: &str) -> Self {
        Self::link(text, format!("{scheme}://user?id={}", user_id.into()))
    }

    /// Joins texts.
    #[must_use]
    pub fn join(texts: impl IntoIterator<Item: Into<Self>>, separator: impl Into<Self>) -> Self {
        let (mut joined, separator) = (Self::default(), separator.into());
        for (index, text) in texts.into_iter().enumerate() {
            if index > 0 {
                joined += separator.clone();
            }
            joined += text;
        }
        joined
    }

    /// Returns the text for `parse_mode` [`Html`](crate::types::ParseMode::Html).
    #[must_use]
    pub fn to_html(&self) -> String {
        self.0.iter().map(html::write).collect()
    }

    /// Returns the text for `parse_mode` [`Markdown`](crate::types::ParseMode::Markdown).
    #[must_use]
    pub fn to_markdown(&self) -> String {
        markdown::write(&self.0)
    }

    /// Applies the style to the plain parts.
    fn styled(mut self, style: &Style) -> Self {
        for run in &mut self.0 {
            run.style.get_or_insert_with(|| style.clone());
        }
        self
    }

    fn push(&mut self, run: Run) {
        match self.0.last_mut() {
            Some(last) if last.style.is_none() && run.style.is_none() => last.text.push_str(&run.text),
            _ => self.0.push(run),
        }
    }
}

impl From<&str> for Markup {
    fn from(text: &str) -> Self {
        Self::from(text.to_owned())
    }
}

impl From<String> for Markup {
    fn from(text: String) -> Self {
        if text.is_empty() { Self::default() } else { Self(vec![Run { text, style: None }]) }
    }
}

impl From<&String> for Markup {
    fn from(text: &String) -> Self {
        Self::from(text.clone())
    }
}

impl From<Cow<'_, str>> for Markup {
    fn from(text: Cow<'_, str>) -> Self {
        Self::from(text.into_owned())
    }
}

impl<T: Into<Self>> AddAssign<T> for Markup {
    fn add_assign(&mut self, text: T) {
        text.into().0.into_iter().for_each(|run| self.push(run));
    }
}

impl<T: Into<Self>> Add<T> for Markup {
    type Output = Self;

    fn add(mut self, text: T) -> Self {
        self += text;
        self
    }
}
