//! Tests of the types: unions choose the right object, and all received data is kept.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Result, Value, json};

use super::input_file::collect;
use super::*;
use crate::methods::{EditMessageText, GetUpdates, SendPhoto, SetGameScore};

/// Reads a value and writes it again, which must give the same.
fn round_trip<T: Serialize + DeserializeOwned>(value: &Value) -> Result<T> {
    let read: T = serde_json::from_value(value.clone())?;
    assert_eq!(serde_json::to_value(&read)?, *value);
    Ok(read)
}

fn sent_text() -> Value {
    json!({ "message_text": "hi" })
}

/// The name of the variant that the JSON becomes.
fn result_kind(value: &Value) -> Result<String> {
    let result: InlineQueryResult = round_trip(value)?;
    let name = format!("{result:?}");
    Ok(name.split('(').next().unwrap_or_default().to_owned())
}

#[test]
fn each_inline_result_is_read_as_its_own_kind() -> Result<()> {
    let results = [
        ("Article", json!({ "type": "article", "title": "t", "input_message_content": sent_text() })),
        ("Photo", json!({ "type": "photo", "photo_url": "u", "thumb_url": "u" })),
        ("Gif", json!({ "type": "gif", "gif_url": "u", "thumb_url": "u" })),
        ("Mpeg4Gif", json!({ "type": "mpeg4_gif", "mpeg4_url": "u", "thumb_url": "u" })),
        (
            "Video",
            json!({ "type": "video", "video_url": "u", "mime_type": "text/html", "thumb_url": "u",
                "title": "t", "input_message_content": sent_text() }),
        ),
        ("Audio", json!({ "type": "audio", "audio_url": "u", "title": "t" })),
        ("Voice", json!({ "type": "voice", "voice_url": "u", "title": "t" })),
        (
            "Document",
            json!({ "type": "document", "title": "t", "document_url": "u",
                "mime_type": "application/zip" }),
        ),
        ("Location", json!({ "type": "location", "latitude": 1.5, "longitude": 2.5, "title": "t" })),
        (
            "Venue",
            json!({ "type": "venue", "latitude": 1.5, "longitude": 2.5, "title": "t",
                "address": "a" }),
        ),
        ("Contact", json!({ "type": "contact", "phone_number": "1", "first_name": "f" })),
        ("Game", json!({ "type": "game", "game_short_name": "g" })),
        ("CachedPhoto", json!({ "type": "photo", "photo_file_id": "f" })),
        ("CachedGif", json!({ "type": "gif", "gif_file_id": "f" })),
        ("CachedMpeg4Gif", json!({ "type": "mpeg4_gif", "mpeg4_file_id": "f" })),
        ("CachedSticker", json!({ "type": "sticker", "sticker_file_id": "f" })),
        ("CachedDocument", json!({ "type": "document", "title": "t", "document_file_id": "f" })),
        ("CachedVideo", json!({ "type": "video", "title": "t", "video_file_id": "f" })),
        ("CachedVoice", json!({ "type": "voice", "title": "t", "voice_file_id": "f" })),
        ("CachedAudio", json!({ "type": "audio", "audio_file_id": "f" })),
    ];
    for (name, mut value) in results {
        if let Some(fields) = value.as_object_mut() {
            fields.insert("id".into(), "1".into());
        }
        assert_eq!(result_kind(&value)?, name);
    }
    Ok(())
}

#[test]
fn each_message_content_is_read_as_its_own_kind() -> Result<()> {
    use InputMessageContent::{Contact, Location, Text, Venue};
    assert!(matches!(round_trip(&sent_text())?, Text(_)));
    let mut place = json!({ "latitude": 1.5, "longitude": -2.5, "live_period": 60 });
    assert!(matches!(round_trip(&place)?, Location(_)));
    place = json!({ "latitude": 1.5, "longitude": -2.5, "title": "t", "address": "a" });
    assert!(matches!(round_trip(&place)?, Venue(_)));
    let contact = json!({ "phone_number": "1", "first_name": "f" });
    assert!(matches!(round_trip(&contact)?, Contact(_)));
    Ok(())
}

#[test]
fn each_reply_markup_is_read_as_its_own_kind() -> Result<()> {
    use ReplyMarkup::{ForceReply, InlineKeyboardMarkup, ReplyKeyboardMarkup, ReplyKeyboardRemove};
    let buttons = json!({ "inline_keyboard": [[{ "text": "t", "callback_game": {} }]] });
    assert!(matches!(round_trip(&buttons)?, InlineKeyboardMarkup(_)));
    let keyboard = json!({ "keyboard": [[{ "text": "t" }]], "selective": true });
    assert!(matches!(round_trip(&keyboard)?, ReplyKeyboardMarkup(_)));
    assert!(matches!(round_trip(&json!({ "remove_keyboard": true }))?, ReplyKeyboardRemove(_)));
    assert!(matches!(round_trip(&json!({ "force_reply": true }))?, ForceReply(_)));
    assert!(serde_json::from_value::<ReplyMarkup>(json!({ "force_reply": false })).is_err());
    Ok(())
}

