//! The session of an update, and the conversation that is stored beside it, while the handler runs.

use std::any::Any;
use std::sync::Mutex;

use super::shared::Shared;
use super::stores::BoxError;
use crate::client::MaybeSend;
use crate::types::Update;

/// A value of any type.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type AnyShared = Shared<dyn Any + Send + Sync>;
/// A value of any type.
#[cfg(target_arch = "wasm32")]
pub(super) type AnyShared = Shared<dyn Any>;

/// Checks that a conversation, as JSON, can be saved beside the session.
#[cfg(not(target_arch = "wasm32"))]
pub(super) type Check = Box<dyn Fn(&str) -> Result<(), BoxError> + Send + Sync>;
/// Checks that a conversation, as JSON, can be saved beside the session.
#[cfg(target_arch = "wasm32")]
pub(super) type Check = Box<dyn Fn(&str) -> Result<(), BoxError>>;

/// The session of an update, and the conversation that is stored beside it.
pub(super) struct SessionPlace {
    pub session: AnyShared,
    pub talk: Mutex<TalkPlace>,
    pub check: Check,
}

/// The place of a conversation beside a session.
#[derive(Default)]
pub(super) struct TalkPlace {
    /// The run as JSON.
    pub run: Option<String>,
    /// The names of the conversations that have seen the update, and the update.
    pub seen: Vec<String>,
    pub update: Option<Shared<Update>>,
    /// True while the function of a conversation runs.
    pub is_running: bool,
}

impl SessionPlace {
    pub fn new<S: MaybeSend + 'static>(slot: &Shared<Mutex<Option<S>>>, talk: Option<&str>, check: Check) -> Self {
        let talk = TalkPlace { run: talk.map(str::to_owned), ..TalkPlace::default() };
        Self { session: slot.clone(), talk: Mutex::new(talk), check }
    }
}
