//! Sticker sets: names, ownership, images, positions. Spec: second document, Stickers.

use serde_json::{Value, json};

use super::super::{Answer, NewBot};
use super::files::png;
use super::{ALICE, BOB, World};

const SET: &str = "cats_by_box_bot";

#[allow(clippy::needless_pass_by_value)] // written by json! at the call
fn create(world: &mut World, changes: Value, image: &[u8]) -> Value {
    let mut input = json!({ "user_id": ALICE, "name": SET, "title": "Cats", "emojis": "😺" });
    for (name, value) in changes.as_object().into_iter().flatten() {
        input[name] = value.clone();
    }
    world.upload("createNewStickerSet", input, &[("png_sticker", "s.png", image)])
}

#[test]
fn a_set_is_made_filled_ordered_and_emptied() {
    let mut world = World::new();
    assert_eq!(create(&mut world, json!({}), &png(512, 400))["result"], true);
    let file =
        world.upload("uploadStickerFile", json!({ "user_id": ALICE }), &[("png_sticker", "s.png", &png(300, 512))]);
    let add = json!({ "user_id": ALICE, "name": SET, "png_sticker": file["result"]["file_id"], "emojis": "🐈" });
    world.result("addStickerToSet", add.clone());
    world.result("addStickerToSet", add);
    let set = world.result("getStickerSet", json!({ "name": "Cats_By_Box_Bot" }));
    assert_eq!((&set["title"], &set["contains_masks"]), (&json!("Cats"), &json!(false)));
    let ids: Vec<Value> =
        set["stickers"].as_array().into_iter().flatten().map(|sticker| sticker["file_id"].clone()).collect();
    assert_eq!(ids.len(), 3);
    let first = &set["stickers"][0];
    assert_eq!((&first["emoji"], &first["set_name"]), (&json!("😺"), &json!(SET)));
    assert_eq!((&first["width"], &first["height"]), (&json!(512), &json!(400)));
    world.result("setStickerPositionInSet", json!({ "sticker": ids[0], "position": 1 }));
    world.result("deleteStickerFromSet", json!({ "sticker": ids[2] }));
    let set = world.result("getStickerSet", json!({ "name": SET }));
    let now: Vec<Value> =
        set["stickers"].as_array().into_iter().flatten().map(|sticker| sticker["file_id"].clone()).collect();
    assert_eq!(now, [ids[1].clone(), ids[0].clone()]);
    assert_eq!(world.call("deleteStickerFromSet", json!({ "sticker": ids[2] }))["ok"], false);
    let message = world.result("sendSticker", json!({ "chat_id": ALICE, "sticker": ids[0] }));
    assert_eq!(message["sticker"]["set_name"], json!(SET));
    let message = world.result("sendSticker", json!({ "chat_id": ALICE, "sticker": ids[2] }));
    assert_eq!((&message["sticker"]["set_name"], &message["sticker"]["emoji"]), (&json!(null), &json!(null)));
    let chat = world.chat("supergroup");
    let input = json!({ "chat_id": chat, "sticker_set_name": SET.to_uppercase() });
    assert_eq!(world.result("setChatStickerSet", input), true);
    assert_eq!(world.result("getChat", json!({ "chat_id": chat }))["sticker_set_name"], json!(SET));
    world.result("deleteChatStickerSet", json!({ "chat_id": chat }));
    assert_eq!(world.result("getChat", json!({ "chat_id": chat }))["sticker_set_name"], json!(null));
    assert_eq!(world.call("setChatStickerSet", json!({ "chat_id": chat, "sticker_set_name": "no" }))["ok"], false);
}

