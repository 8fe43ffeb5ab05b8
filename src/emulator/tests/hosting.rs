//! Files by URL: hosted, found by a function, samples, and the limits of each method. Spec: core, Sending, file rules.

use serde_json::json;

use super::{ALICE, World};
use crate::emulator::Hosted;

#[test]
fn a_function_finds_what_nobody_hosts() {
    let mut world = World::new();
    world.service.host("https://e.example/hosted", "application/pdf", b"hosted");
    world.service.host_with(|url| match url.rsplit('/').next() {
        Some("fails") => Some(Hosted { media_type: String::new(), bytes: [].into() }),
        Some(name) if name != "nothing.pdf" => {
            Some(Hosted { media_type: "application/zip".into(), bytes: name.as_bytes().into() })
        }
        _ => None,
    });
    let mut send = |name: &str| {
        let url = ["https://e.example/", name].concat();
        let sent = world.call("sendDocument", json!({ "chat_id": ALICE, "document": url }));
        sent["result"]["document"]["mime_type"].clone()
    };
    assert_eq!(send("hosted"), "application/pdf");
    assert_eq!(send("found"), "application/zip");
    assert_eq!(send("nothing.pdf"), "application/pdf");
    assert_eq!(send("fails"), json!(null));
}

#[test]
fn each_method_refuses_one_byte_too_many_from_a_url() {
    const MB: usize = 1 << 20;
    let mut world = World::new();
    for (method, member, media_type, most) in [
        ("sendPhoto", "photo", "image/jpeg", 5 * MB),
        ("sendAudio", "audio", "audio/mpeg", 20 * MB),
        ("sendDocument", "document", "application/pdf", 20 * MB),
        ("sendVideo", "video", "video/mp4", 20 * MB),
        ("sendVoice", "voice", "audio/ogg", 20 * MB),
        ("sendSticker", "sticker", "image/webp", 20 * MB),
    ] {
        for (size, fits) in [(most, true), (most + 1, false)] {
            world.service.host("https://e.example/x", media_type, &vec![0; size]);
            let sent = world.call(method, json!({ "chat_id": ALICE, member: "https://e.example/x" }));
            assert_eq!(sent["ok"], json!(fits), "{method} {size}");
        }
    }
    for (kind, media_type, most) in [("photo", "image/png", 5 * MB), ("video", "video/mp4", 20 * MB)] {
        for (size, fits) in [(most, true), (most + 1, false)] {
            world.service.host("https://e.example/x", media_type, &vec![0; size]);
            let media = json!([{ "type": kind, "media": "https://e.example/x" }, { "type": "photo", "media": "https://e.example/y.png" }]);
            let sent = world.call("sendMediaGroup", json!({ "chat_id": ALICE, "media": media }));
            assert_eq!(sent["ok"], json!(fits), "{kind} {size}");
        }
    }
}

#[test]
fn inline_results_by_url_have_one_type_and_a_size() {
    const MB: usize = 1 << 20;
    let mut world = World::new();
    let base = json!({ "id": "1", "title": "t", "thumb_url": "https://e.example/t.jpg" });
    for (kind, field, media_type, most) in [
        ("photo", "photo_url", "image/jpeg", 5 * MB),
        ("gif", "gif_url", "image/gif", MB),
        ("mpeg4_gif", "mpeg4_url", "video/mp4", MB),
        ("audio", "audio_url", "audio/mpeg", 20 * MB),
        ("voice", "voice_url", "audio/ogg", 20 * MB),
        ("document", "document_url", "application/zip", 20 * MB),
    ] {
        let mut result = base.clone();
        (result["type"], result[field]) = (json!(kind), json!("https://e.example/x"));
        if kind == "document" {
            result["mime_type"] = json!(media_type);
        }
        for (hosted, size, fits) in [(media_type, most, true), (media_type, most + 1, false), ("image/png", 9, false)] {
            world.service.host("https://e.example/x", hosted, &vec![0; size]);
            let query = world.alice("type", json!({ "query": kind, "offset": size.to_string() }))["query"].clone();
            let answer = json!({ "inline_query_id": query, "results": [result], "cache_time": 0 });
            world.result("answerInlineQuery", answer);
            let chosen = world.alice("choose", json!({ "query": query, "result_id": "1" }));
            assert_eq!(chosen.is_object(), fits, "{kind} {hosted} {size}: {chosen}");
        }
    }
}

