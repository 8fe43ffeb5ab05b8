//! Claims in memory: which keys have an owner, which are done, and which caller is next.

use std::collections::{HashMap, VecDeque};

use super::webhook::PLACE;

/// At most `capacity` claims. The oldest that is not in flight is forgotten first. Times are in milliseconds.
pub struct Claims {
    capacity: usize,
    by_key: HashMap<String, Claim>,
    /// Owners with their keys, the oldest claim first. Entries of lost or released keys are removed later.
    by_age: VecDeque<(u64, String)>,
    last_owner: u64,
    places: Places,
}

struct Claim {
    owner: u64,
    until: f64,
    is_done: bool,
}

/// The result of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claimed {
    /// The key belongs to the caller, under this number.
    Owned(u64),
    /// The key belongs to another caller, or another caller is next.
    Busy,
    /// The key is done.
    Done,
}

impl Claims {
    /// Creates a set of at most this many claims.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self { capacity, by_key: HashMap::new(), by_age: VecDeque::new(), last_owner: 0, places: Places::default() }
    }

    /// Claims a key. If several callers keep asking for it, the one with the lowest place gets it first.
    pub fn claim(&mut self, key: &str, lease: f64, place: Option<i64>, now: f64) -> Claimed {
        let live = self.by_key.get(key).filter(|claim| claim.until > now);
        if live.is_some_and(|claim| claim.is_done) {
            return Claimed::Done;
        }
        if !self.places.may_claim(key, place, live.is_none(), now) {
            return Claimed::Busy;
        }
        self.last_owner += 1;
        let claim = Claim { owner: self.last_owner, until: now + lease, is_done: false };
        self.by_key.insert(key.to_owned(), claim);
        self.by_age.push_back((self.last_owner, key.to_owned()));
        self.forget_oldest(now);
        Claimed::Owned(self.last_owner)
    }

    /// Extends the lease. Returns false if the key is done, was released, or was claimed by another caller.
    pub fn renew(&mut self, key: &str, owner: u64, lease: f64, now: f64) -> bool {
        self.is_held(key, owner) && self.set(key, owner, now + lease, false)
    }

    /// Marks the key as done until that time. Returns false if it is already done or was claimed by another caller.
    pub fn settle(&mut self, key: &str, owner: u64, until: f64) -> bool {
        self.set(key, owner, until, true)
    }

    /// Releases the key. Returns false if it is done or was claimed by another caller.
    pub fn release(&mut self, key: &str, owner: u64) -> bool {
        let is_owner = self.is_owner(key, owner);
        if is_owner {
            self.by_key.remove(key);
        }
        is_owner
    }

    /// Returns true if the key belongs to that owner, even after its lease unless another caller has claimed it.
    #[must_use]
    pub fn is_held(&self, key: &str, owner: u64) -> bool {
        self.by_key.contains_key(key) && self.is_owner(key, owner)
    }

    fn set(&mut self, key: &str, owner: u64, until: f64, is_done: bool) -> bool {
        let is_owner = self.is_owner(key, owner);
        if is_owner && self.by_key.insert(key.to_owned(), Claim { owner, until, is_done }).is_none() {
            self.by_age.push_back((owner, key.to_owned()));
        }
        is_owner
    }

    /// Returns true unless the key is done or was claimed by another caller. A forgotten key still counts.
    fn is_owner(&self, key: &str, owner: u64) -> bool {
        self.by_key.get(key).is_none_or(|claim| claim.owner == owner && !claim.is_done)
    }

    fn forget_oldest(&mut self, now: f64) {
        let Self { by_key, by_age, .. } = self;
        let claim = |(owner, key): &(u64, String)| by_key.get(key).filter(|claim| claim.owner == *owner);
        if by_age.len() > 2 * by_key.len() {
            by_age.retain(|entry| claim(entry).is_some());
        }
        if by_key.len() <= self.capacity {
            return;
        }
        while by_age.front().is_some_and(|entry| claim(entry).is_none()) {
            by_age.pop_front();
        }
        let is_over = |claim: &Claim| claim.is_done || claim.until <= now;
        let oldest = by_age.iter().position(|entry| claim(entry).is_some_and(is_over));
        if let Some((_, key)) = oldest.and_then(|index| by_age.remove(index)) {
            by_key.remove(&key);
        }
    }
}

/// Callers that wait for keys, by place. A caller that does not ask again is forgotten after [`PLACE`].
#[derive(Default)]
pub struct Places(Vec<Waiter>);

struct Waiter {
    key: String,
    place: i64,
    asked: f64,
}

impl Places {
    /// Returns true if the key is free and no caller with a lower place waits for it. Otherwise, the caller is added to
    /// those that wait.
    pub fn may_claim(&mut self, key: &str, place: Option<i64>, is_free: bool, now: f64) -> bool {
        let is_own = |waiter: &Waiter| waiter.key == key && Some(waiter.place) == place;
        self.0.retain(|waiter| now - waiter.asked < PLACE.as_secs_f64() * 1000.0 && !is_own(waiter));
        let Some(place) = place else { return is_free };
        if is_free && !self.0.iter().any(|waiter| waiter.key == key && waiter.place < place) {
            return true;
        }
        self.0.push(Waiter { key: key.to_owned(), place, asked: now });
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{Claimed, Claims};

    #[test]
    fn claims_in_flight_outlast_the_capacity() {
        let mut claims = Claims::new(2);
        let Claimed::Owned(first) = claims.claim("first", 9.0, None, 0.0) else { panic!("it is free") };
        for at in 0..1000 {
            let key = format!("later {at}");
            let Claimed::Owned(owner) = claims.claim(&key, 9.0, None, 1.0) else { panic!("it is free") };
            assert!(claims.settle(&key, owner, 5.0));
        }
        assert_eq!(claims.claim("first", 9.0, None, 8.0), Claimed::Busy);
        assert_eq!(claims.by_key.len(), 2);
        assert!(claims.by_age.len() <= 4);
        assert!(claims.settle("first", first, 20.0));
        assert_eq!(claims.claim("first", 9.0, None, 19.0), Claimed::Done);
    }

    #[test]
    fn waiters_are_forgotten() {
        let mut claims = Claims::new(9);
        claims.claim("key", 9.0, None, 0.0);
        for place in 0..1000 {
            assert_eq!(claims.claim("key", 9.0, Some(place), 1.0), Claimed::Busy);
        }
        assert_eq!(claims.claim("other", 9.0, Some(0), 2001.0), Claimed::Owned(2));
        assert_eq!(claims.places.0.len(), 0);
    }
}
