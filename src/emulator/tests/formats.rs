//! Formats of files: what their bytes and names say, and which kinds of messages take them. Spec: core, Sending and Files.

use serde_json::json;

use super::files::png;
use super::{ALICE, World};

#[test]
fn a_file_that_is_not_an_image_is_refused_as_a_photo() {
    let mut world = World::new();
    let group = world.chat("supergroup");
    let video = b"\0\0\0\x18ftypisom\0\0\0\0";
    let cases: [(&str, &[u8], bool); 8] = [
        ("p.png", &png(20, 10), true),
        ("p.txt", &png(20, 10), true),
        ("blob", b"anything", true),
        ("p.jpg", b"\xff\xd8\xff\xe0", true),
        ("p.txt", b"anything", false),
        ("p.jpg", b"%PDF-1.7", false),
        ("p.jpg", video, false),
        ("p.jpg", b"<!doctype html>", false),
    ];
    for (name, bytes, fits) in cases {
        for (method, member) in [("sendPhoto", "photo"), ("setChatPhoto", "photo")] {
            let sent = world.upload(method, json!({ "chat_id": group }), &[(member, name, bytes)]);
            assert_eq!(sent["ok"], json!(fits), "{method} {name} {bytes:?}: {sent}");
        }
    }
}

#[test]
fn an_uploaded_sticker_is_webp() {
    let mut world = World::new();
    let (gif, jpeg) = (b"GIF89a\x20\0\x10\0", b"\xff\xd8\xff\xc2\0\x0b\x08\0\x0a\0\x14");
    let webp = [b"RIFF\0\0\0\0WEBPVP8X", &[0; 16][..]].concat();
    let cases: [(&str, &[u8], bool); 9] = [
        ("s.webp", &webp, true),
        ("blob", &webp, true),
        ("s.webp", b"anything", true),
        ("blob", b"anything", true),
        ("s.png", &png(512, 512), false),
        ("s.webp", &png(512, 512), false),
        ("blob", gif, false),
        ("s.jpg", jpeg, false),
        ("s.png", b"anything", false),
    ];
    for (name, bytes, fits) in cases {
        let sent = world.upload("sendSticker", json!({ "chat_id": ALICE }), &[("sticker", name, bytes)]);
        assert_eq!(sent["ok"], json!(fits), "{name} {bytes:?}: {sent}");
    }
}

#[test]
fn the_ending_of_a_url_says_its_type() {
    let mut world = World::new();
    let mut fits = |method: &str, member: &str, url: &str| {
        let url = ["https://e.example/", url].concat();
        world.call(method, json!({ "chat_id": ALICE, member: url }))["ok"] == json!(true)
    };
    for (method, member) in [
        ("sendPhoto", "photo"),
        ("sendAudio", "audio"),
        ("sendDocument", "document"),
        ("sendVideo", "video"),
        ("sendVoice", "voice"),
        ("sendSticker", "sticker"),
    ] {
        for url in ["", "x", "x?f=a.docx", "x.php?id=1", "v1.2/x", "a.b/", "photo.aspx"] {
            assert!(fits(method, member, url), "{method} {url}");
        }
        for url in ["a.docx", "a.csv", "a.xlsx", "a.rar", "a.svg", "a.exe", "a.DOCX?x=1"] {
            assert!(!fits(method, member, url), "{method} {url}");
        }
        for url in ["a.mov", "a.webm"] {
            assert_eq!(fits(method, member, url), method == "sendVideo", "{method} {url}");
        }
        assert!(!fits(method, member, "a.wav"), "{method}");
    }
}

#[test]
fn the_size_of_a_jpeg_is_in_its_frame_header_wherever_that_is() {
    let mut world = World::new();
    let segments: [&[u8]; 5] =
        [b"\xff\xd8", b"\xff\x01", b"\xff\xff\xff\xe1\0\x04ab", b"\xff\xc4\0\x02", b"\xff\xc2\0\x0b\x08\0\x0a\0\x14"];
    let sent = world.upload("sendPhoto", json!({ "chat_id": ALICE }), &[("photo", "p.jpg", &segments.concat())]);
    assert_eq!((&sent["result"]["photo"][0]["width"], &sent["result"]["photo"][0]["height"]), (&json!(20), &json!(10)));
}

