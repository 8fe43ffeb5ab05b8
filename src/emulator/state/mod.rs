//! The stored state of the service. `view` shows it, `methods` and `actions` change it.

pub(crate) mod base64;
pub(crate) mod bits;
mod bot;
mod chat;
mod faults;
mod file;
mod game;
pub(crate) mod map;
mod member;
mod message;
mod query;
mod webhook;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::emulator::clock::Time;
use crate::emulator::random::Random;
use crate::types::User;

pub use {bot::*, faults::*, file::*, game::*, member::*, message::*, query::*};
pub(crate) use {chat::*, map::*, webhook::*};

/// The content of a snapshot.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct State {
    #[serde(with = "bits")]
    pub seed: u64,
    pub compat: bool,
    pub latest: Time,
    pub random: Random,
    /// The start of each bot's `update_id`s.
    pub update_ids: Random,
    pub bots: Map<i64, StoredBot>,
    pub users: Map<i64, User>,
    /// Identifiers of removed users, which are not used again.
    #[serde(default)]
    pub former_users: BTreeSet<i64>,
    /// Identifiers of users, bots and public chats by their usernames in lower case.
    pub usernames: BTreeMap<String, i64>,
    /// Identifiers of chats by their invite links.
    pub links: BTreeMap<String, i64>,
    pub chats: Map<ChatKey, StoredChat>,
    /// How many groups, supergroups and channels have been created.
    pub shared_chats: i64,
    pub files: Files,
    /// File number of the default picture of games.
    pub game_picture: u64,
    /// Numbers of the profile photos of users, the latest first, each as a photo and as a chat photo.
    pub profile_photos: Map<i64, Vec<(u64, u64)>>,
    pub queries: Queries,
    /// Messages that were sent in inline mode, by `inline_message_id`.
    pub inline_messages: BTreeMap<String, (ChatKey, i64)>,
    pub sets: Sets,
    pub payments: Payments,
    /// Scores by bot, chat and game.
    pub scores: BTreeMap<String, Ranking>,
    pub faults: Faults,
    /// Results of methods that the caller fixed, by method in lower case, each as an array of the name and the result: JSON
    /// text, because a map would add code to the wasm.
    pub answers: String,
}

/// Returns a value as JSON, by way of its text: serializers for a second format would add kilobytes to the wasm.
pub fn json_of(value: &impl Serialize) -> Value {
    serde_json::to_string(value).ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}
