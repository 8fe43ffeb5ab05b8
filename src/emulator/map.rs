//! Maps in order of their keys, whose code is the same for all: an index of numbers or texts, and
//! the values in a row. A `BTreeMap` of its own for each type of value would double the wasm.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::ops::Bound;

use super::chat::ChatKey;
use super::clock::Time;
use super::stored::Stored;

/// What keys are in an index.
type Numbers = (i64, i64);

/// A key that an index of numbers takes.
pub(super) trait Key: Copy {
    fn numbers(self) -> Numbers;
    fn of(numbers: Numbers) -> Self;
}

impl Key for i64 {
    fn numbers(self) -> Numbers {
        (0, self)
    }
    fn of(numbers: Numbers) -> Self {
        numbers.1
    }
}

impl Key for u64 {
    fn numbers(self) -> Numbers {
        (0, i64::try_from(self).unwrap_or(i64::MAX))
    }
    fn of(numbers: Numbers) -> Self {
        numbers.1.unsigned_abs()
    }
}

impl Key for ChatKey {
    fn numbers(self) -> Numbers {
        match self {
            Self::Private { bot, user } => (bot, user),
            Self::Shared(id) => (0, id),
        }
    }
    fn of(numbers: Numbers) -> Self {
        match numbers {
            (0, id) => Self::Shared(id),
            (bot, user) => Self::Private { bot, user },
        }
    }
}

impl Key for (i64, u64) {
    fn numbers(self) -> Numbers {
        (self.0, i64::try_from(self.1).unwrap_or(i64::MAX))
    }
    fn of(numbers: Numbers) -> Self {
        (numbers.0, numbers.1.unsigned_abs())
    }
}

impl Key for (Time, i64) {
    fn numbers(self) -> Numbers {
        (self.0.millis(), self.1)
    }
    fn of(numbers: Numbers) -> Self {
        (Time::from_millis(numbers.0), numbers.1)
    }
}

impl Key for (Time, u64) {
    fn numbers(self) -> Numbers {
        (self.0.millis(), i64::try_from(self.1).unwrap_or(i64::MAX))
    }
    fn of(numbers: Numbers) -> Self {
        (Time::from_millis(numbers.0), numbers.1.unsigned_abs())
    }
}

#[cfg(test)]
thread_local! {
    /// How many values and keys were looked at: what a call costs, on any machine.
    pub(super) static LOOKS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

fn looked() {
    #[cfg(test)]
    LOOKS.with(|looks| looks.set(looks.get() + 1));
}

/// Values in a row, with gaps that are filled again.
#[derive(Debug, Clone)]
pub(super) struct Row<V> {
    values: Vec<Option<V>>,
    gaps: Vec<usize>,
    /// What stands where no index leads.
    beyond: Option<V>,
}

impl<V> Row<V> {
    pub const fn new() -> Self {
        Self { values: Vec::new(), gaps: Vec::new(), beyond: None }
    }

    pub fn put(&mut self, value: V) -> usize {
        if let Some(gap) = self.gaps.pop() {
            if let Some(place) = self.values.get_mut(gap) {
                *place = Some(value);
            }
            gap
        } else {
            self.values.push(Some(value));
            self.values.len() - 1
        }
    }

    pub fn take(&mut self, at: usize) -> Option<V> {
        self.gaps.push(at);
        self.values.get_mut(at)?.take()
    }

    pub fn get(&self, at: usize) -> Option<&V> {
        looked();
        self.values.get(at)?.as_ref()
    }

    pub fn get_mut(&mut self, at: usize) -> Option<&mut V> {
        looked();
        self.values.get_mut(at)?.as_mut()
    }
}

/// A map whose keys are numbers.
#[derive(Debug, Clone)]
pub(super) struct Map<K, V> {
    index: BTreeMap<Numbers, usize>,
    row: Row<V>,
    keys: PhantomData<K>,
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> Map<K, V> {
    pub const fn new() -> Self {
        Self { index: BTreeMap::new(), row: Row::new(), keys: PhantomData }
    }

    pub fn len(&self) -> usize {
        self.index.len()
    }

    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The values in order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.index.values().filter_map(|at| self.row.get(*at))
    }

    /// The values in any order.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.row.values.iter_mut().inspect(|_| looked()).flatten()
    }
}

impl<K: Key, V> Map<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        self.row.get(*self.index.get(&key.numbers())?)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.row.get_mut(*self.index.get(&key.numbers())?)
    }

    pub fn contains_key(&self, key: &K) -> bool {
        self.index.contains_key(&key.numbers())
    }

    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        if let Some(at) = self.index.get(&key.numbers()) {
            return self.row.get_mut(*at).map(|old| std::mem::replace(old, value));
        }
        let at = self.row.put(value);
        self.index.insert(key.numbers(), at);
        None
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        let at = self.index.remove(&key.numbers())?;
        self.row.take(at)
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> {
        self.index.keys().inspect(|_| looked()).map(|numbers| K::of(*numbers))
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> {
        self.index.iter().filter_map(|(numbers, at)| Some((K::of(*numbers), self.row.get(*at)?)))
    }

    /// What comes from that key on.
    pub fn from(&self, key: K) -> impl DoubleEndedIterator<Item = (K, &V)> {
        let later = self.index.range((Bound::Included(key.numbers()), Bound::Unbounded));
        later.filter_map(|(numbers, at)| Some((K::of(*numbers), self.row.get(*at)?)))
    }

    pub fn first(&self) -> Option<(K, &V)> {
        self.iter().next()
    }

    pub fn first_key(&self) -> Option<K> {
        self.keys().next()
    }

    /// Removes what comes before that key.
    pub fn remove_before(&mut self, key: K) {
        while let Some(first) = self.first_key().filter(|first| first.numbers() < key.numbers()) {
            self.remove(&first);
        }
    }
}

impl<K: Key, V: Default> Map<K, V> {
    /// The value, which is made if there is none.
    pub fn made(&mut self, key: K) -> &mut V {
        let at = if let Some(at) = self.index.get(&key.numbers()) {
            *at
        } else {
            let at = self.row.put(V::default());
            self.index.insert(key.numbers(), at);
            at
        };
        self.row.place(at)
    }
}

impl<V: Default> Row<V> {
    /// The value there, which is made if there is none. No index leads past the end.
    fn place(&mut self, at: usize) -> &mut V {
        match self.values.get_mut(at) {
            Some(place) => place,
            None => &mut self.beyond,
        }
        .get_or_insert_default()
    }
}

impl<K: Key, V: Stored> Stored for Map<K, V> {
    fn save(&self, bytes: &mut Vec<u8>) {
        self.len().save(bytes);
        for (numbers, at) in &self.index {
            numbers.save(bytes);
            if let Some(value) = self.row.get(*at) {
                value.save(bytes);
            }
        }
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        let mut map = Self::new();
        for _ in 0..usize::load(bytes)? {
            let numbers = Numbers::load(bytes)?;
            map.insert(K::of(numbers), V::load(bytes)?);
        }
        Some(map)
    }
}