#[test]
fn the_thumbnail_of_a_sticker_is_no_png() {
    let mut world = World::new();
    let name = "cats_by_box_bot";
    let input = json!({ "user_id": ALICE, "name": name, "title": "Cats", "emojis": "😺" });
    world.upload("createNewStickerSet", input, &[("png_sticker", "s.png", &png(512, 512))]);
    let stickers = world.result("getStickerSet", json!({ "name": name }));
    assert_eq!((&stickers["stickers"][0]["width"], &stickers["stickers"][0]["thumb"]), (&json!(512), &json!(null)));
    let webp = b"RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\x01\0\xff\x01\0";
    let sent = world.upload("sendSticker", json!({ "chat_id": ALICE }), &[("sticker", "s.webp", webp)]);
    assert_eq!(sent["result"]["sticker"]["thumb"]["width"], 90, "{sent}");
}

#[test]
fn a_file_is_sent_as_what_its_format_is() {
    let mut world = World::new();
    for (method, field, name, member) in [
        ("sendAudio", "audio", "a.mp3", "audio"),
        ("sendAudio", "audio", "a.png", "document"),
        ("sendVoice", "voice", "a.ogg", "voice"),
        ("sendVoice", "voice", "a.mp3", "audio"),
        ("sendVoice", "voice", "a.pdf", "document"),
        ("sendVideo", "video", "a.mp4", "video"),
        ("sendVideo", "video", "a.gif", "document"),
        ("sendVideo", "video", "a.unknown", "video"),
        ("sendVideoNote", "video_note", "a.mp4", "video_note"),
        ("sendVideoNote", "video_note", "a.unknown", "video_note"),
        ("sendVideoNote", "video_note", "a.pdf", "document"),
        ("sendVideoNote", "video_note", "a.png", "document"),
    ] {
        let sent = world.upload(method, json!({ "chat_id": ALICE }), &[(field, name, b"x")]);
        assert!(sent["result"][member].is_object(), "{method} {name}: {sent}");
    }
    for (method, field, media_type, member) in [
        ("sendAudio", "audio", "audio/mpeg", Some("audio")),
        ("sendAudio", "audio", "audio/wav", None),
        ("sendAudio", "audio", "audio/ogg", None),
        ("sendVideo", "video", "video/mp4", Some("video")),
        ("sendVideo", "video", "video/x-msvideo", Some("document")),
        ("sendVoice", "voice", "audio/mpeg", None),
    ] {
        world.service.host("https://e.example/x", media_type, b"x");
        let sent = world.call(method, json!({ "chat_id": ALICE, field: "https://e.example/x" }));
        assert_eq!(sent["ok"], json!(member.is_some()), "{method} {media_type}: {sent}");
        assert!(member.is_none_or(|member| sent["result"][member].is_object()), "{method} {media_type}: {sent}");
    }
}

#[test]
fn a_video_of_an_album_is_mp4() {
    let mut world = World::new();
    world.service.host("https://e.example/avi", "video/x-msvideo", b"x");
    world.service.host("https://e.example/mp4", "video/mp4", b"x");
    let album = |media: &str| {
        let video = json!({ "type": "video", "media": media, "caption": "c" });
        json!({ "chat_id": ALICE, "media": [video, { "type": "photo", "media": "https://e.example/p.jpg" }] })
    };
    let other = "Bad Request: videos of an album must be mp4";
    for (name, fits) in [
        ("a.mp4", true),
        ("a.unknown", true),
        ("a.mov", false),
        ("a.pdf", false),
        ("a.png", false),
        ("a.mp3", false),
        ("a.ogg", false),
    ] {
        let envelope = world.upload("sendMediaGroup", album("attach://f"), &[("f", name, b"x")]);
        let sent = &envelope["result"];
        assert_eq!(sent[0]["video"].is_object(), fits, "{name}: {envelope}");
        if fits {
            assert_eq!((&sent[0]["caption"], &sent[0]["media_group_id"]), (&json!("c"), &sent[1]["media_group_id"]));
        } else {
            assert_eq!(envelope["description"], json!(other));
        }
    }
    assert!(world.result("sendMediaGroup", album("https://e.example/mp4"))[0]["video"].is_object());
    for url in ["https://e.example/avi", "https://e.example/a.webm"] {
        assert_eq!(world.refusal("sendMediaGroup", album(url)), other);
    }
    let text = album("https://e.example/page.html");
    assert_eq!(world.refusal("sendMediaGroup", text), "Bad Request: wrong type of the web page content");
}
