//! Damaged snapshots: none is loaded, and one that is forged does no harm.

#![allow(clippy::expect_used, clippy::panic)]

use serde_json::{Value, json};

use super::super::{Fault, FaultKind, Outcome, SnapshotError};
use super::files::png;
use super::{ALICE, BOB, BOT, Options, Service, TOKEN, World};
use crate::emulator::random::Random;
use crate::emulator::snapshot::{VERSION, sealed};

/// How many forged snapshots are tried unless `FORGED_SNAPSHOTS` says another number.
const COUNT: usize = 200;
/// Bytes before the content: what it is, version, checksum.
pub(super) const HEAD: usize = 8 + 4 + 8;

pub(super) fn load(bytes: &[u8]) -> Result<Service, SnapshotError> {
    Service::load(Options::default(), bytes)
}

fn small() -> Vec<u8> {
    let mut world = World::new();
    world.write("hello");
    world.service.save()
}

/// A snapshot with something of everything.
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

/// Up to eight changed bytes, or a part that is missing, doubled or moved; a single one where that is asked for.
fn mutated(bytes: &[u8], random: &mut Random, single: bool) -> Vec<u8> {
    let mut mutated = bytes.to_vec();
    let mut pick = |count: usize| usize::try_from(random.next() % count as u64).unwrap_or(0);
    let (from, length) = (pick(bytes.len()), 1 + pick(40));
    let to = (from + length).min(bytes.len());
    match if single { 8 } else { pick(8) } {
        0 => mutated.truncate(from),
        1 => drop(mutated.drain(from..to)),
        2 => drop(mutated.splice(from..from, bytes[from..to].to_vec())),
        3 => mutated[from..to].reverse(),
        _ => {
            for _ in 0..=if single { 0 } else { pick(8) } {
                let at = pick(bytes.len());
                // Lengths and counts are where the harm is: small numbers, and huge ones.
                mutated[at] = match pick(4) {
                    0 => 0xff,
                    1 => mutated[at].wrapping_add(1),
                    2 => mutated[at] ^ (1 << pick(8)),
                    _ => u8::try_from(pick(256)).unwrap_or(0),
                };
            }
        }
    }
    mutated
}

