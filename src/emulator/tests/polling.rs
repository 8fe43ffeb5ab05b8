//! getUpdates: offsets, limits, waiting, the 24 hours, allowed kinds. Spec: core, States and transitions.

use serde_json::json;

use super::super::{DAY, HOUR, SECOND, WEEK};
use super::{World, envelope, texts};
use crate::wire::check_update;

fn ids(world: &mut World) -> Vec<i64> {
    let envelope = world.call("getUpdates", json!({}));
    let updates = envelope["result"].as_array().cloned().unwrap_or_default();
    updates.iter().filter_map(|update| update["update_id"].as_i64()).collect()
}

#[test]
fn an_update_says_who_wrote_what_where() {
    let mut world = World::new();
    world.write("/start now");
    let envelope = world.call("getUpdates", json!({}));
    let update = &envelope["result"][0];
    assert_eq!(check_update(&update.to_string()), Ok(()));
    let alice = json!({ "id": 7, "is_bot": false, "first_name": "Alice" });
    assert_eq!(
        update["message"],
        json!({
            "message_id": 1, "from": alice, "date": 1_700_000_000,
            "chat": { "id": 7, "type": "private", "first_name": "Alice" },
            "text": "/start now",
            "entities": [{ "type": "bot_command", "offset": 0, "length": 6 }],
        })
    );
}

#[test]
fn updates_stay_until_an_offset_confirms_them() {
    let mut world = World::new();
    for text in ["a", "b", "c"] {
        world.write(text);
    }
    let ids = ids(&mut world);
    let [first, second, third] = ids.as_slice() else { return assert_eq!(ids.len(), 3) };
    assert!(*first > 0);
    assert_eq!((first + 1, first + 2), (*second, *third));
    assert_eq!(world.texts(json!({})), ["a", "b", "c"]);
    assert_eq!(world.texts(json!({ "offset": first })), ["a", "b", "c"]);
    assert_eq!(world.texts(json!({ "offset": second, "limit": 1 })), ["b"]);
    assert_eq!(world.texts(json!({})), ["b", "c"]);
    assert_eq!(world.texts(json!({ "offset": third + 1 })), [""; 0]);
    assert_eq!(world.texts(json!({})), [""; 0]);
}

#[test]
fn a_negative_offset_forgets_all_but_the_last() {
    let mut world = World::new();
    for text in ["a", "b", "c"] {
        world.write(text);
    }
    assert_eq!(world.texts(json!({ "offset": -5 })), ["a", "b", "c"]);
    assert_eq!(world.texts(json!({ "offset": -2 })), ["b", "c"]);
    assert_eq!(world.texts(json!({})), ["b", "c"]);
    assert_eq!(world.texts(json!({ "offset": -2_147_483_648 })), ["b", "c"]);
}

#[test]
fn at_most_a_hundred_come_at_once() {
    let mut world = World::new();
    for number in 0..105 {
        world.write(&number.to_string());
    }
    assert_eq!(world.texts(json!({})).len(), 100);
    assert_eq!(world.texts(json!({ "limit": 100 })).len(), 100);
    assert_eq!(world.texts(json!({ "limit": 1 })), ["0"]);
    for limit in [0, 101] {
        let envelope = world.call("getUpdates", json!({ "limit": limit }));
        assert_eq!(envelope["error_code"], 400);
    }
}

#[test]
fn nothing_is_stored_for_more_than_24_hours() {
    let mut world = World::new();
    world.write("old");
    world.advance(2 * HOUR);
    world.write("new");
    world.advance(DAY - 2 * HOUR);
    assert_eq!(world.texts(json!({})), ["old", "new"]);
    world.advance(1);
    assert_eq!(world.texts(json!({})), ["new"]);
    assert_eq!(world.call("getWebhookInfo", json!({}))["result"]["pending_update_count"], 1);
    world.advance(25 * HOUR);
    assert_eq!(world.texts(json!({})), [""; 0]);
}

#[test]
fn after_a_quiet_week_the_identifier_jumps_ahead() {
    let mut world = World::new();
    world.write("a");
    let before = ids(&mut world).first().copied().unwrap_or_default();
    world.advance(WEEK);
    world.write("b");
    world.write("c");
    let after = ids(&mut world);
    let [b, c] = after.as_slice() else { return assert_eq!(after.len(), 2) };
    assert!(*b > before + 1);
    assert_eq!(*c, b + 1);
}

#[test]
fn a_long_poll_waits_for_the_first_update() {
    let mut world = World::new();
    let Some(poll) = world.long_poll(30) else { return assert!(world.long_poll(30).is_some()) };
    assert_eq!(world.service.next_wake(), Some(world.now.after(30 * SECOND)));
    world.advance(10 * SECOND);
    assert!(world.service.ready(world.now).is_empty());
    world.write("hi");
    let answers = world.service.ready(world.now);
    let [(number, answer)] = answers.as_slice() else { return assert_eq!(answers.len(), 1) };
    assert_eq!((*number, texts(&envelope(answer))), (poll, vec!["hi".to_owned()]));
    assert!(world.service.ready(world.now.after(HOUR)).is_empty());
    assert_eq!(world.service.next_wake(), None);
}

#[test]
fn a_long_poll_ends_empty() {
    let mut world = World::new();
    let first = world.long_poll(30);
    world.advance(SECOND);
    let second = world.long_poll(5);
    world.advance(5 * SECOND);
    let answers = world.service.ready(world.now);
    assert_eq!(answers.iter().map(|(poll, _)| Some(*poll)).collect::<Vec<_>>(), [second]);
    assert!(answers.iter().all(|(_, answer)| envelope(answer) == json!({ "ok": true, "result": [] })));
    world.service.cancel(first.unwrap_or_default());
    assert!(world.service.ready(world.now.after(HOUR)).is_empty());
}

#[test]
fn allowed_updates_persist_and_spare_what_is_stored() {
    let mut world = World::new();
    world.write("before");
    assert_eq!(world.texts(json!({ "allowed_updates": ["callback_query"] })), ["before"]);
    world.write("unwanted");
    assert_eq!(world.texts(json!({})), ["before"]);
    let info = world.call("getWebhookInfo", json!({}));
    assert_eq!(info["result"]["allowed_updates"], json!(["callback_query"]));
    assert_eq!(world.texts(json!({ "allowed_updates": [] })), ["before"]);
    world.write("wanted");
    assert_eq!(world.texts(json!({})), ["before", "wanted"]);
    assert_eq!(world.call("getWebhookInfo", json!({}))["result"].get("allowed_updates"), None);
}
