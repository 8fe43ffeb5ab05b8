//! Types that deliveries share, and a notice that something has ended.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A shared pointer. wasm32 has one thread, and the platform's types are not `Send`.
#[cfg(target_arch = "wasm32")]
pub(super) type Shared<T> = std::rc::Rc<T>;
/// A shared pointer.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type Shared<T> = std::sync::Arc<T>;

/// Locks the value. Code that holds the lock never panics or awaits.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(web)]
mod notice {
    use js_sys::Function;
    use wasm_bindgen_futures::JsFuture;

    use crate::platform::timer::{pending, settle};

    /// Notifies the other half when it is dropped.
    ///
    /// It uses a promise of the waiting request instead of a waker: a waker would run that request's task, with its I/O
    /// on the platform, as a part of the request that notifies.
    pub struct Notice(Function);

    impl Drop for Notice {
        fn drop(&mut self) {
            settle(&self.0);
        }
    }

    /// Returns both halves. The second is ready once the first is dropped.
    pub fn notice() -> (Notice, impl Future<Output = ()>) {
        let (promise, settle) = pending();
        let settled = JsFuture::from(promise);
        // The promise does not reject.
        (Notice(settle), async { drop(settled.await) })
    }
}

#[cfg(not(web))]
mod notice {
    use std::future::poll_fn;
    use std::sync::{Arc, Mutex};
    use std::task::{Poll, Waker};

    use super::lock;

    #[derive(Default)]
    struct NoticeState {
        is_over: bool,
        waker: Option<Waker>,
    }

    /// Notifies the other half when it is dropped.
    pub struct Notice(Arc<Mutex<NoticeState>>);

    impl Drop for Notice {
        fn drop(&mut self) {
            let waker = {
                let mut state = lock(&self.0);
                state.is_over = true;
                state.waker.take()
            };
            if let Some(waker) = waker {
                waker.wake();
            }
        }
    }

    /// Returns both halves. The second is ready once the first is dropped.
    pub fn notice() -> (Notice, impl Future<Output = ()> + Send) {
        let state = Arc::new(Mutex::new(NoticeState::default()));
        let shared = state.clone();
        let wait = poll_fn(move |context| {
            let mut state = lock(&shared);
            if state.is_over {
                return Poll::Ready(());
            }
            state.waker = Some(context.waker().clone());
            Poll::Pending
        });
        (Notice(state), wait)
    }
}

pub(super) use notice::{Notice, notice};
