//! The claims of one memory, without waiting: which updates are in flight, and which were handled.

use std::collections::{HashMap, VecDeque};

use super::webhook::LEASE;

/// A bounded number of claims; the oldest are forgotten first. `W` is what waits for the end of a claim.
pub struct Claims<W> {
    capacity: usize,
    known: HashMap<i64, ClaimState<W>>,
    oldest_first: VecDeque<i64>,
}

enum ClaimState<W> {
    InHand { until: f64, waiting: Vec<W> },
    Done { until: f64 },
}

/// What became of a claim.
#[derive(Debug, PartialEq)]
pub enum Claimed {
    /// The update is the caller's to handle.
    Mine,
    /// It was handled.
    Done,
    /// Another delivery of it is in flight, for so many milliseconds at most.
    InHand(f64),
}

impl<W> Claims<W> {
    /// Claims of so many updates at most.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { capacity, known: HashMap::new(), oldest_first: VecDeque::new() }
    }

    /// Claims an update at that time, in milliseconds. Also gives who waited for a claim that is over.
    pub fn claim(&mut self, id: i64, now: f64) -> (Claimed, Vec<W>) {
        match self.known.get(&id) {
            Some(ClaimState::InHand { until, .. }) if *until > now => {
                return (Claimed::InHand(until - now), Vec::new());
            }
            Some(ClaimState::Done { until }) if *until > now => return (Claimed::Done, Vec::new()),
            _ => {}
        }
        let mut over = self.forget(id);
        over.extend(
            self.insert(id, ClaimState::InHand { until: now + LEASE.as_secs_f64() * 1000.0, waiting: Vec::new() }),
        );
        (Claimed::Mine, over)
    }

    /// Adds a claim of an update that has none, and gives who waited for the one that is forgotten instead.
    fn insert(&mut self, id: i64, claim: ClaimState<W>) -> Vec<W> {
        self.known.insert(id, claim);
        self.oldest_first.push_back(id);
        if self.oldest_first.len() <= self.capacity {
            return Vec::new();
        }
        let oldest = self.oldest_first.pop_front().and_then(|oldest| self.known.remove(&oldest));
        oldest.map(ClaimState::into_waiting).unwrap_or_default()
    }

    /// Adds one that waits for a claim that is in flight.
    pub fn wait(&mut self, id: i64, who: W) {
        if let Some(ClaimState::InHand { waiting, .. }) = self.known.get_mut(&id) {
            waiting.push(who);
        }
    }

    /// Forgets an update, and gives who waited for it.
    pub fn forget(&mut self, id: i64) -> Vec<W> {
        let Some(claim) = self.known.remove(&id) else { return Vec::new() };
        self.oldest_first.retain(|other| *other != id);
        claim.into_waiting()
    }

    /// Marks an update as done until that time, also one that was forgotten meanwhile, and gives who waited for it.
    pub fn settle(&mut self, id: i64, until: f64) -> Vec<W> {
        let done = ClaimState::Done { until };
        match self.known.get_mut(&id) {
            Some(claim) => std::mem::replace(claim, done).into_waiting(),
            None => self.insert(id, done),
        }
    }
}

impl<W> ClaimState<W> {
    fn into_waiting(self) -> Vec<W> {
        match self {
            Self::InHand { waiting, .. } => waiting,
            Self::Done { .. } => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Claimed, Claims};

    const LEASE_MS: f64 = 60_000.0;

    fn claims() -> Claims<&'static str> {
        Claims::new(100)
    }

    #[test]
    fn an_update_is_claimed_once_until_it_is_released() {
        let mut claims = claims();
        assert_eq!(claims.claim(1, 0.0).0, Claimed::Mine);
        assert_eq!(claims.claim(1, 10.0).0, Claimed::InHand(LEASE_MS - 10.0));
        claims.wait(1, "other");
        assert_eq!(claims.claim(2, 0.0).0, Claimed::Mine);
        assert_eq!(claims.forget(1), ["other"]);
        assert_eq!(claims.claim(1, 10.0).0, Claimed::Mine);
        assert_eq!(claims.settle(2, 60.0), [""; 0]);
        assert_eq!(claims.claim(2, 59.0).0, Claimed::Done);
        assert_eq!(claims.claim(2, 60.0).0, Claimed::Mine);
    }

    #[test]
    fn one_that_is_abandoned_is_claimed_again() {
        let mut claims = claims();
        claims.claim(1, 0.0);
        claims.wait(1, "other");
        assert_eq!(claims.claim(1, LEASE_MS), (Claimed::Mine, vec!["other"]));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let mut claims = claims();
        for id in 0..1000 {
            assert_eq!(claims.claim(id, 0.0).0, Claimed::Mine);
            claims.settle(id, 1.0);
        }
        assert_eq!((claims.claim(950, 0.0).0, claims.claim(10, 0.0).0), (Claimed::Done, Claimed::Mine));
        assert_eq!((claims.known.len(), claims.oldest_first.len()), (100, 100));
    }
}