#[test]
fn unknown_strings_survive() -> Result<()> {
    let entity: MessageEntity = round_trip(&json!({ "type": "Strike-Through", "offset": 0, "length": 1 }))?;
    assert_eq!(entity.r#type, MessageEntityType::Unknown("Strike-Through".into()));
    let html: ParseMode = round_trip(&json!("HTML"))?;
    assert_eq!(html, ParseMode::Html);
    Ok(())
}

#[test]
fn identifiers_below_52_bits_are_exact() -> Result<()> {
    for id in [(1_i64 << 52) - 1, 1 - (1_i64 << 52), -1_001_234_567_890] {
        let chat: Chat = round_trip(&json!({ "id": id, "type": "supergroup" }))?;
        assert_eq!(chat.id, id);
        let update = json!({ "update_id": 1, "message": {
            "message_id": 1, "date": 0, "migrate_to_chat_id": id,
            "chat": { "id": id, "type": "group" },
        } });
        let update: Update = round_trip(&update)?;
        assert_eq!(update.message.and_then(|message| message.migrate_to_chat_id), Some(ChatId(id)));
        assert_eq!(round_trip::<ChatRef>(&json!(id))?, ChatRef::Id(ChatId(id)));
    }
    Ok(())
}

#[test]
fn identifiers_are_bare_on_the_wire() -> Result<()> {
    assert_eq!(round_trip::<UserId>(&json!(7))?, 7);
    assert_eq!(round_trip::<FileId>(&json!("AgAD"))?, "AgAD");
    let scores: BTreeMap<UserId, i64> = round_trip(&json!({ "7": 1, "-5": 2 }))?;
    assert_eq!(scores.into_iter().collect::<Vec<_>>(), [(UserId(-5), 2), (UserId(7), 1)]);
    let named: HashMap<FileId, i64> = round_trip(&json!({ "AgAD": 1 }))?;
    assert_eq!(named.get("AgAD"), Some(&1));
    assert_eq!((format!("{:?} {}", ChatId(-5), ChatId(-5)), i64::from(MessageId(3))), ("ChatId(-5) -5".into(), 3));
    assert_eq!(
        (format!("{:?} {}", FileId::from("f"), FileId::from("f")), FileId::from("f").len()),
        ("FileId(\"f\") f".into(), 1)
    );
    for (value, reason) in [(json!("7"), "an Integer"), (json!(1.5), "an Integer"), (json!(null), "an Integer")] {
        let user = json!({ "id": value, "is_bot": false, "first_name": "A" });
        assert!(serde_json::from_value::<User>(user).is_err_and(|error| error.to_string().contains(reason)));
    }
    Ok(())
}

#[test]
fn identifiers_are_parsed_from_text() {
    assert_eq!("5".parse(), Ok(UserId(5)));
    assert_eq!("-1001234567890".parse(), Ok(ChatId(-1_001_234_567_890)));
    assert!(["", "5.0", "@channel", "9223372036854775808"].iter().all(|text| text.parse::<MessageId>().is_err()));
    assert_eq!("a b".parse(), Ok(FileId("a b".to_owned())));
}

#[test]
fn what_is_borrowed_is_taken_as_what_is_owned() {
    let (text, chat, user) = ("@channel".to_owned(), ChatId(-5), UserId(6));
    let chats = [ChatRef::from(&text), ChatRef::from(&chat), ChatRef::from(&user)];
    assert_eq!(chats, [ChatRef::Username(text.clone()), ChatRef::Id(chat), ChatRef::Id(ChatId(6))]);
    assert_eq!((ChatId::from(&chat), MessageId::from(&MessageId(7))), (chat, MessageId(7)));
    assert_eq!(InputFileOrString::from(&text), InputFileOrString::Reference(text.clone()));
    assert_eq!(CallbackQueryId::from(&text), text.as_str());
}

#[test]
fn setters_take_values_options_and_lists() {
    let name = String::from("caption");
    let photo = SendPhoto::new(1, "f").caption(name.as_str()).parse_mode(Some(ParseMode::Html));
    assert_eq!((photo.caption.as_deref(), photo.parse_mode.clone()), (Some("caption"), Some(ParseMode::Html)));
    assert_eq!(photo.caption(None::<&str>).caption, None);
    let kinds = || ["message", "poll"];
    let expected = Some(vec![UpdateKind::Message, UpdateKind::Unknown("poll".into())]);
    assert_eq!(GetUpdates::default().allowed_updates(kinds()).allowed_updates, expected);
    assert_eq!(GetUpdates::new().allowed_updates(Some(kinds().map(UpdateKind::from))).allowed_updates, expected);
    assert_eq!(GetUpdates::new().allowed_updates(None::<Vec<UpdateKind>>).allowed_updates, None);
}

#[test]
fn an_edit_is_made_for_the_message_of_a_query() -> Result<()> {
    let message = json!({ "message_id": 5, "date": 0, "chat": { "id": -7, "type": "group" } });
    let query = |more: Value| -> Result<CallbackQuery> {
        let mut query =
            json!({ "id": "1", "from": { "id": 1, "is_bot": false, "first_name": "A" }, "chat_instance": "i" });
        if let (Some(query), Value::Object(more)) = (query.as_object_mut(), more) {
            query.extend(more);
        }
        serde_json::from_value(query)
    };
    let edit = |query: &CallbackQuery| serde_json::to_value(EditMessageText::of_query(query, "t"));
    assert_eq!(edit(&query(json!({ "message": message }))?)?, json!({ "chat_id": -7, "message_id": 5, "text": "t" }));
    assert_eq!(edit(&query(json!({ "inline_message_id": "x" }))?)?, json!({ "inline_message_id": "x", "text": "t" }));
    assert!(EditMessageText::of_query(&query(json!({}))?, "t").is_none());
    let score = SetGameScore::in_chat(-7, 5, UserId(1), 30).force(true);
    assert_eq!(
        serde_json::to_value(score)?,
        json!({ "user_id": 1, "score": 30, "force": true, "chat_id": -7, "message_id": 5 })
    );
    Ok(())
}

#[test]
fn a_chat_is_named_by_what_is_at_hand() -> Result<()> {
    let chat: Chat = serde_json::from_value(json!({ "id": -1_001_234_567_890_i64, "type": "channel" }))?;
    let user = User::new(7, false, "A");
    let by_id = ChatRef::Id(ChatId(-1_001_234_567_890));
    assert_eq!(
        [ChatRef::from(&chat), ChatRef::from(chat.id), (-1_001_234_567_890).into()],
        [(); 3].map(|()| by_id.clone())
    );
    assert_eq!([ChatRef::from(&user), ChatRef::from(user.id)], [ChatRef::Id(ChatId(7)), ChatRef::from(7)]);
    assert_eq!(
        [ChatRef::from("@c"), ChatRef::from(String::from("@c"))],
        [(); 2].map(|()| ChatRef::Username("@c".into()))
    );
    assert_eq!(round_trip::<ChatRef>(&json!("@c"))?.to_string(), "@c");
    Ok(())
}

#[test]
fn unknown_fields_and_kinds_of_updates_survive() -> Result<()> {
    let poll = json!({ "update_id": 7, "poll": { "id": 1.5, "a": [null] } });
    let update: Update = round_trip(&poll)?;
    assert_eq!(update.kind(), Some(UpdateKind::Unknown("poll".into())));
    let chat = json!({ "id": 1, "type": "forum" });
    let message = json!({ "message_id": 1, "date": 0, "chat": chat, "dice": {} });
    let update: Update = round_trip(&json!({ "update_id": 8, "channel_post": message }))?;
    assert_eq!(update.kind(), Some(UpdateKind::ChannelPost));
    let bare: Update = round_trip(&json!({ "update_id": 9 }))?;
    assert_eq!(bare.kind(), None);
    Ok(())
}

#[test]
fn an_edit_returns_the_message_or_true() -> Result<()> {
    let message = json!({ "message_id": 1, "date": 0, "chat": { "id": 1, "type": "private" } });
    assert!(round_trip::<MessageOrTrue>(&message)?.message().is_some());
    assert_eq!(round_trip::<MessageOrTrue>(&json!(true))?, MessageOrTrue::True(True));
    assert!(serde_json::from_value::<MessageOrTrue>(json!(false)).is_err());
    Ok(())
}

#[test]
fn files_leave_the_parameters_only_while_a_request_is_built() -> Result<()> {
    let photo = InputMedia::from(InputMediaPhoto::new(InputFile::bytes(*b"abc", "a.png")));
    let video = InputMedia::from(InputMediaVideo::new("file_id").width(3));
    let album = vec![photo.clone(), video, photo];
    assert!(serde_json::to_string(&album).is_err());
    let (text, files) = collect("attach://x", || {
        let (inner, taken) = collect("attach://y", || serde_json::to_value(&album));
        assert_eq!((inner.is_ok(), taken.len()), (true, 2));
        serde_json::to_value(&album)
    });
    assert_eq!(files.len(), 2);
    assert_eq!(
        text?,
        json!([
            { "type": "photo", "media": "attach://x-0" },
            { "type": "video", "media": "file_id", "width": 3 },
            { "type": "photo", "media": "attach://x-1" },
        ])
    );
    assert!(serde_json::to_string(&album).is_err());
    Ok(())
}

#[cfg(target_pointer_width = "64")]
#[test]
fn rare_objects_are_boxed() {
    let sizes = [size_of::<super::Message>(), size_of::<super::Update>(), size_of::<crate::webhook::Event>()];
    assert!(sizes.into_iter().zip([1024, 128, 64]).all(|(size, most)| size <= most), "{sizes:?}");
}
