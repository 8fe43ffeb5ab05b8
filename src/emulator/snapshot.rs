//! Snapshots of the whole service, to be saved and restored.
//!
//! A snapshot starts with 8 bytes that say what it is, its version (4 bytes), and the checksum of
//! what follows (8 bytes), both little-endian. What follows is the state as JSON.

use std::fmt::{self, Display, Formatter};

use serde_json::Value;

use crate::emulator::service::{Options, Service};
use crate::emulator::state::State;

const MAGIC: &[u8; 8] = b"botwire\x1a";
/// Changes with what is stored. Snapshots of other versions are refused: before 1.0 none is converted.
pub(crate) const VERSION: u32 = 14;

/// Why a snapshot cannot be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are something else.
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
}

impl Display for SnapshotError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotASnapshot => "the bytes are not a snapshot of the emulator",
            Self::OtherVersion { found, supported } => {
                return write!(formatter, "the snapshot has version {found}, this emulator loads version {supported}");
            }
            Self::Damaged => "the snapshot is damaged: bytes are missing or changed",
        })
    }
}

impl std::error::Error for SnapshotError {}

/// FNV-1a of 64 bits. Each step is invertible, so a single changed byte never goes unnoticed.
fn checksum(bytes: &[u8]) -> u64 {
    let start = 0xCBF2_9CE4_8422_2325;
    bytes.iter().fold(start, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// What is stored, behind the version and the checksum.
fn content(bytes: &[u8]) -> Result<&[u8], SnapshotError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::NotASnapshot)?;
    let (version, rest) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    let found = u32::from_le_bytes(*version);
    if found != VERSION {
        return Err(SnapshotError::OtherVersion { found, supported: VERSION });
    }
    let (sum, content) = rest.split_first_chunk().ok_or(SnapshotError::Damaged)?;
    if u64::from_le_bytes(*sum) == checksum(content) { Ok(content) } else { Err(SnapshotError::Damaged) }
}

/// A snapshot with that content.
pub(crate) fn sealed(content: &[u8]) -> Vec<u8> {
    [MAGIC, &VERSION.to_le_bytes()[..], &checksum(content).to_le_bytes(), content].concat()
}

/// Whether all numbers have sums and differences that are numbers.
fn is_bounded(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_i64().map_or(number.is_f64(), |whole| whole.unsigned_abs() >> 62 == 0),
        Value::Array(items) => items.iter().all(is_bounded),
        Value::Object(members) => members.values().all(is_bounded),
        _ => true,
    }
}

impl Service {
    /// The state as bytes: bots, users, chats, files, queues, queries, faults, clock and dice. The
    /// log, open long polls and deliveries under way are not part of it.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        sealed(&serde_json::to_vec(&self.state).unwrap_or_default())
    }

    /// The service of a snapshot, with further options; its seed and `compat` are the snapshot's.
    /// Updates that were under way to a webhook are delivered again.
    ///
    /// # Errors
    /// When the bytes are no snapshot, of another version, or damaged.
    pub fn load(options: Options, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let damaged = |_| SnapshotError::Damaged;
        let state: Value = serde_json::from_slice(content(bytes)?).map_err(damaged)?;
        if !is_bounded(&state) {
            return Err(SnapshotError::Damaged);
        }
        let state: State = serde_json::from_value(state).map_err(damaged)?;
        Ok(Self::of(options, state))
    }

    /// The time of the snapshot, or of the latest call.
    #[must_use]
    pub fn latest(&self) -> super::Time {
        self.state.latest
    }
}
