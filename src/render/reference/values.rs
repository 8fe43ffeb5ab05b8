//! Sample values for each kind.

use crate::render::catalog::Direction;
use crate::render::json::Json;
use crate::wire::{FieldDescriptor, Format, Limit, MethodDescriptor, ObjectDescriptor, Rule, ValueKind};

/// Optional fields that make a sample easier to understand.
const TELLING: [&str; 22] = [
    "message",
    "from",
    "first_name",
    "last_name",
    "username",
    "text",
    "title",
    "caption",
    "file_path",
    "file_size",
    "input_message_content",
    "emoji",
    "allowed_updates",
    "url",
    "data",
    "retry_after",
    "parse_mode",
    "result_id",
    "cache_time",
    "can_send_messages",
    "show_alert",
    "performer",
];

/// Returns the parameters of a sample call: the required ones, and some optional ones that help the reader.
pub fn parameters(method: &MethodDescriptor) -> Json {
    object(method.params, Direction::Input, 0)
}

/// Returns a value of the kind.
pub fn value(kind: &ValueKind, name: &str, limit: &Limit, direction: Direction, depth: usize) -> Json {
    match kind {
        ValueKind::Integer | ValueKind::Id | ValueKind::ChatId => Json::Integer(within(limit, integer(name))),
        ValueKind::Float => Json::Text(float(name).to_owned()),
        ValueKind::String => Json::from(string(name)),
        ValueKind::Boolean | ValueKind::True => Json::Boolean(name != "is_bot"),
        ValueKind::Literal(value) => Json::from(*value),
        ValueKind::Enum(enumeration) => Json::from(enumeration.values.first().map_or("", |value| value.name)),
        ValueKind::File => Json::from("attach://photo.png"),
        ValueKind::FileOrString | ValueKind::Attach => Json::from("AgADBAADbXXX"),
        ValueKind::Object(reference) => object(reference.get(), direction, depth + 1),
        ValueKind::Array(item) => Json::Array(vec![value(item, name, &Limit::None, direction, depth); items(limit)]),
        ValueKind::Union(union) => {
            union.variants.first().map_or(Json::Boolean(true), |first| object(first, direction, depth + 1))
        }
        ValueKind::OrTrue(other) => value(other, name, limit, direction, depth),
    }
}

/// Returns an object with its required fields and, if the page is about it, with optional ones.
pub fn object(object: &ObjectDescriptor, direction: Direction, depth: usize) -> Json {
    let fields = shown(object, direction, depth);
    Json::Object(
        fields
            .into_iter()
            .map(|field| {
                // The name of these fields is too general. For example, `name` may be a sticker set's or a user's.
                let name = match field.name {
                    _ if field.format == Format::StickerSetName => "set_name",
                    "width" | "height" if object.name == "Sticker" => "sticker_side",
                    name => name,
                };
                (field.name.to_owned(), value(&field.kind, name, &field.limit, direction, depth))
            })
            .collect(),
    )
}

/// Returns the fields that a sample shows, in order.
pub fn shown(object: &ObjectDescriptor, direction: Direction, depth: usize) -> Vec<&'static FieldDescriptor> {
    let needed: Vec<&str> = object.rules.iter().flat_map(|rule| by_rule(object, rule)).collect();
    let excluded: Vec<&str> = object
        .rules
        .iter()
        .filter_map(|rule| match rule {
            Rule::ExactlyOne(fields) | Rule::AtMostOne(fields) => Some(fields.iter().copied()),
            _ => None,
        })
        .flatten()
        .chain(["inline_message_id", "error_message"])
        .collect();
    // A message has a text, or a caption below a file.
    let is_caption_of_text = |field: &FieldDescriptor| field.name == "caption" && object.field("text").is_some();
    let is_telling = |field: &FieldDescriptor| {
        depth == 0
            && field.only.is_empty()
            && !excluded.contains(&field.name)
            && !is_caption_of_text(field)
            && TELLING.contains(&field.name)
    };
    let has_telling = object.fields.iter().any(is_telling);
    let first_plain = object.fields.iter().find(|field| {
        let is_plain =
            matches!(field.kind, ValueKind::Integer | ValueKind::String | ValueKind::Boolean | ValueKind::Float);
        depth == 0
            && !has_telling
            && !field.required
            && is_plain
            && field.only.is_empty()
            && !excluded.contains(&field.name)
    });
    let is_shown = |field: &&FieldDescriptor| {
        let is_first = first_plain.is_some_and(|first| first.name == field.name) && direction == Direction::Output;
        field.required || needed.contains(&field.name) || is_telling(field) || is_first
    };
    object.fields.iter().filter(is_shown).collect()
}

