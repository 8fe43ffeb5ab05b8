//! A bot: its identity, its updates and how it receives them.

use std::collections::BTreeMap;

use super::answer::Refusal;
use super::clock::Time;
use super::queue::{Queue, Stored};
use super::random::Random;
use super::service::Service;
use super::webhook::Webhook;
use crate::types::{Update, UpdateKind, User};

/// A bot to create; what is absent is made up, the same way each time.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(default)]
pub struct NewBot {
    /// Authorization token. Digits before a colon are the identifier of the bot.
    pub token: Option<String>,
    /// Username without `@`.
    pub username: Option<String>,
    /// First name.
    pub first_name: Option<String>,
}

/// Identifiers are smaller than 52 bits.
const ID: i64 = 1 << 52;
/// Identifiers that are made up start here.
const FIRST_BOT: i64 = 1_000_001;

#[derive(Debug, Clone)]
pub(super) struct Bot {
    pub user: User,
    pub token: String,
    /// Kinds of updates that are stored; empty for all.
    pub allowed_updates: Vec<UpdateKind>,
    pub queue: Queue,
    pub webhook: Option<Webhook>,
    /// Updates on their way to a webhook, and their chats.
    pub under_way: BTreeMap<i64, i64>,
}

impl Bot {
    fn new(user: User, token: String) -> Self {
        let (allowed_updates, queue) = (Vec::new(), Queue::default());
        Self { user, token, allowed_updates, queue, webhook: None, under_way: BTreeMap::new() }
    }

    /// Stores an update, if the bot wants its kind. The identifier is given here.
    fn push(&mut self, now: Time, random: &mut Random, chat: i64, mut update: Update) {
        let wanted = update.kind().is_some_and(|kind| self.allowed_updates.contains(&kind));
        if !self.allowed_updates.is_empty() && !wanted {
            return;
        }
        let id = self.queue.next_id(now, random);
        update.update_id = id;
        let Ok(json) = serde_json::to_string(&update) else { return };
        self.queue.push(id, Stored { created: now, chat, json });
        if let Some(webhook) = &mut self.webhook {
            webhook.enqueue(id, chat, now, false);
        }
    }

    /// Discards updates that are stored for more than 24 hours.
    pub fn expire(&mut self, now: Time) {
        for (id, chat) in self.queue.expire(now) {
            if let Some(webhook) = &mut self.webhook {
                webhook.expire(id, chat, now);
            }
        }
    }
}

impl Service {
    /// Adds a bot; its User, and its token.
    ///
    /// # Errors
    /// When the token or the identifier in it is taken.
    pub fn add_bot(&mut self, new: NewBot) -> Result<(User, String), Refusal> {
        let count = self.bots.len();
        let id = new.token.as_ref().and_then(|token| token.split_once(':')?.0.parse().ok());
        let id = id.filter(|id| (1..ID).contains(id)).unwrap_or_else(|| self.free_id(FIRST_BOT, count));
        let token = new.token.unwrap_or_else(|| [&id.to_string(), ":", &self.random.letters(35)].concat());
        if self.is_taken(id) || self.tokens.contains_key(&token) {
            return Err(Refusal::bad_request("the bot exists already"));
        }
        let number = if count == 0 { String::new() } else { (count + 1).to_string() };
        let mut user = User::new(id, true, new.first_name.unwrap_or_else(|| ["Botwire", &number].concat()));
        user.username = Some(new.username.unwrap_or_else(|| ["botwire", &number, "_bot"].concat()));
        self.tokens.insert(token.clone(), id);
        self.bots.insert(id, Bot::new(user.clone(), token.clone()));
        Ok((user, token))
    }

    /// The bots in order of their identifiers, with their tokens.
    pub fn bots(&self) -> impl Iterator<Item = (&User, &str)> {
        self.bots.values().map(|bot| (&bot.user, bot.token.as_str()))
    }

    /// Stores an update for a bot, and wakes whoever waits for it. Its identifier is given here;
    /// updates of one chat are delivered one after the other.
    pub(super) fn push(&mut self, now: Time, bot: i64, chat: i64, update: Update) {
        if let Some(entry) = self.bots.get_mut(&bot) {
            entry.push(now, &mut self.random, chat, update);
            self.polls.wake(bot);
        }
    }

    pub(super) fn is_taken(&self, id: i64) -> bool {
        self.bots.contains_key(&id) || self.users.contains_key(&id)
    }

    /// A free identifier: the first one after those of so many others that were made up before.
    pub(super) fn free_id(&self, first: i64, others: usize) -> i64 {
        let from = first.saturating_add(i64::try_from(others).unwrap_or(0));
        (from..ID).find(|id| !self.is_taken(*id)).unwrap_or(from)
    }
}
