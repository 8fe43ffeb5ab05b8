//! Files: the ways to send one, identifiers bound to one bot and one type, downloads. Spec: core, Sending and Files.

use serde_json::{Value, json};

use super::super::{Answer, HOUR, NewBot, Request};
use super::{ALICE, BOT, TOKEN, World, refused};

/// Returns the header of a png of this size, without content.
pub(super) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes
}

fn download(world: &mut World, path: &str) -> (u16, Vec<u8>) {
    download_by(world, "GET", path)
}

fn download_by(world: &mut World, verb: &str, path: &str) -> (u16, Vec<u8>) {
    let target = ["/file/bot", TOKEN, "/", path].concat();
    let request = Request { verb, target: &target, ..Request::default() };
    match world.service.request(world.now, &request) {
        Answer::File { bytes, .. } => (200, bytes.to_vec()),
        Answer::Ready { status, .. } => (status, Vec::new()),
        other => panic!("{other:?}"),
    }
}

const KINDS: [(&str, &str, &str); 7] = [
    ("sendPhoto", "photo", "p.jpg"),
    ("sendAudio", "audio", "a.mp3"),
    ("sendDocument", "document", "d.pdf"),
    ("sendVideo", "video", "v.mp4"),
    ("sendVoice", "voice", "v.ogg"),
    ("sendVideoNote", "video_note", "n.mp4"),
    ("sendSticker", "sticker", "s.webp"),
];

fn id_of(message: &Value, member: &str) -> Value {
    let shown = &message[member];
    shown.as_array().and_then(|sizes| sizes.last()).unwrap_or(shown)["file_id"].clone()
}

#[test]
fn each_kind_is_sent_by_upload_then_by_identifier_and_by_no_other() {
    let mut world = World::new();
    let mut ids = Vec::new();
    for (method, member, name) in KINDS {
        let sent = world.upload(method, json!({ "chat_id": ALICE }), &[(member, name, b"content")]);
        let id = id_of(&sent["result"], member);
        assert!(id.is_string(), "{method}: {sent}");
        ids.push(id);
    }
    for (method, member, _) in KINDS {
        for ((_, other, _), id) in KINDS.iter().zip(&ids) {
            let envelope = world.call(method, json!({ "chat_id": ALICE, member: id }));
            if *other == member {
                assert_eq!(id_of(&envelope["result"], member), *id);
            } else {
                assert_eq!(envelope, refused(400, "Bad Request: type of file mismatch"), "{method} {other}");
            }
        }
    }
}

#[test]
fn an_identifier_belongs_to_one_bot() {
    let mut world = World::new();
    let sent = world.upload("sendDocument", json!({ "chat_id": ALICE }), &[("document", "a.txt", b"text")]);
    let id = id_of(&sent["result"], "document");
    let second = NewBot { token: Some("43:other".into()), ..NewBot::default() };
    assert!(world.service.add_bot(second).is_ok());
    let input = json!({ "file_id": id });
    let Some(input) = input.as_object() else { return };
    for (token, code) in [(TOKEN, 200), ("43:other", 400)] {
        let answer = world.service.call(world.now, token, "getFile", input.clone());
        assert!(matches!(answer, Answer::Ready { status, .. } if status == code));
    }
    for forged in ["", "x", "D1-", "D1-AAAAAAAAAAAAAAAAAAAAAAAA", "D999-x"] {
        let expected = "Bad Request: wrong file identifier/HTTP URL specified";
        assert_eq!(world.refusal("getFile", json!({ "file_id": forged })), expected);
    }
}

#[test]
fn a_link_is_valid_for_an_hour_and_getfile_gives_a_new_one() {
    let mut world = World::new();
    let sent = world.upload("sendDocument", json!({ "chat_id": ALICE }), &[("document", "a.txt", b"text")]);
    assert_eq!(sent["result"]["document"]["file_name"], "a.txt");
    assert_eq!(sent["result"]["document"]["mime_type"], "text/plain");
    let id = id_of(&sent["result"], "document");
    let file = world.result("getFile", json!({ "file_id": id }));
    assert_eq!((&file["file_id"], &file["file_size"]), (&id, &json!(4)));
    let path = file["file_path"].as_str().unwrap_or_default().to_owned();
    assert_eq!(download(&mut world, &path), (200, b"text".to_vec()));
    world.advance(HOUR);
    assert_eq!(download(&mut world, &path).0, 200);
    world.advance(1);
    assert_eq!(download(&mut world, &path).0, 404);
    world.result("getFile", json!({ "file_id": id }));
    assert_eq!(download(&mut world, &path).0, 200);
    assert_eq!(download(&mut world, "documents/file_99").0, 404);
}

