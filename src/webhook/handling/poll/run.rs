//! Handles the updates of a poll: which at the same time, which again, and when.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{self, Poll};

use super::Polling;
use super::endless::Endless;
use super::when_woken::{ParentWaker, WhenWoken};
use crate::client::clock::Moment;
use crate::client::{Error, log};
use crate::policy::delivery::Event;
use crate::policy::polling::{MAX_BACKOFF, wait_after_errors};
use crate::request::random::random;
use crate::request::read::Read;
use crate::types::Update;
use crate::webhook::handling::delivery::Delivery;
use crate::webhook::handling::handler::drive;
use crate::webhook::handling::options::Task;
use crate::webhook::handling::record::Answer;
use crate::webhook::handling::request::Request;
use crate::webhook::handling::shared::{Shared, notice};
use crate::webhook::handling::task_set::TaskSet;
use crate::webhook::handling::unwound::unwound;

/// The most updates that were received and not yet handled, more than a service sends.
const MOST_WORKS: usize = 1000;

/// An update that was received and not yet handled.
struct Work {
    /// Boxed, because every pass moves the works.
    update: Box<Update>,
    /// Updates that have a key in common are handled one at a time.
    keys: Vec<String>,
    /// How often it was handled, as far as that counts.
    attempts: u32,
    /// How often it has failed in a row.
    failures: u32,
    step: Step,
}

enum Step {
    Waiting,
    Handling { delivery: Shared<Delivery>, driver: WhenWoken },
    Resting { rest: WhenWoken, is_long: bool },
}

impl Work {
    fn id(&self) -> i64 {
        self.update.update_id.0
    }

    /// Returns true if its handler runs. One that waits for its turn or its session takes no place, and neither does a call that waits
    /// as long as the service asks.
    fn takes_place(&self) -> bool {
        let Step::Handling { delivery, .. } = &self.step else { return false };
        let record = delivery.record();
        !record.is_resting && !record.state.waits()
    }
}

/// The state of [`Polling::run`].
pub(super) struct Run {
    /// In the order of their identifiers.
    works: Vec<Work>,
    /// Wakes the task of `run` for the works.
    waker: ParentWaker,
    /// The highest identifier that was handled.
    highest: i64,
    tasks: TaskSet,
    /// Logs which kinds the service sends. Nothing waits for it.
    kinds: Option<Task>,
    endless: Endless,
    is_ending: bool,
    /// The updates that have failed since the end began.
    left: Vec<i64>,
    pub outcome: Result<(), Error>,
}

impl Run {
    pub fn new(kinds: Option<Task>) -> Self {
        Self {
            works: Vec::new(),
            waker: ParentWaker::default(),
            highest: -1,
            tasks: TaskSet::default(),
            kinds,
            endless: Endless::default(),
            is_ending: false,
            left: Vec::new(),
            outcome: Ok(()),
        }
    }

    pub fn is_over(&self) -> bool {
        let is_left = |work: &Work| matches!(work.step, Step::Waiting) && work.id() > self.highest;
        self.is_ending && self.tasks.is_empty() && self.works.iter().all(is_left)
    }

    /// Logs which updates come again, because they were not handled before the end.
    pub fn log_left(&self) {
        let left = self.left.iter().copied().chain(self.works.iter().map(Work::id));
        if let Some(first) = left.clone().min() {
            let (what, again) = match left.count() {
                1 => ("1 update was".to_owned(), ""),
                count => (format!("{count} updates were"), "those from "),
            };
            log(&format!(
                "botwire: poll: ended before {what} handled; the service delivers {again}update_id {first} again"
            ));
        }
    }

    /// Returns the places of the updates up to `last` that may start now.
    fn next_starts(&self, concurrency: usize, last: i64) -> Vec<usize> {
        let mut starts = Vec::new();
        let is_waiting = |work: &Work| matches!(work.step, Step::Waiting);
        if !self.works.iter().any(is_waiting) {
            return starts;
        }
        let begun = self.works.iter().filter(|work| !is_waiting(work));
        let mut taken: HashSet<&str> = begun.flat_map(|work| work.keys.iter().map(String::as_str)).collect();
        let handling = self.works.iter().filter(|work| work.takes_place()).count();
        let waiting = self.works.iter().enumerate().filter(|(_, work)| is_waiting(work));
        for (index, work) in waiting.take_while(|(_, work)| work.id() <= last) {
            if handling + starts.len() >= concurrency {
                break;
            }
            if !work.keys.iter().any(|key| taken.contains(key.as_str())) {
                starts.push(index);
            }
            taken.extend(work.keys.iter().map(String::as_str));
        }
        starts
    }

    /// Starts to end: what waits in a handler is given up.
    pub fn end(&mut self) {
        if std::mem::replace(&mut self.is_ending, true) {
            return;
        }
        for work in &self.works {
            if let Step::Handling { delivery, .. } = &work.step {
                delivery.feed(Event::Stop);
            }
        }
    }
}

