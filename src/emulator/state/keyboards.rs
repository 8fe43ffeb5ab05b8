//! Which messages brought or removed the reply keyboards of a chat.

use serde::{Deserialize, Serialize};

use crate::emulator::state::Map;

/// The messages that brought or removed the keyboards of a chat, noted when they are sent, so that
/// nobody has to search the chat for them.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct ReplyKeyboards {
    /// The latest for everybody.
    pub for_all: Option<i64>,
    /// The latest selective one of each user.
    pub selected: Map<i64, i64>,
}
