//! With any faults, everything that is due ends, and nothing arrives more often than the faults say.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::{Answer, Fault, FaultKind, Outcome, SECOND};
use super::{ALICE, BOB, TOKEN, World, text};
use crate::emulator::random::Random;

const URL: &str = "https://bot.example/";

fn kinds() -> [FaultKind; 12] {
    [
        FaultKind::RateLimit { retry_after: 1 },
        FaultKind::Migration,
        FaultKind::Error { code: 500, description: String::new() },
        FaultKind::Error { code: 400, description: "x".into() },
        FaultKind::Error { code: 200, description: String::new() },
        FaultKind::Page { status: 502 },
        FaultKind::CutOff,
        FaultKind::Slow { millis: 5 },
        FaultKind::Drop,
        FaultKind::DropAfter,
        FaultKind::Duplicate,
        FaultKind::Reorder,
    ]
}

/// Returns faults of each kind with each count, probability and place.
fn faults() -> Vec<Fault> {
    let mut faults = Vec::new();
    for what in kinds() {
        for times in [None, Some(1), Some(2), Some(100)] {
            for probability in [1.0, 0.99, 0.5] {
                for deliveries in [false, true] {
                    let fault = Fault::new(what.clone()).probability(probability, 7);
                    faults.push(Fault { times, deliveries, ..fault });
                }
            }
        }
    }
    faults
}

#[derive(Clone, Copy)]
enum TestedHandler {
    Confirms,
    Fails,
    FailsFirst,
}

/// Sends three texts of two users, with all that follows. Returns how often the webhook got each text.
fn deliver(faults: &[Fault], handler: TestedHandler) -> BTreeMap<String, usize> {
    let mut world = World::new();
    world.bob();
    world.call("setWebhook", json!({ "url": URL }));
    for fault in faults {
        world.service.fault(fault.clone());
    }
    world.write("a");
    world.write("b");
    world.act("write", json!({ "user": BOB, "text": "c" }));
    let (mut seen, mut count) = (BTreeMap::new(), 0);
    // Three updates of at most 12 attempts and a duplicate, and the waits between them.
    for step in 0.. {
        assert!(step < 100, "no end of {faults:?}");
        let due = world.service.deliveries(world.now);
        for delivery in &due {
            count += 1;
            assert!(count <= 3 * 13, "too many deliveries of {faults:?}");
            let update: Value = serde_json::from_str(&delivery.body).unwrap_or_default();
            let gets_it = !matches!(delivery.fault, Some(FaultKind::Drop | FaultKind::CutOff));
            *seen.entry(text(&update)).or_default() += usize::from(gets_it);
            let confirms = match handler {
                TestedHandler::Confirms => true,
                TestedHandler::Fails => false,
                TestedHandler::FailsFirst => delivery.attempt > 1,
            };
            let outcome = match delivery.fault {
                Some(FaultKind::Drop | FaultKind::DropAfter | FaultKind::CutOff) => Outcome::Failed("dropped"),
                _ => Outcome::Answered { status: if confirms { 200 } else { 500 }, content_type: "", body: b"" },
            };
            world.service.delivered(world.now, delivery.id, outcome);
        }
        match world.service.next_wake() {
            Some(wake) if due.is_empty() => {
                assert!(wake > world.now, "due in the past and not done: {faults:?}");
                world.now = wake;
            }
            None if due.is_empty() => break,
            _ => {}
        }
    }
    world.service.clear_faults(None);
    assert_eq!(world.result("getWebhookInfo", json!({}))["pending_update_count"], 0, "{faults:?}");
    seen
}

#[test]
fn deliveries_end_under_every_fault() {
    for fault in faults() {
        for handler in [TestedHandler::Confirms, TestedHandler::Fails, TestedHandler::FailsFirst] {
            deliver(std::slice::from_ref(&fault), handler);
        }
    }
}

#[test]
fn an_update_arrives_twice_at_most() {
    for fault in faults().into_iter().filter(|fault| fault.kind == FaultKind::Duplicate) {
        let seen = deliver(std::slice::from_ref(&fault), TestedHandler::Confirms);
        let twice = seen.values().filter(|times| **times == 2).count();
        assert!(seen.len() == 3 && seen.values().all(|times| (1..=2).contains(times)), "{fault:?}: {seen:?}");
        if fault.probability >= 1.0 {
            let expected = fault.times.map_or(3, |times| usize::try_from(times).unwrap_or(3).min(3));
            assert_eq!(twice, expected, "{fault:?}: {seen:?}");
        }
    }
}

