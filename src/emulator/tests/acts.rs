//! The list of actions, and the values that each one refuses.

use serde_json::{Value, json};

use super::World;
use crate::emulator::actions::{ACTIONS, Action, Promote};
use crate::wire::ValueKind;

#[test]
fn an_unknown_act_names_those_that_exist() {
    let mut world = World::new();
    let text = world.act("foo", json!({}));
    let names =
        text.as_str().and_then(|text| text.strip_prefix("Bad Request: unknown act: foo; there are ")).unwrap_or("");
    let names: Vec<&str> = names.split(", ").collect();
    assert!(names.len() > 40 && names.contains(&"press"), "{text}");
    for name in names {
        assert!(!world.act(name, json!({})).to_string().contains("unknown act"), "{name}");
    }
}

#[test]
fn a_parameter_of_the_wrong_kind_is_named() {
    let mut world = World::new();
    for (act, input, expected) in [
        ("write", json!({ "text": 5 }), "write.text: expected a String, got 5"),
        ("write", json!({ "text": "a", "chat": "@name" }), "write.chat: expected an Integer, got \"@name\""),
        (
            "write",
            json!({ "text": "a", "reply_to_message_id": 1e300 }),
            "write.reply_to_message_id: expected an Integer, got 1e+300",
        ),
        ("press", json!({ "data": "x" }), "a press takes the text of a button, or its row and column"),
        ("press", json!({ "row": -1 }), "press.row: expected an Integer from 0 to 2147483647, got -1"),
        ("edit", json!({ "message_id": {} }), "edit.message_id: expected an Integer, got an empty object"),
        ("send", json!({ "latitude": "1" }), "send.latitude: expected a Float, got \"1\""),
        (
            "send",
            json!({ "type": "poll" }),
            "send.type: expected one of photo, audio, document, video, voice, video_note, sticker, location, venue, contact, \
             got \"poll\"",
        ),
        (
            "promote",
            json!({ "chat": -1, "member": 8, "can_pin_messages": 1 }),
            "promote.can_pin_messages: expected a Boolean, got 1",
        ),
        (
            "add_chat",
            json!({ "creator": 7, "members": [7, "8"] }),
            "add_chat.members[1]: expected an Integer, got \"8\"",
        ),
        ("type", json!({ "location": [1, 2] }), "type.location: expected a Location, got an Array of 2 items"),
        ("type", json!({ "location": { "latitude": 1 } }), "type.location.longitude: expected a Float, got nothing"),
        ("pay", json!({ "message_id": 1, "shipping_address": { "town": "B" } }), PAY),
        ("add_bot", json!({ "games": { "g": 5 } }), "add_bot.games.g: expected a String, got 5"),
    ] {
        assert_eq!(world.act(act, input), json!(["Bad Request: ", expected].concat()));
    }
    assert_eq!(world.alice("write", json!({ "text": "hi", "reply_to_message_id": null }))["text"], "hi");
}

const PAY: &str = "pay.shipping_address.town: expected one of the fields country_code, state, city, street_line1, \
                   street_line2, post_code, got an unknown field";

/// Returns a value that fits a kind, and one that does not.
fn fitting(kind: &ValueKind) -> (Value, Value) {
    match kind {
        ValueKind::Integer | ValueKind::Id | ValueKind::Float => (json!(500), json!("five")),
        ValueKind::Boolean => (json!(true), json!("yes")),
        ValueKind::Enum(enumeration) => (json!(enumeration.values.first().map(|value| value.name)), json!(5)),
        ValueKind::Array(_) => (json!([]), json!({})),
        ValueKind::Object(_) => (json!({}), json!([])),
        _ => (json!("text"), json!(5)),
    }
}

/// Checks every field of every action, without a list of them: misspelled, missing, and of a wrong kind.
#[test]
fn each_field_of_each_action_is_checked() {
    let mut fields = 0;
    for action in ACTIONS {
        let (name, table) = (action.name, action.parameters.fields);
        let required: serde_json::Map<String, Value> = table
            .iter()
            .filter(|field| field.required)
            .map(|field| (field.name.to_owned(), fitting(&field.kind).0))
            .collect();
        let names: Vec<&str> = table.iter().map(|field| field.name).collect();
        let read = |input: &serde_json::Map<String, Value>| {
            let refusal = Action::read(name, Value::Object(input.clone())).err();
            refusal.map(|refusal| refusal.description).unwrap_or_default()
        };
        assert_eq!(read(&required), "", "{name}");
        for field in table {
            fields += 1;
            let path = ["Bad Request: ", name, ".", field.name].concat();
            let mut input = required.clone();
            input.insert(field.name.to_owned(), fitting(&field.kind).1);
            assert!(read(&input).starts_with(&[&path, ": expected "].concat()), "{path}: {}", read(&input));
            input.remove(field.name);
            let absent = read(&input);
            assert_eq!(absent.is_empty(), !field.required, "{path}: {absent}");
            assert!(absent.is_empty() || names.iter().all(|known| absent.contains(known)), "{absent}");
            input = required.clone();
            input.insert([field.name, "x"].concat(), fitting(&field.kind).0);
            let misspelt = read(&input);
            assert!(misspelt.starts_with(&[&path, "x: expected one of the fields "].concat()), "{misspelt}");
            assert!(names.iter().all(|known| misspelt.contains(known)), "{misspelt}");
        }
    }
    assert!(fields > 150, "{fields}");
}

#[test]
fn an_action_in_serde_is_an_object_of_one_member() {
    let input = json!({ "promote": { "chat": -1, "member": 8, "can_pin_messages": true } });
    let action: Action = serde_json::from_value(input).expect("an action");
    let expected = Promote { can_pin_messages: true, ..Promote::new(-1, 8) };
    assert_eq!(action, Action::from(expected));
    let again: Action = serde_json::from_value(serde_json::to_value(&action).expect("a value")).expect("an action");
    assert_eq!(again, action);
    for (input, expected) in [
        (json!({ "foo": {} }), "unknown act: foo; there are add_bot, "),
        (json!({}), "expected an object of one action"),
        (json!({ "chats": {}, "bots": {} }), "expected an object of one action"),
        (json!({ "write": { "txt": "" } }), "write.txt: expected one of the fields "),
        (json!({ "write": [] }), "write: expected "),
    ] {
        let error = serde_json::from_value::<Action>(input).expect_err("no action").to_string();
        assert!(error.contains(expected), "{error}");
    }
}
