//! Payments: the flow of an invoice, and its limits. Spec: second document, Payments.

use serde_json::{Value, json};

use super::{ALICE, World};
use crate::emulator::SECOND;

fn invoice() -> Value {
    json!({
        "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "x",
        "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "a", "amount": 100 }, { "label": "b", "amount": 50 }],
    })
}

#[allow(clippy::needless_pass_by_value)] // written by json! at the call
fn with(changes: Value) -> Value {
    let mut input = invoice();
    for (name, value) in changes.as_object().into_iter().flatten() {
        input[name] = value.clone();
    }
    input
}

/// Sends an invoice and starts to pay it. Returns the payment.
fn pay(world: &mut World, changes: Value) -> Value {
    let sent = world.result("sendInvoice", with(changes));
    world.alice("pay", json!({ "message_id": sent["message_id"], "name": "Al" }))["payment"].clone()
}

fn payment_status(world: &mut World, payment: &Value) -> Value {
    world.act("payment", json!({ "payment": payment }))
}

#[test]
fn the_whole_flow() {
    let mut world = World::new();
    let needs = json!({ "is_flexible": true, "need_shipping_address": true, "need_name": true, "need_email": true });
    let payment = pay(&mut world, needs);
    let query = world.updates()[0]["shipping_query"].clone();
    assert_eq!((&query["invoice_payload"], &query["from"]["id"]), (&json!("p"), &json!(ALICE)));
    assert_eq!(query["shipping_address"]["country_code"], "US");
    let options = json!([
        { "id": "slow", "title": "Slow", "prices": [{ "label": "s", "amount": 10 }] },
        { "id": "fast", "title": "Fast", "prices": [{ "label": "f", "amount": 30 }] },
    ]);
    let answer = json!({ "shipping_query_id": query["id"], "ok": true, "shipping_options": options });
    world.result("answerShippingQuery", answer.clone());
    assert_eq!(world.call("answerShippingQuery", answer)["ok"], false);
    assert_eq!(payment_status(&mut world, &payment)["shipping_options"], options);
    assert_eq!(world.act("ship", json!({ "payment": payment, "option": "fast" })), true);
    let query = world.updates()[0]["pre_checkout_query"].clone();
    assert_eq!((&query["total_amount"], &query["shipping_option_id"]), (&json!(180), &json!("fast")));
    assert_eq!((&query["order_info"]["name"], &query["order_info"]["phone_number"]), (&json!("Al"), &json!(null)));
    world.advance(10 * SECOND);
    world.result("answerPreCheckoutQuery", json!({ "pre_checkout_query_id": query["id"], "ok": true }));
    assert_eq!(payment_status(&mut world, &payment)["stage"], "paid");
    let message = world.updates()[0]["message"].clone();
    let paid = &message["successful_payment"];
    assert_eq!((&paid["total_amount"], &paid["invoice_payload"]), (&json!(180), &json!("p")));
    assert_eq!(paid["order_info"], query["order_info"]);
    assert!(paid["platform_payment_charge_id"].is_string() && paid["provider_payment_charge_id"].is_string());
    assert_eq!(message["from"]["id"], json!(ALICE));
}

#[test]
fn a_bot_that_is_late_or_refuses_gets_no_payment() {
    let mut world = World::new();
    let payment = pay(&mut world, json!({}));
    let query = world.updates()[0]["pre_checkout_query"]["id"].clone();
    assert_eq!(world.service.next_wake(), Some(world.now.after(10 * SECOND + 1)));
    world.advance(10 * SECOND + 1);
    let late = world.call("answerPreCheckoutQuery", json!({ "pre_checkout_query_id": query, "ok": true }));
    assert_eq!(late["error_code"], 400);
    assert_eq!(payment_status(&mut world, &payment)["stage"], "failed");

    let payment = pay(&mut world, json!({}));
    let query = world.updates()[0]["pre_checkout_query"]["id"].clone();
    let refusal = json!({ "pre_checkout_query_id": query, "ok": false });
    assert_eq!(world.call("answerPreCheckoutQuery", refusal)["ok"], false);
    let refusal = json!({ "pre_checkout_query_id": query, "ok": false, "error_message": "sold out" });
    world.result("answerPreCheckoutQuery", refusal);
    assert_eq!(payment_status(&mut world, &payment)["error"], "sold out");

    let payment = pay(&mut world, json!({ "is_flexible": true, "need_shipping_address": true }));
    let query = world.updates()[0]["shipping_query"]["id"].clone();
    let refusal = json!({ "shipping_query_id": query, "ok": false, "error_message": "too far" });
    world.result("answerShippingQuery", refusal);
    assert_eq!(payment_status(&mut world, &payment)["error"], "too far");
}

