//! The service that makes deliveries, and the passing of virtual time.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use botwire::emulator::{Emulator, NewBot, NewUser, Options};
use botwire::webhook::Response;
use proptest::test_runner::TestCaseError;

use crate::handler::{Program, request};
use crate::process::Process;
use crate::schedule::{Schedule, Trouble};
use crate::world::{Record, TOKENS, World, bot_of};

/// The time after which the service closes a connection.
const PATIENCE_MS: u64 = 40_000;
/// The number of attempts. The waits between them increase, to far more than a lease in total.
const TRIES: u32 = 14;
/// The number of polls of everything at one moment: the longest chain of futures that wake each other.
const TURNS: usize = 12;

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A delivery, which the service repeats until the answer is 200.
pub enum Attempt {
    Waits(u64),
    Open { answering: Answering, since: u64, process: usize, polls: u32 },
    Over(bool),
}

pub struct Service {
    pub world: World,
    pub processes: Vec<Process>,
    pub attempts: Vec<(u32, Attempt)>,
    schedule: Schedule,
    program: Program,
    /// The number of processes started so far.
    started: usize,
    pub is_killed: bool,
}

impl Service {
    pub fn new(schedule: &Schedule) -> Self {
        let options = Options { log: 10_000, ..Options::default() };
        let bot = NewBot { token: Some(TOKENS[0].to_owned()), ..NewBot::default() };
        let emulator = Emulator::with(options, [bot]).expect("an emulator");
        let alice = emulator.user(NewUser::default()).expect("a user");
        alice.write("hi").expect("a message");
        let killed_at = schedule.troubles.iter().find_map(|trouble| match trouble {
            Trouble::KilledAtStep(step) => Some(*step),
            _ => None,
        });
        let mut record = Record {
            store_faults: schedule.store_faults.clone(),
            line_faults: schedule.line_faults.clone(),
            killed_at,
            ..Record::default()
        };
        record.due.extend(schedule.deliveries.iter().map(|delivery| delivery.at_ms));
        let world = World { record: Arc::new(Mutex::new(record)), emulator };
        let started = schedule.processes;
        let processes = (0..started).map(|number| Process::new(&world, schedule.settings, number)).collect();
        let attempts = schedule.deliveries.iter().map(|delivery| (0, Attempt::Waits(delivery.at_ms))).collect();
        let (behaviors, chat) = (Arc::new(schedule.behaviors.clone()), alice.id().0);
        let program = Program { world: world.clone(), behaviors, settings: schedule.settings, chat, process: 0 };
        Self { world, processes, attempts, schedule: schedule.clone(), program, started, is_killed: false }
    }

    /// Makes the service repeat a delivery. Returns the one in flight.
    fn again(&mut self, number: usize, now: u64) -> Attempt {
        let (tries, attempt) = &mut self.attempts[number];
        let until = now + 60_000.min(1000 << *tries);
        *tries += 1;
        self.world.record().due.insert(until);
        std::mem::replace(attempt, if *tries == TRIES { Attempt::Over(false) } else { Attempt::Waits(until) })
    }

    fn open(&self, number: usize, now: u64) -> Attempt {
        let delivery = &self.schedule.deliveries[number];
        let process = (delivery.process + self.attempts[number].0 as usize) % self.processes.len();
        let (at, own) = (delivery.update, &self.processes[process]);
        let webhook = own.webhooks[bot_of(at)].clone();
        let (program, request) = (Program { process: own.number, ..self.program.clone() }, request(at));
        let mut record = self.world.record();
        record.due.insert(now + PATIENCE_MS);
        record.due.extend(delivery.goes_after_ms.map(|ms| now + ms));
        let on_update = move |update, context| program.handle(at, update, context);
        let answering = Box::pin(async move { webhook.handle(request, on_update).await });
        Attempt::Open { answering, since: now, process, polls: 0 }
    }