/// Returns the fields that a rule requires.
fn by_rule(object: &ObjectDescriptor, rule: &Rule) -> Vec<&'static str> {
    match *rule {
        Rule::Target => vec!["chat_id", "message_id"],
        Rule::ExactlyOne(fields) => fields.iter().copied().take(1).collect(),
        Rule::RequiredWhen { field, when, equals } => {
            let value = object.field(when).map(|when| value(&when.kind, when.name, &when.limit, Direction::Input, 1));
            if value.is_some_and(|value| {
                value == Json::of_text(equals) || value == Json::from(unquoted(equals)) || value.text().trim() == equals
            }) {
                vec![field]
            } else {
                Vec::new()
            }
        }
        _ => Vec::new(),
    }
}

fn unquoted(text: &str) -> &str {
    text.trim_matches('"')
}

/// Returns the number of items: the minimum of the limit, and at least one.
fn items(limit: &Limit) -> usize {
    match *limit {
        Limit::Items(least, _) => usize::try_from(least).unwrap_or(1).max(1),
        _ => 1,
    }
}

fn within(limit: &Limit, number: i64) -> i64 {
    match *limit {
        Limit::Range(least, most) => number.clamp(least.into(), most.into()),
        _ => number,
    }
}

fn integer(name: &str) -> i64 {
    match name {
        "chat_id" | "from_chat_id" | "id" | "migrate_to_chat_id" | "migrate_from_chat_id" => 1001,
        "user_id" => 42,
        "message_id" | "reply_to_message_id" | "forward_from_message_id" => 7,
        "update_id" | "offset" => 100,
        "date" | "edit_date" | "last_error_date" | "until_date" | "forward_date" => 1_534_000_000,
        "width" => 1280,
        "height" => 720,
        "sticker_side" => 512,
        "duration" => 30,
        "file_size" => 20_480,
        "live_period" => 3600,
        "amount" | "total_amount" => 1450,
        "retry_after" => 5,
        "cache_time" => 300,
        "score" => 120,
        _ => 1,
    }
}

fn float(name: &str) -> &'static str {
    match name {
        "latitude" => "52.37",
        "longitude" => "4.89",
        "scale" => "2.5",
        _ => "0.5",
    }
}

fn string(name: &str) -> &'static str {
    match name {
        "text" | "message_text" => "Hello",
        "caption" => "A caption",
        "title" => "Coffee mug",
        "description" => "Holds 300 ml",
        "first_name" | "name" => "Alice",
        "last_name" => "Liddell",
        "username" => "alice",
        "phone_number" => "+31201234567",
        "email" => "alice@example.com",
        "url" | "invite_link" => "https://bot.example/hook",
        "photo_url" | "thumb_url" | "gif_url" | "mpeg4_url" | "audio_url" | "voice_url" | "document_url"
        | "video_url" => "https://bot.example/file",
        "file_path" => "photos/file_1.jpg",
        "language_code" => "en",
        "currency" => "EUR",
        "country_code" => "NL",
        "state" => "NH",
        "city" => "Amsterdam",
        "street_line1" | "address" => "Damrak 1",
        "street_line2" => "2nd floor",
        "post_code" => "1012",
        "label" => "Mug",
        "payload" | "invoice_payload" | "start_parameter" => "mug",
        "provider_token" => "a token of your payment provider",
        "emoji" | "emojis" => "☕",
        "game_short_name" => "taps",
        "data" | "callback_data" => "menu:1",
        "query" => "cats",
        "mime_type" => "image/png",
        "allowed_updates" => "message",
        "set_name" | "sticker_set_name" => "mugs_by_my_bot",
        "id"
        | "callback_query_id"
        | "inline_query_id"
        | "shipping_query_id"
        | "pre_checkout_query_id"
        | "result_id" => "81",
        "file_id" | "sticker" => "AgADBAADbXXX",
        _ => "text",
    }
}