#[test]
fn invoices_have_limits_and_a_pay_button() {
    let mut world = World::new();
    for (field, from, to) in [("title", 1, 32), ("description", 1, 255), ("payload", 1, 128)] {
        for (length, fits) in [(from - 1, false), (from, true), (to, true), (to + 1, false)] {
            let sent = world.call("sendInvoice", with(json!({ field: "x".repeat(length) })));
            assert_eq!(sent["ok"], json!(fits), "{field} {length}");
        }
    }
    for wrong in [
        json!({ "prices": [] }),
        json!({ "currency": "EURO" }),
        json!({ "prices": [{ "label": "a", "amount": 1.5 }] }),
        json!({ "prices": [{ "label": "a", "amount": i32::MAX }, { "label": "b", "amount": 1 }] }),
        json!({ "reply_markup": { "inline_keyboard": [[{ "text": "x", "callback_data": "x" }]] } }),
    ] {
        assert_eq!(world.call("sendInvoice", with(wrong.clone()))["ok"], false, "{wrong}");
    }
    let sent = world.result("sendInvoice", invoice());
    assert_eq!(sent["invoice"]["total_amount"], 150);
    assert_eq!(
        world.alice("press", json!({ "message_id": sent["message_id"], "text": "Pay 1.50 EUR" }))["kind"],
        "pay"
    );
    let group = world.chat("group");
    assert_eq!(world.call("sendInvoice", with(json!({ "chat_id": group })))["ok"], false);
}

#[test]
fn an_invoice_is_paid_once_however_many_payments_are_open() {
    let mut world = World::new();
    let flexible = json!({ "is_flexible": true, "need_shipping_address": true });
    for changes in [json!({}), flexible] {
        let is_flexible = changes["is_flexible"] == json!(true);
        let sent = world.result("sendInvoice", with(changes));
        let pay = json!({ "message_id": sent["message_id"] });
        let payments = [0; 3].map(|_| world.alice("pay", pay.clone())["payment"].clone());
        let ids = |world: &mut World, member: &str| {
            let updates = world.updates();
            updates.iter().map(|update| update[member]["id"].clone()).collect::<Vec<_>>()
        };
        let option = json!([{ "id": "o", "title": "O", "prices": [{ "label": "o", "amount": 1 }] }]);
        let shipped = |id: &Value| json!({ "shipping_query_id": id, "ok": true, "shipping_options": option });
        let mut shipping = Vec::new();
        if is_flexible {
            shipping = ids(&mut world, "shipping_query");
            for (id, payment) in shipping.iter().zip(&payments).take(2) {
                world.result("answerShippingQuery", shipped(id));
                world.act("ship", json!({ "payment": payment }));
            }
        }
        let queries = ids(&mut world, "pre_checkout_query");
        let answer = |id: &Value| json!({ "pre_checkout_query_id": id, "ok": true });
        world.result("answerPreCheckoutQuery", answer(&queries[0]));
        for late in &queries[1..] {
            let refused = "Bad Request: query is too old and response timeout expired or query ID is invalid";
            assert_eq!(world.refusal("answerPreCheckoutQuery", answer(late)), refused);
        }
        if let Some(late) = shipping.get(2) {
            assert_eq!(world.call("answerShippingQuery", shipped(late))["ok"], false);
        }
        world.advance(11 * SECOND);
        assert_eq!(world.updates().len(), 1, "one message with successful_payment");
        assert_eq!(payment_status(&mut world, &payments[0])["stage"], "paid");
        for payment in &payments[1..] {
            let state = payment_status(&mut world, payment);
            assert_eq!((&state["stage"], &state["error"]), (&json!("failed"), &json!("invoice is paid already")));
        }
    }
}
