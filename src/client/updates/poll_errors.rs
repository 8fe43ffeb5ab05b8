//! Errors of long polling: how long to wait after each, and how each is reported.

use std::time::Duration;

use crate::client::log;
use crate::policy::polling::{CONFLICT, CONFLICT_ADVICE, OUTAGE, wait_after_errors};
use crate::request::random::random;
use crate::request::{Error, chain};

#[cfg(not(target_arch = "wasm32"))]
pub(super) type Tell = Box<dyn Fn(&Error) + Send + Sync>;
#[cfg(target_arch = "wasm32")]
pub(super) type Tell = Box<dyn Fn(&Error)>;

#[derive(Default)]
pub(super) struct PollErrors {
    pub in_a_row: u32,
    /// The last error that was logged without a hook, since the last good answer.
    warned: Option<String>,
    pub tell: Option<Tell>,
}

impl PollErrors {
    /// Counts an error, and returns the wait before the next request.
    pub fn add(&mut self, error: &Error) -> Duration {
        self.in_a_row = self.in_a_row.saturating_add(1);
        wait_after_errors(self.in_a_row, error.retry_after(), random())
    }

    /// Ends a series of errors. A successful answer is reported only if updates in it were skipped.
    pub fn end(&mut self, skipped: Option<&Error>) {
        self.in_a_row = 0;
        match skipped {
            Some(error) => self.report(error),
            None => self.warned = None,
        }
    }

    /// Reports an error. Without a hook, only errors that may need a person are logged.
    pub fn report(&mut self, error: &Error) {
        if let Some(tell) = &self.tell {
            return tell(error);
        }
        let line = match error {
            error if error.status() == Some(CONFLICT) => format!("botwire: {error} ({CONFLICT_ADVICE})"),
            Error::Result { .. } => format!("botwire: {error}"),
            error if error.status() == Some(200) || self.in_a_row == OUTAGE => format!("botwire: {}", chain(error)),
            _ => return,
        };
        if self.warned.as_ref() != Some(&line) {
            log(&line);
            self.warned = Some(line);
        }
    }
}
