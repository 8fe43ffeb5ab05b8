//! Kinds, fields and objects as JSON Schema.

use super::super::catalog::{Catalog, Direction};
use super::super::json::Json;
use super::super::sentences;
use crate::wire::{FieldDescriptor, Format, Limit, ObjectDescriptor, Rule, ValueKind};

/// The context of a schema.
#[derive(Clone, Copy)]
pub struct Schemas<'a> {
    /// The definitions.
    pub catalog: &'a Catalog,
    /// Limits, closed enumerations and `null` apply only to input.
    pub direction: Direction,
    /// True for the fields of a multipart body, which may be files and cannot be `null`.
    pub multipart: bool,
}

/// Returns a reference to a named schema.
pub fn reference(name: &str) -> Json {
    Json::object([("$ref", format!("#/components/schemas/{name}").into())])
}

/// Matches a chat as the check does: digits, or a username after `@`. A pattern cannot express the limit of 52 bits.
const CHAT: &str = r"^(@[A-Za-z0-9_]+|-?[0-9]{1,16})$";

/// Returns the named schemas that are not objects of the specification.
pub fn shared() -> Vec<(String, Json)> {
    let id = (1_i64 << 52) - 1;
    let id = integer("int64", -id, id).with("description", "Identifier of a chat or user, below 52 bits.");
    let int32 = integer("int32", i32::MIN.into(), i32::MAX.into());
    let chat = Json::object([
        ("description", "Identifier of a chat, or `@channelusername` of a channel or supergroup.".into()),
        ("anyOf", vec![reference("Id"), Json::object([("type", "string".into()), ("pattern", CHAT.into())])].into()),
    ]);
    let failure = Json::object([
        ("type", "object".into()),
        ("description", "The envelope of a failure.".into()),
        ("required", Json::strings(["ok", "error_code"])),
        (
            "properties",
            Json::object([
                ("ok", boolean(false)),
                ("error_code", reference("Integer")),
                ("description", Json::object([("type", "string".into())])),
                ("parameters", reference("ResponseParameters")),
            ]),
        ),
    ]);
    vec![
        ("Integer".into(), int32.with("description", "A signed integer of 32 bits.")),
        ("Id".into(), id),
        ("ChatId".into(), chat),
        ("Failure".into(), failure),
    ]
}

/// Returns a boolean that has only one value.
pub fn boolean(value: bool) -> Json {
    Json::object([("type", "boolean".into()), ("const", value.into())])
}

fn integer(format: &str, least: i64, most: i64) -> Json {
    Json::object([
        ("type", "integer".into()),
        ("format", format.into()),
        ("minimum", least.into()),
        ("maximum", most.into()),
    ])
}

impl Schemas<'_> {
    /// Returns an object with its description, its fields and, for input, its rules.
    pub fn object(self, object: &ObjectDescriptor, description: &str) -> Json {
        let is_input = self.direction == Direction::Input;
        let properties: Json = object.fields.iter().map(|field| (field.name.to_owned(), self.field(field))).collect();
        let required: Vec<&str> = object.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
        let texts = object.rules.iter().filter(|_| is_input).map(sentences::rule);
        let mut json = Json::object([("type", "object".into())])
            .with_some("description", paragraphs([description.to_owned()].into_iter().chain(texts)))
            .with("properties", properties);
        if !required.is_empty() {
            json = json.with("required", Json::strings(required));
        }
        let rules: Json = object.rules.iter().filter(|_| is_input).flat_map(|rule| self::rules(object, rule)).collect();
        if rules == Json::Array(Vec::new()) { json } else { json.with("allOf", rules) }
    }

    /// Returns a field with its documentation, limit, and default.
    pub fn field(self, field: &FieldDescriptor) -> Json {
        let (mut json, mut unit) = (self.kind(&field.kind), None);
        if self.direction == Direction::Input {
            if let (ValueKind::Integer, Limit::Range(..)) = (field.kind, field.limit) {
                json = Json::object([("type", "integer".into()), ("format", "int32".into())]);
            }
            json = form(bounds(json, &field.limit), field.format);
            // No keyword expresses these limits.
            let is_in_words = matches!(field.limit, Limit::Bytes(..) | Limit::VisibleChars(..) | Limit::UploadBytes(_));
            unit = is_in_words.then(|| sentences::bounds(&field.limit, Format::Any)).flatten();
            if !self.multipart && !field.required {
                json = nullable(json);
            }
            if self.multipart && matches!(field.kind, ValueKind::Array(_)) {
                json = json_text(json);
            }
        }
        if !field.default.is_empty() {
            json = json.with("default", Json::of_text(field.default));
        }
        json.with_some("description", paragraphs([field.doc.to_owned()].into_iter().chain(unit)))
    }

    /// Returns the schema of a kind.
    pub fn kind(self, kind: &ValueKind) -> Json {
        let of_type = |name: &str| Json::object([("type", name.into())]);
        match kind {
            ValueKind::Integer => reference("Integer"),
            ValueKind::Id => reference("Id"),
            ValueKind::ChatId => reference("ChatId"),
            ValueKind::Float => of_type("number"),
            ValueKind::Boolean => of_type("boolean"),
            ValueKind::True => boolean(true),
            ValueKind::Literal(value) => of_type("string").with("const", *value),
            ValueKind::Enum(enumeration) => match self.direction {
                Direction::Input => reference(enumeration.name),
                Direction::Output => any_of(reference(enumeration.name), of_type("string")),
            },
            ValueKind::File => file(),
            ValueKind::FileOrString if self.multipart => any_of(of_type("string"), file()),
            ValueKind::String | ValueKind::Attach | ValueKind::FileOrString => of_type("string"),
            ValueKind::Object(object) => reference(&self.catalog.object_name(object, self.direction)),
            ValueKind::Union(union) => reference(union.name),
            ValueKind::Array(item) => of_type("array").with("items", self.kind(item)),
            ValueKind::OrTrue(other) => any_of(self.kind(other), boolean(true)),
        }
    }
}

