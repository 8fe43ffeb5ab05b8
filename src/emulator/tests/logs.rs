//! The log: bounded in bytes, and whole JSON whatever was cut.

use serde_json::{Value, json};

use super::{TOKEN, World};

fn entries(world: &mut World) -> Vec<Value> {
    world.service.log(0).map(|text| serde_json::from_str(text).unwrap_or_default()).collect()
}

fn bytes(world: &mut World) -> usize {
    world.service.log(0).map(str::len).sum()
}

#[test]
fn long_texts_are_cut_with_a_note() {
    let mut world = World::new();
    for text in ["x".repeat(2_000_000), "\\\"\n".repeat(500_000), "é\u{1}😀".repeat(300_000)] {
        world.refusal("sendMessage", json!({ "chat_id": 7, "text": text }));
        let entry = entries(&mut world).pop().unwrap_or_default();
        let truncated = entry["parameters"]["text"].as_str().unwrap_or_default();
        let (start, note) = truncated.rsplit_once('…').unwrap_or_default();
        assert!(text.starts_with(start) && start.len() > 400, "{truncated}");
        assert!(note.starts_with(" (") && note.ends_with(" bytes)"), "{note}");
    }
    assert!(bytes(&mut world) < 10_000);
}

#[test]
fn short_texts_are_whole() {
    let mut world = World::new();
    let text = "long ".repeat(3000);
    world.refusal("sendMessage", json!({ "chat_id": 7, "text": text }));
    assert_eq!(entries(&mut world)[0]["parameters"]["text"], json!(text));
}

#[test]
fn many_members_and_items_are_left_out() {
    let mut world = World::new();
    let keys = json!((0..10_000).map(|n| (format!("key{n}"), json!(n))).collect::<serde_json::Map<_, _>>());
    for input in [keys, json!({ "media": vec![json!({ "a": [1, 2] }); 10_000] })] {
        world.call("sendMediaGroup", input);
        let entry = entries(&mut world).pop().unwrap_or_default();
        assert!(entry["parameters"].is_object(), "{entry}");
        assert!(entry["parameters"].to_string().len() < 70_000);
    }
}

#[test]
fn a_token_at_the_cut_is_hidden() {
    for shift in 0..60 {
        for token in [TOKEN.to_owned(), TOKEN.replace(':', "%3A")] {
            let mut world = World::new();
            let text = ["-".repeat(1024 - shift), token, "-".repeat(100_000)].concat();
            world.refusal("sendMessage", json!({ "chat_id": 7, "text": text }));
            let entry = entries(&mut world).pop().unwrap_or_default().to_string();
            assert!(!entry.contains("42:") && !entry.contains("42%") && !entry.contains("secret"), "{shift}: {entry}");
        }
    }
}

#[test]
fn the_oldest_entries_go_when_there_are_many_bytes() {
    let mut world = World::new();
    let text = "x".repeat(60_000);
    for _ in 0..300 {
        world.refusal("sendMessage", json!({ "chat_id": 7, "text": text }));
    }
    assert!(bytes(&mut world) <= 16 << 20, "{}", bytes(&mut world));
    let numbers: Vec<_> = entries(&mut world).iter().map(|entry| entry["number"].clone()).collect();
    assert!(numbers.len() > 200 && numbers.last() == Some(&json!(300)), "{numbers:?}");
}

#[test]
fn an_upload_is_a_readable_string() {
    let mut world = World::new();
    world.upload("sendDocument", json!({ "chat_id": 7 }), &[("document", "a.txt", b"text")]);
    assert_eq!(entries(&mut world)[0]["parameters"]["document"], "attach://upload-0");
}

/// Returns the members of entries of a kind that identify the fault, the delivery and the payment.
fn fault_fields(world: &mut World, kind: &str) -> Vec<Value> {
    let of_kind = entries(world).into_iter().filter(|entry| entry["kind"] == kind);
    of_kind
        .map(|entry| {
            let names = ["delivery", "update_id", "fault", "payment", "invoice"];
            let members = names.iter().filter_map(|name| Some(((*name).to_owned(), entry.get(name)?.clone())));
            Value::Object(members.collect())
        })
        .collect()
}

#[test]
fn the_log_names_the_fault_of_a_call() {
    for (what, method) in [
        ("rate_limit", "getMe"),
        ("error", "getMe"),
        ("page", "getMe"),
        ("cut_off", "getMe"),
        ("slow", "getMe"),
        ("drop", "getMe"),
        ("drop_after", "getMe"),
        ("duplicate", "getUpdates"),
        ("reorder", "getUpdates"),
    ] {
        let mut world = World::new();
        world.act("fault", json!({ "kind": what, "times": 1 }));
        world.write("hi");
        world.call(method, json!({}));
        world.call(method, json!({}));
        assert_eq!(fault_fields(&mut world, "call"), [json!({ "fault": what }), json!({})]);
    }
    let mut world = World::new();
    let group = world.chat("group");
    world.act("fault", json!({ "kind": "migration", "times": 1 }));
    let before = fault_fields(&mut world, "call").len();
    world.call("getChat", json!({ "chat_id": group }));
    assert_eq!(fault_fields(&mut world, "call").split_off(before), [json!({ "fault": "migration" })]);
}