#[test]
fn inline_results_by_url_have_the_type_that_the_ending_says() {
    let mut world = World::new();
    for (kind, field, ending, fits) in [
        ("photo", "photo_url", ".jpg", true),
        ("photo", "photo_url", "", true),
        ("photo", "photo_url", ".png", false),
        ("gif", "gif_url", ".gif", true),
        ("gif", "gif_url", "", true),
        ("gif", "gif_url", ".mp4", false),
        ("mpeg4_gif", "mpeg4_url", ".mp4", true),
        ("mpeg4_gif", "mpeg4_url", ".gif", false),
        ("audio", "audio_url", ".ogg", false),
        ("voice", "voice_url", ".mp3", false),
        ("document", "document_url", ".pdf", true),
        ("document", "document_url", ".zip", false),
        ("document", "document_url", ".docx", false),
    ] {
        let url = ["https://e.example/x", ending].concat();
        let mut result =
            json!({ "id": "1", "title": "t", "thumb_url": "https://e.example/t", "type": kind, field: url });
        if kind == "document" {
            result["mime_type"] = json!("application/pdf");
        }
        let query = world.alice("type", json!({ "query": kind, "offset": ending }))["query"].clone();
        let answer = json!({ "inline_query_id": query, "results": [result], "cache_time": 0 });
        world.result("answerInlineQuery", answer);
        let chosen = world.alice("choose", json!({ "query": query, "result_id": "1" }));
        assert_eq!(chosen.is_object(), fits, "{kind} {ending}: {chosen}");
    }
}

#[test]
fn thumbnails_have_the_formats_that_results_allow() {
    let mut world = World::new();
    world.service.host("https://e.example/hosted", "image/png", b"x");
    for (kind, field, refused) in [
        ("photo", "photo_url", &[][..]),
        ("gif", "gif_url", &["t.png", "t.webp", "hosted"]),
        ("mpeg4_gif", "mpeg4_url", &["t.png", "hosted"]),
        ("video", "video_url", &["t.png", "t.gif", "hosted"]),
        ("document", "document_url", &["t.png", "t.gif", "t.txt"]),
    ] {
        for thumb in ["t.jpg", "t.jpeg", "t", "t.php", "t.gif", "t.png", "t.webp", "t.txt", "hosted"] {
            let thumb_url = ["https://e.example/", thumb].concat();
            let mime_type = if kind == "video" { "video/mp4" } else { "application/zip" };
            let result = json!({ "id": "1", "title": "t", "thumb_url": thumb_url, "type": kind,
                field: "https://e.example/x", "mime_type": mime_type });
            let query = world.alice("type", json!({ "query": kind, "offset": thumb }))["query"].clone();
            let answer = world.call("answerInlineQuery", json!({ "inline_query_id": query, "results": [result] }));
            let may_fit = ["t.jpg", "t.jpeg", "t", "t.php"].contains(&thumb);
            assert!(!may_fit || answer["ok"] == json!(true), "{kind} {thumb}: {answer}");
            assert!(!refused.contains(&thumb) || answer["ok"] == json!(false), "{kind} {thumb}: {answer}");
        }
    }
}

