//! The webhook in Rust under random schedules, natively and in virtual time: deliveries and duplicates in any order, slow, throwing
//! and answering handlers, faults of the store and of the service, clients that go, isolates that are evicted. With an exact
//! store each update is handled once or comes again, and no call that a handler made its answer is lost in silence.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use std::collections::{BTreeSet, HashMap};
use std::future::{Future, pending, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context as TaskContext, Poll, Waker};
use std::time::{Duration, Instant};

use botwire::client::{Bot, Request as ClientRequest, Response as ClientResponse, Transport, TransportError};
use botwire::emulator::{Emulator, NewBot, NewUser, Options};
use botwire::methods::{AnswerCallbackQuery, SendMessage};
use botwire::types::Update;
use botwire::webhook::stores::{BoxError, ClaimStore};
use botwire::webhook::{Context, InlineCall, Request, Response, Task, Webhook};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::test_runner::{Config, FileFailurePersistence, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use serde_json::json;

/// Schedules of a run, the same ones each time. A nightly run tries others for `MODEL_SECONDS`.
const CASES: u32 = 300;
const TOKEN: &str = "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const SECRET: &str = "AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
const UPDATES: usize = 4;
/// Above the deadline of 10 s, and below the lease of 60 s.
const SLOW: [u64; 9] = [0, 0, 0, 1, 500, 4000, 9990, 12_000, 30_000];
const LEASE_MS: u64 = 60_000;
/// After so long the service closes a connection.
const PATIENCE_MS: u64 = 40_000;
/// After a failure the service waits ever longer; in sum far longer than a lease.
const TRIES: u32 = 14;
/// How often everything is polled at one moment: the longest chain of futures that wake each other.
const TURNS: usize = 12;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Does {
    Nothing,
    Call,
    Answer,
    Throw,
    AnswerAndThrow,
    Bot,
    WaitUntil,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum StoreFault {
    None,
    Throw,
    ThrowAfter,
    Hang,
    HangAfter,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum LineFault {
    None,
    Before,
    After,
}

#[derive(Debug, Clone)]
struct Delivery {
    update: usize,
    at_ms: u64,
    isolate: usize,
    goes_after_ms: Option<u64>,
}

#[derive(Debug, Clone)]
struct Schedule {
    isolates: usize,
    /// By update: what its handler does, one after another.
    behaviours: Vec<Vec<(u64, Does)>>,
    deliveries: Vec<Delivery>,
    store_faults: Vec<StoreFault>,
    line_faults: Vec<LineFault>,
    eviction: Option<(usize, u64)>,
    on_error_handles: bool,
}

fn schedule() -> impl Strategy<Value = Schedule> {
    let does = prop_oneof![
        1 => Just(Does::Nothing), 2 => Just(Does::Call), 2 => Just(Does::Answer), 1 => Just(Does::Throw),
        1 => Just(Does::AnswerAndThrow), 1 => Just(Does::Bot), 1 => Just(Does::WaitUntil),
    ];
    let behaviours = vec(vec((select(&SLOW[..]), does), 1..=3), UPDATES);
    let goes = prop_oneof![4 => Just(None), 1 => select(&[0_u64, 1, 700, 9000][..]).prop_map(Some)];
    let delivery = (0..UPDATES, 0..20_000_u64, 0..3_usize, goes)
        .prop_map(|(update, at_ms, isolate, goes_after_ms)| Delivery { update, at_ms, isolate, goes_after_ms });
    let store_faults = prop_oneof![
        12 => Just(StoreFault::None),
        1 => select(&[StoreFault::Throw, StoreFault::ThrowAfter, StoreFault::Hang, StoreFault::HangAfter][..]),
    ];
    let line_faults =
        prop_oneof![4 => Just(LineFault::None), 1 => Just(LineFault::Before), 1 => Just(LineFault::After)];
    let eviction = option::weighted(0.3, (0..3_usize, 0..30_000_u64));
    (
        1..=3_usize,
        behaviours,
        vec(delivery, 1..=8),
        vec(store_faults, 0..12),
        vec(line_faults, 0..6),
        eviction,
        any::<bool>(),
    )
        .prop_map(|(isolates, behaviours, deliveries, store_faults, line_faults, eviction, on_error_handles)| {
            Schedule { isolates, behaviours, deliveries, store_faults, line_faults, eviction, on_error_handles }
        })
}

/// What happened, by update.
#[derive(Debug, Default)]
struct Record {
    now: u64,
    due: BTreeSet<u64>,
    claims: HashMap<i64, Claim>,
    store_faults: Vec<StoreFault>,
    line_faults: Vec<LineFault>,
    /// Questions to the store that failed, of those the ones after a claim, and whether one hangs.
    faulty: [u32; UPDATES],
    excused: [u32; UPDATES],
    hangs: bool,
    runs: [usize; UPDATES],
    successes: [u32; UPDATES],
    failed_late: [u32; UPDATES],
    /// Connections that were closed before the answer.
    gone: [u32; UPDATES],
    owed: Vec<(usize, String)>,
    sent: BTreeSet<String>,
    shown: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
enum Claim {
    InFlight(u64),
    Done,
}

#[derive(Debug, Clone)]
struct World {
    record: Arc<Mutex<Record>>,
    emulator: Emulator,
}

impl World {
    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().expect("no panic holds it")
    }

    /// Waits in virtual time.
    fn wait(&self, ms: u64) -> impl Future<Output = ()> + Send + 'static {
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
struct Exact(World);

impl Exact {
    fn fault(&self, update_id: i64, is_claim: bool) -> StoreFault {
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

    fn set(&self, update_id: i64, claim: Option<Claim>) {
        let mut record = self.0.record();
        match claim {
            Some(claim) => record.claims.insert(update_id, claim),
            None => record.claims.remove(&update_id),
        };
    }
}

impl ClaimStore for Exact {
    async fn claim(&self, update_id: i64, _: Duration) -> Result<bool, BoxError> {
        let claimed = poll_fn(|_| {
            let mut record = self.0.record();
            let now = record.now;
            match record.claims.get(&update_id) {
                Some(Claim::Done) => Poll::Ready(false),
                Some(Claim::InFlight(until)) if *until > now => Poll::Pending,
                _ => {
                    record.claims.insert(update_id, Claim::InFlight(now + LEASE_MS));
                    record.due.insert(now + LEASE_MS);
                    Poll::Ready(true)
                }
            }
        });
        self.asked(self.fault(update_id, true), claimed).await
    }

    async fn release(&self, update_id: i64) -> Result<(), BoxError> {
        self.asked(self.fault(update_id, false), async { self.set(update_id, None) }).await
    }

    async fn settle(&self, update_id: i64, _: Duration) -> Result<(), BoxError> {
        self.asked(self.fault(update_id, false), async { self.set(update_id, Some(Claim::Done)) }).await
    }
}

/// The emulator, in the time of the schedule and with faults on the way.
struct Line(World);

impl Transport for Line {
    async fn send(&self, request: ClientRequest) -> Result<ClientResponse, TransportError> {
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

fn index(update_id: i64) -> usize {
    usize::try_from(update_id - 1).expect("an update of the schedule")
}

/// Callback queries have an answer; messages have none.
fn is_query(update: usize) -> bool {
    update.is_multiple_of(2)
}

fn request(update: usize) -> Request {
    let id = update + 1;
    let body = if is_query(update) {
        let from = json!({"id": 7, "is_bot": false, "first_name": "A"});
        json!({"update_id": id, "callback_query": {"id": format!("q{id}"), "from": from, "chat_instance": "1", "data": "d"}})
    } else {
        let chat = json!({"id": 7, "type": "private"});
        json!({"update_id": id, "message": {"message_id": id, "date": 1, "chat": chat, "text": "hi"}})
    };
    Request::new("POST", "/hook/secret").header("content-type", "application/json").body(body.to_string())
}

/// What the handler of an update does.
async fn handle(
    world: World,
    behaviours: Arc<Vec<Vec<(u64, Does)>>>,
    handles: bool,
    chat: i64,
    update: Update,
    context: Context,
) -> Result<Option<InlineCall>, BoxError> {
    let at = index(update.update_id.0);
    let (run, (before_ms, does)) = {
        let mut record = world.record();
        record.runs[at] += 1;
        let run = record.runs[at];
        (run, behaviours[at][run.min(behaviours[at].len()) - 1])
    };
    let key = format!("{}.{run}", at + 1);
    if is_query(at) && matches!(does, Does::Answer | Does::AnswerAndThrow) {
        context.answer(AnswerCallbackQuery::new(format!("q{}", at + 1)).text(key.as_str())).await?;
    }
    if before_ms > 0 {
        world.wait(before_ms).await;
    }
    // The hook answers for the handler, and the answer that is pending goes out all the same.
    if does == Does::AnswerAndThrow && is_query(at) && handles && !context.is_late() {
        world.record().owed.push((at, key.clone()));
    }
    match does {
        Does::Throw | Does::AnswerAndThrow => return Err(format!("the handler of {key} fails").into()),
        Does::Bot => {
            context.bot()?.send(SendMessage::new(chat, format!("bot {key}"))).await?;
        }
        Does::WaitUntil => {
            let wait = world.wait(5);
            context.wait_until(async move {
                wait.await;
                Err::<(), BoxError>("background".into())
            });
        }
        _ => {}
    }
    let mut record = world.record();
    record.successes[at] += 1;
    if does == Does::Call || does == Does::Answer && is_query(at) {
        record.owed.push((at, key.clone()));
    }
    Ok((does == Does::Call).then(|| SendMessage::new(chat, key).into()))
}

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A webhook in a host of its own. Evicted, it does nothing more.
struct Isolate {
    webhook: Webhook,
    tasks: Arc<Mutex<Vec<Task>>>,
}

impl Isolate {
    fn new(world: &World, handles: bool) -> Self {
        let tasks: Arc<Mutex<Vec<Task>>> = Arc::default();
        let (host, told) = (tasks.clone(), world.clone());
        let bot = Bot::with_transport("https://emulator.invalid", TOKEN, Line(world.clone())).expect("a bot");
        let webhook = Webhook::new("/hook/secret")
            .bot(bot)
            .store(Exact(world.clone()))
            .wait_until(move |task| host.lock().expect("no panic holds it").push(task))
            .on_error(move |failure| {
                let mut record = told.record();
                record.shown.push(format!("{failure} {failure:?}"));
                record.failed_late[index(failure.update_id)] += u32::from(failure.is_late);
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
    task.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())).is_pending()
}

/// A delivery of the service, which tries again until it is answered 200.
enum Attempt {
    Waits(u64),
    Open { answering: Answering, since: u64, isolate: usize },
    Over(bool),
}

struct Service {
    world: World,
    isolates: Vec<Isolate>,
    attempts: Vec<(u32, Attempt)>,
    schedule: Schedule,
    behaviours: Arc<Vec<Vec<(u64, Does)>>>,
    chat: i64,
}

impl Service {
    fn new(schedule: &Schedule) -> Self {
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
        if let Poll::Ready(response) = answering.as_mut().poll(&mut TaskContext::from_waker(Waker::noop())) {
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
    fn run(&mut self) -> Result<(), TestCaseError> {
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

fn holds(schedule: &Schedule) -> Result<(), TestCaseError> {
    let mut service = Service::new(schedule);
    service.run()?;
    let outcomes: Vec<bool> =
        service.attempts.iter().map(|(_, attempt)| matches!(attempt, Attempt::Over(true))).collect();
    let tasks: usize =
        service.isolates.iter().map(|isolate| isolate.tasks.lock().expect("no panic holds it").len()).sum();
    let mut record = service.world.record();
    let calls = service.world.emulator.log(0).into_iter().filter(|entry| entry["kind"] == "call");
    record.sent.extend(calls.filter_map(|entry| Some(entry["parameters"]["text"].as_str()?.to_owned())));
    let evicted = u32::from(schedule.eviction.is_some());
    for at in 0..UPDATES {
        let was_answered =
            schedule.deliveries.iter().zip(&outcomes).any(|(delivery, is_ok)| *is_ok && delivery.update == at);
        // A late call that fails releases the update, as a handler that fails.
        let (successes, excused) = (record.successes[at], record.excused[at] + record.failed_late[at]);
        if successes > 1 + excused + evicted {
            return Err(TestCaseError::fail(format!("update {} is handled {successes} times: {record:?}", at + 1)));
        }
        let is_excused =
            record.failed_late[at] > 0 || evicted > 0 || schedule.on_error_handles || record.faulty[at] > 0;
        if was_answered && successes == 0 && !is_excused {
            return Err(TestCaseError::fail(format!("update {} is lost: {record:?}", at + 1)));
        }
    }
    for (at, key) in &record.owed {
        // A response to nobody takes its call with it; a call that failed was reported.
        let is_excused = evicted > 0 || record.gone[*at] > 0 || record.failed_late[*at] > 0;
        if !record.sent.contains(key) && !is_excused {
            return Err(TestCaseError::fail(format!("the call {key} is lost: {record:?}")));
        }
    }
    if tasks > 0 && !record.hangs {
        return Err(TestCaseError::fail(format!("{tasks} tasks are left: {record:?}")));
    }
    match record.shown.iter().find(|text| text.contains(SECRET)) {
        Some(text) => Err(TestCaseError::fail(format!("the token is shown: {text}"))),
        None => Ok(()),
    }
}

fn config() -> Config {
    // A schedule that once failed is tried first.
    let persistence = FileFailurePersistence::Direct(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/webhook_models.txt"));
    Config {
        cases: CASES,
        failure_persistence: Some(Box::new(persistence)),
        max_shrink_iters: 20_000,
        ..Config::default()
    }
}

#[test]
fn each_update_is_handled_once_or_again_and_no_call_is_lost() {
    let Some(seconds) = std::env::var("MODEL_SECONDS").ok().and_then(|seconds| seconds.parse().ok()) else {
        let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(config(), random);
        return runner.run(&schedule(), |schedule| holds(&schedule)).unwrap_or_else(|failure| panic!("{failure:#}"));
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut rounds = 0;
    while Instant::now() < end {
        let tried = TestRunner::new(config()).run(&schedule(), |schedule| holds(&schedule));
        tried.unwrap_or_else(|failure| panic!("{failure:#}"));
        rounds += 1;
    }
    println!("{} schedules", rounds * CASES);
}