#[test]
fn a_file_answers_head_too_and_a_method_does_not() {
    let mut world = World::new();
    let sent = world.upload("sendDocument", json!({ "chat_id": ALICE }), &[("document", "a.txt", b"text")]);
    let file = world.result("getFile", json!({ "file_id": id_of(&sent["result"], "document") }));
    let path = file["file_path"].as_str().unwrap_or_default();
    for (verb, status) in [("HEAD", 200), ("POST", 200), ("PUT", 405), ("DELETE", 405)] {
        assert_eq!(download_by(&mut world, verb, path).0, status, "{verb}");
    }
    let target = ["/bot", TOKEN, "/getMe"].concat();
    assert_eq!(world.request("HEAD", &target, "", ""), refused(405, "Method Not Allowed"));
}

#[test]
fn only_20_mb_can_be_downloaded() {
    let mut world = World::new();
    for (size, fits) in [(20 << 20, true), ((20 << 20) + 1, false)] {
        let bytes = vec![0; size];
        let sent = world.upload("sendDocument", json!({ "chat_id": ALICE }), &[("document", "big", &bytes)]);
        let file = world.call("getFile", json!({ "file_id": id_of(&sent["result"], "document") }));
        assert_eq!(file["ok"], json!(fits));
    }
}

#[test]
fn uploads_are_bounded_at_10_and_50_mb() {
    let mut world = World::new();
    for (method, member, most) in [("sendPhoto", "photo", 10_usize), ("sendDocument", "document", 50)] {
        for (size, fits) in [(most << 20, true), ((most << 20) + 1, false)] {
            let sent = world.upload(method, json!({ "chat_id": ALICE }), &[(member, "x", &vec![0; size])]);
            assert_eq!(sent["ok"], json!(fits), "{method} {size}");
        }
    }
}

#[test]
fn a_photo_has_its_sizes_and_any_of_them_sends_all() {
    let mut world = World::new();
    let sent = world.upload("sendPhoto", json!({ "chat_id": ALICE }), &[("photo", "p.png", &png(1000, 500))]);
    let sizes = sent["result"]["photo"].as_array().cloned().unwrap_or_default();
    let widths: Vec<_> = sizes.iter().map(|size| (size["width"].clone(), size["height"].clone())).collect();
    let expected = [(90, 45), (320, 160), (800, 400), (1000, 500)].map(|(width, height)| (json!(width), json!(height)));
    assert_eq!(widths, expected);
    for size in &sizes {
        let again = world.result("sendPhoto", json!({ "chat_id": ALICE, "photo": size["file_id"] }));
        assert_eq!(again["photo"], json!(sizes));
    }
}

#[test]
fn only_the_largest_size_of_a_photo_holds_what_came() {
    let mut world = World::new();
    let came = png(1000, 500);
    let sent = world.upload("sendPhoto", json!({ "chat_id": ALICE }), &[("photo", "p.png", &came)]);
    let sizes = sent["result"]["photo"].as_array().cloned().unwrap_or_default();
    for size in &sizes {
        let file = world.result("getFile", json!({ "file_id": size["file_id"] }));
        let (_, bytes) = download(&mut world, file["file_path"].as_str().unwrap_or_default());
        let image = crate::emulator::rules::Image::read(&bytes).expect("a picture");
        assert_eq!((json!(image.width), json!(image.height)), (size["width"].clone(), size["height"].clone()));
        assert_eq!((json!(bytes.len()), bytes == came), (size["file_size"].clone(), size["width"] == json!(1000)));
    }
    let group = world.chat("supergroup");
    for (side, holds) in [(640, true), (100, false)] {
        world.upload("setChatPhoto", json!({ "chat_id": group }), &[("photo", "p.png", &png(side, side))]);
        let photo = world.result("getChat", json!({ "chat_id": group }))["photo"].clone();
        let file = world.result("getFile", json!({ "file_id": photo["big_file_id"] }));
        let (_, bytes) = download(&mut world, file["file_path"].as_str().unwrap_or_default());
        let image = crate::emulator::rules::Image::read(&bytes).expect("a picture");
        assert_eq!((image.width, image.height, bytes == png(side, side)), (640, 640, holds));
    }
}

#[test]
fn a_url_gives_what_is_hosted_there_if_its_type_fits() {
    let mut world = World::new();
    for (method, member, media_type, accepted) in [
        ("sendPhoto", "photo", "image/png", true),
        ("sendPhoto", "photo", "text/html", false),
        ("sendAudio", "audio", "audio/mpeg", true),
        ("sendDocument", "document", "application/pdf", true),
        ("sendDocument", "document", "application/zip", true),
        ("sendDocument", "document", "image/gif", true),
        ("sendDocument", "document", "text/plain", false),
        ("sendVoice", "voice", "audio/ogg", true),
        ("sendVoice", "voice", "audio/mpeg", false),
        ("sendPhoto", "photo", "", false),
    ] {
        world.service.host("https://files.example/x", media_type, b"bytes");
        let sent = world.call(method, json!({ "chat_id": ALICE, member: "https://files.example/x" }));
        assert_eq!(sent["ok"], json!(accepted), "{method} {media_type}");
    }
    let made_up = world.result("sendAudio", json!({ "chat_id": ALICE, "audio": "https://files.example/song.mp3" }));
    assert_eq!(made_up["audio"]["mime_type"], "audio/mpeg");
    let note = world.call("sendVideoNote", json!({ "chat_id": ALICE, "video_note": "https://files.example/n.mp4" }));
    assert_eq!(note["error_code"], 400);
}

