//! `schema.json`: every descriptor, for generators of forms, tests and other bindings.

use super::catalog::{Catalog, Definition};
use super::json::Json;
use super::sentences;
use crate::wire::{FieldDescriptor, Format, Limit, MethodDescriptor, ObjectDescriptor, Rule, ValueKind};

const COMMENT: &str = "The specification as data, rendered from the definitions of botwire. \
`methods`: by name, in the order of the specification; `section`, `doc`, `params` (fields), `rules`, `returns` (a kind), \
`idempotent` (whether repeating the call after a fault of unknown outcome is safe). \
`objects`, `unions`, `enumerations`: by name, in order of first use; `sent` and `received` tell in which direction they occur. \
A field has `name`, `kind`, `required`, and where they exist `limit` {unit, min, max}, `format`, `default`, \
`only` (values of the field `status` for which it exists) and `doc`. \
A kind is one of the strings integer (32 bits), id (integer below 52 bits), float, string, boolean, true (always true), \
chat_id (integer or string), file (an upload), file_or_string (an upload, file_id or URL), \
attach (a file_id, URL, attach://<name>, or a file sent under such a name); \
or one of the objects {array: kind}, {object: name}, {union: name}, {enumeration: name} (open where it is received), \
{literal: string}, {or_true: kind}. \
Units: characters (Unicode code points), visible_characters (with a parse_mode, markup is not counted), bytes (of UTF-8), \
items, value, upload_bytes; bounds are inclusive. \
Formats: non_empty, webhook_url, sticker_set_name, deep_link, currency, not_url. \
Rules: target (either chat_id and message_id, or inline_message_id), exactly_one, at_most_one and none_of (fields; false counts as \
absent), required_when (field, when, equals), buttons_first (fields of buttons that must stand first in the first row of inline_keyboard), \
first_button (field that the first button of reply_markup must have). `doc` says a rule in one sentence.";

/// Returns `schema.json`.
pub fn schema(catalog: &Catalog) -> String {
    let methods = catalog.methods.iter().map(|method| (method.name.to_owned(), self::method(method)));
    let (mut objects, mut unions, mut enumerations) = (Vec::new(), Vec::new(), Vec::new());
    for entry in &catalog.entries {
        let name = entry.definition.name().to_owned();
        let common = |doc: &str| {
            Json::object([("doc", doc.into()), ("sent", entry.input.into()), ("received", entry.output.into())])
        };
        match entry.definition {
            Definition::Object(object) => objects.push((name, fields(common(object.doc), object, "fields"))),
            Definition::Union(union) => {
                let variants = Json::strings(union.variants.iter().map(|object| object.name));
                unions.push((name, common(union.doc).with("variants", variants)));
            }
            Definition::Enumeration(enumeration) => {
                let values: Json = enumeration
                    .values
                    .iter()
                    .map(|value| Json::object([("name", value.name.into()), ("doc", value.doc.into())]))
                    .collect();
                enumerations.push((name, common(enumeration.doc).with("values", values)));
            }
        }
    }
    Json::object([
        ("$comment", COMMENT.into()),
        ("version", env!("CARGO_PKG_VERSION").into()),
        ("methods", methods.collect()),
        ("objects", Json::Object(objects)),
        ("unions", Json::Object(unions)),
        ("enumerations", Json::Object(enumerations)),
    ])
    .text()
}

fn method(method: &MethodDescriptor) -> Json {
    let common = Json::object([("section", method.section().into()), ("doc", method.params.doc.into())]);
    fields(common, method.params, "params").with("returns", kind(&method.returns)).with("idempotent", method.idempotent)
}

/// Adds the fields and rules of an object.
fn fields(json: Json, object: &ObjectDescriptor, name: &str) -> Json {
    json.with(name, object.fields.iter().map(field).collect::<Json>())
        .with("rules", object.rules.iter().map(rule).collect::<Json>())
}

fn field(field: &FieldDescriptor) -> Json {
    let default = (!field.default.is_empty()).then(|| Json::of_text(field.default));
    let only = (!field.only.is_empty()).then(|| Json::strings(field.only.iter().copied()));
    Json::object([("name", field.name.into()), ("kind", kind(&field.kind)), ("required", field.required.into())])
        .with_some("limit", limit(&field.limit))
        .with_some("format", format(field.format))
        .with_some("default", default)
        .with_some("only", only)
        .with("doc", field.doc)
}

