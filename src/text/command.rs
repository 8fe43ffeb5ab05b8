//! Commands to a bot, and the parameters of deep links.

use super::units::slice;

/// The size limit of the parameter of a deep link.
const LONGEST_PAYLOAD: usize = 64;

/// A command at the start of a text, such as `/start@my_bot ref`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Command {
    /// The command in lower case, without the slash and the username: `start`.
    pub name: String,
    /// The username after the command, without `@`.
    pub username: Option<String>,
    /// The text after the command, without surrounding white space. [`Command::parse`] makes typed values of it.
    pub arguments: String,
    /// For `/start` only: the parameter of the deep link, with 1 to 64 of the characters `A-Z`, `a-z`, `0-9`, `_` and
    /// `-`.
    pub payload: Option<String>,
}

/// Returns the command in the first `length` UTF-16 code units of a text, or `None` if it is for a bot with another
/// username. `username` may begin with an `@`.
#[must_use]
pub fn command(text: &str, length: i64, username: Option<&str>) -> Option<Command> {
    let written = slice(text, 0, length)?;
    let arguments = text.get(written.len()..)?.trim_matches(is_blank);
    let mut parts = slice(written, 1, length)?.split('@');
    let (name, addressee) = (parts.next().unwrap_or_default().to_lowercase(), parts.next());
    if let (Some(own), Some(other)) = (username, addressee.filter(|other| !other.is_empty()))
        && own.strip_prefix('@').unwrap_or(own).to_lowercase() != other.to_lowercase()
    {
        return None;
    }
    let payload = (name == "start" && is_payload(arguments)).then(|| arguments.to_owned());
    Some(Command { name, username: addressee.map(str::to_owned), arguments: arguments.to_owned(), payload })
}

/// Returns true for white space as JavaScript defines it.
pub(super) fn is_blank(letter: char) -> bool {
    letter == '\u{feff}' || (letter.is_whitespace() && letter != '\u{85}')
}

fn is_payload(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    (1..=LONGEST_PAYLOAD).contains(&text.len()) && text.bytes().all(is_letter)
}
