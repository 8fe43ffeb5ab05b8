//! Typed arguments of commands.

use std::any::type_name;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::command::is_blank;
use super::{Command, characters};

impl Command {
    /// Parses the arguments into a tuple of types that implement [`FromStr`]. Each type takes one word, and the last one
    /// takes the rest: a `String` at the end is a text of several words, a number at the end allows nothing after it.
    ///
    /// ```
    /// use botwire::methods::SendMessage;
    /// use botwire::text::Command;
    /// use botwire::types::Message;
    ///
    /// /// Handles `/remind 10 Buy milk`.
    /// fn remind(message: Message, command: Command) -> SendMessage {
    ///     match command.parse::<(u32, String)>() {
    ///         Ok((minutes, text)) => message.reply(format!("In {minutes} minutes: {text}")),
    ///         Err(_) => message.reply("Usage: /remind <minutes> <text>"),
    ///     }
    /// }
    /// ```
    ///
    /// If arguments are optional, look at [`arguments`](Command::arguments) first, which is empty without them.
    ///
    /// # Errors
    /// [`ArgumentError`] for the first argument that is missing, or that its type does not accept.
    pub fn parse<T: FromArguments>(&self) -> Result<T, ArgumentError> {
        T::from_arguments(&self.arguments)
    }
}

/// The first argument of a command that does not fit. Its text is not kept, so the error can be logged.
///
/// ```
/// # use botwire::text::FromArguments;
/// let error = <(u32, u32)>::from_arguments("10 ten").unwrap_err();
/// assert_eq!(error.to_string(), "arguments[1]: expected u32, got a text of 3 characters");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ArgumentError {
    /// The position of the argument, from 0.
    pub index: usize,
    /// The name of the expected type, such as `u32`.
    pub expected: &'static str,
    /// The number of characters of the argument, 0 if it is missing.
    pub characters: usize,
}

impl Display for ArgumentError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { index, expected, characters } = self;
        write!(formatter, "arguments[{index}]: expected {expected}, got ")?;
        match characters {
            0 => formatter.write_str("nothing"),
            1 => formatter.write_str("a text of 1 character"),
            _ => write!(formatter, "a text of {characters} characters"),
        }
    }
}

impl Error for ArgumentError {}

/// What [`Command::parse`] returns: a tuple of 1 to 6 types that implement [`FromStr`], or a type of your own.
pub trait FromArguments: Sized {
    /// Parses the text after a command.
    ///
    /// # Errors
    /// See [`Command::parse`].
    fn from_arguments(arguments: &str) -> Result<Self, ArgumentError>;
}

macro_rules! tuples {
    ($($($word:ident)*;)*) => {$(
        #[allow(non_snake_case)] // the words are named like their types
        impl<$($word: FromStr,)* Rest: FromStr> FromArguments for ($($word,)* Rest,) {
            fn from_arguments(arguments: &str) -> Result<Self, ArgumentError> {
                let arguments = Arguments { rest: arguments.trim_matches(is_blank), index: 0 };
                $(let ($word, arguments) = arguments.word()?;)*
                Ok(($($word,)* arguments.rest()?,))
            }
        }
    )*};
}

tuples! {
    ;
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
}

/// The arguments that are not parsed yet.
#[derive(Debug)]
pub(super) struct Arguments<'a> {
    pub rest: &'a str,
    pub index: usize,
}

impl Arguments<'_> {
    /// Parses the next word. Returns it, and the arguments after it.
    pub fn word<T: FromStr>(self) -> Result<(T, Self), ArgumentError> {
        let (word, rest) = self.rest.split_once(is_blank).unwrap_or((self.rest, ""));
        let after = Self { rest: rest.trim_start_matches(is_blank), index: self.index + 1 };
        Ok((parsed(word, self.index)?, after))
    }

    pub fn rest<T: FromStr>(self) -> Result<T, ArgumentError> {
        parsed(self.rest, self.index)
    }
}

fn parsed<T: FromStr>(text: &str, index: usize) -> Result<T, ArgumentError> {
    let argument = if text.is_empty() { None } else { text.parse().ok() };
    argument.ok_or_else(|| ArgumentError { index, expected: name::<T>(), characters: characters(text) })
}

/// Returns the name of a type without its modules.
fn name<T>() -> &'static str {
    let full = type_name::<T>();
    let (path, _) = full.split_once('<').unwrap_or((full, ""));
    path.rsplit("::").next().unwrap_or(path)
}
