//! The signal with which the caller ends work early. Natively, the caller drops the future instead.

use std::future::Future;

use crate::request::stopped::Stopped;

/// An optional `AbortSignal` of the platform.
#[derive(Debug, Clone, Default)]
pub(super) struct CallSignal {
    #[cfg(web)]
    pub signal: Option<web_sys::AbortSignal>,
}

#[cfg(web)]
impl CallSignal {
    pub fn is_aborted(&self) -> bool {
        self.signal.as_ref().is_some_and(web_sys::AbortSignal::aborted)
    }

    /// Ready once the signal is aborted.
    pub fn aborted(&self) -> Result<Option<impl Future<Output = ()> + use<>>, Stopped> {
        Ok(self.signal.clone().map(crate::platform::abort::Aborted::new).transpose()?)
    }
}

#[cfg(not(web))]
impl CallSignal {
    #[allow(clippy::unused_self)] // as on wasm32
    pub fn is_aborted(&self) -> bool {
        false
    }

    #[allow(clippy::unused_self, clippy::unnecessary_wraps)] // as on wasm32
    pub fn aborted(&self) -> Result<Option<impl Future<Output = ()> + use<>>, Stopped> {
        Ok(None::<std::future::Pending<()>>)
    }
}
