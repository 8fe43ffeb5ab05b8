//! The section Updates and webhooks: getMe, getUpdates and the webhook methods.

use std::net::Ipv4Addr;

use serde_json::Value;

use super::answer::{Done, Refusal};
use super::call::Call;
use super::clock::SECOND;
use super::compat;
use super::json::{Members, array};
use super::mishap::Mishap;
use super::parameters::Parameters;
use super::polling::Poll;
use super::service::{HttpWebhooks, Service};
use super::webhook::Webhook;

/// `limit` of getUpdates when absent.
const LIMIT: i64 = 100;
/// `max_connections` of setWebhook when absent.
const MAX_CONNECTIONS: i64 = 40;

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "getMe" => Ok(get_me(call)),
        "getUpdates" => get_updates(call),
        "setWebhook" => set_webhook(call),
        "deleteWebhook" => delete_webhook(call),
        "getWebhookInfo" => get_webhook_info(call),
        _ => return None,
    })
}

fn get_me(call: &Call<'_>) -> Done {
    let shown = call.service.show_person(call.caller.bot);
    let user = shown.trim_start_matches('{').trim_end_matches('}');
    Done::Result(Members::new().more(user).more(call.service.compat(compat::ME)).object())
}

/// The kinds of updates that the bot wants; none when the call says nothing about it.
fn allowed_updates(parameters: &Parameters) -> Option<Vec<String>> {
    parameters.values.get("allowed_updates")?;
    Some(parameters.items("allowed_updates").iter().filter_map(|kind| Some(kind.as_str()?.to_owned())).collect())
}

fn get_updates(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let (kinds, caller) = (allowed_updates(&call.parameters), call.caller);
    let integer = |name| call.parameters.integer(name);
    let limit = integer("limit").unwrap_or(LIMIT);
    if !(1..=LIMIT).contains(&limit) {
        return Err(Refusal::bad_request("limit must be 1 to 100"));
    }
    let offset = integer("offset").unwrap_or(0);
    let longest = call.service.options.longest_poll.max(0);
    let timeout = integer("timeout").unwrap_or(0).clamp(0, longest) * SECOND;
    let bot = call.service.bot(caller.bot)?;
    if bot.webhook.is_some() {
        return Err(webhook_is_set());
    }
    if let Some(kinds) = kinds {
        bot.allowed_updates = kinds;
    }
    if offset < 0 {
        bot.queue.keep_last(usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX));
    } else {
        bot.queue.confirm_before(offset);
    }
    let limit = usize::try_from(limit).unwrap_or(1);
    let poll = Poll { bot: caller.bot, from: offset.max(0), limit, until: caller.now.after(timeout) };
    match call.service.poll(poll, call.mishap.as_ref()) {
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
    pub(super) fn poll(&self, poll: Poll, mishap: Option<&Mishap>) -> Option<Result<Done, Refusal>> {
        let bot = self.bots.get(&poll.bot)?;
        if bot.webhook.is_some() {
            return Some(Err(webhook_is_set()));
        }
        let mut updates: Vec<&str> = bot.queue.from(poll.from, poll.limit).collect();
        match mishap {
            Some(Mishap::Duplicate) => updates = updates.into_iter().flat_map(|update| [update, update]).collect(),
            Some(Mishap::Reorder) => updates.reverse(),
            _ => {}
        }
        (!updates.is_empty()).then(|| Ok(Done::Result(array(updates))))
    }
}

/// Discards all stored updates; a parameter of later interfaces.
const DROPS_PENDING: &str = "drop_pending_updates";

/// Why a webhook elsewhere is refused where only this machine may be called.
const REMOTE: &str = "webhooks go to this machine only (localhost, 127.0.0.1, [::1]) unless the emulator was started with \
    --allow-remote-webhooks";

fn set_webhook(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let parameters = &call.parameters;
    let certificate = parameters.text("certificate").is_some_and(|text| parameters.uploaded(text).is_some());
    let most = parameters.integer("max_connections").unwrap_or(MAX_CONNECTIONS);
    let url = parameters.text("url").unwrap_or_default().to_owned();
    let (kinds, caller) = (allowed_updates(parameters), call.caller);
    let compat = call.service.options.compat;
    let drops = compat && parameters.says(DROPS_PENDING);
    let secret = parameters.text("secret_token").filter(|_| compat).unwrap_or_default().to_owned();
    if call.service.options.loopback_webhooks_only && !url.is_empty() && !is_loopback(&url) {
        return Err(Refusal::bad_request(REMOTE));
    }
    let bot = call.service.bot(caller.bot)?;
    if let Some(kinds) = kinds {
        bot.allowed_updates = kinds;
    }
    if drops {
        bot.queue.confirm_before(i64::MAX);
    }
    bot.webhook = if url.is_empty() {
        None
    } else {
        let mut webhook = Webhook::new(url, usize::try_from(most).unwrap_or(1), certificate);
        webhook.secret = secret;
        for (id, chat) in bot.queue.chats() {
            webhook.enqueue(id, chat, caller.now, bot.under_way.contains_key(&id), false);
        }
        Some(webhook)
    };
    call.service.polls.wake(caller.bot);
    Ok(Done::yes())
}

fn delete_webhook(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let drops = call.service.options.compat && call.parameters.says(DROPS_PENDING);
    let bot = call.service.bot(call.caller.bot)?;
    bot.webhook = None;
    if drops {
        bot.queue.confirm_before(i64::MAX);
    }
    Ok(Done::yes())
}

fn get_webhook_info(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let bot = call.service.bot(call.caller.bot)?;
    let webhook = bot.webhook.as_ref();
    let certificate = webhook.is_some_and(|webhook| webhook.has_custom_certificate);
    let mut info = Members::new()
        .text("url", webhook.map_or("", |webhook| &webhook.url))
        .flag("has_custom_certificate", certificate)
        .number("pending_update_count", i64::try_from(bot.queue.len()).unwrap_or(i64::MAX));
    if let Some(webhook) = webhook {
        if let Some((date, message)) = &webhook.last_error {
            info = info.number("last_error_date", *date).text("last_error_message", message);
        }
        info = info.maybe_number("max_connections", i64::try_from(webhook.max_connections).ok());
    }
    if !bot.allowed_updates.is_empty() {
        let kinds = bot.allowed_updates.iter().map(|kind| crate::wire::json::quote(kind));
        info = info.json("allowed_updates", &array(kinds));
    }
    Ok(Done::Result(info.object()))
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
    // Behind an `@` another host follows.
    let (host, port) = match authority.strip_prefix("[::1]") {
        Some(port) => ("localhost", port),
        None => authority.split_at_checked(authority.find(':').unwrap_or(authority.len())).unwrap_or_default(),
    };
    let digits = port.strip_prefix(':').unwrap_or(port);
    digits.bytes().all(|byte| byte.is_ascii_digit())
        && (host == "localhost" || host.parse().is_ok_and(|host: Ipv4Addr| host.is_loopback()))
}
