//! The section Updates and webhooks: getMe, getUpdates and the webhook methods.
//!
//! Where the specification is silent: a negative `timeout` is 0. The service is for HTTPS only, but the emulator answers plain
//! HTTP too, since a test has no certificate.

use serde_json::Value;

use super::prelude::*;
use crate::emulator::compat;
use crate::emulator::delivery::Poll;
use crate::emulator::http::{Answer, Parameters};
use crate::emulator::service::HttpWebhooks;
use crate::policy::{is_local, is_this_machine};

/// `limit` of getUpdates when absent.
const LIMIT: i64 = 100;
/// `max_connections` of setWebhook when absent.
const MAX_CONNECTIONS: i64 = 40;

/// Discards all stored updates; a parameter of later interfaces.
const DROPS_PENDING: &str = "drop_pending_updates";

/// Why a webhook elsewhere is refused where only this machine may be called.
const REMOTE: &str = "webhooks go to this machine only (localhost, 127.0.0.1, [::1]) unless the emulator was started with \
    --allow-remote-webhooks";

#[allow(clippy::unnecessary_wraps)] // as all methods
pub fn get_me(service: &mut Service, bot: i64, _: GetMe) -> Result<User> {
    let mut me = service.shown_user(bot);
    me.extra = service.compat(compat::ME);
    Ok(me)
}

pub fn get_updates(service: &mut Service, bot: i64, method: GetUpdates, fault: Option<&FaultKind>) -> Result<Answer> {
    let (now, limit) = (service.now(), method.limit.unwrap_or(LIMIT));
    let offset = method.offset.map_or(0, i64::from);
    let longest = service.options.longest_poll.max(0);
    let timeout = method.timeout.unwrap_or(0).clamp(0, longest) * SECOND;
    let entry = service.bot(bot)?;
    if entry.webhook.is_some() {
        return Err(webhook_is_set());
    }
    if let Some(kinds) = method.allowed_updates {
        entry.allowed_updates = kinds;
    }
    if offset < 0 {
        entry.queue.keep_last(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX));
    } else {
        entry.queue.updates.remove_before(offset);
    }
    let limit = usize::try_from(limit).unwrap_or(1);
    let until = now.after(timeout).min(Time::LAST);
    let poll = Poll { bot, from: offset.max(0), limit, until, fault: fault.cloned(), entry: None };
    match service.poll(&poll) {
        Some(result) => result,
        None if timeout == 0 => Ok(Answer::of_text("[]")),
        None => {
            service.last_poll += 1;
            service.polls.insert(service.last_poll, poll);
            Ok(Answer::Wait { poll: service.last_poll, until })
        }
    }
}

fn webhook_is_set() -> Refusal {
    Refusal::new(409, "Conflict: can't use getUpdates method while webhook is active")
}

pub fn set_webhook(service: &mut Service, bot: i64, method: SetWebhook) -> Result<True> {
    let now = service.now();
    let SetWebhook { url, certificate, max_connections, allowed_updates, extra } = method;
    let compat = service.state.compat;
    refuse_if(service.options.loopback_webhooks_only && !url.is_empty() && !is_this_machine(&url), REMOTE)?;
    let entry = service.bot(bot)?;
    if let Some(kinds) = allowed_updates {
        entry.allowed_updates = kinds;
    }
    if compat && compat::says(&extra, DROPS_PENDING) {
        entry.queue.updates.remove_before(i64::MAX);
    }
    entry.webhook = if url.is_empty() {
        None
    } else {
        let max_connections = usize::try_from(max_connections.unwrap_or(MAX_CONNECTIONS)).unwrap_or(1);
        let secret = extra.get("secret_token").and_then(Value::as_str).filter(|_| compat).unwrap_or_default().into();
        let mut webhook = StoredWebhook::new(url, max_connections, certificate.is_some(), secret);
        for (id, update) in entry.queue.updates.iter() {
            webhook.enqueue(id, update.chat, now, entry.in_flight.contains_key(&id), false);
        }
        Some(webhook)
    };
    Ok(True)
}

pub fn delete_webhook(service: &mut Service, bot: i64, method: DeleteWebhook) -> Result<True> {
    let drops = service.state.compat && compat::says(&method.extra, DROPS_PENDING);
    let bot = service.bot(bot)?;
    bot.webhook = None;
    if drops {
        bot.queue.updates.remove_before(i64::MAX);
    }
    Ok(True)
}

pub fn get_webhook_info(service: &mut Service, bot: i64, _: GetWebhookInfo) -> Result<WebhookInfo> {
    let bot = service.bot(bot)?;
    let webhook = bot.webhook.as_ref();
    let url = webhook.map_or("", |webhook| &webhook.url);
    let has_custom_certificate = webhook.is_some_and(|webhook| webhook.has_custom_certificate);
    let mut info =
        WebhookInfo::new(url, has_custom_certificate, i64::try_from(bot.queue.updates.len()).unwrap_or(i64::MAX));
    if let Some(webhook) = webhook {
        (info.last_error_date, info.last_error_message) = webhook.last_error.clone().unzip();
        info.max_connections = i64::try_from(webhook.max_connections).ok();
    }
    info.allowed_updates = Some(bot.allowed_updates.clone()).filter(|kinds| !kinds.is_empty());
    Ok(info)
}

impl Service {
    /// The result of a poll, if there is one already.
    pub(crate) fn poll(&self, poll: &Poll) -> Option<Result<Answer>> {
        let bot = self.state.bots.get(&poll.bot)?;
        if bot.webhook.is_some() {
            return Some(Err(webhook_is_set()));
        }
        let mut updates: Vec<&str> = bot.queue.from(poll.from, poll.limit).collect();
        match poll.fault {
            Some(FaultKind::Duplicate) => updates = updates.into_iter().flat_map(|update| [update, update]).collect(),
            Some(FaultKind::Reorder) => updates.reverse(),
            _ => {}
        }
        (!updates.is_empty()).then(|| Ok(Answer::of_text(&["[", &updates.join(","), "]"].concat())))
    }
}

/// What the emulator accepts beside the URLs of the specification, in words.
pub(super) fn accepted_too(webhooks: HttpWebhooks) -> &'static str {
    match webhooks {
        HttpWebhooks::Never => "",
        HttpWebhooks::Loopback => ", or an http:// URL of this machine",
        HttpWebhooks::Always => ", or an http:// URL",
    }
}

/// A URL whose scheme and port the emulator excuses, so that tests need no TLS: it is taken out of
/// the parameters and one that the check accepts is put in its place. The caller puts it back.
pub(crate) fn excuse_url(webhooks: HttpWebhooks, parameters: &mut Parameters) -> Option<Value> {
    let url = parameters.text("url")?;
    let excused = match webhooks {
        HttpWebhooks::Never => false,
        HttpWebhooks::Loopback => is_local(url),
        HttpWebhooks::Always => url.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://")),
    };
    excused.then(|| parameters.values.insert("url".into(), "https://webhook.invalid".into())).flatten()
}
