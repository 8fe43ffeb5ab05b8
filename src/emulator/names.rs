//! Maps whose keys are texts, see [`super::map`].

use std::collections::BTreeMap;

use super::map::Row;
use super::stored::Stored;

/// A map whose keys are texts.
#[derive(Debug, Clone)]
pub(super) struct Names<V> {
    index: BTreeMap<String, usize>,
    row: Row<V>,
}

impl<V> Default for Names<V> {
    fn default() -> Self {
        Self { index: BTreeMap::new(), row: Row::new() }
    }
}

impl<V> Names<V> {
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.index.values().filter_map(|at| self.row.get(*at))
    }

    pub fn get(&self, key: &str) -> Option<&V> {
        self.row.get(*self.index.get(key)?)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        self.row.get_mut(*self.index.get(key)?)
    }

    pub fn contains_key(&self, key: &str) -> bool {
        self.index.contains_key(key)
    }

    pub fn insert(&mut self, key: String, value: V) {
        if let Some(place) = self.index.get(&key).and_then(|at| self.row.get_mut(*at)) {
            *place = value;
            return;
        }
        let at = self.row.put(value);
        self.index.insert(key, at);
    }

    pub fn remove(&mut self, key: &str) -> Option<V> {
        let at = self.index.remove(key)?;
        self.row.take(at)
    }
}

impl<V: Stored> Stored for Names<V> {
    fn save(&self, bytes: &mut Vec<u8>) {
        self.index.len().save(bytes);
        for (name, at) in &self.index {
            name.save(bytes);
            if let Some(value) = self.row.get(*at) {
                value.save(bytes);
            }
        }
    }
    fn load(bytes: &mut &[u8]) -> Option<Self> {
        let mut names = Self::default();
        for _ in 0..usize::load(bytes)? {
            names.insert(String::load(bytes)?, V::load(bytes)?);
        }
        Some(names)
    }
}
