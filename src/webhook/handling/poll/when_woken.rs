//! A future that is polled only after it was woken.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

use crate::client::BoxFuture;
use crate::webhook::handling::shared::lock;

/// The waker of the task that polls several futures.
#[derive(Clone, Default)]
pub(super) struct ParentWaker(Arc<Mutex<Option<Waker>>>);

impl ParentWaker {
    /// Sets the waker. Call it before the futures are polled.
    pub fn set(&self, waker: &Waker) {
        *lock(&self.0) = Some(waker.clone());
    }
}

/// A future that is polled together with others, but only after it was woken itself.
pub(super) struct WhenWoken {
    future: BoxFuture<'static, ()>,
    flag: Arc<WokenFlag>,
}

struct WokenFlag {
    is_woken: AtomicBool,
    parent: ParentWaker,
}

impl Wake for WokenFlag {
    fn wake(self: Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        let waker = lock(&self.parent.0).take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl WhenWoken {
    /// Polls the future for the first time when [`WhenWoken::poll`] is called.
    pub fn new(future: BoxFuture<'static, ()>, parent: &ParentWaker) -> Self {
        Self { future, flag: Arc::new(WokenFlag { is_woken: AtomicBool::new(true), parent: parent.clone() }) }
    }

    /// Polls the future if it was woken.
    pub fn poll(&mut self) -> Poll<()> {
        if !self.flag.is_woken.swap(false, Ordering::AcqRel) {
            return Poll::Pending;
        }
        self.future.as_mut().poll(&mut Context::from_waker(&Waker::from(self.flag.clone())))
    }
}
