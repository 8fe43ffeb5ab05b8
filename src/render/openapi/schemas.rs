//! Kinds, fields and objects as JSON Schema.

use super::super::catalog::{Catalog, Direction};
use super::super::json::Json;
use super::super::{schema, sentences};
use crate::wire::{FieldDescriptor, Format, Limit, ObjectDescriptor, Rule, ValueKind};

/// The context of a schema.
#[derive(Clone, Copy)]
pub struct Schemas<'a> {
    /// The definitions.
    pub catalog: &'a Catalog,
    /// Limits and closed enumerations apply only to input.
    pub direction: Direction,
    /// True if it may contain files: in multipart bodies.
    pub uploads: bool,
}

/// Returns a reference to a named schema.
pub fn reference(name: &str) -> Json {
    Json::object([("$ref", format!("#/components/schemas/{name}").into())])
}

/// Matches a chat as the check does: digits, or a username after `@`. A pattern cannot express the limit of 52 bits.
const CHAT: &str = r"^(@[A-Za-z0-9_]+|-?[0-9]{1,16})$";

/// Returns the named schemas that are not objects of the specification.
pub fn shared() -> Vec<(String, Json)> {
    let integer = |description: &str, format: &str, bound: i64, least: i64| {
        Json::object([
            ("type", "integer".into()),
            ("format", format.into()),
            ("minimum", least.into()),
            ("maximum", bound.into()),
            ("description", description.into()),
        ])
    };
    let id = (1_i64 << 52) - 1;
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
                ("ok", Json::object([("const", false.into())])),
                ("error_code", reference("Integer")),
                ("description", Json::object([("type", "string".into())])),
                ("parameters", reference("ResponseParameters")),
            ]),
        ),
    ]);
    vec![
        ("Integer".into(), integer("A signed integer of 32 bits.", "int32", i32::MAX.into(), i32::MIN.into())),
        ("Id".into(), integer("Identifier of a chat or user, below 52 bits.", "int64", id, -id)),
        ("ChatId".into(), chat),
        ("Failure".into(), failure),
    ]
}

impl Schemas<'_> {
    /// Returns an object with its fields and, for input, its rules.
    pub fn object(self, object: &ObjectDescriptor) -> Json {
        let sendable = |field: &&FieldDescriptor| self.uploads || !matches!(field.kind, ValueKind::File);
        let fields = object.fields.iter().filter(sendable);
        let properties: Json = fields.clone().map(|field| (field.name.to_owned(), self.field(field))).collect();
        let required: Vec<&str> = fields.filter(|field| field.required).map(|field| field.name).collect();
        let mut json = Json::object([("type", "object".into()), ("properties", properties)]);
        if !required.is_empty() {
            json = json.with("required", Json::strings(required));
        }
        if self.direction == Direction::Input { rules(json, object) } else { json }
    }

    /// Returns a field with its documentation, limit, and default.
    pub fn field(self, field: &FieldDescriptor) -> Json {
        let mut json = self.kind(&field.kind);
        if self.direction == Direction::Input {
            json = form(bounds(json, &field.limit), field.format);
        }
        if !field.default.is_empty() {
            json = json.with("default", Json::of_text(field.default));
        }
        if field.doc.is_empty() { json } else { json.with("description", field.doc) }
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
            ValueKind::True => Json::object([("const", true.into())]),
            ValueKind::Literal(value) => Json::object([("const", (*value).into())]),
            ValueKind::Enum(enumeration) => match self.direction {
                Direction::Input => reference(enumeration.name),
                Direction::Output => any_of(reference(enumeration.name), of_type("string")),
            },
            ValueKind::File => file(),
            ValueKind::FileOrString if self.uploads => any_of(of_type("string"), file()),
            ValueKind::String | ValueKind::Attach | ValueKind::FileOrString => of_type("string"),
            ValueKind::Object(object) => reference(&self.catalog.object_name(object, self.direction)),
            ValueKind::Union(union) => reference(union.name),
            ValueKind::Array(item) => of_type("array").with("items", self.kind(item)),
            ValueKind::OrTrue(other) => any_of(self.kind(other), Json::object([("const", true.into())])),
        }
    }
}

