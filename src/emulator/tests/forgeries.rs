//! Snapshots with a sound checksum and forged content: each is refused, or does no harm.

#![allow(clippy::expect_used, clippy::panic)]

use serde_json::{Value, json};

use super::super::{SnapshotError, Time};
use super::damage::{HEAD, large, load};
use super::files::png;
use super::{ALICE, World};
use crate::emulator::snapshot::sealed;

fn state_of(bytes: &[u8]) -> Value {
    serde_json::from_slice(&bytes[HEAD..]).expect("JSON")
}

#[test]
fn a_file_that_is_its_own_thumbnail_is_shown_once() {
    let mut world = World::new();
    world.upload("sendDocument", json!({ "chat_id": ALICE }), &[("document", "d.pdf", b"pdf")]);
    let mut state = state_of(&world.service.save());
    let document = state["files"]["all"].as_array_mut().and_then(|files| files.last_mut()).expect("a file");
    document[1]["thumb"] = document[0].clone();
    let Ok(mut service) = load(&sealed(state.to_string().as_bytes())) else { panic!("not loaded") };
    let messages = service.act_by_name(world.now, "messages", json!({ "user": ALICE })).expect("messages");
    let shown = &messages[0]["document"];
    assert_eq!((&shown["thumb"]["file_id"], &shown["thumb"]["thumb"]), (&shown["file_id"], &Value::Null));
}

#[test]
fn a_time_after_the_end_of_the_clock_is_refused() {
    let mut state = state_of(&World::new().service.save());
    for (latest, expected) in [
        (Time::LAST.millis(), None),
        (Time::LAST.millis() + 1, Some(SnapshotError::Damaged)),
        (4_000_000_000_000_000_000, Some(SnapshotError::Damaged)),
    ] {
        state["latest"] = latest.into();
        assert_eq!(load(&sealed(state.to_string().as_bytes())).err(), expected, "{latest}");
    }
}

#[test]
fn a_photo_that_claims_many_sizes_shows_those_that_exist() {
    let mut world = World::new();
    world.upload("sendPhoto", json!({ "chat_id": ALICE }), &[("photo", "p.png", &png(200, 200))]);
    let mut state: Value = serde_json::from_slice(&world.service.save()[HEAD..]).expect("JSON");
    for file in state["files"]["all"].as_array_mut().expect("files") {
        file[1]["sizes"] = json!([1, 1_u64 << 60]);
    }
    let Ok(mut service) = load(&sealed(state.to_string().as_bytes())) else { panic!("not loaded") };
    let messages = service.act_by_name(world.now, "messages", json!({ "user": ALICE })).expect("messages");
    assert!(messages[0]["photo"].as_array().is_some_and(|sizes| sizes.len() < 10), "{messages}");
}

/// Returns the object with this number among all objects of the state.
fn nth_object<'a>(value: &'a mut Value, number: &mut usize) -> Option<&'a mut serde_json::Map<String, Value>> {
    match value {
        Value::Object(members) => {
            let Some(left) = number.checked_sub(1) else { return Some(members) };
            *number = left;
            members.values_mut().find_map(|member| nth_object(member, number))
        }
        Value::Array(items) => items.iter_mut().find_map(|item| nth_object(item, number)),
        _ => None,
    }
}

#[test]
fn an_unknown_member_is_refused_with_its_path_in_every_object() {
    let bytes = large();
    let state: Value = serde_json::from_slice(&bytes[HEAD..]).expect("JSON");
    for number in 0_usize.. {
        let mut forged = state.clone();
        let Some(members) = nth_object(&mut forged, &mut number.clone()) else {
            assert!(number > 100, "{number} objects");
            break;
        };
        let object = Value::Object(members.clone()).to_string();
        members.insert("forged".into(), json!({ "later": 1 }));
        match load(&sealed(forged.to_string().as_bytes())).err() {
            Some(SnapshotError::Unexpected { path }) => assert!(path.ends_with("forged"), "{path}: {object}"),
            // A map accepts any name, but not this value.
            Some(SnapshotError::Damaged) => {}
            other => panic!("{other:?}: {object}"),
        }
    }
}

#[test]
fn a_member_that_no_emulator_stores_is_refused_with_its_path() {
    let state: Value = serde_json::from_slice(&large()[HEAD..]).expect("JSON");
    let queued = state["bots"][0][1]["queue"]["updates"].as_array().map_or(0, Vec::len);
    assert!(queued > 0 && state["bots"][0][1]["queue"]["updates"][0][1]["json"].is_string());
    let mut forged = state.clone();
    let update = &mut forged["bots"][0][1]["queue"]["updates"][0][1]["json"];
    *update = update.as_str().expect("an update").replacen("{\"", "{\"forged\":1,\"", 1).into();
    let refused = |forged: &Value| load(&sealed(forged.to_string().as_bytes())).err().map(|error| error.to_string());
    let expected = "the snapshot has at bots[0][1].queue.updates[0][1].json.forged what no emulator stores";
    assert_eq!(refused(&forged).as_deref(), Some(expected));
    let mut forged = state;
    forged["users"][0][1]["is_premium"] = true.into();
    let expected = "the snapshot has at users[0][1].is_premium what no emulator stores";
    assert_eq!(refused(&forged).as_deref(), Some(expected));
}

#[test]
fn a_waiting_update_that_nobody_can_read_is_refused() {
    let mut state: Value = serde_json::from_slice(&large()[HEAD..]).expect("JSON");
    let with = |message: &str| {
        let chat = r#""chat":{"id":1,"type":"private"}"#;
        format!(r#"{{"update_id":1,"message":{{"message_id":1,"date":1,{chat},{message}}}}}"#)
    };
    let mut is_loaded = |update: &str| {
        state["bots"][0][1]["queue"]["updates"][0][1]["json"] = update.into();
        match load(&sealed(state.to_string().as_bytes())) {
            Err(SnapshotError::Damaged) => false,
            other => other.map(|_| true).expect("a snapshot"),
        }
    };
    assert!(is_loaded(&with(r#""location":{"longitude":1e99,"latitude":1}"#)));
    for update in [
        "",
        "1",
        r#"{"update_id":1,"message":1}"#,
        &with(r#""location":{"longitude":1e999,"latitude":1}"#),
        &with(r#""migrate_to_chat_id":4e2000001"#),
        &with(r#""text":1"#),
    ] {
        assert!(!is_loaded(update), "{update}");
    }
}
