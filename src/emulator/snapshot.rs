//! Snapshots of the whole service, to be saved and restored.

use super::clock::Time;
use super::random::Random;
use super::service::{Options, Service};
use super::stored::Stored;

/// The first bytes: the version changes with what is stored.
const VERSION: &[u8; 8] = b"botwire8";

impl Service {
    /// The state as bytes: bots, users, chats, files, queues, queries, faults, clock and dice. The
    /// log, open long polls and deliveries under way are not part of it.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = VERSION.to_vec();
        self.options.seed.save(&mut bytes);
        self.latest.save(&mut bytes);
        self.random.save(&mut bytes);
        self.bots.save(&mut bytes);
        self.users.save(&mut bytes);
        self.user_names.save(&mut bytes);
        self.usernames.save(&mut bytes);
        self.links.save(&mut bytes);
        self.chats.save(&mut bytes);
        self.shared_chats.save(&mut bytes);
        self.files.save(&mut bytes);
        self.profile_photos.save(&mut bytes);
        self.queries.save(&mut bytes);
        self.inline.save(&mut bytes);
        self.sets.save(&mut bytes);
        self.payments.save(&mut bytes);
        self.scores.save(&mut bytes);
        self.faults.save(&mut bytes);
        bytes
    }

    /// The service of a snapshot, with further options; its seed is the snapshot's. Updates that
    /// were under way to a webhook are delivered again. None when the bytes are no snapshot of this
    /// version.
    #[must_use]
    pub fn load(options: Options, mut bytes: &[u8]) -> Option<Self> {
        bytes = bytes.strip_prefix(VERSION)?;
        let bytes = &mut bytes;
        let mut service = Self::new(Options { seed: u64::load(bytes)?, ..options });
        service.latest = Time::load(bytes)?;
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
        if !bytes.is_empty() {
            return None;
        }
        for bot in service.bots.values() {
            service.tokens.insert(bot.token.clone(), bot.user.id);
        }
        Some(service)
    }

    /// The time of the snapshot, or of the latest call.
    #[must_use]
    pub fn latest(&self) -> Time {
        self.latest
    }
}
