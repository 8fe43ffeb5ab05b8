//! Snapshots between steps: the steps after one have the same results as without it.

use serde_json::{Value, json};

use super::super::{DAY, Fault, FaultKind, HOUR, Options, SECOND, Service};
use super::files::png;
use super::{ALICE, BOB, World};

type WorldStep = fn(&mut World, &[Value]) -> Value;

/// Runs the steps twice, once with a snapshot after each, and expects the same results.
fn same(steps: &[WorldStep]) {
    let run = |interrupted: bool| {
        let (mut world, mut seen) = (World::new(), Vec::new());
        world.bob();
        for step in steps {
            seen.push(step(&mut world, &seen));
            if interrupted {
                restore(&mut world);
            }
        }
        seen.push(json!(world.updates()));
        seen
    };
    let (whole, interrupted) = (run(false), run(true));
    for (number, (one, other)) in whole.iter().zip(&interrupted).enumerate() {
        assert_eq!(one, other, "step {number}");
    }
}

fn restore(world: &mut World) {
    let bytes = world.service.save();
    let Ok(service) = Service::load(Options::default(), &bytes) else { panic!("not a snapshot") };
    assert!(service.save() == bytes, "a restored service has another snapshot");
    world.service = service;
}

fn wait(world: &mut World, millis: i64) -> Value {
    world.advance(millis);
    json!(world.now.unix())
}

#[test]
fn in_a_payment() {
    let sent: WorldStep = |world, seen| world.alice("pay", json!({ "message_id": seen[0]["result"]["message_id"] }));
    let updates: WorldStep = |world, _| json!(world.updates());
    let ship: WorldStep = |world, seen| {
        let options = json!([{ "id": "1", "title": "t", "prices": [{ "label": "l", "amount": 2 }] }]);
        let id = &seen[2][0]["shipping_query"]["id"];
        world.call("answerShippingQuery", json!({ "shipping_query_id": id, "ok": true, "shipping_options": options }))
    };
    let choose: WorldStep = |world, seen| world.act("ship", json!({ "payment": seen[1]["payment"] }));
    let check_out: WorldStep = |world, seen| {
        let id = &seen[5][0]["pre_checkout_query"]["id"];
        world.call("answerPreCheckoutQuery", json!({ "pre_checkout_query_id": id, "ok": true }))
    };
    let state: WorldStep = |world, seen| world.act("payment", json!({ "payment": seen[1]["payment"] }));
    let invoice: WorldStep = |world, _| {
        let terms = json!({
            "chat_id": ALICE, "title": "t", "description": "d", "payload": "p", "provider_token": "t",
            "start_parameter": "s", "currency": "EUR", "prices": [{ "label": "l", "amount": 5 }],
            "is_flexible": true, "need_shipping_address": true,
        });
        world.call("sendInvoice", terms)
    };
    let (ten, more): (WorldStep, WorldStep) = (|world, _| wait(world, 10 * SECOND), |world, _| wait(world, 1));
    same(&[invoice, sent, updates, ship, choose, updates, ten, check_out, state, check_out]);
    same(&[invoice, sent, updates, ship, choose, updates, ten, more, check_out, state]);
}

