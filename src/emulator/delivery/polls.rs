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
}

/// The open polls of all bots.
#[derive(Debug, Clone, Default)]
pub(crate) struct Polls {
    last: u64,
    open: Map<u64, Poll>,
    of_bots: Map<(i64, u64), ()>,
    ends: Map<(Time, u64), ()>,
    woken: Map<u64, ()>,
}

impl Polls {
    pub fn open(&mut self, poll: Poll) -> u64 {
        self.last += 1;
        self.open.insert(self.last, poll);
        self.of_bots.insert((poll.bot, self.last), ());
        self.ends.insert((poll.until, self.last), ());
        self.last
    }

    pub fn close(&mut self, id: u64) {
        if let Some(poll) = self.open.remove(&id) {
            self.of_bots.remove(&(poll.bot, id));
            self.ends.remove(&(poll.until, id));
            self.woken.remove(&id);
        }
    }

    /// Something happened to the bot that its polls may be waiting for.
    pub fn wake(&mut self, bot: i64) {
        for ((_, id), ()) in self.of_bots.from((bot, 0)).take_while(|((of, _), ())| *of == bot) {
            self.woken.insert(id, ());
        }
    }

    /// Takes the polls to look at: the woken ones, and those whose time is over.
    pub fn take_due(&mut self, now: Time) -> Vec<(u64, Poll)> {
        for (_, id) in self.ends.keys().take_while(|(end, _)| *end <= now) {
            self.woken.insert(id, ());
        }
        let due = std::mem::take(&mut self.woken);
        due.keys().filter_map(|id| self.open.get(&id).map(|poll| (id, *poll))).collect()
    }

    /// When the first poll ends; at once if one was woken.
    pub fn next_end(&self) -> Option<Time> {
        if self.woken.is_empty() { self.ends.keys().next().map(|(end, _)| end) } else { Some(Time::default()) }
    }
}
