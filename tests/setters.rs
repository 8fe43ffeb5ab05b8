//! The arguments of constructors and setters.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

#[path = "support/served.rs"]
mod served;
mod support;

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use botwire::client::{Error, Response};
use botwire::emulator::Emulator;
use botwire::methods::{EditMessageText, GetUpdates, KickChatMember, SendMediaGroup, SendMessage, SendPhoto};
use botwire::text::Markup;
use botwire::types::{
    ChatId, InlineKeyboardButton, InputFile, InputMediaPhoto, InputTextMessageContent, Message, MessageId, ParseMode,
    UpdateKind, system_time,
};
use pollster::block_on;
use serde_json::json;

use served::served;

#[test]
fn a_text_is_anything_that_can_be_displayed() {
    let (shared, boxed, owned): (Arc<str>, Box<str>, String) = ("hi".into(), "hi".into(), "hi".to_owned());
    let texts = [
        SendMessage::new(1, "hi"),
        SendMessage::new(1, shared.clone()),
        SendMessage::new(1, &shared),
        SendMessage::new(1, &boxed),
        SendMessage::new(1, &owned),
        SendMessage::new(1, owned.clone()),
        SendMessage::new(1, Cow::Borrowed("hi")),
        SendMessage::new(1, format_args!("h{}", 'i')),
    ];
    assert!(texts.iter().all(|method| method.text == "hi"));
    assert_eq!(SendMessage::new(1, 5).text, "5");
    let caption = |photo: SendPhoto| photo.caption;
    let photo = || SendPhoto::new(1, "id");
    assert_eq!(caption(photo().caption(shared.clone())).as_deref(), Some("hi"));
    assert_eq!(caption(photo().caption(format_args!("{}", 1))).as_deref(), Some("1"));
    assert_eq!(caption(photo().caption(Some(shared))).as_deref(), Some("hi"));
    assert_eq!(caption(photo().caption(Some(owned))).as_deref(), Some("hi"));
    assert_eq!(caption(photo().caption(None::<&str>)), None);
    assert_eq!(InlineKeyboardButton::callback(format_args!("{}", 1), Arc::<str>::from("x")).text, "1");
}

#[test]
fn numbers_enumerations_and_lists() {
    // A number is an `i64`, so those beyond 32 bits need no suffix.
    let far = SendMessage::new(-1_001_234_567_890, "hi").reply_to_message_id(5).parse_mode("HTML");
    assert_eq!((far.chat_id, far.parse_mode), (ChatId(-1_001_234_567_890).into(), Some(ParseMode::Html)));
    let number: i32 = 7;
    assert_eq!(
        SendMessage::new(i64::from(number), "hi").reply_to_message_id(number).reply_to_message_id,
        Some(MessageId(7))
    );
    assert_eq!(GetUpdates::new().limit(number).limit, Some(7));
    assert_eq!(GetUpdates::new().limit(Some(9_u8)).limit, Some(9));
    let kinds = vec![UpdateKind::Message];
    assert_eq!(GetUpdates::new().allowed_updates(Some(kinds.clone())).allowed_updates, Some(kinds));
}

#[test]
fn a_date_is_a_system_time_or_seconds() {
    let until = |method: KickChatMember| method.until_date;
    let kick = || KickChatMember::new(-1, 2);
    let time = UNIX_EPOCH + Duration::from_millis(1_790_000_000_999);
    assert_eq!(until(kick().until_date(time)), Some(1_790_000_000));
    assert_eq!(until(kick().until_date(Some(time))), Some(1_790_000_000));
    assert_eq!(until(kick().until_date(None::<SystemTime>)), None);
    assert_eq!(until(kick().until_date(1_790_000_000)), Some(1_790_000_000));
    assert_eq!(until(kick().until_date(5_000_000_000_i64)), Some(5_000_000_000));
    assert_eq!(until(kick().until_date(Some(5))), Some(5));
    assert_eq!(until(kick().until_date(UNIX_EPOCH - Duration::from_secs(5))), Some(-5));
    for date in [0, 1_790_000_000, -5] {
        assert_eq!(until(kick().until_date(system_time(date))), Some(date));
    }
}