#[test]
fn in_inline_mode_and_in_callbacks() {
    same(&[
        |world, _| world.alice("type", json!({ "query": "q" })),
        |world, seen| {
            let results = json!([{ "type": "article", "id": "1", "title": "t", "input_message_content": { "message_text": "m" },
                "reply_markup": { "inline_keyboard": [[{ "text": "b", "callback_data": "b" }]] } }]);
            world.call(
                "answerInlineQuery",
                json!({ "inline_query_id": seen[0]["query"], "results": results, "next_offset": "2" }),
            )
        },
        |world, seen| world.alice("choose", json!({ "query": seen[0]["query"], "result_id": "1" })),
        |world, seen| {
            let id = &seen[2]["inline_message_id"];
            world.call(
                "editMessageText",
                json!({ "inline_message_id": id, "text": "edited",
                "reply_markup": { "inline_keyboard": [[{ "text": "b", "callback_data": "b" }]] } }),
            )
        },
        |world, seen| world.alice("press", json!({ "message_id": seen[2]["message_id"], "text": "b" })),
        |world, seen| {
            world.call(
                "answerCallbackQuery",
                json!({ "callback_query_id": seen[4]["query"], "text": "t", "cache_time": 10 }),
            )
        },
        |world, _| wait(world, 9 * SECOND),
        |world, seen| world.alice("press", json!({ "message_id": seen[2]["message_id"], "text": "b" })),
        |world, _| wait(world, SECOND),
        |world, seen| world.alice("press", json!({ "message_id": seen[2]["message_id"], "text": "b" })),
        |world, _| wait(world, 289 * SECOND),
        |world, _| world.act("type", json!({ "user": BOB, "query": "q" })),
        |world, seen| world.act("query", json!({ "query": seen[11]["query"] })),
        |world, _| wait(world, 2 * SECOND),
        |world, _| world.act("type", json!({ "user": BOB, "query": "q" })),
        |world, seen| world.act("query", json!({ "query": seen[14]["query"] })),
    ]);
}

#[test]
fn in_chats_whose_rules_have_ends() {
    same(&[
        |world, _| json!(world.chat("supergroup")),
        |world, seen| {
            world.call(
                "restrictChatMember",
                json!({ "chat_id": seen[0], "user_id": BOB, "until_date": world.now.unix() + 60 }),
            )
        },
        |world, seen| world.act("write", json!({ "user": BOB, "chat": seen[0], "text": "x" })),
        |world, seen| world.act("leave", json!({ "user": BOB, "chat": seen[0] })),
        |world, seen| world.call("exportChatInviteLink", json!({ "chat_id": seen[0] })),
        |world, seen| world.act("join", json!({ "user": BOB, "link": seen[4]["result"] })),
        |world, seen| world.act("write", json!({ "user": BOB, "chat": seen[0], "text": "x" })),
        |world, _| wait(world, 60 * SECOND),
        |world, seen| world.act("write", json!({ "user": BOB, "chat": seen[0], "text": "y" })),
        |world, seen| world.call("pinChatMessage", json!({ "chat_id": seen[0], "message_id": seen[8]["message_id"] })),
        |world, seen| {
            world.upload("setChatPhoto", json!({ "chat_id": seen[0] }), &[("photo", "p.png", &png(300, 300))])
        },
        |world, seen| world.call("getChat", json!({ "chat_id": seen[0] })),
        |world, seen| world.call("kickChatMember", json!({ "chat_id": seen[0], "user_id": BOB })),
        |world, seen| world.act("join", json!({ "user": BOB, "link": seen[4]["result"] })),
        |world, _| json!(world.chat("group")),
        |world, seen| world.act("migrate", json!({ "chat": seen[14] })),
        |world, seen| world.call("sendMessage", json!({ "chat_id": seen[14], "text": "x" })),
    ]);
}

#[test]
fn in_live_locations_games_keyboards_and_actions() {
    same(&[
        |world, _| {
            world.call("sendLocation", json!({ "chat_id": ALICE, "latitude": 1, "longitude": 2, "live_period": 60 }))
        },
        |world, _| wait(world, 59 * SECOND),
        |world, _| {
            world.call(
                "editMessageLiveLocation",
                json!({ "chat_id": ALICE, "message_id": 1, "latitude": 3, "longitude": 4 }),
            )
        },
        |world, _| wait(world, SECOND),
        |world, _| {
            world.call(
                "editMessageLiveLocation",
                json!({ "chat_id": ALICE, "message_id": 1, "latitude": 5, "longitude": 6 }),
            )
        },
        |world, _| world.call("sendGame", json!({ "chat_id": ALICE, "game_short_name": "g" })),
        |world, _| {
            world.call("setGameScore", json!({ "chat_id": ALICE, "message_id": 2, "user_id": ALICE, "score": 5 }))
        },
        |world, _| world.call("setGameScore", json!({ "chat_id": ALICE, "message_id": 2, "user_id": BOB, "score": 5 })),
        |world, _| world.call("getGameHighScores", json!({ "chat_id": ALICE, "message_id": 2, "user_id": BOB })),
        |world, _| {
            world.call(
                "sendMessage",
                json!({ "chat_id": ALICE, "text": "k", "reply_markup": { "keyboard": [[{ "text": "Yes" }]] } }),
            )
        },
        |world, _| world.alice("press", json!({ "text": "Yes" })),
        |world, _| {
            world.call(
                "sendMessage",
                json!({ "chat_id": ALICE, "text": "k", "reply_markup": { "remove_keyboard": true } }),
            )
        },
        |world, _| world.alice("press", json!({ "text": "Yes" })),
        |world, _| world.call("sendChatAction", json!({ "chat_id": ALICE, "action": "typing" })),
        |world, _| world.alice("action", json!({})),
    ]);
}

