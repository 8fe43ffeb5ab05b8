//! What the service stores: data, and what the data says of itself. `view` shows it, `methods` and `acts` change it.

pub(crate) mod base64;
pub(crate) mod bits;
pub(crate) mod bot;
pub(crate) mod chat;
pub(crate) mod chat_key;
pub(crate) mod fault_kind;
pub(crate) mod faults;
pub(crate) mod file;
pub(crate) mod game;
pub(crate) mod keyboards;
pub(crate) mod map;
pub(crate) mod member;
pub(crate) mod message;
pub(crate) mod payment;
pub(crate) mod query;
pub(crate) mod queue;
pub(crate) mod ranking;
pub(crate) mod sticker;
pub(crate) mod ttl_map;
pub(crate) mod user;
pub(crate) mod web;
pub(crate) mod webhook;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::emulator::clock::Time;
use crate::emulator::random::Random;
use crate::emulator::state::bot::StoredBot;
use crate::emulator::state::chat::StoredChat;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::faults::Faults;
use crate::emulator::state::map::Map;
use crate::types::User;

/// All that a snapshot holds.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct State {
    #[serde(with = "bits")]
    pub seed: u64,
    pub compat: bool,
    pub latest: Time,
    pub random: Random,
    pub bots: Map<i64, StoredBot>,
    pub users: Map<i64, User>,
    /// Identifiers of users by their usernames in lower case.
    pub user_names: BTreeMap<String, i64>,
    /// Identifiers of public chats by their usernames in lower case.
    pub usernames: BTreeMap<String, i64>,
    /// Identifiers of chats by their invite links.
    pub links: BTreeMap<String, i64>,
    pub chats: Map<ChatKey, StoredChat>,
    /// How many groups, supergroups and channels were made.
    pub shared_chats: i64,
    pub files: file::Files,
    /// File number of the picture of games that are given none.
    pub game_picture: u64,
    /// Numbers of the profile photos of users, the latest first, each as a photo and as a chat photo.
    pub profile_photos: Map<i64, Vec<(u64, u64)>>,
    pub queries: query::Queries,
    /// Where the messages are that were sent in inline mode, by `inline_message_id`.
    pub inline_messages: BTreeMap<String, (ChatKey, i64)>,
    pub sets: sticker::Sets,
    pub payments: payment::Payments,
    pub scores: game::Scores,
    pub faults: Faults,
}

impl State {
    pub fn new(seed: u64, compat: bool) -> Self {
        Self { seed, compat, random: Random::new(seed), ..Self::default() }
    }
}
