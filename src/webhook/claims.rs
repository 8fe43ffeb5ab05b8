//! The updates that this isolate has handled, so that a repeated delivery is not handled again.

use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};

/// Updates that are remembered; the oldest are forgotten first.
const CAPACITY: usize = 10_000;

/// The path of a webhook and the identifier of an update: an isolate may serve several bots.
type Claim = (Vec<u8>, i64);

#[derive(Default)]
struct Claims {
    known: HashSet<Claim>,
    oldest_first: VecDeque<Claim>,
}

thread_local! {
    static CLAIMS: RefCell<Claims> = RefCell::default();
}

/// Whether the update was not claimed before. Identifiers are no sequence: after a week without
/// updates the next one is random. Spec: core, Update.
pub(super) fn claim(path: &[u8], update_id: i64) -> bool {
    CLAIMS.with_borrow_mut(|claims| {
        let claim = (path.to_vec(), update_id);
        if !claims.known.insert(claim.clone()) {
            return false;
        }
        claims.oldest_first.push_back(claim);
        if claims.oldest_first.len() > CAPACITY
            && let Some(oldest) = claims.oldest_first.pop_front()
        {
            claims.known.remove(&oldest);
        }
        true
    })
}

/// Forgets an update that could not be answered, so that the next delivery of it is handled.
pub(super) fn release(path: &[u8], update_id: i64) {
    CLAIMS.with_borrow_mut(|claims| {
        let claim = (path.to_vec(), update_id);
        if claims.known.remove(&claim) {
            claims.oldest_first.retain(|other| *other != claim);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::{CAPACITY, claim, release};

    #[test]
    fn an_update_is_claimed_once_until_it_is_released() {
        assert!(claim(b"a", 1) && !claim(b"a", 1) && claim(b"b", 1) && claim(b"a", 2));
        release(b"a", 1);
        assert!(claim(b"a", 1) && !claim(b"a", 2));
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let count = i64::try_from(CAPACITY).unwrap();
        assert!((0..=count).all(|id| claim(b"c", id)));
        assert!(claim(b"c", 0) && !claim(b"c", count));
    }
}