impl Polling {
    /// Makes all progress that is possible now. Returns true if more may be possible.
    pub(super) fn advance(&mut self, context: &mut task::Context<'_>, run: &mut Run) -> bool {
        let mut has_advanced = self.advance_works(context, run);
        let new = self.tasks.take(context.waker());
        has_advanced |= !new.is_empty();
        for task in new {
            run.tasks.push(Box::pin(async move {
                // A panic was reported by the task.
                let _ = unwound(task).await;
            }));
        }
        run.tasks.poll(context);
        run.kinds.take_if(|log| log.as_mut().poll(context).is_ready());
        run.endless.poll(context, self.updates.is_full() && !run.is_ending, &self.webhook);
        has_advanced |= self.start_works(run);
        if run.is_ending {
            return has_advanced;
        }
        // A handler may not wait at all, so each pass has a bounded length.
        for _ in run.works.len()..MOST_WORKS {
            match self.updates.poll_new(context) {
                Poll::Pending => return has_advanced,
                Poll::Ready(Some(Ok(update))) => self.add(update, run),
                Poll::Ready(ended) => {
                    run.outcome = ended.transpose().map(drop);
                    run.end();
                    return true;
                }
            }
            has_advanced = true;
        }
        has_advanced
    }

    fn add(&mut self, update: Update, run: &mut Run) {
        let Ok(keys) = catch_unwind(AssertUnwindSafe(|| self.order.keys(&update))) else {
            return self.updates.handled(update.update_id.0);
        };
        let work = Work { update: Box::new(update), keys, attempts: 0, failures: 0, step: Step::Waiting };
        let place = run.works.partition_point(|other| other.id() < work.id());
        run.works.insert(place, work);
    }

    /// Continues updates that are being handled, and those that rest.
    fn advance_works(&mut self, context: &mut task::Context<'_>, run: &mut Run) -> bool {
        let mut has_advanced = false;
        let is_full = self.updates.is_full();
        run.waker.set(context.waker());
        for mut work in std::mem::take(&mut run.works) {
            match &mut work.step {
                Step::Waiting => {}
                Step::Handling { delivery, driver } => {
                    if (is_full || run.is_ending) && delivery.record().is_resting {
                        delivery.hurry();
                    }
                    if driver.poll().is_ready() {
                        has_advanced = true;
                        let attempts = delivery.record().attempts;
                        let is_handled = matches!(
                            delivery.poll_answer(context),
                            Poll::Ready(Answer::Response(response, _)) if response.is_success()
                        );
                        if is_handled {
                            self.updates.handled(work.id());
                            run.highest = run.highest.max(work.id());
                            continue;
                        }
                        if run.is_ending {
                            // It is not confirmed, so it comes again.
                            run.left.push(work.id());
                            continue;
                        }
                        work.failures += 1;
                        let step = self.rest(work.failures, delivery, &run.waker);
                        (work.attempts, work.step) = (attempts, step);
                    }
                }
                Step::Resting { rest, is_long } => {
                    // Later updates come only after the first ones, so this is its last attempt.
                    let is_cut = *is_long && is_full;
                    if is_cut {
                        work.attempts = self.webhook.options.attempts - 1;
                    }
                    if is_cut || run.is_ending || rest.poll().is_ready() {
                        work.step = Step::Waiting;
                        has_advanced = true;
                    }
                }
            }
            run.works.push(work);
        }
        has_advanced
    }

    /// Starts to handle updates that wait for no other, the lowest first. At the end, only those that come before one that was
    /// handled: otherwise that one would come again.
    fn start_works(&mut self, run: &mut Run) -> bool {
        let last = if run.is_ending { run.highest } else { i64::MAX };
        let starts = run.next_starts(self.concurrency, last);
        for index in &starts {
            if let Some(work) = run.works.get_mut(*index) {
                work.step = self.handle(&work.update, work.attempts, &run.waker);
            }
        }
        !starts.is_empty()
    }

    /// Waits before an update is handled again: as long as the service asks, or a back-off.
    fn rest(&self, failures: u32, delivery: &Delivery, waker: &ParentWaker) -> Step {
        let wait = wait_after_errors(failures, delivery.record().retry_after, random());
        let bot = self.bot.clone();
        let rest = Box::pin(async move { bot.rest(wait).await });
        Step::Resting { rest: WhenWoken::new(rest, waker), is_long: wait > MAX_BACKOFF }
    }

    /// Handles an update once.
    fn handle(&mut self, update: &Update, attempts: u32, waker: &ParentWaker) -> Step {
        let read = Read { update: Box::new(update.clone()), had_surrogate: false };
        let (kind, request) = (read.update.kind(), Request::new("POST", "/"));
        let delivery = Delivery::new(self.webhook.clone(), &read, kind, Moment::now(), None, request);
        delivery.record().attempts = attempts;
        let delivery = Shared::new(delivery);
        let driver = drive(&delivery, read.update, (self.handler)());
        let Some(spawn) = &self.spawn else {
            return Step::Handling { delivery, driver: WhenWoken::new(driver, waker) };
        };
        let (notice, ended) = notice();
        spawn(Box::pin(async move {
            let _notice = notice;
            driver.await;
        }));
        Step::Handling { delivery, driver: WhenWoken::new(Box::pin(ended), waker) }
    }
}
