//! How long ago something was.

use std::time::Duration;

/// A point in time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    #[cfg(target_arch = "wasm32")]
    millis: f64,
    #[cfg(not(target_arch = "wasm32"))]
    instant: std::time::Instant,
}

#[cfg(target_arch = "wasm32")]
impl Moment {
    pub fn now() -> Self {
        Self { millis: js_sys::Date::now() }
    }

    pub fn elapsed(self) -> Duration {
        crate::platform::abort::elapsed(self.millis)
    }
}

#[cfg(not(target_arch = "wasm32"))]
impl Moment {
    pub fn now() -> Self {
        Self { instant: std::time::Instant::now() }
    }

    pub fn elapsed(self) -> Duration {
        self.instant.elapsed()
    }
}
