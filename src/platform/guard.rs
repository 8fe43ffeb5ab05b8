//! Aborts a request whose response is not read to its end.

use web_sys::AbortController;

/// Aborts the request when it is dropped before the response has been read.
#[derive(Debug)]
pub(crate) struct Guard(Option<AbortController>);

impl Guard {
    /// Of the request with the signal of that controller.
    pub fn new(controller: AbortController) -> Self {
        Self(Some(controller))
    }

    /// Lets the request be: its response was read, or handed out.
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
