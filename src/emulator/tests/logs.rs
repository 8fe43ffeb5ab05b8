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
        let kept = entry["parameters"]["text"].as_str().unwrap_or_default();
        let (start, note) = kept.rsplit_once('…').unwrap_or_default();
        assert!(text.starts_with(start) && start.len() > 400, "{kept}");
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
    let keys = json!((0..50_000).map(|n| (format!("key{n}"), json!(n))).collect::<serde_json::Map<_, _>>());
    for given in [keys, json!({ "media": vec![json!({ "a": [1, 2] }); 50_000] })] {
        world.call("sendMediaGroup", given);
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
    for _ in 0..500 {
        world.refusal("sendMessage", json!({ "chat_id": 7, "text": text }));
    }
    assert!(bytes(&mut world) <= 16 << 20, "{}", bytes(&mut world));
    let numbers: Vec<_> = entries(&mut world).iter().map(|entry| entry["number"].clone()).collect();
    assert!(numbers.len() > 200 && numbers.last() == Some(&json!(500)), "{numbers:?}");
}

#[test]
fn an_upload_is_a_readable_string() {
    let mut world = World::new();
    world.upload("sendDocument", json!({ "chat_id": 7 }), &[("document", "a.txt", b"text")]);
    assert_eq!(entries(&mut world)[0]["parameters"]["document"], json!("attach://upload-0"));
}
