//! Snapshots of the whole service, to be saved and restored.
//!
//! A snapshot consists of 8 bytes of magic, its version (4 bytes), the checksum of the state (8 bytes), both
//! little-endian, and the state as JSON.

use std::fmt::{self, Display, Formatter};

use serde_json::Value;

use crate::emulator::http::unknown_in;
use crate::emulator::options::Options;
use crate::emulator::prelude::*;
use crate::wire::Wire;
use crate::wire::read::forgetting;

const MAGIC: &[u8; 8] = b"botwire\x1a";
/// Increased when the stored state changes. Snapshots of other versions are refused, not converted, before 1.0.
pub(crate) const VERSION: u32 = 19;

/// The reason why a snapshot cannot be loaded.
///
/// ```
/// use botwire::emulator::{Emulator, Options, SnapshotError};
///
/// let error = Emulator::restore(Options::default(), b"a text").unwrap_err();
/// assert_eq!(error, SnapshotError::NotASnapshot);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are not a snapshot.
    NotASnapshot,
    /// An emulator whose snapshots have another version saved the snapshot.
    OtherVersion {
        /// The version of the snapshot.
        found: u32,
        /// The version that this emulator saves and loads.
        supported: u32,
    },
    /// Bytes of the snapshot are missing or changed.
    Damaged,
    /// The snapshot has a value that no emulator stores, such as a member that the specification does not know.
    Unexpected {
        /// The path, such as `users[0][1].is_premium`.
        path: String,
    },
}

impl Display for SnapshotError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASnapshot => formatter.write_str("the bytes are not a snapshot of the emulator"),
            Self::OtherVersion { found, supported } => {
                write!(formatter, "the snapshot has version {found}, this emulator loads version {supported}")
            }
            Self::Unexpected { path } => write!(formatter, "the snapshot has at {path} what no emulator stores"),
            Self::Damaged => formatter.write_str("the snapshot is damaged: bytes are missing or changed"),
        }
    }
}

impl std::error::Error for SnapshotError {}

/// FNV-1a of 64 bits. Each step is invertible, so a single changed byte never goes unnoticed.
fn checksum(bytes: &[u8]) -> u64 {
    let start = 0xCBF2_9CE4_8422_2325;
    bytes.iter().fold(start, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns the state in a snapshot, as JSON.
///
/// # Errors
/// If the bytes are not a snapshot, or the snapshot is damaged or of another version.
pub(crate) fn content(bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::NotASnapshot)?;
    let (version, rest) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    let found = u32::from_le_bytes(*version);
    if found != VERSION {
        return Err(SnapshotError::OtherVersion { found, supported: VERSION });
    }
    let (sum, content) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    if u64::from_le_bytes(*sum) == checksum(content) { Ok(content) } else { Err(SnapshotError::Damaged) }
}

/// Returns a snapshot of a state.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    [MAGIC, &VERSION.to_le_bytes()[..], &checksum(content).to_le_bytes(), content].concat()
}

/// Returns true if sums and differences of the numbers cannot overflow.
fn is_bounded(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_i64().map_or(number.is_f64(), |whole| whole.unsigned_abs() >> 62 == 0),
        Value::Array(items) => items.iter().all(is_bounded),
        Value::Object(members) => members.values().all(is_bounded),
        _ => true,
    }
}

/// Returns the path of the first value that differs, or that the other one does not have.
fn difference(value: &Value, other: &Value) -> Option<String> {
    match (value, other) {
        (Value::Object(members), Value::Object(others)) => {
            let missing = || others.keys().find(|name| !members.contains_key(*name)).map(|name| [".", name].concat());
            let differs = |(name, value): (&String, _)| {
                let inside = others.get(name).map_or_else(|| Some(String::new()), |other| difference(value, other))?;
                Some([".", name, &inside].concat())
            };
            members.iter().find_map(differs).or_else(missing)
        }
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            (0..).zip(items).zip(others).find_map(|((index, item), other)| {
                let inside = difference(item, other)?;
                Some(["[", &i32::to_string(&index), "]", &inside].concat())
            })
        }
        _ => (value != other).then(String::new),
    }
}

impl State {
    /// Parses a state. Refuses values that saving it would not produce. Without compat, objects of the specification
    /// have only its members, also in waiting updates, which are text.
    fn read(content: &[u8]) -> Result<Self, SnapshotError> {
        let value = |text: &[u8]| serde_json::from_slice(text).map_err(|_| SnapshotError::Damaged);
        let stored: Value = value(content)?;
        if !is_bounded(&stored) {
            return Err(SnapshotError::Damaged);
        }
        let is_strict = stored.get("compat") == Some(&Value::Bool(false));
        let state: Self =
            forgetting(is_strict, || serde_json::from_value(stored)).map_err(|_| SnapshotError::Damaged)?;
        let saved = serde_json::to_vec(&state).unwrap_or_default();
        let changed = if saved == content { None } else { difference(&value(content)?, &value(&saved)?) };
        let unknown = || {
            let mut bots = (0..).zip(state.bots.values()).filter(|_| is_strict);
            bots.find_map(|(bot, stored)| {
                (0..).zip(stored.queue.updates.from(0)).filter(|(_, (_, update))| !update.is_raw).find_map(
                    |(at, (_, update))| {
                        let [bot, at] = [bot, at].map(|index: i32| index.to_string());
                        let path = ["bots[", &bot, "][1].queue.updates[", &at, "][1].json"].concat();
                        unknown_in(&Update::KIND, &serde_json::from_str(&update.json).ok()?, &path)
                    },
                )
            })
        };
        match changed.or_else(unknown) {
            Some(path) => Err(SnapshotError::Unexpected { path: path.trim_start_matches('.').to_owned() }),
            None => Ok(state),
        }
    }
}

impl Service {
    /// Returns the state as bytes: bots, users, chats, files, queues, queries, faults, clock and random numbers. The
    /// log, open long polls and deliveries in flight are not part of it.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        sealed(&serde_json::to_vec(&self.state).unwrap_or_default())
    }

    /// Loads a service from a snapshot, with other options. `seed` and `compat` are those of the snapshot. Updates that
    /// were in flight to a webhook are delivered again.
    ///
    /// # Errors
    /// If the bytes are not a snapshot, or the snapshot is of another version, damaged or forged.
    pub fn load(options: Options, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let state = State::read(content(bytes)?)?;
        if state.latest > Time::LAST {
            return Err(SnapshotError::Damaged);
        }
        Ok(Self::of(options, state, false))
    }

    /// Returns the time of the snapshot, or of the latest call.
    #[must_use]
    pub fn latest(&self) -> super::Time {
        self.state.latest
    }
}
