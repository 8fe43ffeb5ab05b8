//! The section Payments: invoice, shipping query, pre-checkout query, successful payment.
//!
//! A payment goes through stages: with `is_flexible` and `need_shipping_address` it waits for
//! answerShippingQuery, then for the user's choice of an option; then for answerPreCheckoutQuery,
//! for 10 seconds; then it is paid. A refusal of the bot, or its silence, ends it.
//!
//! Where the specification is silent: an invoice is paid once, is not forwarded, and may cost nothing. `invoice_payload` is
//! in the Message about the payment, which tests read; clients do not show it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::answer::{Done, Refusal};
use super::call::Call;
use super::chat::ChatKey;
use super::clock::Time;
use super::codes::check_currency;
use super::json::Members;
use super::map::Map;
use super::member::SEND;
use super::message::{Content, Record};
use super::parameters::Parameters;
use super::queries::QueryKind;
use super::stored::{is_json, stored, stored_enum};

/// A JSON object.
pub(super) type Object = serde_json::Map<String, Value>;

/// Where a payment stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Shipping,
    Choosing,
    Checkout,
    Paid,
    Failed,
}
stored_enum!(Stage { Shipping, Choosing, Checkout, Paid, Failed });

#[derive(Debug, Clone)]
pub(super) struct Payment {
    pub user: i64,
    pub bot: i64,
    pub chat: ChatKey,
    /// The message with the invoice.
    pub invoice_id: i64,
    /// Parameters of the sendInvoice.
    pub invoice: String,
    /// `OrderInfo` as JSON text, empty for none.
    pub order_info: String,
    pub total: i64,
    pub stage: Stage,
    /// Shipping options as JSON text.
    pub options: String,
    pub option: String,
    /// Why it failed.
    pub error: String,
    pub deadline: Time,
    /// The message about the successful payment.
    pub message_id: i64,
}

/// All payments, and when those that wait for a checkout fail.
#[derive(Debug, Clone, Default)]
pub(super) struct Payments {
    pub last: u64,
    pub all: Map<u64, Payment>,
    pub deadlines: Map<(Time, u64), ()>,
}
stored! {
    Payment { user, bot, chat, invoice_id, invoice, order_info, total, stage, options, option, error, deadline, message_id } => is_json
    Payments { last, all, deadlines }
}

impl Payment {
    fn is_json(&self) -> bool {
        is_json(&self.order_info) && is_json(&self.options)
    }
}

impl Payments {
    /// Fails what the bot did not answer in time.
    pub fn expire(&mut self, now: Time) {
        while let Some((deadline, id)) = self.deadlines.first_key().filter(|(deadline, _)| *deadline < now) {
            self.deadlines.remove(&(deadline, id));
            if let Some(payment) = self.all.get_mut(&id) {
                payment.stage = Stage::Failed;
                payment.error = "the bot did not answer the pre-checkout query within 10 seconds".into();
            }
        }
    }

    /// When the first payment fails for want of an answer.
    pub fn next_end(&self) -> Option<Time> {
        self.deadlines.keys().next().map(|(deadline, _)| deadline.after(1))
    }
}

/// Carries out a method of the section; none if it is of another.
pub(super) fn call(call: &mut Call<'_>) -> Option<Result<Done, Refusal>> {
    Some(match call.method.name {
        "sendInvoice" => send_invoice(call),
        "answerShippingQuery" => answer_shipping_query(call),
        "answerPreCheckoutQuery" => answer_pre_checkout_query(call),
        _ => return None,
    })
}

/// The sum of `LabeledPrice`s; none when it does not fit an Integer.
pub(super) fn sum(prices: Option<&Value>) -> Option<i64> {
    let amounts = prices?.as_array()?.iter().map(|price| price.get("amount")?.as_i64());
    let total: i64 = amounts.sum::<Option<i64>>()?;
    i32::try_from(total).ok().map(i64::from)
}

/// Whether it may be a `total_amount`.
fn is_total(amount: i64) -> bool {
    (0..=i64::from(i32::MAX)).contains(&amount)
}

