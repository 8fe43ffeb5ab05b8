//! The section Payments: invoice, shipping query, pre-checkout query, successful payment.
//!
//! A payment goes through stages: with `is_flexible` and `need_shipping_address` it waits for
//! answerShippingQuery, then for the user's choice of an option; then for answerPreCheckoutQuery,
//! for 10 seconds; then it is paid. A refusal of the bot, or its silence, ends it.

use serde_json::Value;

use super::answer::{Done, Refusal};
use super::call::Call;
use super::chat::ChatKey;
use super::clock::Time;
use super::json::Members;
use super::map::Map;
use super::member::SEND;
use super::message::{Content, Record};
use super::queries::QueryKind;
use super::stored::{stored, stored_enum};

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
    Payment { user, bot, chat, invoice, order_info, total, stage, options, option, error, deadline, message_id }
    Payments { last, all, deadlines }
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
    let total =
        sum(prices).filter(|total| *total >= 0).ok_or_else(|| Refusal::bad_request("total price is invalid"))?;
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
    "answered".clone_into(&mut query.answer);
    payment.ok_or_else(|| Refusal::bad_request("query is answered already"))
}

fn answer_shipping_query(call: &mut Call<'_>) -> Result<Done, Refusal> {
    let options = call.parameters.items("shipping_options");
    if call.parameters.is_true("ok") && options.is_empty() {
        return Err(Refusal::bad_request("shipping options must be non-empty"));
    }
    if options.iter().any(|option| sum(option.get("prices")).is_none()) {
        return Err(Refusal::bad_request("total price is invalid"));
    }
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

fn answer_pre_checkout_query(call: &mut Call<'_>) -> Result<Done, Refusal> {
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
