//! The section Payments: invoices, and answers to shipping and pre-checkout queries.
//!
//! Stages of a payment: with `is_flexible` and `need_shipping_address`, it waits for answerShippingQuery, and then for
//! the user's choice of an option. It then waits 10 seconds for answerPreCheckoutQuery, and is paid. If the bot refuses
//! or does not answer, it fails.
//!
//! Unspecified behavior: an invoice is paid once, which ends its other payments. It is not forwarded, and may cost
//! nothing. Shipping options with equal identifiers are refused, because a query identifies the chosen option by it
//! alone. The Message about the payment contains `invoice_payload` for tests, although clients do not show it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::sending::common;
use crate::emulator::compat::STARS;
use crate::emulator::prelude::*;
use crate::emulator::rules::{check_currency, is_web_url};

pub fn send_invoice(service: &mut Service, bot: i64, method: SendInvoice) -> Result<Message> {
    let chat = service.chat_to_send(bot, &method.chat_id.into(), SEND)?;
    refuse_if(!matches!(chat, ChatKey::Private { .. }), "invoices can be sent to private chats only")?;
    refuse_if(method.prices.is_empty(), "prices must be non-empty")?;
    for (name, text) in [
        ("title", &method.title),
        ("description", &method.description),
        ("provider_token", &method.provider_token),
        ("start_parameter", &method.start_parameter),
    ] {
        refuse_if(text.is_empty(), &[name, " must be non-empty"].concat())?;
    }
    let has_label = |price: &LabeledPrice| !price.label.is_empty();
    refuse_if(!method.prices.iter().all(has_label), "labels of prices must be non-empty")?;
    if !(service.state.compat && method.currency == STARS) {
        check_currency(&method.currency)?;
    }
    let photo = method.photo_url.as_ref().filter(|url| !url.is_empty());
    refuse_if(photo.is_some_and(|url| !is_web_url(url)), "URL of the photo of an invoice is invalid")?;
    let data = method.provider_data.as_ref().filter(|data| !data.is_empty());
    refuse_if(data.is_some_and(|data| serde_json::from_str::<Value>(data).is_err()), "provider_data must be JSON")?;
    check_total(sum(&method.prices))?;
    let terms = Box::new(method.clone());
    service.send(bot, chat, StoredMessage::new(bot, service.now(), MessageContent::Invoice(terms)), common!(method))
}

fn check_total(total: Option<i64>) -> Result<()> {
    refuse_if(!total.is_some_and(|total| (0..=i64::from(i32::MAX)).contains(&total)), "total price is invalid")
}

/// Requires a reason for a refusal, because the user sees it.
fn check_reason(ok: bool, reason: Option<&String>) -> Result<()> {
    refuse_if(!(ok || reason.is_some_and(|reason| !reason.is_empty())), "error_message must be non-empty")
}

pub fn answer_shipping_query(service: &mut Service, bot: i64, method: AnswerShippingQuery) -> Result<True> {
    let options = method.shipping_options.unwrap_or_default();
    refuse_if(method.ok && options.is_empty(), "shipping options must be non-empty")?;
    let is_whole = |option: &ShippingOption| {
        let labels = option.prices.iter().map(|price| price.label.as_str());
        let mut texts = [option.id.as_str(), &option.title].into_iter().chain(labels);
        !option.prices.is_empty() && texts.all(|text| !text.is_empty())
    };
    refuse_if(!options.iter().all(is_whole), "texts and prices of a shipping option must be non-empty")?;
    let mut ids = BTreeSet::new();
    let are_unique = options.iter().all(|option| ids.insert(option.id.as_str()));
    refuse_if(!are_unique, "identifiers of shipping options must be unique")?;
    check_reason(method.ok, method.error_message.as_ref())?;
    let query = service.asked(bot, &method.shipping_query_id)?;
    let Asks::Payment { payment: id, stage: PaymentStage::Shipping, .. } = query.asks else { return Err(too_old()) };
    let total = service.state.payments.all.get(&id).map_or(0, |payment| payment.state.total_amount);
    // With each option, the total must be an Integer and not negative.
    for option in &options {
        check_total(sum(&option.prices).map(|more| total.saturating_add(more)))?;
    }
    service.asked(bot, &method.shipping_query_id)?.answer_once()?;
    let payment = service.state.payments.all.get_mut(&id);
    let payment = payment.filter(|payment| payment.state.stage == PaymentStage::Shipping).ok_or_else(too_old)?;
    if method.ok {
        payment.state.stage = PaymentStage::Choosing;
        payment.state.shipping_options = options;
    } else {
        payment.fail(method.error_message.unwrap_or_default());
    }
    Ok(True)
}

pub fn answer_pre_checkout_query(service: &mut Service, bot: i64, method: AnswerPreCheckoutQuery) -> Result<True> {
    check_reason(method.ok, method.error_message.as_ref())?;
    let query = service.asked(bot, &method.pre_checkout_query_id)?;
    let Asks::Payment { payment: id, stage: PaymentStage::Checkout, .. } = query.asks else { return Err(too_old()) };
    query.answer_once()?;
    let payment = service.state.payments.all.get_mut(&id);
    let payment = payment.filter(|payment| payment.state.stage == PaymentStage::Checkout).ok_or_else(too_old)?;
    if let Some(deadline) = payment.deadline {
        service.state.payments.deadlines.remove(&(deadline, id));
    }
    if method.ok {
        service.paid(id);
    } else {
        payment.fail(method.error_message.unwrap_or_default());
    }
    Ok(True)
}
