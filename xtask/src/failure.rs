//! Failed steps, with a hint for the user.

use std::fmt::Display;
use std::io;
use std::path::Path;

pub type Outcome<T> = Result<T, Failure>;

/// A failed step. `hint` says what to do next, if there is more to say than the text.
#[derive(Debug)]
pub struct Failure {
    pub text: String,
    pub hint: Option<String>,
}

impl Failure {
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), hint: None }
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Adds the file to file system errors, which otherwise only say "not found".
pub trait About<T> {
    fn about(self, doing: &str, path: &Path) -> Outcome<T>;
}

impl<T> About<T> for io::Result<T> {
    fn about(self, doing: &str, path: &Path) -> Outcome<T> {
        self.map_err(|error| Failure::new(format!("cannot {doing} {}: {error}", path.display())))
    }
}

impl Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", self.text)?;
        self.hint.as_ref().map_or(Ok(()), |hint| write!(out, "\n  → {hint}"))
    }
}
