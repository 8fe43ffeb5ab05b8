//! Claims in memory: which keys have an owner, which are done, and which caller is next.

use std::collections::{HashMap, VecDeque};

use super::webhook::{PLACE, RESPONSES_IN_MEMORY};

/// At most `capacity` claims. The oldest that is not in flight is forgotten first. Times are in milliseconds. Callers choose
/// the owners, so that a caller that has lost an answer can ask again.
pub struct Claims {
    capacity: usize,
    by_key: HashMap<String, Claim>,
    /// Serial numbers of claims with their keys, the oldest first. Entries of lost or released keys are removed later.
    by_age: VecDeque<(u64, String)>,
    last_serial: u64,
    responses: Responses,
    places: Places,
}

/// The keys with responses, in two generations: the responses of the older one are forgotten when the newer one is full.
#[derive(Default)]
struct Responses {
    newer: Vec<(u64, String)>,
    older: Vec<(u64, String)>,
    /// The length of the responses of the newer generation.
    length: usize,
}

struct Claim {
    serial: u64,
    owner: String,
    until: f64,
    /// How often the key was claimed, 0 once it is done.
    attempts: u32,
    state: State,
}

#[derive(PartialEq, Eq)]
enum State {
    Held,
    /// Released, with the attempts remembered.
    Free,
    /// Done, with the response that was remembered.
    Done(Option<String>),
}

/// The result of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claimed {
    /// The key belongs to the caller.
    Owned {
        /// How often the key was claimed since it was new, this claim included.
        attempts: u32,
    },
    /// The key belongs to another caller, or another caller is next.
    Busy,
    /// The key is done.
    Done {
        /// The response that was remembered.
        response: Option<String>,
    },
}

