//! The section Updates and webhooks: getMe, getUpdates and the webhook methods.
//!
//! Unspecified behavior: a negative `timeout` is 0. The emulator also answers plain HTTP, because tests have no
//! certificate.

use serde_json::Value;

use crate::emulator::compat;
use crate::emulator::http::Answer;
use crate::emulator::options::HttpWebhooks;
use crate::emulator::prelude::*;
use crate::emulator::service::Poll;
use crate::policy::{is_local, is_this_machine};

const CONFLICT: &str = "Conflict: can't use getUpdates method while webhook is active";
/// The error for a webhook on another machine, if only this machine may be called.
const REMOTE: &str = "webhooks go to this machine only (localhost, 127.0.0.1, [::1]) unless the emulator was started with \
    --allow-remote-webhooks";

pub fn get_me(service: &mut Service, bot: i64, _: GetMe) -> Result<User> {
    Ok(User { extra: service.compat(compat::ME), ..service.shown_user(bot) })
}

pub fn get_updates(service: &mut Service, bot: i64, method: GetUpdates, fault: Option<&FaultKind>) -> Result<Answer> {
    let now = service.now();
    let offset = method.offset.map_or(0, i64::from);
    let longest = service.options.longest_poll.max(0);
    let timeout = method.timeout.unwrap_or(0).clamp(0, longest) * SECOND;
    let entry = service.bot(bot)?;
    if entry.webhook.is_some() {
        return Err(Refusal::new(409, CONFLICT));
    }
    if let Some(kinds) = method.allowed_updates {
        entry.allowed_updates = kinds;
    }
    if offset < 0 {
        entry.queue.keep_last(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX));
    } else {
        entry.queue.updates.remove_before(offset);
    }
    let limit = usize::try_from(method.limit.unwrap_or(100)).unwrap_or(1);
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

/// The most characters of a secret of later interfaces.
const MOST_SECRET: usize = 256;
const WRONG_SECRET: &str = "secret_token: expected 1 to 256 characters of A-Z, a-z, 0-9, _ and -";

pub fn set_webhook(service: &mut Service, bot: i64, method: SetWebhook) -> Result<True> {
    let now = service.now();
    let SetWebhook { url, certificate, max_connections, allowed_updates, extra } = method;
    let (compat, former) = (service.state.compat, service.last_delivery);
    refuse_if(service.options.loopback_webhooks_only && !url.is_empty() && !is_this_machine(&url), REMOTE)?;
    let secret = extra.get("secret_token").and_then(Value::as_str).filter(|_| compat).unwrap_or_default();
    let is_sendable = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    refuse_if(secret.len() > MOST_SECRET || !secret.bytes().all(is_sendable), WRONG_SECRET)?;
    let entry = service.bot(bot)?;
    if let Some(kinds) = allowed_updates {
        entry.allowed_updates = kinds;
    }
    if compat && compat::says(&extra, "drop_pending_updates") {
        entry.queue.updates.remove_before(i64::MAX);
    }
    entry.webhook = None;
    if !url.is_empty() {
        let max_connections = usize::try_from(max_connections.unwrap_or(40)).unwrap_or(1);
        let mut webhook = StoredWebhook::new(url, max_connections, certificate.is_some(), secret.into());
        webhook.former = former;
        for (id, update) in entry.queue.updates.iter() {
            webhook.enqueue(id, update.chat, now, entry.in_flight.contains_key(&id), false);
        }
        entry.webhook = Some(webhook);
    }
    Ok(True)
}

pub fn delete_webhook(service: &mut Service, bot: i64, method: DeleteWebhook) -> Result<True> {
    set_webhook(service, bot, SetWebhook { extra: method.extra, ..SetWebhook::new("") })
}

pub fn get_webhook_info(service: &mut Service, bot: i64, _: GetWebhookInfo) -> Result<WebhookInfo> {
    let bot = service.bot(bot)?;
    let webhook = bot.webhook.as_ref();
    let url = webhook.map_or("", |webhook| &webhook.url);
    let has_custom_certificate = webhook.is_some_and(|webhook| webhook.has_custom_certificate);
    let waiting = i64::try_from(bot.queue.updates.len()).unwrap_or(i64::MAX);
    let mut info = WebhookInfo::new(url, has_custom_certificate, waiting);
    if let Some(webhook) = webhook {
        (info.last_error_date, info.last_error_message) = webhook.last_error.clone().unzip();
        info.max_connections = i64::try_from(webhook.max_connections).ok();
    }
    info.allowed_updates = Some(bot.allowed_updates.clone()).filter(|kinds| !kinds.is_empty());
    Ok(info)
}

impl Service {
    pub(crate) fn poll(&self, poll: &Poll) -> Option<Result<Answer>> {
        let bot = self.state.bots.get(&poll.bot)?;
        if bot.webhook.is_some() {
            return Some(Err(Refusal::new(409, CONFLICT)));
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

/// Returns whether a URL may lack TLS and have any port, for tests, and describes such URLs for errors.
pub(super) fn excuses(webhooks: HttpWebhooks, url: &str) -> (bool, &'static str) {
    let has_scheme = url.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"));
    match webhooks {
        HttpWebhooks::Never => (false, ""),
        HttpWebhooks::Loopback => (is_local(url), ", or an http:// URL of this machine"),
        HttpWebhooks::Always => (has_scheme, ", or an http:// URL"),
    }
}