fn any_of(one: Json, other: Json) -> Json {
    Json::object([("anyOf", vec![one, other].into())])
}

fn file() -> Json {
    Json::object([
        ("type", "string".into()),
        ("format", "binary".into()),
        ("contentMediaType", "application/octet-stream".into()),
    ])
}

/// Adds the limit as keywords of JSON Schema, or as `x-limit` if there is no keyword.
fn bounds(json: Json, limit: &Limit) -> Json {
    let at_most = |json: Json, name: &str, max: u32| json.with_some(name, (max < u32::MAX).then_some(max));
    let at_least = |json: Json, name: &str, min: u32| json.with_some(name, (min > 0).then_some(min));
    match *limit {
        Limit::None => json,
        Limit::Chars(min, max) => at_most(at_least(json, "minLength", min), "maxLength", max),
        // A string has at most as many characters as bytes, and a character has at most four bytes.
        Limit::Bytes(min, max) => at_most(at_least(json, "minLength", min.div_ceil(4)), "maxLength", max)
            .with_some("x-limit", schema::limit(limit)),
        Limit::Items(min, max) => at_most(at_least(json, "minItems", min), "maxItems", max),
        Limit::Range(min, max) => json
            .with_some("minimum", (min > i32::MIN).then_some(i64::from(min)))
            .with_some("maximum", (max < i32::MAX).then_some(i64::from(max))),
        Limit::VisibleChars(..) | Limit::UploadBytes(_) => json.with_some("x-limit", schema::limit(limit)),
    }
}

fn form(json: Json, format: Format) -> Json {
    let pattern = |pattern: &str| Json::object([("pattern", pattern.into())]);
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

/// Adds the rules that JSON Schema can express. Each uses a different keyword, so that none replaces another.
fn rules(mut json: Json, object: &ObjectDescriptor) -> Json {
    let required = |names: &[&str]| Json::object([("required", Json::strings(names.iter().copied()))]);
    let mut all = Vec::new();
    for rule in object.rules {
        match rule {
            Rule::Target => {
                let [chat, message] = [required(&["chat_id"]), required(&["message_id"])];
                let either = Json::object([("anyOf", vec![chat, message].into())]);
                let in_chat = required(&["chat_id", "message_id"]).with("not", required(&["inline_message_id"]));
                json = json.with("oneOf", vec![in_chat, required(&["inline_message_id"]).with("not", either)]);
            }
            Rule::ExactlyOne(fields) => {
                let either: Json = fields.iter().map(|field| used(object, field)).collect();
                json = json.with("oneOf", either);
            }
            Rule::AtMostOne(fields) => {
                for (index, one) in fields.iter().enumerate() {
                    for other in fields.iter().skip(index + 1) {
                        let both = Json::object([("allOf", vec![used(object, one), used(object, other)].into())]);
                        all.push(Json::object([("not", both)]));
                    }
                }
            }
            Rule::NoneOf(fields) => {
                all.extend(fields.iter().map(|field| Json::object([("not", required(&[field]))])));
            }
            Rule::RequiredWhen { field, when, equals } => {
                let value = Json::object([("const", Json::of_text(equals))]);
                let condition = required(&[when]).with("properties", Json::object([(when, value)]));
                all.push(Json::object([("if", condition), ("then", required(&[field]))]));
            }
            Rule::ButtonsFirst(_) | Rule::FirstButton(_) => {}
        }
    }
    if !all.is_empty() {
        json = json.with("allOf", all);
    }
    if object.rules.is_empty() {
        return json;
    }
    let texts: Vec<String> = object.rules.iter().map(sentences::rule).collect();
    json.with("x-rules", texts.join(" "))
}

/// Matches a field that is present and not `false`.
fn used(object: &ObjectDescriptor, name: &str) -> Json {
    let required = Json::object([("required", Json::strings([name]))]);
    match object.field(name).map(|field| field.kind) {
        Some(ValueKind::Boolean) => {
            let value = Json::object([("const", true.into())]);
            required.with("properties", Json::object([(name, value)]))
        }
        _ => required,
    }
}
