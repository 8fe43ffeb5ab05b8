//! The environment of the webhook, in virtual time: the record of events, the store, and the connection to the service.

use std::collections::{BTreeSet, HashMap};
use std::future::{Future, pending, poll_fn};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Request, Response, Transport, TransportError};
use botwire::emulator::Emulator;
use botwire::policy::claims::{Claimed, Claims};
use botwire::webhook::stores::{BoxError, Claim, ClaimStore};

use crate::schedule::{BOTS, LineFault, StoreFault, UPDATES};

/// Tokens of the bots. The emulator knows the first one.
pub const TOKENS: [&str; BOTS] =
    ["110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw", "220201543:BBHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"];

/// The events, by update.
#[derive(Default)]
pub struct Record {
    pub now: u64,
    /// The time by which the clock of the store is ahead.
    pub ahead: u64,
    pub due: BTreeSet<u64>,
    pub claims: Option<Claims>,
    /// Leases that were not ended by their owners, by key.
    pub in_flight: HashMap<String, (String, usize)>,
    pub taken_over: [u32; UPDATES],
    pub settled: [bool; UPDATES],
    /// Runs of a handler after the update was settled.
    pub late_runs: [u32; UPDATES],
    pub store_faults: Vec<StoreFault>,
    pub line_faults: Vec<LineFault>,
    /// The number of steps of the store and the network, and the one during which its process vanishes.
    pub steps: u32,
    pub killed_at: Option<u32>,
    pub to_kill: Option<usize>,
    /// The number of faults of the store after a claim.
    pub excused: [u32; UPDATES],
    pub has_faults: bool,
    pub hangs: bool,
    pub runs: [usize; UPDATES],
    pub successes: [u32; UPDATES],
    pub failed_late: [u32; UPDATES],
    /// The number of calls that failed and were reported.
    pub failed_calls: [u32; UPDATES],
    /// The number of connections that were closed before the answer.
    pub gone: [u32; UPDATES],
    /// The number of running handlers, by bot and process, and its maximum.
    pub running: HashMap<(usize, usize), usize>,
    pub most_at_once: usize,
    pub owed: Vec<(usize, String)>,
    pub sent: BTreeSet<String>,
    pub shown: Vec<String>,
}

#[derive(Clone)]
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

    /// Takes a step of a process, which may vanish during it.
    async fn step(&self, process: usize) {
        let is_killed = {
            let mut record = self.record();
            record.steps += 1;
            let is_killed = record.killed_at == Some(record.steps);
            if is_killed {
                record.to_kill = Some(process);
            }
            is_killed
        };
        if is_killed {
            pending::<()>().await;
        }
    }
}

/// A running handler.
pub struct Running(World, (usize, usize));

impl Running {
    pub fn new(world: &World, bot: usize, process: usize) -> Self {
        let mut record = world.record();
        *record.running.entry((bot, process)).or_default() += 1;
        let at_once = record.running.iter().filter(|((other, _), _)| *other == bot).map(|(_, count)| count).sum();
        record.most_at_once = record.most_at_once.max(at_once);
        Self(world.clone(), (bot, process))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(count) = self.0.record().running.get_mut(&self.1) {
            *count -= 1;
        }
    }
}

/// A store that all processes and bots share, with faults on the connection.
pub struct Exact {
    pub world: World,
    pub process: usize,
}

impl Exact {
    fn fault(&self, key: &str, is_claim: bool) -> StoreFault {
        let mut record = self.world.record();
        let fault = if record.store_faults.is_empty() { StoreFault::None } else { record.store_faults.remove(0) };
        if fault != StoreFault::None {
            record.has_faults = true;
            record.hangs |= matches!(fault, StoreFault::Hang | StoreFault::HangAfter);
            if let Some(at) = update_of(key).filter(|_| !is_claim) {
                record.excused[at] += 1;
            }
        }
        fault
    }