#[test]
fn images_are_png_512_pixels_and_at_most_512_kb() {
    let padded = |length: usize| {
        let mut bytes = png(512, 512);
        bytes.resize(length, 0);
        bytes
    };
    for (image, fits) in [
        (png(512, 512), true),
        (png(512, 1), true),
        (png(511, 511), false),
        (png(512, 513), false),
        (b"GIF89a\0\x02\0\x02".to_vec(), false),
        (b"nothing".to_vec(), false),
        (padded(512 << 10), true),
        (padded((512 << 10) + 1), false),
    ] {
        let mut world = World::new();
        assert_eq!(create(&mut world, json!({}), &image)["ok"], json!(fits));
        let uploaded = world.upload("uploadStickerFile", json!({ "user_id": ALICE }), &[("png_sticker", "s", &image)]);
        assert_eq!(uploaded["ok"], json!(fits));
    }
}

#[test]
fn a_png_by_url_has_that_type() {
    let mut world = World::new();
    world.service.host("https://e.example/other", "image/jpeg", &png(512, 512));
    world.service.host("https://e.example/png", "image/png", &png(512, 512));
    for (url, fits) in [("s", true), ("s.png", true), ("s.jpg", false), ("png", true), ("other", false)] {
        let url = ["https://e.example/", url].concat();
        let name = ["s", &u8::from(fits).to_string(), &url.len().to_string(), "_by_box_bot"].concat();
        let set = json!({ "user_id": ALICE, "name": name, "title": "S", "emojis": "😀", "png_sticker": url });
        assert_eq!(world.call("createNewStickerSet", set)["ok"], json!(fits), "{url}");
    }
}

#[test]
fn names_and_titles_have_rules() {
    let long = |length: usize| "a".repeat(length - "_by_box_bot".len()) + "_by_box_bot";
    for (name, fits) in [
        ("a_by_box_bot".to_owned(), true),
        ("a_by_BOX_Bot".to_owned(), true),
        ("b_BY_box_bot".to_owned(), false),
        ("c_by_x_BY_box_bot".to_owned(), false),
        (long(64), true),
        (long(65), false),
        ("1a_by_box_bot".to_owned(), false),
        ("a__b_by_box_bot".to_owned(), false),
        ("ä_by_box_bot".to_owned(), false),
        ("a_by_other_bot".to_owned(), false),
        ("cats".to_owned(), false),
    ] {
        let mut world = World::new();
        assert_eq!(create(&mut world, json!({ "name": name }), &png(512, 512))["ok"], json!(fits), "{name}");
    }
    for (length, fits) in [(0, false), (1, true), (64, true), (65, false)] {
        let mut world = World::new();
        assert_eq!(create(&mut world, json!({ "title": "é".repeat(length) }), &png(512, 512))["ok"], json!(fits));
    }
    let mut world = World::new();
    for emojis in ["", "cat"] {
        assert_eq!(create(&mut world, json!({ "emojis": emojis }), &png(512, 512))["ok"], false);
    }
    create(&mut world, json!({}), &png(512, 512));
    let taken = create(&mut world, json!({}), &png(512, 512));
    assert_eq!(taken["description"], "Bad Request: sticker set name is already occupied");
}

#[test]
fn sets_belong_to_a_user_and_a_bot() {
    let mut world = World::new();
    world.bob();
    create(&mut world, json!({}), &png(512, 512));
    let add =
        |user: i64| json!({ "user_id": user, "name": SET, "png_sticker": "https://e.example/s.png", "emojis": "🐈" });
    assert_eq!(world.call("addStickerToSet", add(BOB))["ok"], false);
    let other = NewBot { token: Some("43:other".into()), ..NewBot::default() };
    assert!(world.service.add_bot(other).is_ok());
    let input = add(ALICE).as_object().cloned().unwrap_or_default();
    let answer = world.service.call(world.now, "43:other", "addStickerToSet", input);
    assert!(matches!(answer, Answer::Ready { status: 400, .. }));
    world.result("addStickerToSet", add(ALICE));
    let mask = json!({ "point": "eyes", "x_shift": 0.5, "y_shift": -1.0, "scale": 2.0 });
    let name = "masks_by_box_bot";
    let made =
        create(&mut world, json!({ "name": name, "contains_masks": true, "mask_position": mask }), &png(512, 512));
    assert_eq!(made["ok"], true);
    assert_eq!(world.result("getStickerSet", json!({ "name": name }))["stickers"][0]["mask_position"], mask);
}
