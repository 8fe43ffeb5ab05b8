//! Aborts a request whose response was not read to its end.

use web_sys::AbortController;

/// Aborts the request when it is dropped before the response has been read.
#[derive(Debug)]
pub(crate) struct Guard(Option<AbortController>);

impl Guard {
    /// Creates a guard for the request that the controller can abort.
    pub fn new(controller: AbortController) -> Self {
        Self(Some(controller))
    }

    /// Does not abort the request: its response was read or passed on.
    pub fn release(&mut self) {
        self.0 = None;
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(controller) = self.0.take() {
            controller.abort();
        }
    }
}
