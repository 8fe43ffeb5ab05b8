//! The keys that a delivery holds in stores: how they are asked for, renewed, committed, and released.

use std::fmt::{self, Display, Formatter};
use std::future::{pending, poll_fn};
use std::mem::take;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use super::background::NoAnswer;
use super::delivery::Delivery;
use super::failure::{Cause, StoreFailure};
use super::keys::is_update;
use super::places::Place;
use super::record::Held;
use super::shared::Shared;
use super::stores::{AnySessionStore, AnyStore, BoxError, Claim};
use crate::client::BoxFuture;
use crate::policy::delivery::Event;
use crate::policy::webhook::{FIRST_LOOK, LONGEST_LOOK, LOOK_GROWTH, RENEWED, STORE, turn_lease};

/// The reason why a store is not asked any more: its last error. `None` if a key was busy until the time was over.
pub(super) type Over = Option<BoxError>;

/// The error of a wait that was given up.
#[derive(Debug)]
pub(super) struct Late;

impl Display for Late {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("the time to answer was over before the turn of the update came")
    }
}

impl std::error::Error for Late {}

/// A question that is asked again and again.
struct Asking<'a> {
    /// It waits for something, so it ends when the update is given up.
    waits: bool,
    /// It is asked again when the place is the next one.
    place: Option<&'a Place>,
    wait: Duration,
    /// How long the store has failed in a row.
    failing: Duration,
}

