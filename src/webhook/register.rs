//! Tells the service where the webhook is, if it does not know it yet.

use std::collections::BTreeSet;

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
        let url = Address::of(url).ok_or_else(|| fault("a URL", "another String"))?;
        check_address(&url.scheme, &url.port).map_err(|(expected, received)| fault(expected, received))?;
        if url.has_more {
            return Err(fault("no credentials and no fragment", "some"));
        }
        if url.path == "/" && self.header.is_none() {
            return Err(fault("a secret path", "none"));
        }
        let given = guard::decoded(url.path.trim_start_matches('/'));
        if self.path.as_ref().is_some_and(|own| *own != given) {
            return Err(fault("the path of the webhook", "another path"));
        }
        Ok(url.href)
    }
}

/// The parts of a URL.
struct Address {
    href: String,
    /// With its colon.
    scheme: String,
    /// Empty for that of the scheme.
    port: String,
    path: String,
    /// Whether there are credentials or a fragment.
    has_more: bool,
}

impl Address {
    #[cfg(target_arch = "wasm32")]
    fn of(url: &str) -> Option<Self> {
        let url = web_sys::Url::new(url).ok()?;
        Some(Self {
            href: url.href(),
            scheme: url.protocol(),
            port: url.port(),
            path: url.pathname(),
            has_more: !(url.username().is_empty() && url.password().is_empty() && url.hash().is_empty()),
        })
    }

    /// As platforms read it, but for escapes, which stay as they are.
    #[cfg(not(target_arch = "wasm32"))]
    fn of(url: &str) -> Option<Self> {
        if url.contains(|letter: char| letter.is_whitespace() || letter.is_control() || letter == '\\') {
            return None;
        }
        let (scheme, rest) = url.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase() + ":";
        let (authority, target) = rest.split_at_checked(rest.find(['/', '?', '#']).unwrap_or(rest.len()))?;
        let (credentials, host) = authority.rsplit_once('@').map_or(("", authority), |(before, host)| (before, host));
        let (host, port) = match host.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, port),
            _ => (host, ""),
        };
        if host.is_empty() || !(port.is_empty() || port.parse::<u16>().is_ok()) {
            return None;
        }
        let is_default = matches!((scheme.as_str(), port), ("https:", "443") | ("http:", "80"));
        let port = if is_default { "" } else { port };
        let colon = if port.is_empty() { "" } else { ":" };
        let slash = if target.starts_with('/') { "" } else { "/" };
        let path = [slash, target.split(['?', '#']).next().unwrap_or_default()].concat();
        let has_more = !credentials.is_empty() || target.contains('#');
        let href = [&scheme, "//", &host.to_ascii_lowercase(), colon, port, slash, target].concat();
        Some(Self { href, scheme, port: port.to_owned(), path, has_more })
    }
}