#[test]
fn files_by_url_are_bounded_and_long_voice_notes_are_documents() {
    let mut world = World::new();
    for (method, member, media_type, most) in
        [("sendPhoto", "photo", "image/png", 5_usize << 20), ("sendAudio", "audio", "audio/mpeg", 20 << 20)]
    {
        for (size, fits) in [(most, true), (most + 1, false)] {
            world.service.host("https://files.example/x", media_type, &vec![0; size]);
            let sent = world.call(method, json!({ "chat_id": ALICE, member: "https://files.example/x" }));
            assert_eq!(sent["ok"], json!(fits));
        }
    }
    for (size, shown) in [(1_usize << 20, "voice"), ((1 << 20) + 1, "document")] {
        world.service.host("https://files.example/v.ogg", "audio/ogg", &vec![0; size]);
        let sent = world.result("sendVoice", json!({ "chat_id": ALICE, "voice": "https://files.example/v.ogg" }));
        assert!(sent[shown].is_object(), "{sent}");
    }
}

#[test]
fn an_album_takes_uploads_urls_and_identifiers_as_a_whole_or_not_at_all() {
    let mut world = World::new();
    let photo = world.upload("sendPhoto", json!({ "chat_id": ALICE }), &[("photo", "p.png", &png(10, 10))]);
    let id = id_of(&photo["result"], "photo");
    let media = json!([
        { "type": "photo", "media": "attach://one", "caption": "<b>c</b>", "parse_mode": "HTML" },
        { "type": "video", "media": "https://files.example/v.mp4", "width": 3, "height": 4, "duration": 5 },
        { "type": "photo", "media": id },
    ]);
    let input = json!({ "chat_id": ALICE, "media": media });
    let sent = world.upload("sendMediaGroup", input.clone(), &[("one", "one.png", &png(20, 10))]);
    let messages = sent["result"].as_array().cloned().unwrap_or_default();
    assert_eq!(messages.len(), 3, "{sent}");
    assert_eq!(messages[0]["caption_entities"], json!([{ "type": "bold", "offset": 0, "length": 1 }]));
    assert_eq!((&messages[1]["video"]["width"], &messages[1]["video"]["duration"]), (&json!(3), &json!(5)));
    assert!(messages.iter().all(|message| message["media_group_id"] == messages[0]["media_group_id"]));
    let before = world.service.messages(BOT, ALICE, 0).len();
    assert_eq!(world.refusal("sendMediaGroup", input.clone()), "Bad Request: attached file not found");
    let text = world.upload(
        "sendMediaGroup",
        json!({ "chat_id": ALICE, "media": [media[2], media[0]] }),
        &[("one", "one.txt", b"text")],
    );
    assert_eq!(text, refused(400, "Bad Request: file is not a picture"));
    assert_eq!(world.service.messages(BOT, ALICE, 0).len(), before);
    for count in [1, 2, 10, 11] {
        let items = vec![json!({ "type": "photo", "media": id }); count];
        let sent = world.call("sendMediaGroup", json!({ "chat_id": ALICE, "media": items }));
        assert_eq!(sent["ok"], json!((2..=10).contains(&count)), "{count}");
    }
    assert_eq!(world.service.messages(BOT, ALICE, 0).len(), before + 12);
}

#[test]
fn captions_have_at_most_200_characters() {
    let mut world = World::new();
    for (length, fits) in [(0, true), (200, true), (201, false)] {
        let input =
            json!({ "chat_id": ALICE, "caption": "é".repeat(length), "document": "https://files.example/a.pdf" });
        assert_eq!(world.call("sendDocument", input)["ok"], json!(fits));
    }
}

#[test]
fn profile_photos_come_latest_first() {
    let mut world = World::new();
    for _ in 0..3 {
        let input = json!({ "user": ALICE, "file": "https://files.example/me.jpg" });
        assert_eq!(world.act("profile_photo", input), true);
    }
    let photos = |world: &mut World, input: Value| world.result("getUserProfilePhotos", input);
    let all = photos(&mut world, json!({ "user_id": ALICE }));
    assert_eq!((&all["total_count"], all["photos"].as_array().map(Vec::len)), (&json!(3), Some(3)));
    let one = photos(&mut world, json!({ "user_id": ALICE, "offset": 1, "limit": 1 }));
    assert_eq!(one["photos"], json!([all["photos"][1]]));
    for limit in [0, 101] {
        assert_eq!(world.call("getUserProfilePhotos", json!({ "user_id": ALICE, "limit": limit }))["ok"], false);
    }
}
