//! Payments: invoices, and answers to shipping and checkout queries.

use botwire_macros::method;

use crate::types::{
    ChatId, InlineKeyboardMarkup, LabeledPrice, Message, MessageId, PreCheckoutQueryId, ShippingOption,
    ShippingQueryId, True,
};

/// Sends an invoice. Payments require a client of version 4.0 or higher.
///
/// With `is_flexible` and `need_shipping_address` it leads to a `shipping_query`, answered by
/// `answerShippingQuery`. After the user confirms, a `pre_checkout_query` arrives and must be
/// answered by `answerPreCheckoutQuery` within 10 seconds. A successful payment is reported as a
/// message with `successful_payment`.
#[method(returns = Message, not_idempotent)]
#[rule(first_button(pay))]
pub struct SendInvoice {
    /// Identifier of the private chat.
    pub chat_id: ChatId,
    /// Name of the product.
    #[wire(chars = 1..=32)]
    pub title: String,
    /// Description of the product.
    #[wire(chars = 1..=255)]
    pub description: String,
    /// Payload for the bot, not shown to the user.
    #[wire(bytes = 1..=128)]
    pub payload: String,
    /// Token of the payment provider.
    pub provider_token: String,
    /// Unique deep-linking parameter of the invoice.
    pub start_parameter: String,
    /// Three-letter ISO 4217 code of the currency.
    #[wire(chars = 3..=3, format = Currency)]
    pub currency: String,
    /// Parts of the price.
    pub prices: Vec<LabeledPrice>,
    /// JSON-encoded data about the invoice, shared with the payment provider.
    pub provider_data: Option<String>,
    /// URL of a photo of the product.
    pub photo_url: Option<String>,
    /// Size of the photo.
    pub photo_size: Option<i64>,
    /// Width of the photo in pixels.
    pub photo_width: Option<i64>,
    /// Height of the photo in pixels.
    pub photo_height: Option<i64>,
    /// If true, the user's name is needed.
    pub need_name: Option<bool>,
    /// If true, the user's phone number is needed.
    pub need_phone_number: Option<bool>,
    /// If true, the user's email address is needed.
    pub need_email: Option<bool>,
    /// If true, the user's shipping address is needed.
    pub need_shipping_address: Option<bool>,
    /// If true, the user's phone number is sent to the provider.
    pub send_phone_number_to_provider: Option<bool>,
    /// If true, the user's email address is sent to the provider.
    pub send_email_to_provider: Option<bool>,
    /// If true, the final price depends on the shipping method.
    pub is_flexible: Option<bool>,
    /// If true, sends the message silently.
    pub disable_notification: Option<bool>,
    /// Identifier of the original message, if this one is a reply.
    pub reply_to_message_id: Option<MessageId>,
    /// Inline keyboard. If it is empty, a single button to pay the total price is shown; if not,
    /// the first button must be a Pay button.
    pub reply_markup: Option<InlineKeyboardMarkup>,
}

/// Answers a shipping query with the shipping options, or refuses it with a reason.
#[method(returns = True)]
#[rule(required_when(shipping_options, ok = true))]
#[rule(required_when(error_message, ok = false))]
#[constructor(accept: ok = true, shipping_options)]
#[constructor(refuse: ok = false, error_message)]
pub struct AnswerShippingQuery {
    /// Identifier of the query.
    pub shipping_query_id: ShippingQueryId,
    /// If true, the bot can ship to the address.
    pub ok: bool,
    /// Ways of shipping. Required when `ok` is true.
    pub shipping_options: Option<Vec<ShippingOption>>,
    /// Why the order cannot be shipped, in words that are shown to the user. Required when `ok` is
    /// false.
    pub error_message: Option<String>,
}

/// Answers a pre-checkout query, which must happen within 10 seconds.
#[method(returns = True)]
#[rule(required_when(error_message, ok = false))]
#[constructor(accept: ok = true)]
#[constructor(refuse: ok = false, error_message)]
pub struct AnswerPreCheckoutQuery {
    /// Identifier of the query.
    pub pre_checkout_query_id: PreCheckoutQueryId,
    /// If true, the bot can proceed with the order.
    pub ok: bool,
    /// Why the bot cannot proceed, in words that are shown to the user. Required when `ok` is
    /// false.
    pub error_message: Option<String>,
}
