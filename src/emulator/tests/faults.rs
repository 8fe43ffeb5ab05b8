//! Injected faults.

use serde_json::{Value, json};

use super::super::{Answer, Fault, FaultKind, Outcome, SECOND};
use super::{ALICE, BOB, BOT, TOKEN, World};

const URL: &str = "https://bot.example/";

fn say(world: &mut World, text: &str) -> Value {
    world.call("sendMessage", json!({ "chat_id": ALICE, "text": text }))
}

fn raw(world: &mut World, method: &str, input: Value) -> Answer {
    world.service.call(world.now, TOKEN, method, input)
}

#[test]
fn refusals_strike_the_next_calls_of_a_method_or_chat() {
    let mut world = World::new();
    world.bob();
    world.service.fault(Fault::new(FaultKind::RateLimit { retry_after: 7 }).times(2).method("SENDMESSAGE"));
    assert_eq!(world.call("getMe", json!({}))["ok"], true);
    for _ in 0..2 {
        let refused = say(&mut world, "x");
        assert_eq!((&refused["error_code"], &refused["parameters"]["retry_after"]), (&json!(429), &json!(7)));
    }
    assert_eq!(say(&mut world, "x")["ok"], true);
    let id = world.service.fault(Fault::new(FaultKind::Error { code: 503, description: String::new() }).chat(BOB));
    assert_eq!(say(&mut world, "x")["ok"], true);
    let refused = world.call("sendMessage", json!({ "chat_id": BOB, "text": "x" }));
    assert_eq!(refused["description"], "Service Unavailable");
    world.service.clear_faults(Some(id));
    assert_eq!(world.call("sendMessage", json!({ "chat_id": BOB, "text": "x" }))["ok"], true);
}

#[test]
fn a_probability_affects_the_same_calls_for_the_same_seed() {
    let struck = |seed: u64| {
        let mut world = World::new();
        world.service.fault(Fault::new(FaultKind::RateLimit { retry_after: 1 }).probability(0.3, seed));
        (0..200).map(|_| say(&mut world, "x")["ok"] == json!(false)).collect::<Vec<_>>()
    };
    let count = struck(1).iter().filter(|struck| **struck).count();
    assert!((40..80).contains(&count), "{count}");
    assert_eq!(struck(1), struck(1));
    assert_ne!(struck(1), struck(2));
}

#[test]
fn a_fault_on_the_way_back_comes_after_the_call_and_one_on_the_way_before() {
    for (what, carried_out) in [
        (FaultKind::Drop, false),
        (FaultKind::Page { status: 502 }, false),
        (FaultKind::DropAfter, true),
        (FaultKind::CutOff, true),
        (FaultKind::Slow { millis: 50 }, true),
    ] {
        let mut world = World::new();
        world.service.fault(Fault::new(what.clone()).times(1));
        let answer = raw(&mut world, "sendMessage", json!({ "chat_id": ALICE, "text": "x" }));
        match (&what, answer) {
            (FaultKind::Page { .. }, Answer::Page { status: 502, html }) => {
                assert!(html.starts_with("<!doctype html>"));
            }
            (_, Answer::Faulty { kind: struck, .. }) => assert_eq!(struck, what),
            (_, other) => panic!("{other:?}"),
        }
        assert_eq!(world.service.messages(BOT, ALICE, 0).len(), usize::from(carried_out), "{what:?}");
    }
}

#[test]
fn a_migration_affects_calls_for_groups_only() {
    let mut world = World::new();
    let group = world.chat("group");
    world.service.fault(Fault::new(FaultKind::Migration).times(1));
    assert_eq!(say(&mut world, "x")["ok"], true);
    let refused = world.call("sendMessage", json!({ "chat_id": group, "text": "x" }));
    let new = refused["parameters"]["migrate_to_chat_id"].clone();
    assert_eq!(world.call("sendMessage", json!({ "chat_id": new, "text": "x" }))["ok"], true);
}

