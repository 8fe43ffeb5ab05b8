//! Fields and values beyond the specification survive in every object, at every depth.

use std::collections::BTreeSet;

use botwire::wire::{ObjectDescriptor, ValueKind};
use botwire::{methods, types};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::definitions::Definitions;

/// Below this depth, optional fields are omitted: objects contain each other in cycles.
const DEPTH: usize = 3;

/// Parses and writes the sample of one type. Texts are compared, so that lost and repeated members are found.
type RoundTrip = fn(&Value) -> Result<String, serde_json::Error>;

fn round_trip<T: Serialize + DeserializeOwned>(value: &Value) -> Result<String, serde_json::Error> {
    let text = value.to_string();
    let (from_value, from_text): (T, T) = (serde_json::from_value(value.clone())?, serde_json::from_str(&text)?);
    let written = serde_json::to_string(&from_text)?;
    assert_eq!(serde_json::to_string(&from_value)?, written);
    Ok(written)
}

macro_rules! round_trips {
    ($module:ident: $($name:ident)*) => {
        &[$((stringify!($name), round_trip::<$module::$name> as RoundTrip)),*]
    };
}

const TYPES: &[(&str, RoundTrip)] = round_trips! { types:
    Animation Audio CallbackGame CallbackQuery Chat ChatMember ChatPhoto ChosenInlineResult Contact Document File
    ForceReply Game GameHighScore InlineKeyboardButton InlineKeyboardMarkup InlineQuery InlineQueryResultArticle
    InlineQueryResultAudio InlineQueryResultCachedAudio InlineQueryResultCachedDocument InlineQueryResultCachedGif
    InlineQueryResultCachedMpeg4Gif InlineQueryResultCachedPhoto InlineQueryResultCachedSticker
    InlineQueryResultCachedVideo InlineQueryResultCachedVoice InlineQueryResultContact InlineQueryResultDocument
    InlineQueryResultGame InlineQueryResultGif InlineQueryResultLocation InlineQueryResultMpeg4Gif
    InlineQueryResultPhoto InlineQueryResultVenue InlineQueryResultVideo InlineQueryResultVoice
    InputContactMessageContent InputLocationMessageContent InputMediaPhoto InputMediaVideo InputTextMessageContent
    InputVenueMessageContent Invoice KeyboardButton LabeledPrice Location MaskPosition Message MessageEntity OrderInfo
    PhotoSize PreCheckoutQuery ReplyKeyboardMarkup ReplyKeyboardRemove ResponseParameters ShippingAddress
    ShippingOption ShippingQuery Sticker StickerSet SuccessfulPayment Update User UserProfilePhotos Venue Video
    VideoNote Voice WebhookInfo
};

/// Returns an object with every field and, at each level, an unknown field and unknown values.
fn object(object: &ObjectDescriptor, depth: usize) -> Value {
    let mut members = Map::new();
    for field in object.fields.iter().filter(|field| depth < DEPTH || field.required) {
        members.insert(field.name.into(), value(&field.kind, depth + 1));
    }
    members.insert(format!("later_{}", object.name), json!({ "deep": [1, 2.5, null, "ü"], "id": -9 }));
    members.insert("later_null".into(), Value::Null);
    Value::Object(members)
}

fn value(kind: &ValueKind, depth: usize) -> Value {
    match kind {
        ValueKind::Integer => json!(i32::MAX),
        ValueKind::Id | ValueKind::ChatId => json!(1_i64 - (1 << 52)),
        ValueKind::Float => json!(-1.25),
        ValueKind::String | ValueKind::FileOrString | ValueKind::Attach => json!("text \u{1f600}"),
        ValueKind::Boolean => json!(false),
        ValueKind::True | ValueKind::OrTrue(_) => json!(true),
        ValueKind::Literal(name) => json!(name),
        ValueKind::Enum(_) => json!("later_value"),
        ValueKind::File => panic!("no object holds an upload"),
        ValueKind::Object(nested) => object(nested, depth),
        ValueKind::Array(item) => json!([value(item, depth), value(item, depth)]),
        ValueKind::Union(union) => union.variants.first().map(|first| object(first, depth)).expect("a variant"),
    }
}

#[test]
fn the_list_of_types_is_complete() {
    let ours: BTreeSet<&str> = TYPES.iter().map(|(name, _)| *name).collect();
    let theirs: BTreeSet<&str> = Definitions::collect().objects.keys().copied().collect();
    assert_eq!((ours.len(), TYPES.len()), (70, 70));
    assert_eq!(ours, theirs);
}

#[test]
fn nothing_of_any_object_is_lost() {
    let definitions = Definitions::collect();
    for (name, round_trip) in TYPES {
        let sent = object(definitions.objects[name], 0);
        let written = round_trip(&sent).unwrap_or_else(|error| panic!("{name}: {error}"));
        let read: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, sent, "{name}");
        assert_eq!(written.len(), sent.to_string().len(), "{name}: a member comes twice");
    }
}

#[test]
fn nothing_of_a_union_is_lost() {
    let definitions = Definitions::collect();
    let unions: &[(&str, RoundTrip)] =
        round_trips! { types: InlineQueryResult InputMedia InputMessageContent ReplyMarkup };
    assert_eq!(unions.len(), definitions.unions.len());
    for (name, round_trip) in unions {
        for variant in definitions.unions[name].variants {
            let sent = object(variant, 0);
            let written = round_trip(&sent).unwrap_or_else(|error| panic!("{name} {}: {error}", variant.name));
            assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), sent, "{name} {}", variant.name);
        }
    }
}

#[test]
fn a_parameter_is_sent_once() -> Result<(), serde_json::Error> {
    let call = methods::SendMessage::new(1, "x").with("chat_id", 4).with("later", true);
    assert_eq!(serde_json::to_string(&call)?, r#"{"text":"x","chat_id":4,"later":true}"#);
    Ok(())
}

#[test]
fn a_misfit_is_reported_with_its_path() {
    let cases = [
        (json!({}), "message_id: expected an Integer, got nothing"),
        (json!({ "message_id": 1, "date": 0, "chat": 7 }), "chat: expected a Chat, got 7"),
        (
            json!({ "message_id": 1, "date": 0, "chat": { "id": "1", "type": "private" } }),
            "chat.id: expected an Integer, got \"1\"",
        ),
        (
            json!({ "message_id": 1, "date": 0, "chat": { "id": 1, "type": "private" }, "photo": [{ "file_id": "f" }] }),
            "photo[0].width: expected an Integer, got nothing",
        ),
    ];
    for (value, expected) in cases {
        let error = serde_json::from_value::<types::Message>(value).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
}
