//! Chooses the next call: each chat has a queue, and the queues take turns.
//!
//! A call starts at one moment that meets all limits: that of its chat lets its queue be served, and that of all calls serves
//! it. There is no task: each waiting call sets a timer for the earliest moment at which it can start, and a call that is polled
//! serves all queues. So a call that is not polled delays no other one.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::task::Waker;
use std::time::Duration;

use super::rate::Rate;

/// The number of remembered chats above which those that need not wait are forgotten.
const FORGET_FROM: usize = 1024;

pub(super) struct Turns {
    all: Rate,
    burst: u32,
    /// By chat. Calls without a chat share the queue of "".
    queues: HashMap<Arc<str>, Queue>,
    /// The queues with a call that their own rate lets start, in the order of their turns.
    ready: VecDeque<(u64, Arc<str>)>,
    /// The other queues with a call, by the time from which their own rate lets it start.
    resting: BTreeSet<(Duration, u64, Arc<str>)>,
    paused_until: Duration,
    /// The last number that a call or a place in `ready` or `resting` has got.
    last: u64,
    forget_from: usize,
}

struct Queue {
    rate: Rate,
    /// The waiting calls, in the order of their numbers.
    waiting: VecDeque<(u64, Option<Waker>)>,
    place: Option<Place>,
}

#[derive(Clone, Copy)]
enum Place {
    Ready(u64),
    Resting(Duration, u64),
}

impl Queue {
    fn index(&self, number: u64) -> Option<usize> {
        self.waiting.binary_search_by_key(&number, |(number, _)| *number).ok()
    }

    fn first_waker(&mut self) -> Option<Waker> {
        self.waiting.front_mut().and_then(|(_, waker)| waker.take())
    }
}

impl Turns {
    pub fn new(interval: Duration, burst: u32) -> Self {
        Self {
            all: Rate::new(interval, burst),
            burst,
            queues: HashMap::new(),
            ready: VecDeque::new(),
            resting: BTreeSet::new(),
            paused_until: Duration::ZERO,
            last: 0,
            forget_from: FORGET_FROM,
        }
    }

    /// Lets no call start before that time.
    pub fn pause(&mut self, until: Duration) {
        self.paused_until = self.paused_until.max(until);
    }

    /// Adds a call to the queue of its chat. Returns its number.
    pub fn join(&mut self, chat: &Arc<str>, interval: Duration, now: Duration) -> u64 {
        if self.queues.len() >= self.forget_from {
            self.queues.retain(|_, queue| !queue.waiting.is_empty() || !queue.rate.is_forgotten(now));
            self.forget_from = FORGET_FROM.max(self.queues.len() * 2);
        }
        self.last += 1;
        let (number, burst) = (self.last, self.burst);
        let new = || Queue { rate: Rate::new(interval, burst), waiting: VecDeque::new(), place: None };
        self.queues.entry(chat.clone()).or_insert_with(new).waiting.push_back((number, None));
        self.list(chat, now);
        number
    }

    /// Sets the waker of a waiting call, and returns the former one.
    pub fn set_waker(&mut self, chat: &str, number: u64, waker: Option<Waker>) -> Option<Waker> {
        let queue = self.queues.get_mut(chat)?;
        let index = queue.index(number)?;
        queue.waiting.get_mut(index).and_then(|(_, former)| std::mem::replace(former, waker))
    }

    /// Starts the calls that may start now. `wakers` gets their wakers, and those of calls that may now start earlier.
    pub fn serve(&mut self, now: Duration, wakers: &mut Vec<Waker>) {
        while self.resting.first().is_some_and(|(at, ..)| *at <= now) {
            let Some((_, _, chat)) = self.resting.pop_first() else { break };
            if let Some(queue) = self.queues.get_mut(&chat) {
                queue.place = None;
            }
            self.list(&chat, now);
        }
        let mut has_started = false;
        while self.all.ready_at().max(self.paused_until) <= now {
            let Some((_, chat)) = self.ready.pop_front() else { break };
            let Some(queue) = self.queues.get_mut(&chat) else { continue };
            queue.place = None;
            if let Some((_, waker)) = queue.waiting.pop_front() {
                self.all.take(now);
                queue.rate.take(now);
                wakers.extend(waker);
                wakers.extend(queue.first_waker());
                has_started = true;
            }
            self.list(&chat, now);
        }
        if has_started {
            self.wake_first(wakers);
        }
    }