#[test]
fn updates_come_twice_or_out_of_order() {
    let mut world = World::new();
    for text in ["a", "b"] {
        world.write(text);
    }
    world.service.fault(Fault::new(FaultKind::Duplicate).times(1));
    assert_eq!(world.texts(json!({})), ["a", "a", "b", "b"]);
    world.service.fault(Fault::new(FaultKind::Reorder).times(1));
    assert_eq!(world.texts(json!({})), ["b", "a"]);
    assert_eq!(world.texts(json!({})), ["a", "b"]);

    let mut world = World::new();
    world.call("setWebhook", json!({ "url": URL }));
    world.service.fault(Fault::new(FaultKind::Duplicate).times(1));
    world.write("a");
    for attempt in 1..=2 {
        let (texts, deliveries) = world.deliveries();
        assert_eq!(
            (texts, deliveries.iter().map(|delivery| delivery.attempt).sum::<u32>()),
            (vec!["a".to_owned()], attempt)
        );
        world.all_delivered(&deliveries);
    }
    assert_eq!(world.deliveries().0, [""; 0]);
    world.service.fault(Fault::new(FaultKind::Reorder).times(1));
    world.write("b");
    world.write("c");
    let (texts, deliveries) = world.deliveries();
    assert_eq!(texts, ["c"]);
    world.all_delivered(&deliveries);
    world.advance(SECOND);
    assert_eq!(world.deliveries().0, ["b"]);
}

#[test]
fn a_fault_of_deliveries_affects_no_call_and_the_update_is_delivered_again() {
    let mut world = World::new();
    world.call("setWebhook", json!({ "url": URL }));
    world.service.fault(Fault::new(FaultKind::DropAfter).deliveries().chat(ALICE).times(1));
    assert_eq!(say(&mut world, "x")["ok"], true);
    world.write("a");
    let (_, deliveries) = world.deliveries();
    assert_eq!(deliveries[0].fault, Some(FaultKind::DropAfter));
    world.service.delivered(world.now, deliveries[0].id, Outcome::Failed("dropped"));
    world.advance(SECOND);
    let (texts, deliveries) = world.deliveries();
    assert_eq!((texts, deliveries[0].attempt, &deliveries[0].fault), (vec!["a".to_owned()], 2, &None));
    world.all_delivered(&deliveries);

    world.service.fault(Fault::new(FaultKind::Slow { millis: 5 }).times(1));
    world.write("b");
    assert_eq!(world.deliveries().1[0].fault, None);
    assert!(matches!(raw(&mut world, "getMe", json!({})), Answer::Faulty { .. }));
}

#[test]
fn a_fault_of_a_method_that_does_not_exist_is_refused_with_those_that_do() {
    let mut world = World::new();
    for kind in ["error", "drop", "slow"] {
        let refused = world.act("fault", json!({ "kind": kind, "method": "sendMesage" })).to_string();
        assert!(
            refused.contains("Bad Request: fault.method: unknown method: sendMesage; there are getUpdates, "),
            "{refused}"
        );
        assert!(refused.contains(", sendMessage, "), "{refused}");
    }
    assert_eq!(world.call("sendMessage", json!({ "chat_id": ALICE, "text": "hi" }))["ok"], true);
    assert_eq!(world.act("fault", json!({ "kind": "drop", "method": "SENDMESSAGE" })), 1);
}

#[test]
fn the_faults_that_are_set_are_shown_with_what_is_left_of_them() {
    let mut world = World::new();
    let rate_limit = json!({ "kind": "rate_limit", "retry_after": 3, "times": 2, "method": "getMe", "seed": 5 });
    let first = world.act("fault", rate_limit);
    let page = world.act("fault", json!({ "kind": "page", "deliveries": true, "chat": ALICE, "probability": 0.5 }));
    world.act("fault", json!({ "kind": "error", "description": "x" }));
    world.call("getMe", json!({}));
    let shown = world.act("faults", json!({}));
    assert_eq!(shown[0]["number"], first);
    assert_eq!((&shown[0]["times"], &shown[0]["retry_after"]), (&json!(1), &json!(3)));
    assert_eq!((&shown[0]["method"], &shown[0]["seed"]), (&json!("getMe"), &json!(5)));
    assert_eq!((&shown[1]["number"], &shown[1]["status"], &shown[1]["deliveries"]), (&page, &json!(502), &json!(true)));
    assert_eq!((&shown[1]["chat"], &shown[1]["probability"]), (&json!(ALICE), &json!(0.5)));
    assert_eq!((&shown[2]["error_code"], &shown[2]["description"]), (&json!(500), &json!("x")));
    world.call("getMe", json!({}));
    world.act("clear_faults", json!({ "fault": page }));
    assert_eq!(world.act("faults", json!({})).as_array().map(Vec::len), Some(1));
}
