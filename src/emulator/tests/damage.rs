//! Damaged snapshots, which are all refused. Forged ones are a target of `fuzz`, whose corpus `tests/fuzz_corpus.rs`
//! runs.

use serde_json::json;

use super::super::{Fault, FaultKind, SnapshotError};
use super::files::png;
use super::{ALICE, BOB, BOT, Options, Service, World};
use crate::emulator::snapshot::VERSION;

/// Bytes before the content: magic, version, checksum.
pub(super) const HEAD: usize = 8 + 4 + 8;

pub(super) fn load(bytes: &[u8]) -> Result<Service, SnapshotError> {
    Service::load(Options::default(), bytes)
}

fn small() -> Vec<u8> {
    let mut world = World::new();
    world.write("hello");
    world.service.save()
}

/// Creates a snapshot with values of all kinds.
pub(super) fn large() -> Vec<u8> {
    let mut world = World::new();
    world.alice("type", json!({ "query": "q" }));
    let group = world.chat("group");
    world.act("migrate", json!({ "chat": group }));
    let chat = world
        .act("add_chat", json!({ "type": "supergroup", "creator": ALICE, "administrators": [BOT], "members": [BOB] }));
    let chat = chat["id"].clone();
    let buttons = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "d" }]] });
    let pressed = world.result(
        "sendMessage",
        json!({ "chat_id": ALICE, "text": "*b*", "parse_mode": "Markdown", "reply_markup": buttons }),
    );
    let query = world.alice("press", json!({ "message_id": pressed["message_id"], "text": "b" }))["query"].clone();
    world.result("answerCallbackQuery", json!({ "callback_query_id": query, "text": "t", "cache_time": 9 }));
    let keyboard = json!({ "keyboard": [[{ "text": "Yes" }]] });
    world.result("sendMessage", json!({ "chat_id": chat, "text": "k", "reply_markup": keyboard }));
    world.result("pinChatMessage", json!({ "chat_id": chat, "message_id": 2 }));
    world.upload("sendPhoto", json!({ "chat_id": chat, "caption": "c" }), &[("photo", "p.png", &png(200, 200))]);
    world.upload("setChatPhoto", json!({ "chat_id": chat }), &[("photo", "p.png", &png(300, 300))]);
    world.upload("sendDocument", json!({ "chat_id": ALICE }), &[("document", "d.pdf", b"pdf")]);
    let set = json!({ "user_id": ALICE, "name": "s_by_box_bot", "title": "S", "emojis": "😀" });
    world.upload("createNewStickerSet", set, &[("png_sticker", "s.png", &png(512, 512))]);
    world.result("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" }));
    let game = world.alice("messages", json!({})).as_array().and_then(|all| all.last().cloned()).unwrap_or_default();
    world.result(
        "setGameScore",
        json!({ "chat_id": ALICE, "message_id": game["message_id"], "user_id": ALICE, "score": 5 }),
    );
    let terms = json!({ "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "t",
        "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "l", "amount": 5 }], "need_name": true });
    let invoice = world.result("sendInvoice", terms);
    world.alice("pay", json!({ "message_id": invoice["message_id"] }));
    let typed = world.alice("type", json!({ "query": "cats" }))["query"].clone();
    let article = json!({ "type": "article", "id": "1", "title": "t", "input_message_content": { "message_text": "m" }, "reply_markup": buttons });
    world.result("answerInlineQuery", json!({ "inline_query_id": typed, "results": [article] }));
    world.alice("choose", json!({ "query": typed, "result_id": "1" }));
    world.result("sendLocation", json!({ "chat_id": ALICE, "latitude": 1, "longitude": 2, "live_period": 60 }));
    world.result("restrictChatMember", json!({ "chat_id": chat, "user_id": BOB, "can_send_messages": true }));
    world.alice("forward", json!({ "message_id": pressed["message_id"], "to_chat": chat }));
    world.call("setWebhook", json!({ "url": "https://bot.example/" }));
    world.service.fault(Fault::new(FaultKind::RateLimit { retry_after: 1 }).probability(0.3, u64::MAX).chat(i64::MAX));
    world.service.fault(Fault::new(FaultKind::Reorder).times(3));
    world.write("overtaken");
    let deliveries = world.deliveries().1;
    world.answer(&deliveries[0], 500, "", "");
    let bytes = world.service.save();
    assert!(load(&bytes).is_ok_and(|service| service.save() == bytes));
    bytes
}

#[test]
fn every_changed_byte_and_every_cut_is_refused_with_its_reason() {
    let bytes = small();
    assert!(load(&bytes).is_ok());
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let expected = match at {
                0..8 => SnapshotError::NotASnapshot,
                8..12 => SnapshotError::OtherVersion {
                    found: VERSION ^ u32::from(change) << (8 * (at - 8)),
                    supported: VERSION,
                },
                _ => SnapshotError::Damaged,
            };
            assert_eq!(load(&changed).err(), Some(expected), "byte {at}");
        }
        let cut = if at < 8 { SnapshotError::NotASnapshot } else { SnapshotError::Damaged };
        assert_eq!(load(&bytes[..at]).err(), Some(cut), "cut at {at}");
    }
    assert_eq!(load(&[&bytes[..], b"x"].concat()).err(), Some(SnapshotError::Damaged));
    assert_eq!(load(b"garbage").err(), Some(SnapshotError::NotASnapshot));
}

#[test]
fn a_snapshot_of_another_version_is_refused_with_both_versions() {
    let mut bytes = small();
    bytes[8..12].copy_from_slice(&7_u32.to_le_bytes());
    let reason = load(&bytes).err().map(|error| error.to_string());
    let expected = format!("the snapshot has version 7, this emulator loads version {VERSION}");
    assert_eq!(reason, Some(expected));
}
