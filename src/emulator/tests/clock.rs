//! The end of the clock: events that are due by then happen, and nothing wakes for later ones.

use serde_json::json;

use super::super::{SECOND, Time};
use super::{ALICE, World, envelope};

/// Creates a world whose clock ends after this time.
fn ending_in(millis: i64) -> World {
    World { now: Time::LAST.after(-millis), ..World::new() }
}

#[test]
fn a_long_poll_ends_when_the_clock_does() {
    for remaining_millis in [1500, 0] {
        let mut world = ending_in(remaining_millis);
        assert!(world.long_poll(3).is_some());
        assert_eq!(world.service.next_wake(), Some(Time::LAST));
        world.now = Time::LAST;
        let answers = world.service.ready(world.now);
        assert!(answers.iter().all(|(_, answer)| envelope(answer) == json!({ "ok": true, "result": [] })));
        assert_eq!((answers.len(), world.service.next_wake()), (1, None), "{remaining_millis}");
    }
}

#[test]
fn nothing_wakes_for_a_delivery_that_is_due_after_the_last_time() {
    let mut world = ending_in(SECOND);
    world.write("hi");
    world.result("setWebhook", json!({ "url": "https://bot.example/" }));
    for (attempt, expected) in [(1, Some(Time::LAST)), (2, None)] {
        let (_, deliveries) = world.deliveries();
        assert_eq!(deliveries.len(), 1, "{attempt}");
        world.answer(&deliveries[0], 500, "", "");
        assert_eq!(world.service.next_wake(), expected, "{attempt}");
        world.now = Time::LAST;
    }
    world.advance(100 * SECOND);
    assert_eq!((world.deliveries().0.len(), world.service.next_wake()), (0, None));
}

#[test]
fn nothing_wakes_for_a_payment_that_fails_after_the_last_time() {
    for (remaining_millis, is_due) in [(10 * SECOND + 1, true), (10 * SECOND, false)] {
        let mut world = ending_in(remaining_millis);
        let terms = json!({ "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "t",
            "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "l", "amount": 5 }] });
        let invoice = world.result("sendInvoice", terms);
        let payment = world.alice("pay", json!({ "message_id": invoice["message_id"] }))["payment"].clone();
        assert_eq!(world.service.next_wake(), is_due.then_some(Time::LAST), "{remaining_millis}");
        world.now = Time::LAST;
        let stage = if is_due { "failed" } else { "checkout" };
        assert_eq!(world.act("payment", json!({ "payment": payment }))["stage"], json!(stage), "{remaining_millis}");
        assert_eq!(world.service.next_wake(), None, "{remaining_millis}");
    }
}
