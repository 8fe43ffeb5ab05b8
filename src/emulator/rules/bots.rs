//! Adding bots, sending them updates, and the queries that they answer.

use crate::emulator::compat::with_later_names;
use crate::emulator::prelude::*;
use crate::policy::is_token;

impl Service {
    /// Adds a bot, and returns its User and its token.
    ///
    /// # Errors
    /// If the token or the username is invalid, or the token, its identifier or the username is taken.
    pub fn add_bot(&mut self, new: NewBot) -> Result<(User, String), Refusal> {
        let is_invalid = new.token.as_ref().is_some_and(|token| !is_token(token));
        refuse_if(is_invalid, "token: expected visible ASCII without / ? # % \\")?;
        let count = self.state.bots.len();
        let id = new.token.as_ref().and_then(|token| token.split_once(':')?.0.parse().ok());
        let id = id.filter(|id| (1..ID).contains(id)).unwrap_or_else(|| self.free_id(1_000_001, count));
        let token = new.token.unwrap_or_else(|| [&id.to_string(), ":", &self.state.random.letters(35)].concat());
        refuse_if(self.is_taken(id) || self.tokens.contains_key(&token), "the bot exists already")?;
        let number = if count == 0 { String::new() } else { (count + 1).to_string() };
        let mut user = User::new(id, true, new.first_name.unwrap_or_else(|| ["Botwire", &number].concat()));
        user.username = Some(new.username.unwrap_or_else(|| ["botwire", &number, "_bot"].concat()));
        self.name(id, user.username.as_deref())?;
        self.tokens.insert(token.clone(), id);
        let games = new.games.unwrap_or_default().0.into_iter();
        let games = games.map(|(short_name, title)| StoredGame { short_name, title, ..StoredGame::default() });
        let bot = StoredBot {
            number: count,
            user: user.clone(),
            token: token.clone(),
            allowed_updates: Vec::new(),
            queue: Queue::default(),
            webhook: None,
            in_flight: Map::default(),
            inline_feedback: new.inline_feedback,
            inline_location: new.inline_location,
            games: games.collect(),
            kept: String::new(),
        };
        self.state.bots.insert(id, bot);
        Ok((user, token))
    }

    /// Returns the bots in the order in which they were added, with their tokens.
    pub fn bots(&self) -> impl Iterator<Item = (&User, &str)> {
        let mut bots: Vec<&StoredBot> = Vec::with_capacity(self.state.bots.len());
        for bot in self.state.bots.values() {
            let at = bots.partition_point(|other| other.number < bot.number);
            bots.insert(at, bot);
        }
        bots.into_iter().map(|bot| (&bot.user, bot.token.as_str()))
    }

    /// Stores an update for a bot that wants its kind. Updates of one chat are delivered in order.
    pub(crate) fn push(&mut self, bot: i64, chat: i64, mut update: Update) {
        let now = self.now();
        let payment = self.payment_of(&update);
        let Some(entry) = self.state.bots.get_mut(&bot) else { return };
        let is_allowed = |kind| entry.allowed_updates.is_empty() || entry.allowed_updates.contains(&kind);
        if !update.kind().is_some_and(is_allowed) {
            return;
        }
        let id = entry.queue.next_id(now, &mut self.state.update_ids);
        update.update_id = id.into();
        let json = with_later_names(self.state.compat, serde_json::to_string(&update).unwrap_or_default());
        #[cfg(not(web))]
        self.closed.assert_update(&json);
        entry.queue.updates.insert(id, Waiting { created: now, chat, json, is_doubled: false, is_raw: false, payment });
        if let Some(webhook) = &mut entry.webhook {
            let is_overtaken = self.state.faults.strikes_update(&FaultKind::Reorder, bot, chat);
            webhook.enqueue(id, chat, now, false, is_overtaken);
        }
    }

    /// Returns the payment of an update: of one of its two queries, or of the message about it.
    fn payment_of(&self, update: &Update) -> Option<u64> {
        let shipping = update.shipping_query.as_ref().map(|query| query.id.as_str());
        if let Some(query) = shipping.or_else(|| Some(update.pre_checkout_query.as_ref()?.id.as_str())) {
            return self.query(query)?.payment();
        }
        update.message.as_ref()?.successful_payment.as_ref()?;
        // The payment that is being paid now: its message is not stored yet.
        let ends =
            |payment: &StoredPayment| payment.state.stage == PaymentStage::Paid && payment.state.message_id.is_none();
        self.state.payments.all.iter().rev().find(|(_, payment)| ends(payment)).map(|(number, _)| number)
    }

    pub(crate) fn ask(&mut self, query: StoredQuery) -> String {
        let now = self.now();
        let id = (self.state.random.next() >> 2).to_string();
        self.state.queries.all.insert_until(id.clone(), query, now, now.after(DAY + 1));
        id
    }

    pub(crate) fn query(&self, id: &str) -> Option<&StoredQuery> {
        self.state.queries.all.get(id, self.state.latest)
    }

    /// Returns a query to answer, if it is one of this bot and not too old.
    pub(crate) fn asked(&mut self, bot: i64, id: &str) -> Result<&mut StoredQuery> {
        self.state.queries.all.get_mut(id, self.now()).filter(|query| query.bot == bot).ok_or_else(too_old)
    }

    pub(crate) fn is_taken(&self, id: i64) -> bool {
        let State { bots, users, former_users, .. } = &self.state;
        bots.contains_key(&id) || users.contains_key(&id) || former_users.contains(&id)
    }

    /// Returns a free identifier: `base` plus the number of others, or the next one after it.
    pub(crate) fn free_id(&self, base: i64, others: usize) -> i64 {
        let from = base.saturating_add(i64::try_from(others).unwrap_or(0));
        (from..ID).find(|id| !self.is_taken(*id)).unwrap_or(from)
    }
}
