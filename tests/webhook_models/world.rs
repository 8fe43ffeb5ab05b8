//! What surrounds the webhook, in virtual time: the record of what happened, the store, and the way to the service.

use std::collections::{BTreeSet, HashMap};
use std::future::{Future, pending, poll_fn};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Request, Response, Transport, TransportError};
use botwire::emulator::Emulator;
use botwire::types::UpdateId;
use botwire::webhook::stores::{BoxError, ClaimStore};

use crate::schedule::{LineFault, StoreFault, UPDATES};

pub const LEASE_MS: u64 = 60_000;

/// What happened, by update.
#[derive(Debug, Default)]
pub struct Record {
    pub now: u64,
    pub due: BTreeSet<u64>,
    pub claims: HashMap<i64, Claim>,
    pub store_faults: Vec<StoreFault>,
    pub line_faults: Vec<LineFault>,
    /// Questions to the store that failed, of those the ones after a claim, and whether one hangs.
    pub faulty: [u32; UPDATES],
    pub excused: [u32; UPDATES],
    pub hangs: bool,
    pub runs: [usize; UPDATES],
    pub successes: [u32; UPDATES],
    pub failed_late: [u32; UPDATES],
    /// Calls that failed and were reported as such.
    pub failed_calls: [u32; UPDATES],
    /// Connections that were closed before the answer.
    pub gone: [u32; UPDATES],
    pub owed: Vec<(usize, String)>,
    pub sent: BTreeSet<String>,
    pub shown: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
pub enum Claim {
    InFlight(u64),
    Done,
}

#[derive(Debug, Clone)]
pub struct World {
    pub record: Arc<Mutex<Record>>,
    pub emulator: Emulator,
}

impl World {
    pub fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().expect("no panic holds it")
    }

    /// Waits in virtual time.
    pub fn wait(&self, ms: u64) -> impl Future<Output = ()> + Send + 'static {
        let record = self.record.clone();
        let end = {
            let mut record = self.record();
            let end = record.now + ms;
            record.due.insert(end);
            end
        };
        poll_fn(
            move |_| if record.lock().expect("no panic holds it").now >= end { Poll::Ready(()) } else { Poll::Pending },
        )
    }
}

/// An exact store, with faults on the way to it.
pub struct Exact(pub World);

impl Exact {
    fn fault(&self, UpdateId(update_id): UpdateId, is_claim: bool) -> StoreFault {
        let mut record = self.0.record();
        let fault = if record.store_faults.is_empty() { StoreFault::None } else { record.store_faults.remove(0) };
        let at = index(update_id);
        if fault != StoreFault::None {
            record.faulty[at] += 1;
            record.excused[at] += u32::from(!is_claim);
            record.hangs |= matches!(fault, StoreFault::Hang | StoreFault::HangAfter);
        }
        fault
    }

    async fn asked<T>(&self, fault: StoreFault, answer: impl Future<Output = T>) -> Result<T, BoxError> {
        match fault {
            StoreFault::Throw => return Err("the store is out of reach".into()),
            StoreFault::Hang => pending().await,
            _ => {}
        }
        let answer = answer.await;
        match fault {
            StoreFault::ThrowAfter => Err("the answer of the store was lost".into()),
            StoreFault::HangAfter => pending().await,
            _ => Ok(answer),
        }
    }

    fn set(&self, UpdateId(update_id): UpdateId, claim: Option<Claim>) {
        let mut record = self.0.record();
        match claim {
            Some(claim) => record.claims.insert(update_id, claim),
            None => record.claims.remove(&update_id),
        };
    }
}

impl ClaimStore for Exact {
    async fn claim(&self, update_id: UpdateId, _: Duration) -> Result<bool, BoxError> {
        let claimed = poll_fn(|_| {
            let mut record = self.0.record();
            let now = record.now;
            match record.claims.get(&update_id.0) {
                Some(Claim::Done) => Poll::Ready(false),
                Some(Claim::InFlight(until)) if *until > now => Poll::Pending,
                _ => {
                    record.claims.insert(update_id.0, Claim::InFlight(now + LEASE_MS));
                    record.due.insert(now + LEASE_MS);
                    Poll::Ready(true)
                }
            }
        });
        self.asked(self.fault(update_id, true), claimed).await
    }

    async fn release(&self, update_id: UpdateId) -> Result<(), BoxError> {
        self.asked(self.fault(update_id, false), async { self.set(update_id, None) }).await
    }

    async fn settle(&self, update_id: UpdateId, _: Duration) -> Result<(), BoxError> {
        self.asked(self.fault(update_id, false), async { self.set(update_id, Some(Claim::Done)) }).await
    }
}

/// The emulator, in the time of the schedule and with faults on the way.
pub struct Line(pub World);

impl Transport for Line {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let fault = {
            let faults = &mut self.0.record().line_faults;
            if faults.is_empty() { LineFault::None } else { faults.remove(0) }
        };
        self.0.wait(20).await;
        if fault == LineFault::Before {
            return Err(TransportError::message(format!("no connection to {}", request.url)));
        }
        let answer = self.0.emulator.send(request).await;
        if fault == LineFault::After {
            return Err(TransportError::message("the connection was dropped"));
        }
        answer
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        self.0.wait(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)).await;
        Ok(())
    }
}

pub fn index(update_id: i64) -> usize {
    usize::try_from(update_id - 1).expect("an update of the schedule")
}
