//! Files that are read while they are sent, natively.

use std::fmt::{self, Debug, Formatter};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use crate::wire::ValidationError;

/// Returns the next bytes of a file.
pub(crate) type Chunks = Box<dyn FnMut(&mut Context<'_>) -> Poll<Option<io::Result<Vec<u8>>>> + Send>;

/// The bytes of an uploaded file from a stream. A clone refers to the same stream, which can be read once.
#[derive(Clone)]
pub struct FileStream {
    chunks: Arc<Mutex<Option<Chunks>>>,
    length: Option<u64>,
}

impl FileStream {
    pub(crate) fn new(chunks: Chunks) -> Self {
        Self { chunks: Arc::new(Mutex::new(Some(chunks))), length: None }
    }

    pub(crate) fn set_length(&mut self, bytes: u64) {
        self.length = Some(bytes);
    }

    /// Returns the number of bytes, if it is known.
    #[must_use]
    pub fn length(&self) -> Option<u64> {
        self.length
    }

    /// Takes the stream, unless something else has.
    pub(crate) fn take(&self) -> Option<Chunks> {
        self.chunks.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns true if something has taken the stream.
    pub(crate) fn is_taken(&self) -> bool {
        self.chunks.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

/// Equal if both refer to the same stream.
impl PartialEq for FileStream {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.chunks, &other.chunks) && self.length == other.length
    }
}

impl Debug for FileStream {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.length {
            Some(length) => write!(formatter, "a stream of {length} bytes"),
            None => formatter.write_str("a stream"),
        }
    }
}

/// Returns the error for a file of that many bytes, if they are over its limit.
pub(crate) type SizeCheck = Box<dyn Fn(u64) -> Option<ValidationError> + Send + Sync>;

/// The parameter of a file that is read while it is sent.
#[derive(Default)]
pub(crate) struct Place {
    pub path: String,
    pub size_check: Option<SizeCheck>,
}

impl Debug for Place {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.path)
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Place {
    /// Returns the error for a file of that size, if it is over the limit.
    pub fn refusal_of_size(&self, bytes: u64) -> Option<ValidationError> {
        self.size_check.as_ref().and_then(|check| check(bytes))
    }

    /// Returns an error of the parameter.
    pub fn error(&self, expected: &str, received: &str) -> ValidationError {
        ValidationError { path: self.path.clone(), expected: expected.to_owned(), received: received.to_owned() }
    }

    /// Returns the error for a stream that was read before.
    pub fn taken(&self) -> ValidationError {
        self.error(
            "a stream that was not sent before (to send a file again, use its path or bytes)",
            "one that was sent",
        )
    }

    /// Returns the error for a file that cannot be read to its end.
    pub fn unreadable(&self, file: &str, error: &io::Error) -> ValidationError {
        self.error("a file that can be read", &format!("{file}: {error}"))
    }
}