#[test]
fn a_delivery_has_its_number_its_update_and_its_fault() {
    let mut world = World::new();
    world.result("setWebhook", json!({ "url": "https://bot.example/" }));
    let deliver = |world: &mut World| {
        let (_, deliveries) = world.deliveries();
        world.all_delivered(&deliveries);
        deliveries.iter().map(|delivery| (delivery.id, delivery.update_id)).collect::<Vec<_>>()
    };
    let mut expected = Vec::new();
    for (what, times, faults) in [
        ("duplicate", 1, vec![None, Some("duplicate")]),
        ("reorder", 1, vec![Some("reorder")]),
        ("error", 1, vec![Some("error"), None]),
        ("cut_off", 1, vec![Some("cut_off")]),
    ] {
        let deliveries = !matches!(what, "duplicate" | "reorder");
        world.act("fault", json!({ "kind": what, "times": times, "deliveries": deliveries }));
        world.write("hi");
        let first = expected.len();
        for fault in faults {
            expected.push(fault.map_or(json!({}), |fault| json!({ "fault": fault })));
        }
        let mut made = deliver(&mut world);
        world.advance(5000);
        made.extend(deliver(&mut world));
        let log = fault_fields(&mut world, "delivery");
        for (entry, (id, update_id)) in log.iter().skip(first).filter(|entry| entry["fault"] != "error").zip(made) {
            assert_eq!((&entry["delivery"], &entry["update_id"]), (&json!(id), &json!(update_id)), "{what}");
        }
    }
    let faults = |entries: Vec<Value>| entries.iter().map(|entry| entry["fault"].clone()).collect::<Vec<_>>();
    assert_eq!(faults(fault_fields(&mut world, "delivery")), faults(expected));
}

#[test]
fn a_call_in_an_answer_names_the_delivery() {
    let mut world = World::new();
    world.result("setWebhook", json!({ "url": "https://bot.example/" }));
    world.bob();
    world.write("one");
    world.act("write", json!({ "user": super::BOB, "text": "two" }));
    let (_, deliveries) = world.deliveries();
    let [first, second] = &deliveries[..] else { panic!("{deliveries:?}") };
    // Answered in another order, by the same method.
    for delivery in [second, first] {
        let call = r#"{"method":"sendMessage","chat_id":7,"text":"hi"}"#;
        world.answer(delivery, 200, "application/json", call);
    }
    let of = |delivery: &crate::emulator::Delivery| json!({ "delivery": delivery.id, "update_id": delivery.update_id });
    assert_eq!(fault_fields(&mut world, "inline"), [of(second), of(first)]);
    assert_eq!(fault_fields(&mut world, "delivery"), [of(second), of(first)]);
}

#[test]
fn what_is_about_a_payment_names_the_invoice() {
    let mut world = World::new();
    world.result("setWebhook", json!({ "url": "https://bot.example/" }));
    let invoice = json!({
        "chat_id": 7, "title": "t", "description": "d", "payload": "same", "provider_token": "p", "start_parameter": "s",
        "currency": "EUR", "prices": [{ "label": "a", "amount": 100 }], "need_shipping_address": true, "is_flexible": true,
    });
    // Two invoices with the same payload: only the emulator knows which one is paid.
    let messages = [(); 2].map(|()| world.result("sendInvoice", invoice.clone())["message_id"].clone());
    let mut check_payment = |message: &Value| {
        let before = fault_fields(&mut world, "delivery").len();
        let payment = world.alice("pay", json!({ "message_id": message }))["payment"].clone();
        let options = json!([{ "id": "post", "title": "Post", "prices": [{ "label": "p", "amount": 1 }] }]);
        for (method, more) in
            [("answerShippingQuery", json!({ "shipping_options": options })), ("answerPreCheckoutQuery", json!({}))]
        {
            let (_, deliveries) = world.deliveries();
            let update: Value = serde_json::from_str(&deliveries[0].body).unwrap_or_default();
            let kind = if method == "answerShippingQuery" { "shipping_query" } else { "pre_checkout_query" };
            world.all_delivered(&deliveries);
            let mut parameters = more;
            (parameters["ok"], parameters["id"]) = (json!(true), Value::Null);
            parameters.as_object_mut().map(|parameters| parameters.remove("id"));
            parameters[[kind, "_id"].concat()] = update[kind]["id"].clone();
            world.result(method, parameters);
            if method == "answerShippingQuery" {
                world.act("ship", json!({ "payment": payment }));
            }
        }
        let (_, deliveries) = world.deliveries();
        world.all_delivered(&deliveries);
        let log = fault_fields(&mut world, "delivery").split_off(before);
        assert_eq!(log.len(), 3);
        for entry in log {
            assert_eq!(
                (&entry["payment"], &entry["invoice"]),
                (&payment, &json!({ "chat_id": 7, "message_id": message }))
            );
        }
    };
    check_payment(&messages[1]);
    check_payment(&messages[0]);
    let terms = world.alice("invoice", json!({ "message_id": messages[0] }));
    assert_eq!((&terms["is_flexible"], &terms["need_name"]), (&json!(true), &json!(false)));
    assert_eq!(terms["prices"][0]["amount"], 100);
    world.write("hi");
    let (_, deliveries) = world.deliveries();
    world.all_delivered(&deliveries);
    assert_eq!(fault_fields(&mut world, "delivery").pop().and_then(|entry| entry.get("payment").cloned()), None);
}
