//! The function that is called while files are sent.

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// A function that is called with the sent bytes of a body, and with its length if that is known.
#[derive(Clone)]
pub(super) struct UploadProgress(Arc<dyn Fn(u64, Option<u64>) + Send + Sync>);

impl UploadProgress {
    pub fn new(on_progress: impl Fn(u64, Option<u64>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(on_progress))
    }

    #[cfg(all(feature = "reqwest-no-tls", not(target_arch = "wasm32")))]
    pub fn call(&self, sent: u64, length: Option<u64>) {
        (self.0)(sent, length);
    }
}

/// Equal if both are the same function.
impl PartialEq for UploadProgress {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Debug for UploadProgress {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("UploadProgress")
    }
}
