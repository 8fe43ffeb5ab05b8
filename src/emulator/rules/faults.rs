//! Setting, removing and applying faults.

use crate::emulator::http::Parameters;
use crate::emulator::prelude::*;
use crate::emulator::random::Random;

impl Service {
    /// Sets a fault, and returns its number.
    pub fn fault(&mut self, mut fault: Fault) -> u64 {
        // No identifier is beyond these.
        let possible = |id: Option<i64>| id.map(|id| id.clamp(-ID, ID));
        (fault.chat, fault.bot) = (possible(fault.chat), possible(fault.bot));
        self.state.faults.last += 1;
        let id = self.state.faults.last;
        if fault.times != Some(0) {
            let random = Random::new(fault.seed);
            self.state.faults.set.push(InjectedFault { id, fault, random });
        }
        id
    }

    /// Removes a fault, or all faults for `None`.
    pub fn clear_faults(&mut self, id: Option<u64>) {
        self.state.faults.set.retain(|set| id.is_some_and(|id| id != set.id));
    }

    pub(crate) fn strike(&mut self, bot: i64, method: &str, parameters: &Parameters) -> Option<FaultKind> {
        self.state.faults.set.first()?;
        let named = parameters.chat("chat_id");
        let chat = named.and_then(|chat| self.chat_of(bot, &chat).ok()).map(ChatKey::id);
        let polls = method == "getUpdates";
        let is_group = |chat: &SharedChat| chat.kind == ChatKind::Group && chat.migrated_to.is_none();
        let group = chat.and_then(|id| self.shared(id)).is_some_and(is_group);
        let kind = self.state.faults.strike(bot, chat, Some(method), |fault| match fault.kind {
            FaultKind::Duplicate | FaultKind::Reorder => polls && !fault.deliveries,
            FaultKind::Migration => group && !fault.deliveries,
            _ => !fault.deliveries,
        })?;
        if let (FaultKind::Migration, Some(chat)) = (&kind, chat) {
            let _ = self.migrate(self.now(), chat);
        }
        Some(kind)
    }
}
