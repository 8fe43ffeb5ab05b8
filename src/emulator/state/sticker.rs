//! Sticker sets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::emulator::state::Map;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredStickerSet {
    pub name: String,
    pub title: String,
    pub owner: i64,
    pub bot: i64,
    pub contains_masks: bool,
    /// File numbers, in order.
    pub stickers: Vec<u64>,
}

/// All sets by their names in lower case, and the set that each sticker is in.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Sets {
    pub all: BTreeMap<String, StoredStickerSet>,
    pub of_stickers: Map<u64, String>,
}

impl Sets {
    pub fn get(&self, name: &str) -> Option<&StoredStickerSet> {
        self.all.get(&name.to_ascii_lowercase())
    }

    pub fn add(&mut self, key: &str, sticker: u64) {
        if let Some(set) = self.all.get_mut(key) {
            set.stickers.push(sticker);
            self.of_stickers.insert(sticker, key.to_owned());
        }
    }

    pub fn of_sticker(&mut self, sticker: u64) -> Option<&mut StoredStickerSet> {
        self.all.get_mut(self.of_stickers.get(&sticker)?)
    }
}
