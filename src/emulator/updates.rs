//! The section Updates and webhooks: getMe, getUpdates and the webhook methods.

use std::net::Ipv4Addr;

use serde_json::Value;

use super::answer::{Done, Refusal};
use super::call::{Call, Caller};
use super::clock::SECOND;
use super::parameters::Parameters;
use super::polling::Poll;
use super::service::{HttpWebhooks, Service};
use super::webhook::Webhook;
use crate::methods::{DeleteWebhook, GetMe, GetUpdates, GetWebhookInfo, SetWebhook};
use crate::types::{True, User, WebhookInfo};

/// `limit` of getUpdates when absent.
const LIMIT: i64 = 100;
/// `max_connections` of setWebhook when absent.
const MAX_CONNECTIONS: i64 = 40;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "getMe" => call.run(get_me),
        "getUpdates" => get_updates(call),
        "setWebhook" => set_webhook(call),
        "deleteWebhook" => call.run(delete_webhook),
        "getWebhookInfo" => call.run(get_webhook_info),
        _ => return None,
    })
}

fn get_me(service: &mut Service, caller: Caller, _: GetMe) -> Result<User, Refusal> {
    Ok(service.bot(caller.bot)?.user.clone())
}

fn get_updates(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let wanted: GetUpdates = call.read()?;
    let caller = call.caller;
    let bot = call.service.bot(caller.bot)?;
    if bot.webhook.is_some() {
        return Err(webhook_is_set());
    }
    if let Some(kinds) = wanted.allowed_updates {
        bot.allowed_updates = kinds;
    }
    let offset = wanted.offset.unwrap_or(0);
    if offset < 0 {
        bot.queue.keep_last(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX));
    } else {
        bot.queue.confirm_before(offset);
    }
    let limit = usize::try_from(wanted.limit.unwrap_or(LIMIT)).unwrap_or(1);
    let timeout = wanted.timeout.unwrap_or(0).max(0).saturating_mul(SECOND);
    let poll = Poll { bot: caller.bot, from: offset.max(0), limit, until: caller.now.after(timeout) };
    match call.service.poll(poll) {
        Some(result) => result,
        None if timeout == 0 => Ok(Done::Result("[]".into())),
        None => Ok(Done::Wait { poll: call.service.polls.open(poll), until: poll.until }),
    }
}

fn webhook_is_set() -> Refusal {
    Refusal::new(409, "Conflict: can't use getUpdates method while webhook is active")
}

impl Service {
    /// The result of a poll, if there is one already.
    pub(super) fn poll(&self, poll: Poll) -> Option<Result<Done, Refusal>> {
        let bot = self.bots.get(&poll.bot)?;
        if bot.webhook.is_some() {
            return Some(Err(webhook_is_set()));
        }
        let updates: Vec<&str> = bot.queue.from(poll.from, poll.limit).collect();
        (!updates.is_empty()).then(|| Ok(Done::Result(["[", &updates.join(","), "]"].concat())))
    }
}

fn set_webhook(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let certificate = call.take_file("certificate").is_some();
    let wanted: SetWebhook = call.read()?;
    let caller = call.caller;
    let bot = call.service.bot(caller.bot)?;
    if let Some(kinds) = wanted.allowed_updates {
        bot.allowed_updates = kinds;
    }
    bot.webhook = if wanted.url.is_empty() {
        None
    } else {
        let most = wanted.max_connections.unwrap_or(MAX_CONNECTIONS);
        let mut webhook = Webhook::new(wanted.url, usize::try_from(most).unwrap_or(1), certificate);
        for (id, chat) in bot.queue.chats() {
            webhook.enqueue(id, chat, caller.now, bot.under_way.contains_key(&id));
        }
        Some(webhook)
    };
    call.service.polls.wake(caller.bot);
    Done::result(&True)
}

fn delete_webhook(service: &mut Service, caller: Caller, _: DeleteWebhook) -> Result<True, Refusal> {
    service.bot(caller.bot)?.webhook = None;
    Ok(True)
}

fn get_webhook_info(service: &mut Service, caller: Caller, _: GetWebhookInfo) -> Result<WebhookInfo, Refusal> {
    let bot = service.bot(caller.bot)?;
    let pending = i64::try_from(bot.queue.len()).unwrap_or(i64::MAX);
    let mut info = WebhookInfo::new("", false, pending);
    info.allowed_updates = Some(bot.allowed_updates.clone()).filter(|kinds| !kinds.is_empty());
    if let Some(webhook) = &bot.webhook {
        info.url.clone_from(&webhook.url);
        info.has_custom_certificate = webhook.has_custom_certificate;
        info.max_connections = i64::try_from(webhook.max_connections).ok();
        if let Some((date, message)) = &webhook.last_error {
            info.last_error_date = Some(*date);
            info.last_error_message = Some(message.clone());
        }
    }
    Ok(info)
}

/// A URL whose scheme and port the emulator excuses, so that tests need no TLS: it is taken out of
/// the parameters and one that the check accepts is put in its place. The caller puts it back.
pub(super) fn excuse_url(webhooks: HttpWebhooks, parameters: &mut Parameters) -> Option<Value> {
    let excused = match webhooks {
        HttpWebhooks::Never => false,
        HttpWebhooks::Loopback => is_loopback(parameters.values.get("url")?.as_str()?),
        HttpWebhooks::Always => parameters.values.get("url")?.as_str()?.starts_with("http://"),
    };
    excused.then(|| parameters.values.insert("url".into(), "https://webhook.invalid".into())).flatten()
}

/// Whether the host of an HTTP or HTTPS URL is this machine.
fn is_loopback(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://")) else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = match authority.split_once(']') {
        Some((host, _)) => host,
        None => authority.split(':').next().unwrap_or_default(),
    };
    host == "localhost" || host == "[::1" || host.parse().is_ok_and(|host: Ipv4Addr| host.is_loopback())
}