/// A temporary file, deleted at the end.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn new(name: &str, content: &[u8]) -> Self {
        let folder = std::env::temp_dir().join(format!("botwire-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), content).unwrap();
        Self(folder.join(name))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn a_file_is_a_path() {
    let (_, alice, bot) = support::world();
    let chat = alice.id();
    let file = TemporaryFile::new("report ü.pdf", b"%PDF-1.4 a");
    let name = |sent: Result<Message, Error>| sent.unwrap().document.unwrap().file_name.unwrap();
    assert_eq!(name(block_on(async { bot.send_document(chat, file.0.as_path()).await })), "report ü.pdf");
    assert_eq!(name(block_on(async { bot.send_document(chat, &file.0).await })), "report ü.pdf");
    let album = [InputMediaPhoto::new(&file.0), InputMediaPhoto::new(&file.0)];
    assert!(SendMediaGroup::new(chat, album).media.len() == 2);
    let missing = Path::new("/missing/file.pdf");
    let error = block_on(async { bot.send_document(chat, missing).await }).unwrap_err().to_string();
    let expected = "sendDocument: document: expected a file that can be read, got /missing/file.pdf: ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn the_size_of_a_path_is_checked() {
    let emulator = Emulator::new();
    let bot = emulator.client().unwrap();
    let file = TemporaryFile::new("large.jpg", &vec![0; 11 << 20]);
    let error = block_on(async { bot.send_photo(1, &file.0).await }).unwrap_err().to_string();
    assert!(error.starts_with("sendPhoto: photo: "), "{error}");
}

#[test]
fn a_path_is_read_only_up_to_the_limit() {
    let emulator = Emulator::new();
    let bot = emulator.client().unwrap();
    let send = |path: &Path| block_on(async { bot.send_document(1, path).await }).unwrap_err().to_string();
    // A terabyte without contents, which no memory holds.
    let file = TemporaryFile::new("sparse.bin", b"");
    fs::File::options().write(true).open(&file.0).unwrap().set_len(1 << 40).unwrap();
    let expected = "sendDocument: document: expected a file of at most 52428800 bytes, got";
    assert_eq!(send(&file.0), format!("{expected} 1099511627776 bytes"));
    let album = [InputMediaPhoto::new(&file.0), InputMediaPhoto::new("id")];
    let error = block_on(bot.send(SendMediaGroup::new(1, album))).unwrap_err().to_string();
    assert!(error.starts_with("sendMediaGroup: media[0].media: expected a file of at most 10485760 bytes"), "{error}");
    if cfg!(unix) {
        assert_eq!(send(Path::new("/dev/zero")), format!("{expected} 52428801 bytes"));
    }
}

#[test]
fn a_path_without_a_limit_is_read_to_its_end() {
    // Returns the number of bytes that it is sent.
    let bot = served("https://service.example", "123456:secret", |request| {
        let bytes = request.body.into_bytes().unwrap();
        Ok(Response::new(200, format!(r#"{{"ok":true,"result":{}}}"#, bytes.len())))
    });
    let size = (50 << 20) + 1000;
    let file = TemporaryFile::new("larger.bin", b"");
    fs::File::options().write(true).open(&file.0).unwrap().set_len(size).unwrap();
    let new = bot.call::<u64>("newMethod", &json!({})).with_file("file", InputFile::path(&file.0));
    assert!(block_on(new).unwrap() > size);
    let bot = bot.check_limits(false);
    let known = bot.call::<u64>("sendDocument", &json!({"chat_id": 1})).with_file("document", InputFile::path(&file.0));
    assert!(block_on(known).unwrap() > size);
}

#[test]
fn a_markup_brings_its_parse_mode() {
    let markup = || Markup::bold("a < b") + " & c";
    let html = "<b>a &lt; b</b> &amp; c";
    let sent = SendMessage::new(1, markup());
    assert_eq!((sent.text.as_str(), sent.parse_mode), (html, Some(ParseMode::Html)));
    let message = Message::text_from(1, "hi");
    let edit = EditMessageText::of(&message, markup());
    assert_eq!((edit.text.as_str(), edit.parse_mode), (html, Some(ParseMode::Html)));
    assert_eq!(message.reply(markup()).text, html);
    let photo = || SendPhoto::new(1, "id");
    let kept = markup();
    for photo in [photo().caption(markup()), photo().caption(&kept), photo().caption(Some(markup()))] {
        assert_eq!((photo.caption.as_deref(), photo.parse_mode), (Some(html), Some(ParseMode::Html)));
    }
    let content = InputTextMessageContent::new(markup());
    assert_eq!((content.message_text.as_str(), content.parse_mode), (html, Some(ParseMode::Html)));
    // A plain text does not change the parse mode.
    let plain = photo().parse_mode(ParseMode::Markdown).caption("*a*");
    assert_eq!((plain.caption.as_deref(), plain.parse_mode), (Some("*a*"), Some(ParseMode::Markdown)));
    assert_eq!(photo().caption(None::<Markup>).parse_mode, None);
    let (_, alice, bot) = support::world();
    block_on(async { bot.send_message(alice.id(), markup()).await }).unwrap();
    alice.assert_text("a < b & c");
}