    /// Returns the earliest moment at which a call can start, or `None` if it has started.
    pub fn until(&self, chat: &str, number: u64, now: Duration) -> Option<Duration> {
        let queue = self.queues.get(chat)?;
        let index = queue.index(number)?;
        let before = match queue.place {
            Some(Place::Ready(order)) => self.ready.binary_search_by_key(&order, |(order, _)| *order).unwrap_or(0),
            _ => 0,
        };
        let among_all = self.all.ready_after(now.max(self.paused_until), before + index);
        Some(among_all.max(queue.rate.ready_after(now, index)))
    }

    /// Removes a waiting call. Those behind it move up.
    pub fn leave(&mut self, chat: &str, number: u64, wakers: &mut Vec<Waker>) {
        let Some(queue) = self.queues.get_mut(chat) else { return };
        let Some(index) = queue.index(number) else { return };
        wakers.extend(queue.waiting.remove(index).and_then(|(_, waker)| waker));
        wakers.extend(queue.first_waker());
        if queue.waiting.is_empty() {
            match queue.place.take() {
                Some(Place::Ready(order)) => {
                    if let Ok(index) = self.ready.binary_search_by_key(&order, |(order, _)| *order) {
                        self.ready.remove(index);
                    }
                }
                Some(Place::Resting(at, order)) => drop(self.resting.remove(&(at, order, chat.into()))),
                None => {}
            }
        }
        self.wake_first(wakers);
    }

    /// Wakes the call that starts next, which then sets its timer anew.
    fn wake_first(&mut self, wakers: &mut Vec<Waker>) {
        let first = self.ready.front().and_then(|(_, chat)| self.queues.get_mut(chat));
        wakers.extend(first.and_then(Queue::first_waker));
    }

    /// Adds a queue after the others, once its own rate permits a call.
    fn list(&mut self, chat: &Arc<str>, now: Duration) {
        let queue = self.queues.get_mut(chat).filter(|queue| queue.place.is_none() && !queue.waiting.is_empty());
        let Some(queue) = queue else { return };
        self.last += 1;
        let at = queue.rate.ready_at();
        if at > now {
            queue.place = Some(Place::Resting(at, self.last));
            self.resting.insert((at, self.last, chat.clone()));
        } else {
            queue.place = Some(Place::Ready(self.last));
            self.ready.push_back((self.last, chat.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{FORGET_FROM, Turns};

    #[test]
    fn chats_that_need_not_wait_are_forgotten() {
        let mut turns = Turns::new(Duration::ZERO, 1);
        for second in 0..5 * FORGET_FROM as u64 {
            let now = Duration::from_secs(second);
            turns.join(&Arc::from(second.to_string()), Duration::from_millis(1), now);
            turns.serve(now, &mut Vec::new());
        }
        assert!(turns.queues.len() < 2 * FORGET_FROM);
    }

    #[test]
    fn calls_that_leave_leave_nothing() {
        let mut turns = Turns::new(Duration::from_secs(9), 1);
        let chat = Arc::from("7");
        let numbers: Vec<u64> = (0..9).map(|_| turns.join(&chat, Duration::from_secs(1), Duration::ZERO)).collect();
        turns.serve(Duration::ZERO, &mut Vec::new());
        for number in numbers {
            turns.leave(&chat, number, &mut Vec::new());
        }
        assert!(turns.ready.is_empty() && turns.resting.is_empty());
    }
}
