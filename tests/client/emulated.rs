//! The same bot over the emulator, in a browser.

use botwire::emulator::{Emulator, NewUser};
use botwire::methods::{SendDocument, SendMessage};
use botwire::types::InputFile;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, evaluate, requests};

#[wasm_bindgen_test]
async fn the_emulator_takes_the_place_of_fetch() {
    answer::<&str>([]);
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser::default()).unwrap();
    alice.unblock().unwrap();
    let bot = emulator.client().unwrap();
    let sent = bot.send(SendMessage::new(alice.id(), "hi")).await.unwrap();
    assert_eq!(alice.next_message().unwrap().message.message_id, sent.message_id);
    let blob = evaluate("new Blob(['a\\nb'], { type: 'text/plain' })").unchecked_into();
    for file in [InputFile::blob(blob).name("dir/a.txt"), InputFile::bytes(*b"a\nb", "a.txt").mime_type("text/plain")] {
        let document = bot.send(SendDocument::new(alice.id(), file)).await.unwrap().document.unwrap();
        assert_eq!((document.file_name.as_deref(), document.mime_type.as_deref()), (Some("a.txt"), Some("text/plain")));
        let file = botwire::types::File::new(document.file_id);
        assert_eq!(bot.download(&file).await.unwrap().bytes().await.unwrap(), b"a\nb");
        let response = bot.download(&file).await.unwrap().into_response().unwrap();
        let text = wasm_bindgen_futures::JsFuture::from(response.text().unwrap()).await.unwrap();
        assert_eq!(text, "a\nb");
    }
    assert!(requests().is_empty());
}
