//! Updates and webhooks, and the method that tests the token.

use botwire_macros::method;

use crate::types::{InputFile, True, Update, UpdateId, UpdateKind, User, WebhookInfo};
use crate::wire::MB;

/// Receives incoming updates by long polling.
///
/// It fails while a webhook is set. An update is confirmed, and no longer returned, once the method is called with an
/// offset greater than its identifier; unconfirmed updates are stored for at most 24 hours. To avoid duplicates,
/// compute the offset again after each response.
#[method(returns = Vec<Update>)]
pub struct GetUpdates {
    /// Identifier of the first update to return; it must be one greater than the highest
    /// `update_id` received so far. Default: start with the earliest unconfirmed update. With -10,
    /// returns the last ten updates and discards earlier ones.
    pub offset: Option<UpdateId>,
    /// Maximum number of updates to return.
    #[wire(range = 1..=100, default = "100")]
    pub limit: Option<i64>,
    /// Seconds to wait for an update. It should be positive: the default 0 means short polling,
    /// for testing only.
    #[wire(default = "0")]
    pub timeout: Option<i64>,
    /// Kinds of updates to receive. An empty list means all kinds, which is the default of the service; if it is
    /// absent, the previous setting is kept. It does not affect updates created before the call.
    pub allowed_updates: Option<Vec<UpdateKind>>,
}

/// Sets or removes the webhook to which the service delivers updates.
///
/// For each update the service sends an HTTPS POST request with the JSON-serialized update to the
/// URL, and gives up after a reasonable number of attempts; delivery errors are reported by
/// `getWebhookInfo`. While a webhook is set, `getUpdates` does not work. Deliveries carry no
/// signature.
#[method(returns = True)]
pub struct SetWebhook {
    /// HTTPS URL that receives updates, on port 443, 80, 88 or 8443; an empty string removes the
    /// webhook. Use a path of at least 20 random characters, which confirms that a request comes
    /// from the service. Do not put the token into it, because proxies and logs show paths.
    #[wire(format = WebhookUrl)]
    pub url: String,
    /// Public key certificate, uploaded as a file; a string does not work.
    #[wire(upload_bytes = 50 * MB)]
    pub certificate: Option<InputFile>,
    /// Maximum number of simultaneous HTTPS connections for delivery.
    #[wire(range = 1..=100, default = "40")]
    pub max_connections: Option<i64>,
    /// Kinds of updates to receive. An empty list means all kinds, which is the default of the service; if it is
    /// absent, the previous setting is kept. It does not affect updates created before the call.
    pub allowed_updates: Option<Vec<UpdateKind>>,
}

/// Removes the webhook, so that `getUpdates` works again.
#[method(returns = True)]
pub struct DeleteWebhook;

/// Returns the state of the webhook; its URL is empty when updates are received by polling.
#[method(returns = WebhookInfo)]
pub struct GetWebhookInfo;

/// Returns the bot itself as a user, which tests the token.
#[method(returns = User)]
pub struct GetMe;