fn any_of(one: Json, other: Json) -> Json {
    Json::object([("anyOf", vec![one, other].into())])
}

/// JSON text in one part of a form. `OpenAPI` has a part for each item of an array instead.
fn json_text(schema: Json) -> Json {
    Json::object([
        ("type", "string".into()),
        ("contentMediaType", "application/json".into()),
        ("contentSchema", schema),
    ])
}

/// Also accepts `null`.
fn nullable(json: Json) -> Json {
    let null = Json::object([("type", "null".into())]);
    match json {
        Json::Object(mut members)
            if members.iter().all(|(name, _)| !["$ref", "anyOf", "const", "not"].contains(&name.as_str())) =>
        {
            for (name, value) in &mut members {
                if name == "type" {
                    *value = vec![value.clone(), "null".into()].into();
                }
            }
            Json::Object(members)
        }
        json => any_of(json, null),
    }
}

/// Joins paragraphs, without empty ones. `None` if nothing remains.
fn paragraphs(texts: impl Iterator<Item = String>) -> Option<String> {
    let texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

/// Returns a file.
pub fn file() -> Json {
    Json::object([
        ("type", "string".into()),
        ("format", "binary".into()),
        ("contentMediaType", "application/octet-stream".into()),
    ])
}

/// Adds the limit as keywords of JSON Schema, if there are any.
fn bounds(json: Json, limit: &Limit) -> Json {
    let at_most = |json: Json, name: &str, max: u32| json.with_some(name, (max < u32::MAX).then_some(max));
    let at_least = |json: Json, name: &str, min: u32| json.with_some(name, (min > 0).then_some(min));
    match *limit {
        Limit::None | Limit::VisibleChars(..) | Limit::UploadBytes(_) => json,
        Limit::Chars(min, max) => at_most(at_least(json, "minLength", min), "maxLength", max),
        // A string has at most as many characters as bytes, and a character has at most four bytes.
        Limit::Bytes(min, max) => at_most(at_least(json, "minLength", min.div_ceil(4)), "maxLength", max),
        Limit::Items(min, max) => at_most(at_least(json, "minItems", min), "maxItems", max),
        Limit::Range(min, max) => json
            .with_some("minimum", (min > i32::MIN).then_some(i64::from(min)))
            .with_some("maximum", (max < i32::MAX).then_some(i64::from(max))),
    }
}

fn form(json: Json, format: Format) -> Json {
    let pattern = |pattern: &str| Json::object([("type", "string".into()), ("pattern", pattern.into())]);
    let (name, value) = match format {
        Format::Any => return json,
        Format::NonEmpty => ("minLength", Json::from(1_u32)),
        Format::WebhookUrl => ("pattern", "^$|^[Hh][Tt][Tt][Pp][Ss]://[^/?#\\s]+([/?#]\\S*)?$".into()),
        Format::StickerSetName => ("pattern", "^[A-Za-z](_?[A-Za-z0-9])*_by(_[A-Za-z0-9]+)+$".into()),
        Format::DeepLink => ("pattern", "^[A-Za-z0-9_-]*$".into()),
        Format::Currency => ("pattern", "^[A-Za-z]{3}$".into()),
        Format::Country => ("pattern", "^[A-Z]{2}$".into()),
        Format::NotUrl => ("not", pattern("^https?://")),
    };
    json.with(name, value)
}

/// Returns what JSON Schema can express of a rule. A member of `allOf` each, because generators merge only these.
fn rules(object: &ObjectDescriptor, rule: &Rule) -> Vec<Json> {
    let not = |json: Json| Json::object([("not", json)]);
    let all = |items: Vec<Json>| Json::object([("allOf", items.into())]);
    match rule {
        Rule::Target => {
            let [chat, message, inline] = ["chat_id", "message_id", "inline_message_id"].map(|name| used(object, name));
            let in_chat = all(vec![chat.clone(), message.clone(), not(inline.clone())]);
            let elsewhere = all(vec![inline, not(any_of(chat, message))]);
            vec![Json::object([("oneOf", vec![in_chat, elsewhere].into())])]
        }
        Rule::ExactlyOne(fields) => {
            vec![Json::object([("oneOf", fields.iter().map(|field| used(object, field)).collect())])]
        }
        Rule::AtMostOne(fields) => {
            let pairs = fields.iter().enumerate().flat_map(|(index, one)| {
                fields.iter().skip(index + 1).map(move |other| [used(object, one), used(object, other)])
            });
            pairs.map(|pair| not(all(pair.into()))).collect()
        }
        Rule::NoneOf(fields) => fields.iter().map(|field| not(with_field(field, Json::object([])))).collect(),
        Rule::RequiredWhen { field, when, equals } => {
            let condition = with_field(when, Json::object([("const", Json::of_text(equals))]));
            vec![Json::object([("if", condition), ("then", used(object, field))])]
        }
        Rule::ButtonsFirst(_) | Rule::FirstButton(_) => Vec::new(),
    }
}

/// Matches a field that is present, not `null` and not `false`.
fn used(object: &ObjectDescriptor, name: &str) -> Json {
    let value = match object.field(name).map(|field| field.kind) {
        Some(ValueKind::Boolean) => Json::object([("const", true.into())]),
        _ => Json::object([("not", Json::object([("type", "null".into())]))]),
    };
    with_field(name, value)
}

/// Matches an object whose field exists and has this schema.
fn with_field(name: &str, value: Json) -> Json {
    Json::object([("required", Json::strings([name])), ("properties", Json::object([(name, value)]))])
}