#[test]
fn the_response_to_a_delivery_that_is_repeated_is_lost() {
    let mut world = World::new();
    world.call("setWebhook", json!({ "url": URL }));
    world.service.fault(Fault::new(FaultKind::Duplicate).times(1));
    world.write("a");
    let call = json!({ "method": "sendMessage", "chat_id": ALICE, "text": "the same answer" }).to_string();
    let mut counts = Vec::new();
    for _ in 1..=2 {
        let (_, deliveries) = world.deliveries();
        world.answer(&deliveries[0], 200, "application/json", &call);
        counts.push(world.alice("messages", json!({})).to_string().matches("the same answer").count());
    }
    assert_eq!(counts, [0, 1]);
}

#[test]
fn a_second_delivery_that_fails_is_not_repeated() {
    let mut world = World::new();
    world.call("setWebhook", json!({ "url": URL }));
    world.service.fault(Fault::new(FaultKind::Duplicate));
    world.write("a");
    let (_, first) = world.deliveries();
    world.all_delivered(&first);
    let (texts, second) = world.deliveries();
    assert_eq!(texts, ["a"]);
    world.answer(&second[0], 500, "", "");
    assert_eq!((world.service.next_wake(), world.deliveries().0.len()), (None, 0));
    // Another webhook does not double it again.
    world.write("b");
    let (_, first) = world.deliveries();
    world.all_delivered(&first);
    world.call("setWebhook", json!({ "url": "https://other.example/" }));
    let (texts, second) = world.deliveries();
    assert_eq!(texts, ["b"]);
    world.all_delivered(&second);
    assert_eq!(world.deliveries().0, [""; 0]);
}

#[test]
fn deliveries_end_under_faults_together() {
    let (all, mut random) = (faults(), Random::new(20));
    let mut pick = |count: usize| usize::try_from(random.next() % count as u64).unwrap_or(0);
    for _ in 0..1500 {
        let some: Vec<Fault> = (0..=1 + pick(3)).map(|_| all[pick(all.len())].clone()).collect();
        deliver(&some, [TestedHandler::Confirms, TestedHandler::Fails, TestedHandler::FailsFirst][pick(3)]);
    }
}

#[test]
fn polls_end_under_every_fault() {
    for fault in faults() {
        let mut world = World::new();
        world.service.fault(fault.clone());
        world.write("a");
        world.write("b");
        let mut offset = 0;
        for _ in 0..6 {
            let input = json!({ "timeout": 2, "offset": offset });
            let mut answer = world.service.call(world.now, TOKEN, "getUpdates", input);
            if let Answer::Wait { poll, until } = answer {
                assert_eq!(world.service.next_wake(), Some(until));
                world.now = until;
                let mut ready = world.service.ready(until);
                assert_eq!(ready.len(), 1, "{fault:?}");
                let (id, answered) = ready.remove(0);
                assert_eq!(id, poll);
                answer = answered;
            }
            let answer = if let Answer::Faulty { answer, .. } = answer { *answer } else { answer };
            let Answer::Ready { envelope, .. } = answer else { continue };
            let envelope: Value = serde_json::from_str(&envelope).unwrap_or_default();
            let updates = envelope["result"].as_array().cloned().unwrap_or_default();
            for seen in ["a", "b"] {
                assert!(updates.iter().filter(|update| text(update) == seen).count() <= 2, "{fault:?}");
            }
            offset = updates.iter().filter_map(|update| update["update_id"].as_i64()).max().map_or(offset, |id| id + 1);
            world.advance(SECOND);
        }
        assert_eq!(world.service.next_wake(), None, "{fault:?}");
    }
}

#[test]
fn a_migration_of_deliveries_is_refused() {
    let refused = World::new().act("fault", json!({ "kind": "migration", "deliveries": true }));
    assert_eq!(refused, "Bad Request: a migration strikes calls, not deliveries");
}

#[test]
fn polls_take_no_fault_that_waits_for_a_webhook() {
    let mut world = World::new();
    world.service.fault(Fault::new(FaultKind::Reorder).times(1));
    world.write("a");
    world.write("b");
    assert_eq!(world.texts(json!({})), ["b", "a"]);
}