    async fn ask<T>(
        &self,
        key: &str,
        is_claim: bool,
        change: impl FnOnce(&mut Record, &mut Claims, f64) -> T,
    ) -> Result<T, BoxError> {
        let fault = self.fault(key, is_claim);
        self.world.step(self.process).await;
        match fault {
            StoreFault::Throw => return Err("the store is out of reach".into()),
            StoreFault::Hang => pending().await,
            _ => {}
        }
        let answer = {
            let mut record = self.world.record();
            let mut claims = record.claims.take().unwrap_or_else(|| Claims::new(1000));
            #[allow(clippy::cast_precision_loss)] // minutes
            let now = (record.now + record.ahead) as f64;
            let answer = change(&mut record, &mut claims, now);
            record.claims = Some(claims);
            answer
        };
        self.world.step(self.process).await;
        match fault {
            StoreFault::ThrowAfter => Err("the answer of the store was lost".into()),
            StoreFault::HangAfter => pending().await,
            _ => Ok(answer),
        }
    }
}

impl ClaimStore for Exact {
    async fn claim(&self, key: &str, lease: Duration, place: Option<i64>, owner: &str) -> Result<Claim, BoxError> {
        let claim = |record: &mut Record, claims: &mut Claims, now: f64| match claims.claim(
            key,
            ms(lease),
            place,
            owner,
            now,
        ) {
            Claimed::Owned { attempts } => {
                let former = record.in_flight.insert(key.to_owned(), (owner.to_owned(), self.process));
                if former.is_some_and(|(former, _)| former != owner)
                    && let Some(at) = update_of(key)
                {
                    record.taken_over[at] += 1;
                }
                Claim::Owned { owner: owner.to_owned(), attempts }
            }
            Claimed::Busy => Claim::Busy,
            Claimed::Done { response } => Claim::Done { response },
        };
        self.ask(key, true, claim).await
    }

    async fn renew(&self, key: &str, owner: &str, lease: Duration) -> Result<bool, BoxError> {
        self.ask(key, false, |_, claims, now| claims.renew(key, owner, ms(lease), now)).await
    }

    async fn settle(&self, key: &str, owner: &str, ttl: Duration, response: Option<&str>) -> Result<bool, BoxError> {
        let settle = |record: &mut Record, claims: &mut Claims, now: f64| {
            let is_owner = claims.settle(key, owner, now + ms(ttl), response);
            if is_owner {
                record.in_flight.remove(key);
                if let Some(at) = update_of(key) {
                    record.settled[at] = true;
                }
            }
            is_owner
        };
        self.ask(key, false, settle).await
    }

    async fn release(&self, key: &str, owner: &str, attempts: u32) -> Result<bool, BoxError> {
        let release = |record: &mut Record, claims: &mut Claims, _: f64| {
            let is_owner = claims.release(key, owner, attempts);
            if is_owner {
                record.in_flight.remove(key);
            }
            is_owner
        };
        self.ask(key, false, release).await
    }
}

fn ms(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// The emulator, in the schedule's time, with faults on the connection.
pub struct Line {
    pub world: World,
    pub process: usize,
}

impl Transport for Line {
    async fn send(&self, mut request: Request) -> Result<Response, TransportError> {
        let fault = {
            let faults = &mut self.world.record().line_faults;
            if faults.is_empty() { LineFault::None } else { faults.remove(0) }
        };
        self.world.step(self.process).await;
        self.world.wait(20).await;
        if fault == LineFault::Before {
            return Err(TransportError::message(format!("no connection to {}", request.url)));
        }
        request.url = request.url.replace(TOKENS[1], TOKENS[0]);
        let answer = self.world.emulator.send(request).await;
        self.world.step(self.process).await;
        if fault == LineFault::After {
            return Err(TransportError::message("the connection was dropped"));
        }
        answer
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        self.world.wait(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)).await;
        Ok(())
    }
}

/// Returns the identifier of an update. Each bot's start with 1.
pub fn update_id(update: usize) -> usize {
    update % (UPDATES / BOTS) + 1
}

pub fn bot_of(update: usize) -> usize {
    update / (UPDATES / BOTS)
}

/// Returns the index of a bot's update.
pub fn index(bot: usize, update_id: i64) -> usize {
    bot * (UPDATES / BOTS) + usize::try_from(update_id - 1).expect("an update of the schedule")
}

/// Returns the update whose claim has the key, or `None` for a turn.
fn update_of(key: &str) -> Option<usize> {
    let (token, id) = key.split_once(":update:")?;
    let bot = TOKENS.iter().position(|known| known.starts_with(token)).expect("a bot of the schedule");
    Some(index(bot, id.parse().expect("an identifier")))
}
