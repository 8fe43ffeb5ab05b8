//! The service that delivers, the isolates in which the webhook runs, and the passing of virtual time.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use botwire::client::Bot;
use botwire::emulator::{Emulator, NewBot, NewUser, Options};
use botwire::webhook::{Cause, Response, Task, Webhook};
use proptest::test_runner::TestCaseError;

use crate::handler::{handle, request};
use crate::schedule::{Does, Schedule};
use crate::world::{Exact, Line, Record, World, index};

const TOKEN: &str = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
/// After so long the service closes a connection.
const PATIENCE_MS: u64 = 40_000;
/// After a failure the service waits ever longer; in sum far longer than a lease.
const TRIES: u32 = 14;
/// How often everything is polled at one moment: the longest chain of futures that wake each other.
const TURNS: usize = 12;

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A webhook in a host of its own. Evicted, it does nothing more.
pub struct Isolate {
    pub webhook: Webhook,
    pub tasks: Arc<Mutex<Vec<Task>>>,
}

impl Isolate {
    pub fn new(world: &World, handles: bool) -> Self {
        let tasks: Arc<Mutex<Vec<Task>>> = Arc::default();
        let (host, reporter) = (tasks.clone(), world.clone());
        let bot = Bot::with_transport("https://emulator.invalid", TOKEN, Line(world.clone())).expect("a bot");
        let webhook = Webhook::new("/hook/secret")
            .bot(bot)
            .store(Exact(world.clone()))
            .wait_until(move |task| host.lock().expect("no panic holds it").push(task))
            .on_error(move |failure| {
                let mut record = reporter.record();
                record.shown.push(format!("{failure} {failure:?}"));
                record.failed_late[index(failure.update_id.0)] += u32::from(failure.is_late);
                record.failed_calls[index(failure.update_id.0)] += u32::from(matches!(failure.cause, Cause::Call(_)));
                handles.then(|| Response::new(200))
            });
        Self { webhook, tasks }
    }

    /// Polls what goes on behind the answers.
    fn turn(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().expect("no panic holds it"));
        let left: Vec<Task> = tasks.into_iter().filter_map(|mut task| is_pending(&mut task).then_some(task)).collect();
        self.tasks.lock().expect("no panic holds it").extend(left);
    }
}

fn is_pending(task: &mut Task) -> bool {
    task.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending()
}

/// A delivery of the service, which tries again until it is answered 200.
pub enum Attempt {
    Waits(u64),
    Open { answering: Answering, since: u64, isolate: usize },
    Over(bool),
}

pub struct Service {
    pub world: World,
    pub isolates: Vec<Isolate>,
    pub attempts: Vec<(u32, Attempt)>,
    pub schedule: Schedule,
    pub behaviours: Arc<Vec<Vec<(u64, Does)>>>,
    pub chat: i64,
}

impl Service {
    pub fn new(schedule: &Schedule) -> Self {
        let options = Options { log: 10_000, ..Options::default() };
        let bot = NewBot { token: Some(TOKEN.to_owned()), ..NewBot::default() };
        let emulator = Emulator::with(options, [bot]).expect("an emulator");
        let alice = emulator.user(NewUser::default()).expect("a user");
        alice.write("hi").expect("a message");
        let record = Record {
            store_faults: schedule.store_faults.clone(),
            line_faults: schedule.line_faults.clone(),
            ..Record::default()
        };
        let world = World { record: Arc::new(Mutex::new(record)), emulator };
        let isolates = (0..schedule.isolates).map(|_| Isolate::new(&world, schedule.on_error_handles)).collect();
        let attempts = schedule.deliveries.iter().map(|delivery| (0, Attempt::Waits(delivery.at_ms))).collect();
        for delivery in &schedule.deliveries {
            world.record().due.insert(delivery.at_ms);
        }
        let (behaviours, chat) = (Arc::new(schedule.behaviours.clone()), alice.id().0);
        Self { world, isolates, attempts, schedule: schedule.clone(), behaviours, chat }
    }

