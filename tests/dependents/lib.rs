//! A user's program, whose `wasm-bindgen` has a different version than this repository's.

use botwire::client::{Bot, Error};
use botwire::methods::SendDocument;
use botwire::types::InputFile;

/// The `Blob` is from the program's `web-sys`, so both crates must use the same version.
pub async fn send(blob: web_sys::Blob) -> Result<(), Error> {
    let bot = Bot::new("https://service.example", "123:secret")?;
    bot.send(SendDocument::new(42, InputFile::blob(blob).name("a.txt"))).await.map(drop)
}