impl Claims {
    /// Creates a set of at most this many claims.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            by_key: HashMap::new(),
            by_age: VecDeque::new(),
            last_serial: 0,
            responses: Responses::default(),
            places: Places::default(),
        }
    }

    /// Claims a key. If several callers keep asking for it, the one with the lowest place gets it first. An owner that
    /// claims its key again gets it again, and the attempt is not counted again.
    pub fn claim(&mut self, key: &str, lease: f64, place: Option<i64>, owner: &str, now: f64) -> Claimed {
        let found = self.by_key.get(key);
        let live = found.filter(|claim| claim.until > now);
        if let Some(Claim { state: State::Done(response), .. }) = live {
            return Claimed::Done { response: response.clone() };
        }
        let is_own = found.is_some_and(|claim| claim.state == State::Held && claim.owner == owner);
        let is_free = live.is_none_or(|claim| claim.state == State::Free);
        let attempts = found.map_or(0, |claim| claim.attempts).saturating_add(u32::from(!is_own));
        if !is_own && !self.places.may_claim(key, place, is_free, now) {
            return Claimed::Busy;
        }
        // The claim is the newest one.
        if found.is_some() {
            self.by_key.remove(key);
        }
        self.set(key, owner, now + lease, attempts, State::Held);
        self.forget_oldest(now);
        Claimed::Owned { attempts }
    }

    /// Extends the lease. Returns false if the key is done, was released, or was claimed by another caller.
    pub fn renew(&mut self, key: &str, owner: &str, lease: f64, now: f64) -> bool {
        match self.by_key.get_mut(key) {
            Some(claim) if claim.state == State::Held && claim.owner == owner => claim.until = now + lease,
            _ => return false,
        }
        true
    }

    /// Marks the key as done until that time, and remembers a response. Returns false if another caller has claimed it.
    pub fn settle(&mut self, key: &str, owner: &str, until: f64, response: Option<&str>) -> bool {
        let may_settle = self.may_settle(key, owner);
        if may_settle {
            let serial = self.set(key, owner, until, 0, State::Done(response.map(str::to_owned)));
            self.bound_responses(serial, key, response.unwrap_or_default().len());
        }
        may_settle
    }

    /// Releases the key, and remembers the number of attempts, or forgets the key if it is 0. Returns false if the key is
    /// done or was claimed by another caller.
    pub fn release(&mut self, key: &str, owner: &str, attempts: u32) -> bool {
        let may_release = self.may_settle(key, owner) && !self.is_done_by(key, owner);
        if may_release && attempts == 0 {
            self.by_key.remove(key);
        } else if may_release {
            self.set(key, owner, 0.0, attempts, State::Free);
        }
        may_release
    }

    /// Returns true if the key belongs to that owner, even after its lease unless another caller has claimed it.
    #[must_use]
    pub fn is_held(&self, key: &str, owner: &str) -> bool {
        self.by_key.get(key).is_some_and(|claim| claim.state == State::Held && claim.owner == owner)
    }

    /// Returns true if no other caller has claimed the key. A key that is free or was forgotten has no owner.
    #[must_use]
    pub fn may_settle(&self, key: &str, owner: &str) -> bool {
        self.by_key.get(key).is_none_or(|claim| claim.state == State::Free || claim.owner == owner)
    }

    /// Returns true if that owner has settled the key.
    #[must_use]
    pub fn is_done_by(&self, key: &str, owner: &str) -> bool {
        self.by_key.get(key).is_some_and(|claim| matches!(claim.state, State::Done(_)) && claim.owner == owner)
    }

    fn bound_responses(&mut self, serial: u64, key: &str, length: usize) {
        if length == 0 {
            return;
        }
        let responses = &mut self.responses;
        responses.newer.push((serial, key.to_owned()));
        responses.length += length;
        if responses.length <= RESPONSES_IN_MEMORY / 2 {
            return;
        }
        responses.length = 0;
        let newer = std::mem::take(&mut responses.newer);
        for (serial, key) in std::mem::replace(&mut responses.older, newer) {
            if let Some(Claim { state: State::Done(response), .. }) =
                self.by_key.get_mut(&key).filter(|claim| claim.serial == serial)
            {
                *response = None;
            }
        }
    }

    /// Writes a claim, and returns its serial number.
    fn set(&mut self, key: &str, owner: &str, until: f64, attempts: u32, state: State) -> u64 {
        let claim = |serial| Claim { serial, owner: owner.to_owned(), until, attempts, state };
        if let Some(known) = self.by_key.get_mut(key) {
            *known = claim(known.serial);
            return known.serial;
        }
        self.last_serial += 1;
        self.by_age.push_back((self.last_serial, key.to_owned()));
        self.by_key.insert(key.to_owned(), claim(self.last_serial));
        self.last_serial
    }

    fn forget_oldest(&mut self, now: f64) {
        let Self { by_key, by_age, .. } = self;
        let claim = |(serial, key): &(u64, String)| by_key.get(key).filter(|claim| claim.serial == *serial);
        if by_age.len() > 2 * by_key.len() {
            by_age.retain(|entry| claim(entry).is_some());
        }
        if by_key.len() <= self.capacity {
            return;
        }
        while by_age.front().is_some_and(|entry| claim(entry).is_none()) {
            by_age.pop_front();
        }
        let is_over = |claim: &Claim| claim.state != State::Held || claim.until <= now;
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

    const NEW: Claimed = Claimed::Owned { attempts: 1 };

    #[test]
    fn claims_in_flight_outlast_the_capacity() {
        let mut claims = Claims::new(2);
        assert_eq!(claims.claim("first", 9.0, None, "a", 0.0), NEW);
        for at in 0..1000 {
            let key = format!("later {at}");
            assert_eq!(claims.claim(&key, 9.0, None, "b", 1.0), NEW);
            assert!(if at % 2 == 0 { claims.settle(&key, "b", 5.0, None) } else { claims.release(&key, "b", 1) });
        }
        assert_eq!(claims.claim("first", 9.0, None, "b", 8.0), Claimed::Busy);
        assert_eq!(claims.by_key.len(), 2);
        assert!(claims.by_age.len() <= 4);
        assert!(claims.settle("first", "a", 20.0, None));
        assert_eq!(claims.claim("first", 9.0, None, "b", 19.0), Claimed::Done { response: None });
    }

    #[test]
    fn waiters_are_forgotten() {
        let mut claims = Claims::new(9);
        claims.claim("key", 9.0, None, "a", 0.0);
        for place in 0..1000 {
            assert_eq!(claims.claim("key", 9.0, Some(place), "b", 1.0), Claimed::Busy);
        }
        assert_eq!(claims.claim("other", 9.0, Some(0), "b", 2001.0), NEW);
        assert_eq!(claims.places.0.len(), 0);
    }
}
