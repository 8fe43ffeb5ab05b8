//! Updates, the state of the webhook that delivers them, and what helps after a failed call.

use botwire_macros::{enumeration, object};

use super::{
    CallbackQuery, ChatId, ChosenInlineResult, InlineQuery, Message, PreCheckoutQuery, ShippingQuery, UpdateId,
};

/// The kind of an update: the name of the one optional field that is present in it.
#[enumeration]
pub enum UpdateKind {
    /// A new incoming message of any kind arrives.
    Message,
    /// A known message is edited.
    EditedMessage,
    /// A new channel post arrives.
    ChannelPost,
    /// A known channel post is edited.
    EditedChannelPost,
    /// A user sends an inline query.
    InlineQuery,
    /// A user chooses an inline result and it is sent. Enabled only when inline feedback is
    /// switched on for the bot.
    ChosenInlineResult,
    /// A user presses a callback button of an inline keyboard (also a game button).
    CallbackQuery,
    /// An invoice was sent with a shipping address requested and `is_flexible` set.
    ShippingQuery,
    /// The user has confirmed payment and shipping details. The bot must answer within 10 seconds.
    PreCheckoutQuery,
}

/// An incoming update. At most one of the optional fields is present.
///
/// The service stores updates until the bot receives them, but never more than 24 hours.
#[doc = ""]
#[doc = include_str!("examples/update.md")]
#[object]
pub struct Update {
    /// Identifier of the update. It starts from a positive number and increases sequentially, so
    /// that a webhook receiver can ignore repeats and restore the order. If no new update arrives
    /// for at least a week, the next identifier is chosen randomly instead. A webhook takes any
    /// Integer.
    #[wire(range = 1..=2_147_483_647)]
    pub update_id: UpdateId,
    /// New incoming message of any kind.
    pub message: Option<Box<Message>>,
    /// New version of a known, edited message.
    pub edited_message: Option<Box<Message>>,
    /// New incoming channel post.
    pub channel_post: Option<Box<Message>>,
    /// New version of an edited channel post.
    pub edited_channel_post: Option<Box<Message>>,
    /// New incoming inline query.
    pub inline_query: Option<Box<InlineQuery>>,
    /// Inline result that a user chose and sent. Enabled only when inline feedback is switched on
    /// for the bot.
    pub chosen_inline_result: Option<Box<ChosenInlineResult>>,
    /// New incoming callback query.
    pub callback_query: Option<Box<CallbackQuery>>,
    /// New incoming shipping query, only for invoices with flexible price.
    pub shipping_query: Option<Box<ShippingQuery>>,
    /// New incoming pre-checkout query with full information about the checkout.
    pub pre_checkout_query: Option<Box<PreCheckoutQuery>>,
}

impl Update {
    /// Returns the kind of the update, even if this version does not know it, or `None` if no field besides `update_id`
    /// is an object. The service sends only one kind. Of several, the first in the order of the specification counts;
    /// of unknown ones, the first by name.
    #[must_use]
    pub fn kind(&self) -> Option<UpdateKind> {
        let kinds = [
            (self.message.is_some(), "message"),
            (self.edited_message.is_some(), "edited_message"),
            (self.channel_post.is_some(), "channel_post"),
            (self.edited_channel_post.is_some(), "edited_channel_post"),
            (self.inline_query.is_some(), "inline_query"),
            (self.chosen_inline_result.is_some(), "chosen_inline_result"),
            (self.callback_query.is_some(), "callback_query"),
            (self.shipping_query.is_some(), "shipping_query"),
            (self.pre_checkout_query.is_some(), "pre_checkout_query"),
        ];
        let typed = kinds.iter().find(|(present, _)| *present).map(|(_, name)| *name);
        // A known kind that does not fit its type is in `extra`. It comes before unknown kinds.
        let untyped = || kinds.iter().map(|(_, name)| *name).find(|name| self.extra.contains_key(*name));
        let unknown = || self.extra.iter().filter(|(_, value)| value.is_object()).map(|(name, _)| name.as_str()).min();
        typed.or_else(untyped).or_else(unknown).map(UpdateKind::from)
    }
}

/// The state of the webhook.
#[object]
#[derive(Eq)]
pub struct WebhookInfo {
    /// URL of the webhook; empty when no webhook is set.
    pub url: String,
    /// True if a custom certificate was provided for certificate checks.
    pub has_custom_certificate: bool,
    /// Number of updates that await delivery.
    pub pending_update_count: i64,
    /// When the most recent delivery error happened, in Unix time.
    pub last_error_date: Option<i64>,
    /// Human-readable text of the most recent delivery error.
    pub last_error_message: Option<String>,
    /// Maximum number of simultaneous HTTPS connections for delivery.
    pub max_connections: Option<i64>,
    /// Kinds of updates that the bot is subscribed to. Default: all.
    pub allowed_updates: Option<Vec<UpdateKind>>,
}

/// Details of a failed call, for automatic handling.
#[object]
#[derive(Eq)]
pub struct ResponseParameters {
    /// The group was migrated to the supergroup of this identifier, which may exceed 32 bits, but
    /// stays below 52 bits.
    pub migrate_to_chat_id: Option<ChatId>,
    /// Seconds to wait before repeating the request, after flood control was exceeded.
    pub retry_after: Option<i64>,
}