#[test]
fn in_queues_and_faults_with_dice() {
    same(&[
        |world, _| world.write("a"),
        |world, _| wait(world, 23 * HOUR),
        |world, _| world.write("b"),
        |world, _| wait(world, HOUR + 1),
        |world, _| world.call("getUpdates", json!({ "offset": -1, "allowed_updates": ["message"] })),
        |world, _| {
            json!(world.service.fault(Fault::new(FaultKind::RateLimit { retry_after: 1 }).probability(0.5, 3).times(4)))
        },
        |world, _| world.call("getMe", json!({})),
        |world, _| world.call("getMe", json!({})),
        |world, _| world.call("getMe", json!({})),
        |world, _| world.call("getMe", json!({})),
        |world, _| world.call("getMe", json!({})),
        |world, _| {
            world.service.clear_faults(None);
            json!(world.updates())
        },
        |world, _| wait(world, 8 * DAY),
        |world, _| world.write("after a week"),
    ]);
}

#[test]
fn a_failed_delivery_waits_on_and_one_under_way_goes_out_again() {
    let mut world = World::new();
    world.call("setWebhook", json!({ "url": "https://bot.example/" }));
    world.write("a");
    for wait in [SECOND, 2 * SECOND, 4 * SECOND] {
        let deliveries = world.deliveries().1;
        world.answer(&deliveries[0], 500, "", "");
        restore(&mut world);
        assert_eq!(world.service.next_wake().map(|wake| wake.since(world.now)), Some(wait));
        assert!(world.deliveries().1.is_empty());
        world.advance(wait);
    }
    let info = world.result("getWebhookInfo", json!({}));
    assert_eq!(info["last_error_message"], "Wrong response from the webhook: 500");
    let deliveries = world.deliveries().1;
    assert_eq!(deliveries.iter().map(|delivery| delivery.attempt).collect::<Vec<_>>(), [4]);
    world.write("b");
    restore(&mut world);
    let again = world.deliveries().1;
    assert_eq!(again.iter().map(|delivery| delivery.attempt).collect::<Vec<_>>(), [4]);
    world.all_delivered(&deliveries[..0]);
    world.all_delivered(&again);
    assert_eq!(world.deliveries().0, ["b"]);
}

#[test]
fn ten_hours_of_bots_and_users_pass() {
    let mut world = World::new();
    world.call("setWebhook", json!({ "url": "https://bot.example/" }));
    let (mut tick, end) = (world.now, world.now.after(10 * HOUR));
    let (mut written, mut delivered) = (0, 0);
    while world.now < end {
        if world.now >= tick {
            world.write("tick");
            (written, tick) = (written + 1, tick.after(20 * SECOND));
        }
        for delivery in world.deliveries().1 {
            world.answer(&delivery, if delivered % 3 == 0 { 500 } else { 200 }, "", "");
            delivered += 1;
        }
        let wake = world.service.next_wake().filter(|wake| *wake > world.now);
        world.now = wake.unwrap_or(tick).min(tick).min(end);
    }
    assert_eq!(written, 1800);
    assert!(delivered > 2600, "{delivered}");
    let pending = world.result("getWebhookInfo", json!({}))["pending_update_count"].clone();
    assert!(pending.as_i64().is_some_and(|pending| pending < 3), "{pending}");
}