impl Delivery {
    /// Asks a store again and again, until it gives an answer or its failures take too long. A question that waits for something
    /// also ends when the update is given up. With a place, it is asked again when the place is the next one.
    async fn ask<'a, T>(
        &'a self,
        waits: bool,
        place: Option<&Place>,
        question: impl Fn() -> BoxFuture<'a, Result<Option<T>, BoxError>>,
    ) -> Result<T, Over> {
        let mut asking = Asking { waits, place, wait: FIRST_LOOK, failing: Duration::ZERO };
        loop {
            let error = match self.webhook.answered(question()).await {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => None,
                Err(error) => Some(error),
            };
            self.pause(&mut asking, error).await?;
        }
    }

    /// Waits until a question may be asked again. Fails if it is not asked any more. Its code exists once for all answers.
    async fn pause(&self, asking: &mut Asking<'_>, error: Option<BoxError>) -> Result<(), Over> {
        let Asking { waits, place, wait, failing } = asking;
        *failing = if error.is_some() { *failing + *wait } else { Duration::ZERO };
        if *failing > STORE || error.as_ref().is_some_and(|error| error.is::<NoAnswer>()) {
            return Err(error);
        }
        let pause = async |wait| {
            let wait = if *waits { self.time_left(wait) } else { wait };
            self.webhook.pause(wait).await?;
            self.record().waited += wait;
            Ok(())
        };
        let mut paused: BoxFuture<'_, Result<(), BoxError>> = match place {
            // The place of one that waits for a free store is not woken.
            Some(place) if error.is_none() => Box::pin(place.pause(pause)),
            _ => Box::pin(pause(*wait)),
        };
        poll_fn(|context| match paused.as_mut().poll(context) {
            Poll::Pending if *waits && self.is_given_up() => Poll::Ready(Ok(())),
            paused => paused,
        })
        .await
        .map_err(Some)?;
        *wait = LONGEST_LOOK.min(wait.mul_f64(LOOK_GROWTH));
        if *waits && self.is_given_up() { Err(error) } else { Ok(()) }
    }

    /// Returns the time for a pause. If the time to answer is over, tells the machine.
    fn time_left(&self, wait: Duration) -> Duration {
        let Some(limit) = self.limit.filter(|_| self.is_open()) else { return wait };
        // The clock of the webhook may be faster than that of `since`.
        let passed = self.record().waited.max(self.since.elapsed());
        let left = limit.saturating_sub(passed);
        if left.is_zero() {
            self.feed(Event::Deadline);
            return wait;
        }
        wait.min(left)
    }

    /// Claims a key, and waits for it while it is busy. It is held before the store is asked, so that it is released even if
    /// the answer is lost.
    async fn claim(&self, store: &Shared<dyn AnyStore>, key: String, place: Option<i64>) -> Result<Claim, Over> {
        let lease = self.webhook.options.lease;
        let lease = if place.is_some() { turn_lease(lease) } else { lease };
        let (owner, turn) = (self.owner.clone(), place.map(|place| Shared::new(Place::new(&key, place))));
        let held = Held { store: store.clone(), key: key.clone(), owner, lease, is_owned: false, _place: turn.clone() };
        self.record().held.push(held);
        let (key, turn) = (key.as_str(), turn.as_deref());
        let claim = self.ask(true, turn, || {
            Box::pin(async move {
                let claim = store.claim(key, lease, place, &self.owner).await?;
                Ok(Some(claim).filter(|claim| *claim != Claim::Busy))
            })
        });
        let claim = claim.await?;
        if let Claim::Owned { owner, .. } = &claim {
            let mut record = self.record();
            if let Some(held) = record.held.iter_mut().find(|held| held.key == key) {
                (held.owner, held.is_owned) = (owner.clone(), true);
            }
        }
        Ok(claim)
    }

    /// Claims the update.
    pub async fn claim_update(self: Shared<Self>) -> Event {
        let options = &self.webhook.options;
        let claim = if options.deduplicates {
            self.claim(&options.store, self.key.clone(), None).await
        } else {
            Ok(Claim::Owned { owner: String::new(), attempts: self.record().attempts + 1 })
        };
        let mut record = self.record();
        match claim {
            Ok(Claim::Owned { attempts, .. }) => {
                record.attempts = attempts;
                match attempts.cmp(&options.attempts) {
                    std::cmp::Ordering::Less => Event::Owned,
                    std::cmp::Ordering::Equal => Event::OwnedLast,
                    std::cmp::Ordering::Greater => {
                        record.cause = Some(Cause::Attempts(attempts - 1));
                        Event::OwnedOver
                    }
                }
            }
            Ok(Claim::Done { response: None }) => Event::Done,
            Ok(Claim::Done { response }) => {
                record.remembered = response;
                Event::DoneRemembered
            }
            Err(Some(error)) => {
                record.cause = Some(Cause::Store(error));
                Event::StoreOver
            }
            Ok(Claim::Busy) | Err(None) => Event::Cancelled,
        }
    }

    /// Runs a question of the handler, which fails at once when the update is given up.
    async fn waiting<T>(&self, question: impl Future<Output = Result<T, Over>>) -> Result<T, StoreFailure> {
        let _wait = self.begin_wait();
        let mut question = pin!(question);
        let asked = poll_fn(|context| match question.as_mut().poll(context) {
            Poll::Pending if self.is_given_up() => Poll::Ready(Err(None)),
            asked => asked,
        });
        asked.await.map_err(|over| StoreFailure(over.unwrap_or_else(|| Late.into())))
    }

    /// Waits for the turn of the update under a key.
    pub async fn wait_for_turn(&self, store: &Shared<dyn AnyStore>, key: String) -> Result<(), StoreFailure> {
        self.waiting(async { self.claim(store, key, Some(self.update_id.0)).await.map(drop) }).await
    }

    /// Waits for the turn of a session and reads its text.
    pub async fn open_session(
        &self,
        store: &Shared<dyn AnySessionStore>,
        key: &str,
    ) -> Result<Option<String>, StoreFailure> {
        self.wait_for_turn(&(store.clone() as Shared<dyn AnyStore>), key.to_owned()).await?;
        self.read_session(store, key).await
    }

    /// Reads the text of a session, or of something that only grows, without a turn.
    pub async fn read_session(
        &self,
        store: &Shared<dyn AnySessionStore>,
        key: &str,
    ) -> Result<Option<String>, StoreFailure> {
        self.waiting(self.ask(true, None, || Box::pin(async move { store.read(key).await.map(Some) }))).await
    }

    /// Returns the owner under which the delivery holds a key.
    pub fn owner_of(&self, key: &str) -> Option<String> {
        self.record().held.iter().find(|held| held.key == key).map(|held| held.owner.clone())
    }

    /// Renews the leases while the delivery is under way, for at most 15 minutes.
    pub async fn renew_leases(self: Shared<Self>) {
        let (interval, mut passed) = (self.webhook.options.lease / 3, Duration::ZERO);
        while passed < RENEWED && self.webhook.timer(interval).await.is_ok() {
            passed += interval;
            let held: Vec<Held> = self.record().held.iter().filter(|held| held.is_owned).cloned().collect();
            for Held { store, key, owner, lease, .. } in held {
                let renewed = self.webhook.answered(store.renew(&key, &owner, lease)).await;
                if matches!(renewed, Ok(false)) && self.owner_of(&key).is_some() {
                    self.feed(Event::LeaseLost);
                }
            }
        }
        pending::<()>().await;
    }

    /// Releases all keys. The count of attempts stays with the update.
    pub async fn release(self: Shared<Self>, attempts: u32) -> Event {
        let (delivery, held) = (&self, self.record().held.clone());
        let released = held.iter().map(|held| Box::pin(delivery.release_key(held, attempts)) as BoxFuture<'_, Over>);
        match all(released.collect()).await {
            Some(error) => {
                self.record().cause = Some(Cause::Store(error));
                Event::StoreOver
            }
            None => Event::Released,
        }
    }

    async fn release_key(&self, held: &Held, attempts: u32) -> Over {
        let Held { store, key, owner, is_owned, .. } = held;
        let attempts = if is_update(key) { attempts } else { 0 };
        let release = || -> BoxFuture<'_, Result<Option<bool>, BoxError>> {
            Box::pin(async move { store.release(key, owner, attempts).await.map(Some) })
        };
        let over = if *is_owned {
            self.ask(false, None, release).await.err().flatten()
        } else {
            // Its claim had no answer, so it is hardly held.
            let _ = self.webhook.answered(release()).await;
            None
        };
        self.let_go(key);
        over
    }

    /// Forgets a key, which is released or done.
    pub fn let_go(&self, key: &str) {
        let mut record = self.record();
        let (gone, held) = take(&mut record.held).into_iter().partition(|held| held.key == key);
        record.held = held;
        drop(record);
        // Foreign code runs when a place wakes the next one.
        let _: Vec<Held> = gone;
    }

    /// Asks a store to save something.
    pub async fn saved<'a>(
        &'a self,
        question: impl Fn() -> BoxFuture<'a, Result<bool, BoxError>>,
    ) -> Result<bool, BoxError> {
        let question = || -> BoxFuture<'a, Result<Option<bool>, BoxError>> {
            let asked = question();
            Box::pin(async move { asked.await.map(Some) })
        };
        self.ask(false, None, question).await.map_err(|over| over.unwrap_or_else(|| "no answer".into()))
    }
}

/// Runs all at the same time. Returns an error of one of them, if any.
async fn all(mut works: Vec<BoxFuture<'_, Over>>) -> Over {
    let mut over = None;
    poll_fn(|context| {
        works.retain_mut(|work| match work.as_mut().poll(context) {
            Poll::Pending => true,
            Poll::Ready(ended) => {
                over = over.take().or(ended);
                false
            }
        });
        if works.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    over
}