    /// Polls a delivery once.
    fn turn(&mut self, number: usize, now: u64) -> Result<(), TestCaseError> {
        if let Attempt::Waits(until) = self.attempts[number].1
            && until <= now
        {
            self.attempts[number].1 = self.open(number, now);
        }
        let is_first = self.attempts[number].0 == 0;
        let delivery = &self.schedule.deliveries[number];
        let Attempt::Open { answering, since, process, polls } = &mut self.attempts[number].1 else { return Ok(()) };
        let limit = delivery.goes_after_ms.filter(|_| is_first).unwrap_or(PATIENCE_MS);
        *polls += 1;
        let leaves = now >= *since + limit || (is_first && delivery.goes_after_polls == Some(*polls));
        let is_frozen = self.processes[*process].frozen_until > now;
        let answer =
            if is_frozen { Poll::Pending } else { answering.as_mut().poll(&mut Context::from_waker(Waker::noop())) };
        if let Poll::Ready(response) = answer {
            let status = response.status();
            let body = String::from_utf8(response.into_bytes().unwrap_or_default()).expect("text");
            let call: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
            self.world.record().shown.push(body);
            if status == 200 {
                self.world.record().sent.extend(call["text"].as_str().map(str::to_owned));
                self.attempts[number].1 = Attempt::Over(true);
            } else if [500, 503].contains(&status) {
                drop(self.again(number, now));
            } else {
                return Err(TestCaseError::fail(format!("status {status}")));
            }
        } else if leaves {
            self.world.record().gone[delivery.update] += 1;
            // The server drops the delivery, and all tasks that the host does not run.
            drop(self.again(number, now));
        }
        Ok(())
    }

    /// Kills a process, and starts another one in its place.
    fn kill(&mut self, index: usize, now: u64) {
        self.is_killed = true;
        for number in 0..self.attempts.len() {
            if matches!(self.attempts[number].1, Attempt::Open { process, .. } if process == index) {
                std::mem::forget(self.again(number, now));
            }
        }
        self.processes[index].kill();
        let number = self.processes[index].number;
        self.world.record().running.retain(|(_, process), _| *process != number);
        self.processes[index] = Process::new(&self.world, self.schedule.settings, self.started);
        self.started += 1;
    }

    fn trouble(&mut self, trouble: Trouble, now: u64) {
        let count = self.processes.len();
        match trouble {
            Trouble::Killed { process, .. } => self.kill(process % count, now),
            Trouble::KilledAtStep(_) => {}
            Trouble::Frozen { process, for_ms, .. } => {
                self.processes[process % count].frozen_until = now + for_ms;
                self.world.record().due.insert(now + for_ms);
            }
            Trouble::ClockSet { by_ms, .. } => self.world.record().ahead += by_ms,
        }
    }

    /// Advances the time until nothing is due.
    pub fn run(&mut self) -> Result<(), TestCaseError> {
        let mut troubles: Vec<(u64, Trouble)> =
            self.schedule.troubles.iter().map(|trouble| (at(trouble), *trouble)).collect();
        self.world.record().due.extend(troubles.iter().map(|(at, _)| *at));
        loop {
            let now = self.world.record().now;
            for (_, trouble) in troubles.extract_if(.., |(at, _)| *at <= now).collect::<Vec<_>>() {
                self.trouble(trouble, now);
            }
            for _ in 0..TURNS {
                for number in 0..self.attempts.len() {
                    self.turn(number, now)?;
                    self.kill_due(now);
                }
                for index in 0..self.processes.len() {
                    if self.processes[index].frozen_until <= now {
                        self.processes[index].turn();
                    }
                    self.kill_due(now);
                }
            }
            let mut record = self.world.record();
            let Some(next) = record.due.range(now + 1..).next().copied() else { return Ok(()) };
            record.due = record.due.split_off(&next);
            record.now = next;
        }
    }

    fn kill_due(&mut self, now: u64) {
        let number = self.world.record().to_kill.take();
        let index = number.and_then(|number| self.processes.iter().position(|process| process.number == number));
        if let Some(index) = index {
            self.kill(index, now);
        }
    }
}

fn at(trouble: &Trouble) -> u64 {
    match trouble {
        Trouble::Killed { at_ms, .. } | Trouble::Frozen { at_ms, .. } | Trouble::ClockSet { at_ms, .. } => *at_ms,
        Trouble::KilledAtStep(_) => 0,
    }
}