fn send_invoice(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let chat = service.chat_to_send(caller.bot, caller.now, parameters, SEND)?;
    if !matches!(chat, ChatKey::Private { .. }) {
        return Err(Refusal::bad_request("invoices can be sent to private chats only"));
    }
    let prices = parameters.values.get("prices");
    if parameters.items("prices").is_empty() {
        return Err(Refusal::bad_request("prices must be non-empty"));
    }
    let texts = ["title", "description", "start_parameter", "provider_token"].map(|name| parameters.text(name));
    let labels = parameters.items("prices").iter().map(|price| price.get("label").and_then(Value::as_str));
    if texts.into_iter().chain(labels).any(|text| text.is_none_or(str::is_empty)) {
        return Err(Refusal::bad_request("texts of an invoice and labels of its prices must be non-empty"));
    }
    check_currency(parameters.text("currency").unwrap_or_default())?;
    let photo = parameters.text("photo_url").filter(|url| !url.is_empty());
    if photo.is_some_and(|url| !url.starts_with("http://") && !url.starts_with("https://")) {
        return Err(Refusal::bad_request("URL of the photo of an invoice is invalid"));
    }
    let data = parameters.text("provider_data").filter(|data| !data.is_empty());
    if data.is_some_and(|data| serde_json::from_str::<Value>(data).is_err()) {
        return Err(Refusal::bad_request("provider_data must be JSON"));
    }
    let total =
        sum(prices).filter(|total| is_total(*total)).ok_or_else(|| Refusal::bad_request("total price is invalid"))?;
    let mut invoice = Members::new();
    for name in ["title", "description", "start_parameter", "currency"] {
        invoice = invoice.text(name, parameters.text(name).unwrap_or_default());
    }
    let invoice = Members::new().json("invoice", &invoice.number("total_amount", total).object()).bare();
    let mut record = Record::new(caller.bot, caller.now, Content::Other(invoice.into()));
    record.rest_mut().invoice = Value::Object(parameters.values.clone()).to_string();
    service.send_record(*caller, chat, record, parameters)
}

fn payment_of(call: &mut Call<'_>, name: &str, kind: QueryKind) -> Result<u64, Refusal> {
    let Call { service, parameters, caller, .. } = call;
    let query = service.asked(caller.now, caller.bot, parameters.text(name).unwrap_or_default(), kind)?;
    let payment = query.about.parse().ok().filter(|_| query.answer.is_empty());
    "true".clone_into(&mut query.answer);
    payment.ok_or_else(|| Refusal::bad_request("query is answered already"))
}

fn answer_shipping_query(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let options = call.parameters.items("shipping_options");
    if call.parameters.is_true("ok") && options.is_empty() {
        return Err(Refusal::bad_request("shipping options must be non-empty"));
    }
    let query = call.parameters.text("shipping_query_id").unwrap_or_default();
    let payment = call.service.query(query).and_then(|query| query.about.parse().ok());
    let total = payment.and_then(|id| call.service.payments.all.get(&id)).map_or(0, |payment| payment.total);
    let ids: BTreeSet<_> = options.iter().map(|option| option.get("id").and_then(Value::as_str)).collect();
    if ids.len() < options.len() {
        return Err(Refusal::bad_request("identifiers of shipping options must be unique"));
    }
    // Each option must leave a total that is an Integer and not negative.
    if !options.iter().all(|option| sum(option.get("prices")).is_some_and(|more| is_total(total.saturating_add(more))))
    {
        return Err(Refusal::bad_request("total price is invalid"));
    }
    check_reason(&call.parameters)?;
    let id = payment_of(call, "shipping_query_id", QueryKind::Shipping)?;
    let Call { service, parameters, .. } = call;
    let Some(payment) = service.payments.all.get_mut(&id) else { return Ok(Done::yes()) };
    if parameters.is_true("ok") {
        payment.stage = Stage::Choosing;
        payment.options = parameters.json("shipping_options");
    } else {
        payment.stage = Stage::Failed;
        parameters.text("error_message").unwrap_or_default().clone_into(&mut payment.error);
    }
    Ok(Done::yes())
}

/// Refuses a refusal without a reason, since it is shown to the user.
fn check_reason(parameters: &Parameters) -> Result<(), Refusal> {
    if parameters.is_true("ok") || parameters.text("error_message").is_some_and(|reason| !reason.is_empty()) {
        return Ok(());
    }
    Err(Refusal::bad_request("error_message must be non-empty"))
}

fn answer_pre_checkout_query(call: &mut Call<'_>) -> Result<Done, Refusal> {
    check_reason(&call.parameters)?;
    let id = payment_of(call, "pre_checkout_query_id", QueryKind::PreCheckout)?;
    let Call { service, parameters, caller, .. } = call;
    let payments = &mut service.payments;
    let payment = payments.all.get_mut(&id).filter(|payment| payment.stage == Stage::Checkout);
    let payment = payment.ok_or_else(|| Refusal::bad_request("query is too old or the query identifier is invalid"))?;
    payments.deadlines.remove(&(payment.deadline, id));
    if parameters.is_true("ok") {
        service.paid(caller.now, id);
    } else {
        payment.stage = Stage::Failed;
        parameters.text("error_message").unwrap_or_default().clone_into(&mut payment.error);
    }
    Ok(Done::yes())
}
