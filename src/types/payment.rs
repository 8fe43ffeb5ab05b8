//! Payments: prices, invoices, shipping and checkout. They need a client of version 4.0 or higher.

use botwire_macros::object;

use super::{PreCheckoutQueryId, ShippingOptionId, ShippingQueryId, User};

/// A part of the price of goods or services.
#[object]
#[derive(Eq)]
pub struct LabeledPrice {
    /// Name of the part.
    pub label: String,
    /// Price in the smallest units of the currency: an integer, never a float. The number of
    /// decimal digits of a currency is its `exp` value in the currency list, 2 for most: 145 is
    /// 1.45 US dollars.
    pub amount: i64,
}

/// An invoice. Payments require a client of version 4.0 or higher.
#[object]
#[derive(Eq)]
pub struct Invoice {
    /// Name of the product.
    pub title: String,
    /// Description of the product.
    pub description: String,
    /// Unique deep-linking parameter of the bot that generates this invoice.
    pub start_parameter: String,
    /// Three-letter ISO 4217 code of the currency.
    #[wire(chars = 3..=3, format = Currency)]
    pub currency: String,
    /// Total price in the smallest units of the currency.
    pub total_amount: i64,
}

/// An address to ship goods to.
#[object]
#[derive(Eq)]
pub struct ShippingAddress {
    /// ISO 3166-1 alpha-2 code of the country.
    #[wire(chars = 2..=2, format = Country)]
    pub country_code: String,
    /// State.
    pub state: String,
    /// City.
    pub city: String,
    /// First line of the address.
    pub street_line1: String,
    /// Second line of the address.
    pub street_line2: String,
    /// Post code.
    pub post_code: String,
}

/// The data that the user gave for an order.
#[object]
#[derive(Eq)]
pub struct OrderInfo {
    /// Name of the user.
    pub name: Option<String>,
    /// Phone number of the user.
    pub phone_number: Option<String>,
    /// Email address of the user.
    pub email: Option<String>,
    /// Shipping address of the user.
    pub shipping_address: Option<Box<ShippingAddress>>,
}

/// A way of shipping with its price.
#[object]
#[derive(Eq)]
pub struct ShippingOption {
    /// Identifier of the option, chosen by the bot.
    pub id: ShippingOptionId,
    /// Title of the option.
    pub title: String,
    /// Parts of the price.
    pub prices: Vec<LabeledPrice>,
}

/// A successful payment, reported as a field of a message.
#[object]
#[derive(Eq)]
pub struct SuccessfulPayment {
    /// Three-letter ISO 4217 code of the currency.
    #[wire(chars = 3..=3, format = Currency)]
    pub currency: String,
    /// Total price in the smallest units of the currency.
    pub total_amount: i64,
    /// Payload that the bot gave the invoice.
    pub invoice_payload: String,
    /// Identifier of the shipping option that the user chose.
    pub shipping_option_id: Option<ShippingOptionId>,
    /// The data that the user gave for the order.
    pub order_info: Option<Box<OrderInfo>>,
    /// Identifier of the payment on the platform.
    pub platform_payment_charge_id: String,
    /// Identifier of the payment at the payment provider.
    pub provider_payment_charge_id: String,
}

/// A question about shipping: the user gave an address for an invoice with a flexible price.
///
/// The bot answers with `answerShippingQuery`.
#[object]
#[derive(Eq)]
pub struct ShippingQuery {
    /// Unique identifier of the query.
    pub id: ShippingQueryId,
    /// User who sent the query.
    pub from: User,
    /// Payload that the bot gave the invoice.
    pub invoice_payload: String,
    /// Address that the user gave.
    pub shipping_address: ShippingAddress,
}

/// A checkout that awaits the bot's consent: the user confirmed payment and shipping details.
///
/// The bot must answer with `answerPreCheckoutQuery` within 10 seconds.
#[object]
#[derive(Eq)]
pub struct PreCheckoutQuery {
    /// Unique identifier of the query.
    pub id: PreCheckoutQueryId,
    /// User who sent the query.
    pub from: User,
    /// Three-letter ISO 4217 code of the currency.
    #[wire(chars = 3..=3, format = Currency)]
    pub currency: String,
    /// Total price in the smallest units of the currency.
    pub total_amount: i64,
    /// Payload that the bot gave the invoice.
    pub invoice_payload: String,
    /// Identifier of the shipping option that the user chose.
    pub shipping_option_id: Option<ShippingOptionId>,
    /// The data that the user gave for the order.
    pub order_info: Option<Box<OrderInfo>>,
}
