//! Tools for tests of the client and the webhook: an emulator with users, a gate, and a list for callbacks.
#![allow(dead_code)] // each test uses a part

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use botwire::client::Bot;
use botwire::emulator::{Emulator, EmulatorUser, NewUser};
use botwire::webhook::{Failure, Response};

/// Polls a future once.
pub fn poll<T>(future: &mut Pin<&mut (impl Future<Output = T> + ?Sized)>) -> Poll<T> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Creates an emulator with Alice, who has started its bot.
pub fn world() -> (Emulator, EmulatorUser, Bot) {
    let (emulator, mut users, bot) = world_of(1);
    (emulator, users.remove(0), bot)
}

/// Creates an emulator with this many users, who have started its bot. The first is Alice.
pub fn world_of(users: usize) -> (Emulator, Vec<EmulatorUser>, Bot) {
    let emulator = Emulator::new();
    let user = |at: usize| {
        let first_name = (at == 0).then(|| "Alice".into());
        let user = emulator.user(NewUser { first_name, ..NewUser::default() }).unwrap();
        user.unblock().unwrap();
        user
    };
    let users = (0..users).map(user).collect();
    let bot = emulator.client().unwrap();
    (emulator, users, bot)
}

/// A gate that can be opened once.
#[derive(Clone, Default)]
pub struct Gate(Arc<(AtomicBool, Mutex<Vec<Waker>>)>);

impl Gate {
    pub fn open(&self) {
        self.0.0.store(true, Ordering::SeqCst);
        let wakers = std::mem::take(&mut *self.0.1.lock().unwrap());
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Waits until the gate is open.
    pub fn opened(&self) -> impl Future<Output = ()> + Send + use<> {
        let gate = self.0.clone();
        poll_fn(move |context| {
            let mut wakers = gate.1.lock().unwrap();
            if gate.0.load(Ordering::SeqCst) {
                return Poll::Ready(());
            }
            wakers.push(context.waker().clone());
            Poll::Pending
        })
    }
}

/// A list to which callbacks add entries.
pub struct Log<T>(Arc<Mutex<Vec<T>>>);

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Clone for Log<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Log<T> {
    pub fn push(&self, entry: T) {
        self.0.lock().unwrap().push(entry);
    }

    pub fn len(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// Returns the entries since the last call.
    pub fn take(&self) -> Vec<T> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl Log<String> {
    /// Returns an `on_error` hook that records each failure.
    pub fn of_failures(&self) -> impl Fn(&Failure) -> Option<Response> + Send + Sync + use<> {
        let log = self.clone();
        move |failure| {
            log.push(failure.to_string());
            None
        }
    }
}
