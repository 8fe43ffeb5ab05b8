//! Uploads of 5 MB from bytes, a Blob, and a stream, and data that never enters the wasm memory.

use botwire::client::Error;
use botwire::methods::{SendDocument, SendMediaGroup, SendPhoto};
use botwire::types::{InputFile, InputMedia, InputMediaPhoto, InputMediaVideo};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, evaluate, memory_size, request, requests};
use crate::{MESSAGE, bot, ok};

const SIZE: usize = 5 << 20;

/// A JavaScript expression for the bytes of `content`.
const CONTENT: &str = "Uint8Array.from({ length: 5 << 20 }, (_, index) => (index * 7) & 255)";

fn content() -> Vec<u8> {
    (0..SIZE).map(|index| u8::try_from((index * 7) & 255).unwrap()).collect()
}

fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |sum: u32, byte| sum.wrapping_mul(31).wrapping_add(u32::from(*byte)))
}

fn file(request: &Value) -> Value {
    request["fields"].as_array().unwrap().iter().find(|field| field.get("size").is_some()).unwrap().clone()
}

#[wasm_bindgen_test]
async fn bytes() {
    answer([ok(MESSAGE)]);
    let data = content();
    let expected = sum(&data);
    let document = InputFile::bytes(data, "a b.bin").mime_type("application/x-test");
    bot().send(SendDocument::new(42, document).caption("c")).await.unwrap();
    let sent = request();
    assert!(sent["type"].as_str().unwrap().starts_with("multipart/form-data; boundary="));
    let upload = json!({"name":"document","file":"a b.bin","type":"application/x-test","size":SIZE,"sum":expected});
    assert_eq!(sent["fields"], json!([{"name":"chat_id","value":"42"}, upload, {"name":"caption","value":"c"}]));
}

#[wasm_bindgen_test]
async fn a_blob_whose_bytes_stay_outside() {
    answer([ok(MESSAGE), ok(MESSAGE)]);
    let blob = evaluate(&format!("new File([{CONTENT}], 'own.bin', {{ type: 'text/x-own' }})"));
    let blob: web_sys::Blob = blob.unchecked_into();
    let before = memory_size();
    bot().send(SendDocument::new(42, InputFile::blob(blob.clone()))).await.unwrap();
    bot().send(SendDocument::new(42, InputFile::blob(blob).mime_type("text/x-other"))).await.unwrap();
    assert!(memory_size() - before < 1_000_000);
    let sent = requests();
    let upload = json!({"name":"document","file":"own.bin","type":"text/x-own","size":SIZE,"sum":sum(&content())});
    assert_eq!(file(&sent[0]), upload);
    assert_eq!((&file(&sent[1])["file"], &file(&sent[1])["type"]), (&json!("own.bin"), &json!("text/x-other")));
}

#[wasm_bindgen_test]
async fn a_stream_whose_bytes_stay_outside_and_which_can_be_repeated() {
    answer([
        "json(429, {ok:false,error_code:429,description:'slow',parameters:{retry_after:0}})".to_owned(),
        ok(MESSAGE),
    ]);
    let stream = evaluate(&format!("new Response({CONTENT}).body"));
    let before = memory_size();
    let document = InputFile::stream(stream.unchecked_into(), "s.bin").mime_type("text/x-s");
    let retry = botwire::client::Retry::times(1);
    bot().send(SendDocument::new(42, document)).retry(retry).await.unwrap();
    assert!(memory_size() - before < 1_000_000);
    for sent in requests() {
        assert_eq!(
            file(&sent),
            json!({"name":"document","file":"s.bin","type":"text/x-s","size":SIZE,"sum":sum(&content())})
        );
    }
    assert_eq!(requests().len(), 2);
}

#[wasm_bindgen_test]
async fn files_inside_of_media_are_attached() {
    answer([ok(&format!("[{MESSAGE}]"))]);
    let media: [InputMedia; 2] = [
        InputMediaPhoto::new(InputFile::bytes(*b"photo", "p.jpg")).caption("c").into(),
        InputMediaVideo::new("a-file-id").into(),
    ];
    bot().send(SendMediaGroup::new(42, media)).await.unwrap();
    let sent = request();
    let media: Value = serde_json::from_str(sent["fields"][1]["value"].as_str().unwrap()).unwrap();
    let name = media[0]["media"].as_str().unwrap().strip_prefix("attach://").unwrap();
    assert_eq!(
        media,
        json!([
            {"type":"photo","media":format!("attach://{name}"),"caption":"c"},
            {"type":"video","media":"a-file-id"},
        ])
    );
    assert_eq!((&sent["fields"][2]["name"], &sent["fields"][2]["file"]), (&json!(name), &json!("p.jpg")));
}

#[wasm_bindgen_test]
async fn a_photo_beyond_10_mb_is_refused_also_when_its_size_shows_late() {
    answer::<&str>([]);
    let size = (10 << 20) + 1;
    let error = bot().send(SendPhoto::new(42, InputFile::bytes(vec![0; size], "p"))).await.unwrap_err();
    assert_eq!(error.to_string(), "sendPhoto: photo: expected a file of at most 10485760 bytes, got 10485761 bytes");
    let stream = evaluate(&format!("new Response(new Uint8Array({size})).body"));
    let late = bot().send(SendPhoto::new(42, InputFile::stream(stream.unchecked_into(), "p"))).await.unwrap_err();
    assert_eq!(late, error);
    assert!(requests().is_empty());
}

#[wasm_bindgen_test]
async fn a_stream_that_cannot_be_read_is_reported() {
    answer::<&str>([]);
    let locked = evaluate("(() => { const stream = new Response('x').body; stream.getReader(); return stream; })()");
    let error = bot().send(SendDocument::new(42, InputFile::stream(locked.unchecked_into(), "x"))).await.unwrap_err();
    let Error::Validation { error, .. } = &error else { panic!("{error}") };
    assert_eq!((error.path.as_str(), error.received.as_str()), ("document", "a locked stream"));
    let broken = evaluate("pieces(new Uint8Array(3), 'the source broke')");
    let error = bot().send(SendDocument::new(42, InputFile::stream(broken.unchecked_into(), "x"))).await.unwrap_err();
    assert_eq!(error.kind(), "network");
    assert!(requests().is_empty());
}