#[test]
fn a_type_that_is_said_counts() {
    let mut world = World::new();
    let mut input = super::super::Parameters::from(json!({ "url": "https://e.example/a.pdf" }));
    let (field, file_name) = ("file".into(), "a.pdf".into());
    let media_type = "application/octet-stream".into();
    input.upload(super::super::Upload { field, file_name, media_type, bytes: b"bytes".to_vec() });
    assert!(world.service.act_by_name(world.now, "host", input).is_ok());
    for (method, member) in [("sendDocument", "document"), ("sendPhoto", "photo"), ("sendVideo", "video")] {
        let refusal = world.refusal(method, json!({ "chat_id": ALICE, member: "https://e.example/a.pdf" }));
        assert_eq!(refusal, "Bad Request: wrong type of the web page content");
    }
}

#[test]
fn uploads_in_an_album_have_the_limits_of_their_kind() {
    let mut world = World::new();
    for (kind, most) in [("photo", 10_usize << 20), ("video", 50 << 20)] {
        for (size, fits) in [(most, true), (most + 1, false)] {
            let media = json!([{ "type": kind, "media": "attach://one" }, { "type": "photo", "media": "https://e.example/y.png" }]);
            let files = [("one", "one", &vec![0; size][..])];
            let sent = world.upload("sendMediaGroup", json!({ "chat_id": ALICE, "media": media }), &files);
            assert_eq!(sent["ok"], json!(fits), "{kind} {size}");
        }
    }
}

#[test]
fn a_hosted_file_without_a_type_has_that_of_its_name() {
    let mut world = World::new();
    for (url, name, expected) in [
        ("https://e.example/a", "a.gif", json!("image/gif")),
        ("https://e.example/a.zip", "", json!("application/zip")),
        ("https://e.example/a", "", json!(null)),
    ] {
        let mut input = super::super::Parameters::from(json!({ "url": url }));
        let (field, media_type) = ("file".into(), String::new());
        input.upload(super::super::Upload { field, file_name: name.into(), media_type, bytes: b"bytes".to_vec() });
        assert!(world.service.act_by_name(world.now, "host", input).is_ok());
        let sent = world.call("sendDocument", json!({ "chat_id": ALICE, "document": url }));
        assert_eq!(sent["result"]["document"]["mime_type"], expected);
    }
}

#[test]
fn types_and_schemes_are_compared_in_any_case() {
    let mut world = World::new();
    for (method, member, media_type, kind) in [
        ("sendPhoto", "photo", "Image/JPEG", "photo"),
        ("sendAudio", "audio", "AUDIO/MPEG", "audio"),
        ("sendDocument", "document", "Application/Pdf", "document"),
        ("sendVideo", "video", "video/MP4; codecs=AVC1", "video"),
        ("sendVoice", "voice", "Audio/Ogg", "voice"),
        ("sendSticker", "sticker", "image/WEBP", "sticker"),
    ] {
        let url = "HTTPS://e.example/x";
        world.service.host(url, media_type, b"bytes");
        let sent = world.result(method, json!({ "chat_id": ALICE, member: url }));
        assert!(!sent[kind].is_null(), "{method}: {sent}");
        let mut input = super::super::Parameters::from(json!({ "user": ALICE }));
        let (field, file_name) = ("file".into(), String::new());
        input.upload(super::super::Upload { field, file_name, media_type: media_type.into(), bytes: vec![1] });
        let sent = world.service.act_by_name(world.now, "send", input).expect("a message");
        let implied = if kind == "voice" { "audio" } else { kind };
        assert!(!sent[implied].is_null(), "{media_type}: {sent}");
    }
    for url in ["http://", "https:///path", "HTTP://?query"] {
        for (method, member) in [("sendPhoto", "photo"), ("sendSticker", "sticker")] {
            let refused = "Bad Request: wrong file identifier/HTTP URL specified";
            assert_eq!(world.refusal(method, json!({ "chat_id": ALICE, member: url })), refused, "{url}");
        }
        let set = json!({ "user_id": ALICE, "name": "s_by_box_bot", "title": "S", "emojis": "😀", "png_sticker": url });
        assert_eq!(world.call("createNewStickerSet", set)["ok"], false, "{url}");
    }
}