    fn again(&mut self, number: usize, now: u64) {
        let (tries, attempt) = &mut self.attempts[number];
        let until = now + 60_000.min(1000 << *tries);
        *tries += 1;
        *attempt = if *tries == TRIES { Attempt::Over(false) } else { Attempt::Waits(until) };
        self.world.record().due.insert(until);
    }

    fn open(&self, number: usize, now: u64) -> Attempt {
        let delivery = &self.schedule.deliveries[number];
        let isolate = (delivery.isolate + self.attempts[number].0 as usize) % self.isolates.len();
        let (webhook, world, behaviours) =
            (self.isolates[isolate].webhook.clone(), self.world.clone(), self.behaviours.clone());
        let (handles, chat, request) = (self.schedule.on_error_handles, self.chat, request(delivery.update));
        let mut record = self.world.record();
        record.due.insert(now + PATIENCE_MS);
        record.due.extend(delivery.goes_after_ms.map(|ms| now + ms));
        let answering = Box::pin(async move {
            let on_update = move |update, context| handle(world, behaviours, handles, chat, update, context);
            webhook.handle(request, on_update).await
        });
        Attempt::Open { answering, since: now, isolate }
    }

    /// Polls a delivery once.
    fn turn(&mut self, number: usize, now: u64) -> Result<(), TestCaseError> {
        if let Attempt::Waits(until) = self.attempts[number].1
            && until <= now
        {
            self.attempts[number].1 = self.open(number, now);
        }
        let first = self.attempts[number].0 == 0;
        let Attempt::Open { answering, since, .. } = &mut self.attempts[number].1 else { return Ok(()) };
        let delivery = &self.schedule.deliveries[number];
        let limit = delivery.goes_after_ms.filter(|_| first).unwrap_or(PATIENCE_MS);
        let since = *since;
        if let Poll::Ready(response) = answering.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            let status = response.status();
            let body = String::from_utf8(response.into_bytes().unwrap_or_default()).expect("text");
            let call: serde_json::Value = serde_json::from_str(&body).unwrap_or_default();
            self.world.record().shown.push(body);
            if status == 200 {
                self.world.record().sent.extend(call["text"].as_str().map(str::to_owned));
                self.attempts[number].1 = Attempt::Over(true);
            } else if [500, 503].contains(&status) {
                self.again(number, now);
            } else {
                return Err(TestCaseError::fail(format!("status {status}")));
            }
        } else if now >= since + limit {
            self.world.record().gone[delivery.update] += 1;
            self.again(number, now);
        }
        Ok(())
    }

    fn evict(&mut self, index: usize, now: u64) {
        let index = index % self.isolates.len();
        for number in 0..self.attempts.len() {
            if matches!(self.attempts[number].1, Attempt::Open { isolate, .. } if isolate == index) {
                self.again(number, now);
            }
        }
        self.isolates[index] = Isolate::new(&self.world, self.schedule.on_error_handles);
    }

    /// Lets time pass until nothing is due any more.
    pub fn run(&mut self) -> Result<(), TestCaseError> {
        let mut eviction = self.schedule.eviction;
        if let Some((_, at)) = eviction {
            self.world.record().due.insert(at);
        }
        loop {
            let now = self.world.record().now;
            if let Some((isolate, at)) = eviction
                && at <= now
            {
                eviction = None;
                self.evict(isolate, now);
            }
            for _ in 0..TURNS {
                for number in 0..self.attempts.len() {
                    self.turn(number, now)?;
                }
                self.isolates.iter().for_each(Isolate::turn);
            }
            let mut record = self.world.record();
            let Some(next) = record.due.range(now + 1..).next().copied() else { return Ok(()) };
            record.due = record.due.split_off(&next);
            record.now = next;
        }
    }
}
