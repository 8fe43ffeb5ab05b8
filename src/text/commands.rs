//! Commands as values of an enum.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use super::command::is_blank;
use super::{ArgumentError, Command, arguments::Arguments};

pub use botwire_macros::Commands;

/// The commands of a bot as an enum, derived by `#[derive(Commands)]`: one variant for each command, with its arguments as fields.
///
/// ```
/// use botwire::text::Commands;
///
/// #[derive(Debug, PartialEq, Commands)]
/// enum Command {
///     /// Adds two numbers
///     Add { a: i64, b: i64 },
///     /// Saves a note
///     Note { text: String },
///     /// Starts again
///     #[command("new")]
///     Reset,
///     /// Repeats the last answer
///     Again { times: Option<u8> },
///     // A command without documentation is not in the help.
///     Secret,
/// }
///
/// assert_eq!(
///     Command::help(),
///     "/add <a> <b> Adds two numbers\n/note <text> Saves a note\n/new Starts again\n/again [times] Repeats the last answer",
/// );
/// assert_eq!(Command::LIST[0].name, "add");
/// let command = botwire::text::command("/add 1 2", 4, None).unwrap();
/// assert_eq!(Command::from_command(&command), Some(Ok(Command::Add { a: 1, b: 2 })));
/// ```
///
/// - The name of a command is that of its variant in snake case, or `#[command("name")]`: 1 to 32 of the characters `a-z`, `0-9` and `_`.
/// - Each field is a type that implements [`FromStr`] and takes one word. The last one takes the rest, so a `String` at the end is a
///   text of several words. The last one may be an `Option`.
/// - The documentation of a variant is its line of [`help`](Self::help). A field without a name, as in `Note(String)`, is shown as
///   `<value>`.
///
/// [`on_command`](crate::webhook::on_command) makes a handler of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of commands: add `#[derive(botwire::text::Commands)]`"
)]
pub trait Commands: Sized {
    /// The commands in the order of the variants, for a menu or a help of your own.
    const LIST: &'static [CommandInfo];

    /// Returns the value of a command. `None` for a command that the enum does not have.
    fn from_command(command: &Command) -> Option<Result<Self, ArgumentError>>;

    /// Returns a line for each command with documentation: `/note <text> Saves a note`.
    #[must_use]
    fn help() -> String {
        let lines = Self::LIST.iter().filter(|info| !info.help.is_empty()).map(ToString::to_string);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A command of [`Commands::LIST`]. `Display` shows it as a line of the help.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommandInfo {
    /// The name, without the slash.
    pub name: &'static str,
    /// The arguments, such as `<a> [b]`. Empty for a command without arguments.
    pub arguments: &'static str,
    /// The documentation of the variant on one line, or an empty text.
    pub help: &'static str,
}

impl CommandInfo {
    /// Creates one.
    #[must_use]
    pub const fn new(name: &'static str, arguments: &'static str, help: &'static str) -> Self {
        Self { name, arguments, help }
    }
}

impl Display for CommandInfo {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "/{}", self.name)?;
        for part in [self.arguments, self.help].into_iter().filter(|part| !part.is_empty()) {
            write!(formatter, " {part}")?;
        }
        Ok(())
    }
}

/// Reads the fields of a command, for the code that `#[derive(Commands)]` makes.
#[doc(hidden)]
#[derive(Debug)]
#[allow(missing_docs)]
pub struct Fields<'a>(Arguments<'a>);

#[allow(missing_docs, clippy::missing_errors_doc)]
impl<'a> Fields<'a> {
    #[must_use]
    pub fn of(command: &'a Command) -> Self {
        Self(Arguments { rest: command.arguments.trim_matches(is_blank), index: 0 })
    }

    pub fn word<T: FromStr>(self) -> Result<(T, Self), ArgumentError> {
        let (value, rest) = self.0.word()?;
        Ok((value, Self(rest)))
    }

    pub fn rest<T: FromStr>(self) -> Result<T, ArgumentError> {
        self.0.rest()
    }

    pub fn optional<T: FromStr>(self) -> Result<Option<T>, ArgumentError> {
        if self.0.rest.is_empty() { Ok(None) } else { self.0.rest().map(Some) }
    }
}
