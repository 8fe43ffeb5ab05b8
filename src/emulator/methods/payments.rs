//! The section Payments: invoices, and answers to shipping and pre-checkout queries.
//!
//! A payment goes through stages: with `is_flexible` and `need_shipping_address` it waits for
//! answerShippingQuery, then for the user's choice of an option; then for answerPreCheckoutQuery,
//! for 10 seconds; then it is paid. A refusal of the bot, or its silence, ends it.
//!
//! Where the specification is silent: an invoice is paid once, is not forwarded, and may cost nothing. `invoice_payload` is
//! in the Message about the payment, which tests read; clients do not show it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::call::MethodCall;
use super::sending::Common;
use crate::emulator::refusal::Refusal;
use crate::emulator::rules::codes::check_currency;
use crate::emulator::state::chat_key::ChatKey;
use crate::emulator::state::member::SEND;
use crate::emulator::state::message::MessageContent;
use crate::emulator::state::payment::{PaymentStage, sum};
use crate::emulator::state::query::{Asks, too_old};
use crate::methods::{AnswerPreCheckoutQuery, AnswerShippingQuery, SendInvoice};
use crate::types::{Message, ReplyMarkup, True};

pub(super) fn send_invoice(call: &mut MethodCall<'_>, method: SendInvoice) -> Result<Message, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let chat = service.chat_to_send(*caller, &method.chat_id.into(), SEND)?;
    if !matches!(chat, ChatKey::Private { .. }) {
        return Err(Refusal::bad_request("invoices can be sent to private chats only"));
    }
    check_terms(&method)?;
    let markup = method.reply_markup.clone().map(ReplyMarkup::InlineKeyboardMarkup);
    let common = Common::new(method.reply_to_message_id, markup, method.disable_notification);
    service.send(*caller, chat, MessageContent::Invoice(Box::new(method)), common)
}

fn check_terms(invoice: &SendInvoice) -> Result<(), Refusal> {
    if invoice.prices.is_empty() {
        return Err(Refusal::bad_request("prices must be non-empty"));
    }
    let SendInvoice { title, description, start_parameter, provider_token, .. } = invoice;
    let labels = invoice.prices.iter().map(|price| &price.label);
    if [title, description, start_parameter, provider_token].into_iter().chain(labels).any(String::is_empty) {
        return Err(Refusal::bad_request("texts of an invoice and labels of its prices must be non-empty"));
    }
    check_currency(&invoice.currency)?;
    let photo = invoice.photo_url.as_ref().filter(|url| !url.is_empty());
    if photo.is_some_and(|url| !url.starts_with("http://") && !url.starts_with("https://")) {
        return Err(Refusal::bad_request("URL of the photo of an invoice is invalid"));
    }
    let data = invoice.provider_data.as_ref().filter(|data| !data.is_empty());
    if data.is_some_and(|data| serde_json::from_str::<Value>(data).is_err()) {
        return Err(Refusal::bad_request("provider_data must be JSON"));
    }
    check_total(sum(&invoice.prices))
}

/// Refuses what may not be a `total_amount`.
fn check_total(total: Option<i64>) -> Result<(), Refusal> {
    if total.is_some_and(|total| (0..=i64::from(i32::MAX)).contains(&total)) {
        return Ok(());
    }
    Err(Refusal::bad_request("total price is invalid"))
}

/// Refuses a refusal without a reason, since it is shown to the user.
fn check_reason(ok: bool, reason: Option<&String>) -> Result<(), Refusal> {
    if ok || reason.is_some_and(|reason| !reason.is_empty()) {
        return Ok(());
    }
    Err(Refusal::bad_request("error_message must be non-empty"))
}

pub(super) fn answer_shipping_query(call: &mut MethodCall<'_>, method: AnswerShippingQuery) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    let options = method.shipping_options.unwrap_or_default();
    if method.ok && options.is_empty() {
        return Err(Refusal::bad_request("shipping options must be non-empty"));
    }
    let mut ids = BTreeSet::new();
    if !options.iter().all(|option| ids.insert(option.id.as_str())) {
        return Err(Refusal::bad_request("identifiers of shipping options must be unique"));
    }
    check_reason(method.ok, method.error_message.as_ref())?;
    let query = service.asked(caller.now, caller.bot, &method.shipping_query_id)?;
    let Asks::Shipping { payment: id, .. } = query.asks else { return Err(too_old()) };
    let total = service.state.payments.all.get(&id).map_or(0, |payment| payment.state.total_amount);
    // Each option must leave a total that is an Integer and not negative.
    for option in &options {
        check_total(sum(&option.prices).map(|more| total.saturating_add(more)))?;
    }
    service.asked(caller.now, caller.bot, &method.shipping_query_id)?.answer_once()?;
    let payment = service.state.payments.all.get_mut(&id).ok_or_else(too_old)?;
    if method.ok {
        payment.state.stage = PaymentStage::Choosing;
        payment.state.shipping_options = options;
    } else {
        payment.fail(method.error_message.unwrap_or_default());
    }
    Ok(True)
}

pub(super) fn answer_pre_checkout_query(
    call: &mut MethodCall<'_>,
    method: AnswerPreCheckoutQuery,
) -> Result<True, Refusal> {
    let MethodCall { service, caller, .. } = call;
    check_reason(method.ok, method.error_message.as_ref())?;
    let query = service.asked(caller.now, caller.bot, &method.pre_checkout_query_id)?;
    let Asks::PreCheckout { payment: id, .. } = query.asks else { return Err(too_old()) };
    query.answer_once()?;
    let payment = service.state.payments.all.get_mut(&id);
    let payment = payment.filter(|payment| payment.state.stage == PaymentStage::Checkout).ok_or_else(too_old)?;
    if let Some(deadline) = payment.deadline {
        service.state.payments.deadlines.remove(&(deadline, id));
    }
    if method.ok {
        service.paid(caller.now, id);
    } else {
        payment.fail(method.error_message.unwrap_or_default());
    }
    Ok(True)
}
