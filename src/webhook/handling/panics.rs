//! A panic on wasm32 ends the instance, and with it all its deliveries: no code runs after it, so the panic hook does what is left.

use std::cell::RefCell;
use std::panic::{set_hook, take_hook};
use std::task::Waker;

use js_sys::Function;

use super::delivery::Delivery;
use super::shared::Shared;
use super::unwound::poll_once;
use crate::platform::timer::{clear_all, clearing, settle};
use crate::policy::delivery::Action;

thread_local! {
    /// The deliveries of this instance, each with the function that clears the timers of its request.
    static LIVE: RefCell<Vec<(Shared<Delivery>, Function)>> = {
        // A build that unwinds catches the panic of a handler.
        if cfg!(not(panic = "unwind")) {
            let before = take_hook();
            set_hook(Box::new(move |panic| {
                before(panic);
                end_deliveries();
            }));
        }
        RefCell::default()
    };
    /// The delivery that runs now.
    static RUNNING: RefCell<Option<Shared<Delivery>>> = const { RefCell::new(None) };
}

/// A delivery in the list.
pub(super) struct Live(Shared<Delivery>);

impl Live {
    pub fn new(delivery: &Shared<Delivery>) -> Self {
        LIVE.with_borrow_mut(|live| live.push((delivery.clone(), clearing())));
        Self(delivery.clone())
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        let place = LIVE.with_borrow(|live| live.iter().position(|(delivery, _)| Shared::ptr_eq(delivery, &self.0)));
        if let Some(place) = place {
            let (_, clear) = LIVE.with_borrow_mut(|live| live.swap_remove(place));
            settle(&clear);
        }
    }
}

/// The delivery that runs, until this is dropped. Contains the one that has started it.
pub(super) struct Running(Option<Shared<Delivery>>);

impl Running {
    /// Returns `None` if the delivery has ended by a panic, on a host that goes on with the instance.
    pub fn new(delivery: &Shared<Delivery>) -> Option<Self> {
        if delivery.record().is_over {
            let wakers = delivery.record().wakers();
            wakers.into_iter().flatten().for_each(Waker::wake);
            return None;
        }
        Some(Self(RUNNING.replace(Some(delivery.clone()))))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.set(self.0.take());
    }
}

/// Ends all deliveries. The host answers a request with 500 when nothing is left that it waits for.
fn end_deliveries() {
    clear_all();
    let running = RUNNING.take();
    for (delivery, clear) in LIVE.take() {
        // One that only ran beside the panic has not failed.
        let has_failed = running.as_ref().is_none_or(|running| Shared::ptr_eq(running, &delivery));
        delivery.end_at_panic(if has_failed { Action::Release } else { Action::ReleaseRefund });
        settle(&clear);
    }
}

impl Delivery {
    /// Sends what is left to do to the stores, and does not wait for their answers.
    fn end_at_panic(self: Shared<Self>, release: Action) {
        let actions = self.panicked();
        if actions.contains(&Action::SaveDone) {
            poll_once(self.clone().save(Action::SaveDone));
        }
        let attempts = self.attempts_after(release);
        poll_once(self.clone().release(attempts));
        if actions.contains(&Action::Tell) {
            self.tell_dropped();
        }
    }
}
