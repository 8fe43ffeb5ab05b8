//! Limits of an order: totals, countries, currencies, texts. Spec: second document, Payments.

use serde_json::{Value, json};

use super::{ALICE, World};

#[allow(clippy::needless_pass_by_value)] // written by json! at the call
fn invoice(changes: Value) -> Value {
    let mut input = json!({
        "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "x",
        "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "a", "amount": 100 }],
    });
    input.as_object_mut().into_iter().for_each(|all| all.extend(changes.as_object().cloned().unwrap_or_default()));
    input
}

/// Sends an invoice that is shipped, and starts to pay it. Returns the payment and its shipping query.
#[allow(clippy::needless_pass_by_value)] // written by json! at the call
fn shipped(world: &mut World, amount: i64, address: Value) -> (Value, Value) {
    let prices = json!([{ "label": "a", "amount": amount }]);
    let sent = world.result(
        "sendInvoice",
        invoice(json!({ "is_flexible": true, "need_shipping_address": true, "prices": prices })),
    );
    let paid = world.alice("pay", json!({ "message_id": sent["message_id"], "shipping_address": address }));
    let query = world.updates().first().map(|update| update["shipping_query"].clone());
    (if paid.is_object() { paid["payment"].clone() } else { paid }, query.unwrap_or_default())
}

#[test]
fn shipping_keeps_the_total_an_integer_that_is_not_negative() {
    for (amount, shipping, fits) in [
        (i64::from(i32::MAX), 10, false),
        (i64::from(i32::MAX), 0, true),
        (100, -500, false),
        (100, -100, true),
        (100, i64::from(i32::MAX) - 100, true),
    ] {
        let mut world = World::new();
        let (payment, query) = shipped(&mut world, amount, json!(null));
        let option =
            |id: &str, amount: i64| json!({ "id": id, "title": "t", "prices": [{ "label": "s", "amount": amount }] });
        let answer = json!({
            "shipping_query_id": query["id"], "ok": true, "shipping_options": [option("a", 0), option("b", shipping)],
        });
        let answered = world.call("answerShippingQuery", answer);
        assert_eq!(answered["ok"], json!(fits), "{amount} {shipping}");
        if fits {
            world.act("ship", json!({ "payment": payment, "option": "b" }));
            let update = world.updates()[0]["pre_checkout_query"].clone();
            assert_eq!(update["total_amount"], json!(amount + shipping));
        } else {
            assert_eq!(answered["description"], "Bad Request: total price is invalid");
        }
    }
}

#[test]
fn a_country_is_an_iso_code() {
    for (country, fits) in
        [("DE", true), ("Germany", false), ("de", false), ("ZZ", false), ("D", false), ("", false), ("DE FR", false)]
    {
        let mut world = World::new();
        let (payment, query) = shipped(&mut world, 100, json!({ "country_code": country }));
        let refusal = json!("Bad Request: country_code must be an ISO 3166-1 alpha-2 code");
        assert_eq!(query["shipping_address"]["country_code"], if fits { json!(country) } else { json!(null) });
        assert_eq!(payment == refusal, !fits, "{country}: {payment}");
    }
    let mut world = World::new();
    let (_, query) = shipped(&mut world, 100, json!(null));
    let address = &query["shipping_address"];
    assert_eq!((&address["country_code"], &address["city"]), (&json!("US"), &json!("Springfield")));
}

#[test]
fn an_invoice_has_texts_a_currency_and_json_for_the_provider() {
    let mut world = World::new();
    for (changes, fits) in [
        (json!({ "currency": "usd" }), false),
        (json!({ "currency": "QQQ" }), false),
        (json!({ "currency": "JPY" }), true),
        (json!({ "provider_data": "not json" }), false),
        (json!({ "provider_data": "{\"a\":1}" }), true),
        (json!({ "photo_url": "hello" }), false),
        (json!({ "photo_url": "https://" }), false),
        (json!({ "photo_url": "https://e.example/p.png" }), true),
    ] {
        assert_eq!(world.call("sendInvoice", invoice(changes.clone()))["ok"], json!(fits), "{changes}");
    }
    for (changes, refused) in [
        (json!({ "provider_token": "" }), "Bad Request: provider_token must be non-empty"),
        (json!({ "start_parameter": "" }), "Bad Request: start_parameter must be non-empty"),
        (json!({ "prices": [{ "label": "", "amount": 1 }] }), "Bad Request: labels of prices must be non-empty"),
    ] {
        assert_eq!(world.refusal("sendInvoice", invoice(changes)), refused);
    }
    let (_, query) = shipped(&mut world, 100, json!(null));
    let option = json!({ "id": "a", "title": "t", "prices": [{ "label": "s", "amount": 1 }] });
    let with = |name: &str, value: Value| {
        let mut other = option.clone();
        other["id"] = json!("b");
        other[name] = value;
        json!({ "ok": true, "shipping_options": [option, other] })
    };
    for wrong in [
        json!({ "ok": false, "error_message": "" }),
        with("id", json!("a")),
        with("id", json!("")),
        with("title", json!("")),
        with("prices", json!([])),
        with("prices", json!([{ "label": "", "amount": 1 }])),
    ] {
        let mut answer = wrong;
        answer["shipping_query_id"] = query["id"].clone();
        assert_eq!(world.call("answerShippingQuery", answer.clone())["ok"], false, "{answer}");
    }
}

#[test]
fn the_button_of_an_invoice_shows_the_total_and_pays_once() {
    for (currency, text) in [("EUR", "Pay 1.00 EUR"), ("JPY", "Pay 100 JPY"), ("KWD", "Pay 0.100 KWD")] {
        let mut world = World::new();
        let sent = world.result("sendInvoice", invoice(json!({ "currency": currency })));
        let id = &sent["message_id"];
        let seen = world.alice("message", json!({ "message_id": id }));
        assert_eq!(seen["reply_markup"]["inline_keyboard"][0][0], json!({ "text": text, "pay": true }));
        for (ok, again) in [(false, true), (true, false)] {
            world.alice("pay", json!({ "message_id": id }));
            let query = world.updates()[0]["pre_checkout_query"]["id"].clone();
            let answer = json!({ "pre_checkout_query_id": query, "ok": ok, "error_message": "sold out" });
            world.result("answerPreCheckoutQuery", answer);
            world.updates();
            if !again {
                let paid = world.alice("pay", json!({ "message_id": id }));
                assert_eq!(paid, "Bad Request: invoice is paid already");
            }
        }
    }
}
