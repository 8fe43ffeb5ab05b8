//! What a transport fails with.

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use crate::request::stopped::Stopped;

/// Why a request came to nothing: the connection was refused or broken.
///
/// The client takes the token out of its text and of those of its sources.
#[derive(Debug, Clone)]
pub struct TransportError {
    reason: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl TransportError {
    /// What another error says.
    pub fn new(source: impl Error + Send + Sync + 'static) -> Self {
        Self { reason: source.to_string(), source: Some(Arc::new(source)) }
    }

    /// A reason in words.
    pub fn message(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), source: None }
    }
}

impl Display for TransportError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl Error for TransportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.source.as_ref().and_then(|source| source.source())
    }
}

impl From<TransportError> for Stopped {
    fn from(error: TransportError) -> Self {
        let mut reason = error.to_string();
        let mut source = error.source();
        while let Some(cause) = source {
            reason.push_str("; cause: ");
            reason.push_str(&cause.to_string());
            source = cause.source();
        }
        Self::Failed(reason)
    }
}

impl From<Stopped> for TransportError {
    fn from(stopped: Stopped) -> Self {
        Self::message(match stopped {
            Stopped::Failed(reason) => reason,
            Stopped::Timeout => "it took too long".to_owned(),
            Stopped::Aborted => "it was aborted".to_owned(),
        })
    }
}
