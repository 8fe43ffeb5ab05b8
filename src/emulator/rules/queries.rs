//! Queries, from the asking to the answer.

use crate::emulator::prelude::*;

impl Service {
    /// Keeps a query; its identifier.
    pub(crate) fn ask(&mut self, query: StoredQuery) -> String {
        let now = self.now();
        let id = (self.state.random.next() >> 2).to_string();
        self.state.queries.all.keep(id.clone(), query, now, now.after(DAY + 1));
        id
    }

    /// The query of that identifier.
    pub(crate) fn query(&self, id: &str) -> Option<&StoredQuery> {
        self.state.queries.all.get(id, self.state.latest)
    }

    /// The query that a bot answers, which is its own and not too old.
    pub(crate) fn asked(&mut self, bot: i64, id: &str) -> Result<&mut StoredQuery> {
        self.state.queries.all.get_mut(id, self.now()).filter(|query| query.bot == bot).ok_or_else(too_old)
    }
}
