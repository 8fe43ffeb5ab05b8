//! Tells the service where the webhook is, if it does not know it yet.

use std::collections::BTreeSet;

use web_sys::Url;

use super::{Webhook, guard};
use crate::client::{Bot, Error};
use crate::methods::{GetWebhookInfo, SetWebhook};
use crate::policy::webhook::{check_address, check_text};
use crate::request::parameters::{Invalid, fault};
use crate::types::{UpdateKind, WebhookInfo};
use crate::wire::Fault;

/// What [`Webhook::register`] found and did.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Registration {
    /// What differed and was set; empty if nothing was called but `getWebhookInfo`.
    pub changed: Vec<Setting>,
    /// What the service had before.
    pub before: WebhookInfo,
}

/// A parameter of `setWebhook`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Setting {
    /// The URL.
    Url,
    /// Whether there is a certificate. What the service has cannot be compared with another one.
    Certificate,
    /// The number of simultaneous connections.
    MaxConnections,
    /// The kinds of updates, in whichever order.
    AllowedUpdates,
}

impl Webhook {
    /// Compares this webhook with what `getWebhookInfo` tells, and calls `setWebhook` only if
    /// something differs. What is not given is not compared and stays as it is.
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
    /// [`Error::Validation`] if the URL is none for a webhook: it has a space or a control character, another scheme than
    /// HTTPS, another port than 443, 80, 88 and 8443, credentials or a fragment, no secret path, or another one than
    /// this webhook. Else what the calls fail with. Spec: core, Updates and webhooks, and Authentication.
    #[doc(alias = "register_webhook")]
    pub async fn register(&self, bot: &Bot, set: SetWebhook) -> Result<Registration, Error> {
        let url = self.checked(&set.url).map_err(|fault| {
            let fault = Fault { path: "url".to_owned(), ..fault };
            bot.invalid(Invalid { method: "register".to_owned(), fault })
        })?;
        let before = bot.send(GetWebhookInfo::new()).await?;
        let of = |kinds: &[UpdateKind]| kinds.iter().map(ToString::to_string).collect::<BTreeSet<_>>();
        let had = of(before.allowed_updates.as_deref().unwrap_or_default());
        let differs = [
            (Setting::Url, before.url != url),
            (Setting::Certificate, before.has_custom_certificate != set.certificate.is_some()),
            (Setting::MaxConnections, set.max_connections.is_some() && set.max_connections != before.max_connections),
            (Setting::AllowedUpdates, set.allowed_updates.as_deref().is_some_and(|kinds| of(kinds) != had)),
        ];
        let changed: Vec<_> = differs.into_iter().filter_map(|(setting, differs)| differs.then_some(setting)).collect();
        if !changed.is_empty() {
            // Without the number the default would be set; the kinds stay as they are.
            let max_connections = set.max_connections.or(before.max_connections);
            bot.send(SetWebhook { url, max_connections, ..set }).await?;
        }
        Ok(Registration { changed, before })
    }

    /// The URL as the platform writes it. What came is not shown: the path is a secret.
    fn checked(&self, url: &str) -> Result<String, Fault> {
        check_text(url).map_err(|(expected, received)| fault(expected, received))?;
        let url = Url::new(url).map_err(|_| fault("a URL", "another String"))?;
        check_address(&url.protocol(), &url.port()).map_err(|(expected, received)| fault(expected, received))?;
        if !(url.username().is_empty() && url.password().is_empty() && url.hash().is_empty()) {
            return Err(fault("no credentials and no fragment", "some"));
        }
        let path = url.pathname();
        if path == "/" && self.header.is_none() {
            return Err(fault("a secret path", "none"));
        }
        let given = guard::decoded(path.trim_start_matches('/'));
        if self.path.as_ref().is_some_and(|own| *own != given) {
            return Err(fault("the path of the webhook", "another path"));
        }
        Ok(url.href())
    }
}
