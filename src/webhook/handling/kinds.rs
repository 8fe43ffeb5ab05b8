//! The kinds of updates that the service sends.

use crate::client::{Bot, Retry, log};
use crate::types::UpdateKind;

/// Returns the kinds that a list of `allowed_updates` does not contain. No list, and an empty one, mean all kinds.
pub(super) fn missing(allowed: &[UpdateKind], kinds: &[UpdateKind]) -> Vec<UpdateKind> {
    let is_missing = |kind: &&UpdateKind| !allowed.is_empty() && !allowed.contains(kind);
    kinds.iter().filter(is_missing).cloned().collect()
}

/// Logs the list of an earlier version of the bot. An error is ignored, because `getUpdates` meets it too.
pub(super) async fn log_inherited(bot: Bot) {
    let Ok(info) = bot.get_webhook_info().retry(Retry::NONE).await else { return };
    let kinds: Vec<_> = info.allowed_updates.iter().flatten().map(ToString::to_string).collect();
    if !kinds.is_empty() {
        log(&format!(
            "botwire: poll: the service sends only {}; pass `allowed_updates`, an empty list for all kinds",
            kinds.join(", ")
        ));
    }
}