fn kind(kind: &ValueKind) -> Json {
    match kind {
        ValueKind::Integer => "integer".into(),
        ValueKind::Id => "id".into(),
        ValueKind::Float => "float".into(),
        ValueKind::String => "string".into(),
        ValueKind::Boolean => "boolean".into(),
        ValueKind::True => "true".into(),
        ValueKind::ChatId => "chat_id".into(),
        ValueKind::File => "file".into(),
        ValueKind::FileOrString => "file_or_string".into(),
        ValueKind::Attach => "attach".into(),
        ValueKind::Literal(value) => Json::object([("literal", (*value).into())]),
        ValueKind::Enum(enumeration) => Json::object([("enumeration", enumeration.name.into())]),
        ValueKind::Object(object) => Json::object([("object", object.name.into())]),
        ValueKind::Union(union) => Json::object([("union", union.name.into())]),
        ValueKind::Array(item) => Json::object([("array", self::kind(item))]),
        ValueKind::OrTrue(other) => Json::object([("or_true", self::kind(other))]),
    }
}

/// Returns a limit with its unit and bounds. An absent bound means no limit.
fn limit(limit: &Limit) -> Option<Json> {
    let counted = |unit, min: u32, max: u32| (unit, Some(min.into()), (max < u32::MAX).then_some(max.into()));
    let (unit, min, max): (&str, Option<i64>, Option<i64>) = match *limit {
        Limit::None => return None,
        Limit::Chars(min, max) => counted("characters", min, max),
        Limit::VisibleChars(min, max) => counted("visible_characters", min, max),
        Limit::Bytes(min, max) => counted("bytes", min, max),
        Limit::Items(min, max) => counted("items", min, max),
        Limit::Range(min, max) => {
            let (least, most) = ((min > i32::MIN).then_some(min), (max < i32::MAX).then_some(max));
            ("value", least.map(Into::into), most.map(Into::into))
        }
        Limit::UploadBytes(max) => ("upload_bytes", None, Some(max.into())),
    };
    Some(Json::object([("unit", unit.into())]).with_some("min", min).with_some("max", max))
}

fn format(format: Format) -> Option<&'static str> {
    Some(match format {
        Format::Any => return None,
        Format::NonEmpty => "non_empty",
        Format::WebhookUrl => "webhook_url",
        Format::StickerSetName => "sticker_set_name",
        Format::DeepLink => "deep_link",
        Format::Currency => "currency",
        Format::Country => "country",
        Format::NotUrl => "not_url",
    })
}

fn rule(rule: &Rule) -> Json {
    let of_fields = |name: &str, fields: &[&str]| {
        Json::object([("rule", name.into()), ("fields", Json::strings(fields.iter().copied()))])
    };
    let json = match rule {
        Rule::Target => Json::object([("rule", "target".into())]),
        Rule::ExactlyOne(fields) => of_fields("exactly_one", fields),
        Rule::AtMostOne(fields) => of_fields("at_most_one", fields),
        Rule::NoneOf(fields) => of_fields("none_of", fields),
        Rule::RequiredWhen { field, when, equals } => Json::object([
            ("rule", "required_when".into()),
            ("field", (*field).into()),
            ("when", (*when).into()),
            ("equals", Json::of_text(equals)),
        ]),
        Rule::ButtonsFirst(fields) => of_fields("buttons_first", fields),
        Rule::FirstButton(field) => Json::object([("rule", "first_button".into()), ("field", (*field).into())]),
    };
    json.with("doc", sentences::rule(rule))
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // the index of a Value never panics
mod tests {
    use super::*;
    use crate::render::samples;

    #[test]
    fn the_samples_read_as_documented() -> Result<(), serde_json::Error> {
        let schema: serde_json::Value = serde_json::from_str(&schema(&samples::catalog()))?;
        let send = &schema["methods"]["sendThing"];
        assert_eq!(send["section"], "sending");
        assert_eq!(send["idempotent"], false);
        assert_eq!(send["params"][3]["default"], 100);
        assert_eq!(send["params"][3]["limit"]["unit"], "value");
        assert_eq!(send["params"][4]["kind"]["array"]["array"]["object"], "Button");
        assert_eq!(schema["methods"]["editThing"]["returns"]["or_true"]["object"], "Mask");
        assert_eq!(schema["methods"]["answerThing"]["rules"][0]["equals"], true);
        assert_eq!(schema["methods"]["answerThing"]["rules"][0]["doc"], "`options` is required when `ok` is `true`.");
        assert_eq!(schema["objects"]["Mask"]["sent"], true);
        assert_eq!(schema["objects"]["Button"]["received"], false);
        assert_eq!(schema["enumerations"]["Point"]["values"][0]["name"], "eyes");
        assert_eq!(schema["unions"]["Media"]["variants"][1], "Flags");
        Ok(())
    }
}
