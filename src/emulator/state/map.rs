//! A map sorted by its keys, which are numbers; in snapshots, an array of pairs. And a map whose values expire, such as
//! queries that can no longer be answered.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::emulator::clock::Time;

/// A map whose keys are numbers, most of which are added at the end. A sorted list has much less code than a tree, and maps of all types
/// share it, because values are boxed: both make the wasm smaller.
#[derive(Debug, Clone)]
pub(crate) struct Map<K, V>(Vec<(K, Box<V>)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K, V> Map<K, V> {
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| &**value)
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| &mut **value)
    }
}

impl<K: Copy + Ord, V> Map<K, V> {
    /// Returns the place of a key, or the place where it belongs.
    fn place(&self, key: &K) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.cmp(key))
    }

    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.get(self.place(key).ok()?).map(|(_, value)| &**value)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        let place = self.place(key).ok()?;
        self.0.get_mut(place).map(|(_, value)| &mut **value)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.place(key).is_ok()
    }

    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => self.0.get_mut(place).map(|(_, former)| std::mem::replace(&mut **former, value)),
            Err(place) => {
                self.0.insert(place, (key, Box::new(value)));
                None
            }
        }
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        let place = self.place(key).ok()?;
        Some(*self.0.remove(place).1)
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> {
        self.0.iter().map(|(key, _)| *key)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.0.iter().map(|(key, value)| (*key, &**value))
    }

    pub fn from(&self, key: K) -> impl DoubleEndedIterator<Item = (K, &V)> {
        let first = self.place(&key).unwrap_or_else(|place| place);
        self.0.get(first..).unwrap_or_default().iter().map(|(key, value)| (*key, &**value))
    }

    /// Removes the first entry and returns it, if it is before this key.
    pub fn pop_before(&mut self, key: K) -> Option<(K, V)> {
        self.0.first().filter(|(first, _)| *first < key)?;
        let (first, value) = self.0.remove(0);
        Some((first, *value))
    }

    pub fn remove_before(&mut self, key: K) {
        let end = self.place(&key).unwrap_or_else(|place| place);
        self.0.drain(..end);
    }
}

impl<V> Map<u64, V> {
    /// Returns the number of the next value, for maps that never lose one.
    pub fn next_number(&self) -> u64 {
        self.keys().next_back().map_or(1, |last| last + 1)
    }

    /// Adds a value under the next number, and returns the number.
    pub fn add(&mut self, value: V) -> u64 {
        let number = self.next_number();
        self.insert(number, value);
        number
    }
}

impl<K: Copy + Ord, V: Default> Map<K, V> {
    /// Returns the value, and creates it if it does not exist.
    #[expect(clippy::indexing_slicing, reason = "the key is at its place")]
    pub fn get_or_default(&mut self, key: K) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, Box::default()));
                place
            }
        };
        &mut self.0[place].1
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de, K: Copy + Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Map<K, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut map = Self::default();
        // `collect` would add a sort for each type to the wasm.
        for (key, value) in Vec::<(K, V)>::deserialize(deserializer)? {
            map.insert(key, value);
        }
        Ok(map)
    }
}

/// Values that expire, by key. Storing a value removes the expired ones.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct TtlMap<V> {
    /// The time at which it expires, its number in `ends`, and the value.
    values: BTreeMap<String, Box<(Time, u64, V)>>,
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
        self.values.get(key).filter(|stored| stored.0 > now).map(|stored| &stored.2)
    }

    pub fn get_mut(&mut self, key: &str, now: Time) -> Option<&mut V> {
        self.values.get_mut(key).filter(|stored| stored.0 > now).map(|stored| &mut stored.2)
    }

    /// Stores a value until a time. Replaces the earlier value of the key.
    pub fn insert_until(&mut self, key: String, value: V, now: Time, until: Time) {
        while let Some((_, expired)) = self.ends.pop_before((now.after(1), 0)) {
            self.values.remove(&expired);
        }
        if let Some(stored) = self.values.get(&key) {
            self.ends.remove(&(stored.0, stored.1));
        }
        self.last += 1;
        self.ends.insert((until, self.last), key.clone());
        self.values.insert(key, Box::new((until, self.last, value)));
    }
}

#[cfg(test)]
mod tests;
