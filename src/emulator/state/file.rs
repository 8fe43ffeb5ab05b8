//! Files on the service, the links to download them, and sticker sets.

use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use botwire_macros::enumeration;
use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::state::{Map, base64};
use crate::types::MaskPosition;

#[enumeration(closed)]
pub(crate) enum FileKind {
    Photo,
    Thumb,
    Audio,
    Document,
    Video,
    Voice,
    VideoNote,
    Sticker,
    ChatPhoto,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredFile {
    pub kind: FileKind,
    #[serde(with = "base64")]
    pub bytes: Arc<[u8]>,
    pub name: String,
    pub media_type: String,
    pub details: MediaAttributes,
    pub thumb: Option<u64>,
    /// For a photo, the numbers of its smallest and its largest size.
    pub sizes: Option<(u64, u64)>,
    /// For a sticker in a set, its attributes there.
    pub in_set: Option<Box<InSet>>,
}

/// Attributes of a file, from its sender or from its content.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct MediaAttributes {
    pub duration: Option<i64>,
    pub width: Option<i64>,
    pub height: Option<i64>,
    pub performer: Option<String>,
    pub title: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct InSet {
    pub emoji: String,
    pub set_name: String,
    pub mask_position: Option<MaskPosition>,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Files {
    pub all: Map<u64, StoredFile>,
    /// The file number and the end of each link, by its path.
    pub links: BTreeMap<String, (u64, Time)>,
    pub hosted: BTreeMap<String, Hosted>,
}

/// A file behind a URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Hosted {
    /// MIME type; empty for a URL that cannot be downloaded.
    pub media_type: String,
    /// Content.
    #[serde(with = "base64")]
    pub bytes: Arc<[u8]>,
}

#[derive(Clone, Default)]
pub(crate) struct Web(pub Option<Arc<Find>>);

type Find = dyn Fn(&str) -> Option<Hosted> + Send + Sync;

impl Debug for Web {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Web").field(&self.0.is_some()).finish()
    }
}

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

/// All sets by name in lower case, and the set of each sticker.
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