#[test]
fn what_the_specification_does_not_know_is_not_stored() {
    let mut world = World::new();
    let mask = json!({ "point": "eyes", "x_shift": 0.5, "y_shift": 0, "scale": 1, "later": 1 });
    let set = json!({ "user_id": ALICE, "name": "s_by_box_bot", "title": "S", "emojis": "😀", "contains_masks": true,
        "mask_position": mask, "later": 1 });
    world.upload("createNewStickerSet", set, &[("png_sticker", "s.png", &png(512, 512))]);
    let shown = world.result("getStickerSet", json!({ "name": "s_by_box_bot" }));
    assert_eq!(shown["stickers"][0]["mask_position"]["point"], "eyes");
    let buttons = json!({ "inline_keyboard": [[{ "text": "b", "callback_data": "d", "later": 1 }]], "later": 1 });
    world.result("sendMessage", json!({ "chat_id": ALICE, "text": "x", "reply_markup": buttons }));
    world.alice("type", json!({ "query": "q", "location": { "latitude": 1.5, "longitude": 2, "later": 1 } }));
    assert!(!String::from_utf8_lossy(&world.service.save()).contains("later"));
    restore(&mut world);
}

#[test]
fn a_gap_is_left_before_the_next_update() {
    let mut world = World::new();
    world.write("a");
    let before = world.updates()[0]["update_id"].as_i64().unwrap_or_default();
    restore(&mut world);
    world.service.skip_update_ids(10_000);
    world.write("b");
    let after = world.updates().last().and_then(|update| update["update_id"].as_i64());
    assert_eq!(after, Some(before + 10_001));
}

/// Answers what a bot that polls has not confirmed yet.
fn poll(world: &mut World, offset: &mut i64) -> Vec<Value> {
    let updates = world.result("getUpdates", json!({ "offset": *offset }));
    let updates = updates.as_array().cloned().unwrap_or_default();
    *offset = updates.last().and_then(|update| update["update_id"].as_i64()).map_or(*offset, |last| last + 1);
    updates.iter().map(|update| update["message"]["text"].clone()).collect()
}

#[test]
fn a_bot_that_polls_gets_each_message_once_across_snapshots() {
    let mut world = World::new();
    let start = world.service.clone();
    let back_to = |world: &mut World, service: &Service| {
        let mut restored = service.clone();
        restored.continue_update_ids(&world.service);
        world.service = restored;
    };
    let mut offset = 0;
    // The state of the start has no update yet.
    for round in 0..3 {
        for text in ["a", "b", "c"] {
            world.write(text);
            assert_eq!(poll(&mut world, &mut offset), [json!(text)], "round {round}");
        }
        back_to(&mut world, &start);
    }
    // What waits in the snapshot arrives, too, and in its order.
    world.write("d");
    world.write("\"update_id\":1");
    let waiting = world.service.clone();
    assert_eq!(poll(&mut world, &mut offset).len(), 2);
    world.write("e");
    assert_eq!(poll(&mut world, &mut offset), [json!("e")]);
    back_to(&mut world, &waiting);
    world.write("f");
    assert_eq!(poll(&mut world, &mut offset), [json!("d"), json!("\"update_id\":1"), json!("f")]);
    assert!(poll(&mut world, &mut offset).is_empty());
    // And with a webhook.
    world.write("g");
    world.result("setWebhook", json!({ "url": "http://127.0.0.1:9/" }));
    let waiting = world.service.clone();
    let last = world.service.deliveries(world.now)[0].update_id;
    back_to(&mut world, &waiting);
    let again = world.service.deliveries(world.now);
    assert_eq!(again.len(), 1);
    assert!(again[0].update_id > last && again[0].body.contains(&again[0].update_id.to_string()));
}

#[test]
fn the_log_of_the_former_service_goes_on() {
    let mut world = World::new();
    let start = world.service.clone();
    world.result("getMe", json!({}));
    let mut restored = start;
    restored.continue_log(&world.service);
    world.service = restored;
    world.result("getMe", json!({}));
    let numbers: Vec<u64> = world
        .service
        .log(0)
        .filter_map(|entry| serde_json::from_str::<Value>(entry).ok()?["number"].as_u64())
        .collect();
    assert_eq!(numbers, [1, 2]);
}
