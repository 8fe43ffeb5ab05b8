//! Registers the webhook's URL if it is not registered yet.

use std::collections::BTreeSet;

use super::kinds::missing;
use crate::client::{Bot, Error};
use crate::methods::{GetWebhookInfo, SetWebhook};
use crate::policy::webhook::is_address;
use crate::policy::{has_space, is_local, split};
use crate::request::serialized_call::{Invalid, mismatch};
use crate::types::{UpdateKind, WebhookInfo};
use crate::webhook::{Webhook, guard};
use crate::wire::ValidationError;

/// The result of [`Webhook::register`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Registration {
    /// The settings that differed and were changed. Empty if `setWebhook` was not called.
    pub changed: Vec<Setting>,
    /// The settings before the call.
    pub before: WebhookInfo,
    /// The kinds of updates that the service sends: of this call, or else the list of an earlier version of the bot. Empty for all.
    pub allowed_updates: Vec<UpdateKind>,
}

impl Registration {
    /// Returns those of the kinds that the handler is for that the service does not send.
    #[must_use]
    pub fn missing(&self, kinds: &[UpdateKind]) -> Vec<UpdateKind> {
        missing(&self.allowed_updates, kinds)
    }
}

/// A parameter of `setWebhook`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// The URL.
    Url,
    /// The certificate. It is always sent, because the service does not return its content.
    Certificate,
    /// The number of simultaneous connections.
    MaxConnections,
    /// The kinds of updates, in whichever order.
    AllowedUpdates,
}

impl Webhook {
    /// Compares this webhook with the result of `getWebhookInfo`, and calls `setWebhook` only if something differs.
    /// Parameters that are not set are not compared or changed.
    ///
    /// ```no_run
    /// # use botwire::{client::{Bot, Error}, methods::SetWebhook, types::UpdateKind, webhook::Webhook};
    /// # async fn example(bot: Bot) -> Result<(), Error> {
    /// let webhook = Webhook::new("/hook/a-long-secret");
    /// let set = SetWebhook::new("https://bot.example/hook/a-long-secret").allowed_updates([UpdateKind::Message]);
    /// let changed = webhook.register(&bot, set).await?.changed;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Validation`] if the URL cannot be that of a webhook: it has another scheme than HTTPS, another
    /// port than 443, 80, 88 and 8443, a space or a control character, credentials or a fragment, no secret path, or another one than
    /// this webhook. If the bot's service is on this machine, so may be the webhook, with any port and without TLS.
    /// Otherwise, the errors of the calls.
    #[doc(alias = "register_webhook")]
    pub async fn register(&self, bot: &Bot, set: SetWebhook) -> Result<Registration, Error> {
        self.check_url(&set.url, is_local(&bot.0.base_url)).map_err(|error| {
            let error = ValidationError { path: "url".to_owned(), ..error };
            bot.invalid(Invalid { method: "register".to_owned(), error })
        })?;
        let before = bot.send(GetWebhookInfo::new()).await?;
        let of = |kinds: &[UpdateKind]| kinds.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let had = of(before.allowed_updates.as_deref().unwrap_or_default());
        let differs = [
            (Setting::Url, before.url != set.url),
            (Setting::Certificate, before.has_custom_certificate || set.certificate.is_some()),
            (Setting::MaxConnections, set.max_connections.is_some() && set.max_connections != before.max_connections),
            (Setting::AllowedUpdates, set.allowed_updates.as_deref().is_some_and(|kinds| of(kinds) != had)),
        ];
        let allowed_updates = set.allowed_updates.clone().or(before.allowed_updates.clone()).unwrap_or_default();
        let changed: Vec<_> = differs.into_iter().filter_map(|(setting, differs)| differs.then_some(setting)).collect();
        if !changed.is_empty() {
            // Without the number, the service would reset it to the default. The kinds stay unchanged.
            let max_connections = set.max_connections.or(before.max_connections);
            bot.send(SetWebhook { max_connections, ..set }).await?;
        }
        Ok(Registration { changed, before, allowed_updates })
    }

    /// Checks the URL. The error does not show it, because the path is a secret.
    fn check_url(&self, url: &str, is_service_local: bool) -> Result<(), ValidationError> {
        if has_space(url) {
            return Err(mismatch("a URL without spaces and control characters", "a URL with one"));
        }
        let (_, authority, rest) = split(url).filter(|_| is_address(url, is_service_local)).ok_or_else(|| {
            let received = if url.is_empty() { "an empty String" } else { "a different String" };
            mismatch("an https: URL on port 443, 80, 88 or 8443", received)
        })?;
        if authority.contains('@') || rest.contains('#') {
            return Err(mismatch("a URL without credentials and fragment", "a URL with one"));
        }
        let path = guard::decoded(guard::path_of(url));
        if !guard::is_secret(&path) && self.header.is_none() {
            return Err(mismatch("a secret path", "none"));
        }
        if self.path.as_deref().is_some_and(|expected| *expected != *path) {
            return Err(mismatch("the path of the webhook", "another path"));
        }
        Ok(())
    }
}