/// Changes one value, somewhere in the state, to one that is likely to do harm.
fn forge(value: &mut Value, random: &mut Random) {
    let mut pick = |count: usize| usize::try_from(random.next() % count.max(1) as u64).unwrap_or(0);
    let child = match value {
        Value::Object(members) if pick(30) > 0 => {
            let at = pick(members.len());
            members.values_mut().nth(at)
        }
        Value::Array(items) if pick(30) > 0 => {
            let at = pick(items.len());
            items.get_mut(at)
        }
        _ => None,
    };
    if let Some(child) = child {
        return forge(child, random);
    }
    *value = match value {
        Value::Array(items) if pick(2) == 0 => [items.clone(), items.clone()].concat().into(),
        Value::Array(_) => json!([]),
        Value::Number(number) => {
            let (most, number) = ((1_i64 << 62) - 1, number.as_i64().unwrap_or(0));
            let (whole, natural) = (i64::from(i32::MAX), i64::from(u32::MAX));
            json!([0, -1, 1, whole, natural, most, -most, number + 1, number - 1, i64::MAX][pick(10)])
        }
        Value::String(text) => json!(["", "\u{0}", "x", &text.repeat(3)][pick(4)]),
        Value::Bool(is) => json!(!*is),
        _ => [Value::Null, json!({}), json!([]), json!(5)][pick(4)].clone(),
    };
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

#[test]
fn no_mutation_is_loaded() {
    let (bytes, mut random) = (large(), Random::new(1));
    for number in 0..10_000 {
        let mutated = mutated(&bytes, &mut random, false);
        assert!(mutated == bytes || load(&mutated).is_err(), "mutation {number}");
    }
}

#[test]
fn forged_snapshots_do_no_harm() {
    let count = std::env::var("FORGED_SNAPSHOTS").ok().and_then(|count| count.parse().ok());
    forged(count.unwrap_or(COUNT), 2);
}

/// Loads so many snapshots with sound checksums and harmful content, and uses those that load.
fn forged(count: usize, seed: u64) {
    let (snapshots, mut random) = ([small(), large()], Random::new(seed));
    let mut loaded = 0;
    for number in 0..count {
        let bytes = &snapshots[number % 2];
        let content = if number % 8 < 2 {
            mutated(&bytes[HEAD..], &mut random, number % 16 < 2)
        } else {
            let mut state = serde_json::from_slice(&bytes[HEAD..]).expect("JSON");
            forge(&mut state, &mut random);
            state.to_string().into_bytes()
        };
        let Ok(service) = load(&sealed(&content)) else { continue };
        loaded += 1;
        assert!(load(&service.save()).is_ok(), "what was loaded can be saved and loaded");
        use_all(service);
    }
    assert!(loaded > count / 4, "{loaded}");
}

/// Asks for all there is, as bots and tests do: every answer is JSON, and all that is due ends.
fn use_all(mut service: Service) {
    let now = service.latest().after(1);
    let tokens: Vec<String> = service.bots().map(|(_, token)| token.to_owned()).collect();
    let chats = service.act_by_name(now, "chats", Value::Null);
    let chats: Vec<Value> = serde_json::from_value(chats.unwrap_or_default()).expect("chats");
    let ids: Vec<i64> = chats.iter().filter_map(|chat| chat["id"].as_i64()).collect();
    for token in tokens.iter().map(String::as_str).chain([TOKEN]) {
        let mut call = |method: &str, given: Value| {
            if let super::Answer::Ready { envelope, .. } = service.call(now, token, method, given) {
                serde_json::from_str::<Value>(&envelope)
                    .unwrap_or_else(|error| panic!("{method}: {error}: {envelope}"));
            }
        };
        call("deleteWebhook", json!({}));
        for (method, given) in [
            ("getMe", json!({})),
            ("getWebhookInfo", json!({})),
            ("getUpdates", json!({})),
            ("getUserProfilePhotos", json!({ "user_id": ALICE })),
            ("getStickerSet", json!({ "name": "s_by_box_bot" })),
            ("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" })),
        ] {
            call(method, given);
        }
        for id in &ids {
            for message_id in [1, 2, 5] {
                call("sendMessage", json!({ "chat_id": id, "text": "x", "reply_to_message_id": message_id }));
                call("getGameHighScores", json!({ "chat_id": id, "message_id": message_id, "user_id": ALICE }));
                call("setGameScore", json!({ "chat_id": id, "message_id": message_id, "user_id": ALICE, "score": 9 }));
                call("deleteMessage", json!({ "chat_id": id, "message_id": message_id }));
            }
            call("getChat", json!({ "chat_id": id }));
            call("getChatAdministrators", json!({ "chat_id": id }));
            call("getChatMembersCount", json!({ "chat_id": id }));
            call("getChatMember", json!({ "chat_id": id, "user_id": BOB }));
            call("forwardMessage", json!({ "chat_id": id, "from_chat_id": ALICE, "message_id": 3 }));
        }
        call("setWebhook", json!({ "url": "https://bot.example/" }));
    }
    for id in ids.iter().chain([&0]) {
        for (name, given) in [
            ("messages", json!({ "chat": id, "user": id })),
            ("members", json!({ "chat": id })),
            ("keyboard", json!({ "chat": id, "user": ALICE })),
            ("action", json!({ "chat": id, "user": ALICE })),
            ("bots", json!({})),
            ("users", json!({})),
            ("payment", json!({ "payment": 1 })),
            ("pay", json!({ "user": ALICE, "message_id": 12 })),
            ("write", json!({ "user": ALICE, "chat": id, "text": "x" })),
            ("type", json!({ "user": ALICE, "query": "cats" })),
            ("press", json!({ "user": ALICE, "message_id": 1, "text": "b" })),
            ("add_user", json!({})),
            ("migrate", json!({ "chat": id })),
        ] {
            let _ = service.act_by_name(now, name, given);
        }
    }
    let mut now = now;
    for step in 0.. {
        assert!(step < 2000, "no end");
        let due = service.deliveries(now);
        for delivery in &due {
            serde_json::from_str::<Value>(&delivery.body).expect("an update");
            let status = if step % 3 == 0 { 500 } else { 200 };
            service.delivered(now, delivery.id, Outcome::Answered { status, content_type: "", body: b"" });
        }
        service.ready(now);
        match service.next_wake() {
            _ if !due.is_empty() => {}
            Some(wake) if wake > now => now = wake,
            Some(_) | None => break,
        }
    }
    for entry in service.log(0) {
        serde_json::from_str::<Value>(entry).unwrap_or_else(|error| panic!("{error}: {entry}"));
    }
}
