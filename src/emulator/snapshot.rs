//! Snapshots of the whole service, to be saved and restored.
//!
//! A snapshot starts with 8 bytes that say what it is, its version (4 bytes), and the checksum of
//! what follows (8 bytes), both little-endian.

use std::fmt::{self, Display, Formatter};

use super::random::Random;
use super::service::{Options, Service};
use super::stored::{Stored, bits};

const MAGIC: &[u8; 8] = b"botwire\x1a";
/// Changes with what is stored.
const VERSION: u32 = 11;

/// Why a snapshot cannot be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The bytes are something else.
    NotASnapshot,
    /// Another version of the emulator saved the snapshot.
    OtherVersion,
    /// Bytes of the snapshot are missing or changed.
    Damaged,
}

impl Display for SnapshotError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotASnapshot => "the bytes are not a snapshot of the emulator",
            Self::OtherVersion => "another version of the emulator saved the snapshot",
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
    let mut rest = bytes.strip_prefix(MAGIC).ok_or(SnapshotError::NotASnapshot)?;
    let version = u32::load(&mut rest).ok_or(SnapshotError::Damaged)?;
    if version != VERSION {
        return Err(SnapshotError::OtherVersion);
    }
    let sum = bits(&mut rest).ok_or(SnapshotError::Damaged)?;
    if sum == checksum(rest) { Ok(rest) } else { Err(SnapshotError::Damaged) }
}

/// A snapshot with that content.
pub(super) fn sealed(content: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    VERSION.save(&mut bytes);
    checksum(content).save(&mut bytes);
    bytes.extend_from_slice(content);
    bytes
}

impl Service {
    /// The state as bytes: bots, users, chats, files, queues, queries, faults, clock and dice. The
    /// log, open long polls and deliveries under way are not part of it.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut content = Vec::new();
        self.save_content(&mut content);
        sealed(&content)
    }

    fn save_content(&self, bytes: &mut Vec<u8>) {
        self.options.seed.save(bytes);
        self.options.compat.save(bytes);
        self.latest.save(bytes);
        self.random.save(bytes);
        self.bots.save(bytes);
        self.users.save(bytes);
        self.user_names.save(bytes);
        self.usernames.save(bytes);
        self.links.save(bytes);
        self.chats.save(bytes);
        self.shared_chats.save(bytes);
        self.files.save(bytes);
        self.profile_photos.save(bytes);
        self.queries.save(bytes);
        self.inline.save(bytes);
        self.sets.save(bytes);
        self.payments.save(bytes);
        self.scores.save(bytes);
        self.faults.save(bytes);
    }

    /// The service of a snapshot, with further options; its seed and `compat` are the snapshot's.
    /// Updates that were under way to a webhook are delivered again.
    ///
    /// # Errors
    /// When the bytes are no snapshot, of another version, or damaged.
    pub fn load(options: Options, bytes: &[u8]) -> Result<Self, SnapshotError> {
        let mut content = content(bytes)?;
        let service = Self::load_content(options, &mut content).filter(|_| content.is_empty());
        service.ok_or(SnapshotError::Damaged)
    }

    fn load_content(options: Options, bytes: &mut &[u8]) -> Option<Self> {
        let (seed, compat) = (bits(bytes)?, bool::load(bytes)?);
        let mut service = Self::new(Options { seed, compat, ..options });
        service.latest = Stored::load(bytes)?;
        service.random = Random::load(bytes)?;
        service.bots = Stored::load(bytes)?;
        service.users = Stored::load(bytes)?;
        service.user_names = Stored::load(bytes)?;
        service.usernames = Stored::load(bytes)?;
        service.links = Stored::load(bytes)?;
        service.chats = Stored::load(bytes)?;
        service.shared_chats = i64::load(bytes)?;
        service.files = Stored::load(bytes)?;
        service.profile_photos = Stored::load(bytes)?;
        service.queries = Stored::load(bytes)?;
        service.inline = Stored::load(bytes)?;
        service.sets = Stored::load(bytes)?;
        service.payments = Stored::load(bytes)?;
        service.scores = Stored::load(bytes)?;
        service.faults = Stored::load(bytes)?;
        for bot in service.bots.values() {
            service.tokens.insert(bot.token.clone(), bot.user.id.0);
        }
        Some(service)
    }

    /// The time of the snapshot, or of the latest call.
    #[must_use]
    pub fn latest(&self) -> super::Time {
        self.latest
    }
}
