//! A call that the service refuses.

use std::fmt::{self, Display, Formatter};

use crate::types::ResponseParameters;

/// A result, or the reason why the service refuses.
pub(crate) type Result<T, E = Refusal> = std::result::Result<T, E>;

/// A call that the service refuses.
///
/// ```
/// use botwire::emulator::Emulator;
/// use botwire::methods::SendMessage;
///
/// let emulator = Emulator::new();
/// let refusal = emulator.bot().call(SendMessage::new(42, "Hello")).unwrap_err();
/// assert_eq!(refusal.code, 400);
/// assert_eq!(refusal.description, "Bad Request: chat not found");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// `error_code` of the envelope and HTTP status.
    pub code: u16,
    /// `description` of the envelope.
    pub description: String,
    /// `parameters` of the envelope (`migrate_to_chat_id`, `retry_after`).
    pub parameters: Option<ResponseParameters>,
}

impl Refusal {
    /// Creates a refusal without parameters.
    pub fn new(code: u16, description: impl Into<String>) -> Self {
        Self { code, description: description.into(), parameters: None }
    }

    pub(crate) fn unauthorized() -> Self {
        Self::new(401, "Unauthorized")
    }

    pub(crate) fn not_found() -> Self {
        Self::new(404, "Not Found")
    }

    /// Creates a refusal with `error_code` 400 and a description after `Bad Request: `.
    #[must_use]
    pub fn bad_request(what: &str) -> Self {
        Self::new(400, ["Bad Request: ", what].concat())
    }

    /// Refuses an unknown name, and lists the known ones.
    #[cold]
    pub(crate) fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> Self {
        Self::bad_request(&[what, name, "; there are ", &known.collect::<Vec<_>>().join(", ")].concat())
    }
}

/// Refuses with `error_code` 400 if the condition is true.
#[inline(never)] // one copy, not 80
pub(crate) fn refuse_if(is_wrong: bool, what: &str) -> Result<()> {
    if is_wrong { Err(Refusal::bad_request(what)) } else { Ok(()) }
}

/// Refuses with `error_code` 403 if the condition is true.
pub(crate) fn forbid_if(is_wrong: bool, what: &str) -> Result<()> {
    if is_wrong { Err(Refusal::new(403, ["Forbidden: ", what].concat())) } else { Ok(()) }
}

/// Converts an absent value to a refusal.
pub(crate) trait OrRefuse<T> {
    /// Refuses with `error_code` 400 if there is no value.
    fn or_refuse(self, what: &str) -> Result<T>;
}

impl<T> OrRefuse<T> for Option<T> {
    fn or_refuse(self, what: &str) -> Result<T> {
        self.ok_or_else(|| Refusal::bad_request(what))
    }
}

impl Display for Refusal {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.description)
    }
}

impl std::error::Error for Refusal {}
