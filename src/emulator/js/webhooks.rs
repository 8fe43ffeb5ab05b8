//! The webhooks of all bots, for a driver that shows them and sets them again.

use serde::Serialize;

use crate::emulator::{Service, Time};
use crate::types::UpdateKind;

#[derive(Serialize)]
pub(super) struct ShownWebhook<'a> {
    bot: i64,
    url: &'a str,
    max_connections: usize,
    allowed_updates: &'a [UpdateKind],
    /// An empty string if the webhook has no secret.
    secret_token: &'a str,
    /// The number of updates that the webhook has not accepted and that are delivered again.
    failing: usize,
    /// The first of them.
    first_failing: Option<i64>,
    /// When the next of them is, in milliseconds since 1970.
    next_retry: Option<i64>,
}

pub(super) fn webhooks(service: &Service) -> Vec<ShownWebhook<'_>> {
    let bots = service.state.bots.iter();
    let shown = bots.filter_map(|(bot, stored)| {
        let webhook = stored.webhook.as_ref()?;
        // A fault also lets an update come twice that was accepted.
        let is_failing = |id: i64| stored.queue.updates.get(&id).is_some_and(|update| !update.is_doubled);
        let failing = || webhook.retried().filter(|(id, _)| is_failing(*id));
        Some(ShownWebhook {
            bot,
            url: &webhook.url,
            max_connections: webhook.max_connections,
            allowed_updates: &stored.allowed_updates,
            secret_token: &webhook.secret,
            failing: failing().count(),
            first_failing: failing().map(|(id, _)| id).min(),
            next_retry: failing().filter_map(|(_, due)| due).min().map(Time::millis),
        })
    });
    shown.collect()
}
