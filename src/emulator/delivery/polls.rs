//! Long polls that wait for updates: which they are, and whose wait is over.

use crate::emulator::clock::Time;
use crate::emulator::state::Map;

/// A getUpdates that waits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Poll {
    pub bot: i64,
    /// The first `update_id` to return.
    pub from: i64,
    pub limit: usize,
    pub until: Time,
    /// Whether something happened to the bot that the poll may be waiting for.
    pub is_woken: bool,
}

/// The open polls of all bots. There are few: a bot has one, or some of clients that have gone.
#[derive(Debug, Clone, Default)]
pub(crate) struct Polls {
    last: u64,
    open: Map<u64, Poll>,
}

impl Polls {
    pub fn open(&mut self, poll: Poll) -> u64 {
        self.last += 1;
        self.open.insert(self.last, poll);
        self.last
    }

    pub fn close(&mut self, id: u64) {
        self.open.remove(&id);
    }

    pub fn wake(&mut self, bot: i64) {
        self.open.values_mut().filter(|poll| poll.bot == bot).for_each(|poll| poll.is_woken = true);
    }

    /// The polls to look at: the woken ones, and those whose time is over.
    pub fn take_due(&mut self, now: Time) -> Vec<(u64, Poll)> {
        let is_due = |(_, poll): &(u64, &Poll)| poll.is_woken || poll.until <= now;
        let due = self.open.iter().filter(is_due).map(|(id, poll)| (id, *poll)).collect();
        self.open.values_mut().for_each(|poll| poll.is_woken = false);
        due
    }

    /// When the first poll ends; at once if one was woken.
    pub fn next_end(&self) -> Option<Time> {
        self.open.values().map(|poll| if poll.is_woken { Time::default() } else { poll.until }).min()
    }
}
