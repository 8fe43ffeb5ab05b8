//! What is kept for a while, such as queries until nobody can answer them any more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::state::Map;

/// Values by their keys. What is over goes when something is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TtlMap<V> {
    /// Until when, its number among the ends, and the value.
    values: BTreeMap<String, (Time, u64, V)>,
    ends: Map<(Time, u64), String>,
    last: u64,
}

impl<V> Default for TtlMap<V> {
    fn default() -> Self {
        Self { values: BTreeMap::new(), ends: Map::default(), last: 0 }
    }
}

impl<V> TtlMap<V> {
    pub fn get(&self, key: &str, now: Time) -> Option<&V> {
        self.values.get(key).filter(|(until, ..)| *until > now).map(|(.., value)| value)
    }

    pub fn get_mut(&mut self, key: &str, now: Time) -> Option<&mut V> {
        self.values.get_mut(key).filter(|(until, ..)| *until > now).map(|(.., value)| value)
    }

    /// Keeps a value, in place of an earlier one of the key.
    pub fn keep(&mut self, key: String, value: V, now: Time, until: Time) {
        while let Some((_, gone)) = self.ends.pop_before((now.after(1), 0)) {
            self.values.remove(&gone);
        }
        if let Some((end, number, _)) = self.values.get(&key) {
            self.ends.remove(&(*end, *number));
        }
        self.last += 1;
        self.ends.insert((until, self.last), key.clone());
        self.values.insert(key, (until, self.last, value));
    }
}

#[cfg(test)]
mod tests;
