//! The operations: each method by POST, as multipart if a parameter may be a file, otherwise as JSON.

use super::super::catalog::{Catalog, Direction};
use super::super::json::Json;
use super::super::sentences;
use super::schemas::{self, Schemas, reference};
use crate::wire::{MethodDescriptor, ObjectDescriptor, ValueKind};

/// Returns the path of a method and its operation.
pub fn path(catalog: &Catalog, method: &MethodDescriptor) -> (String, Json) {
    let token = Json::object([("$ref", "#/components/parameters/token".into())]);
    let item = Json::object([("parameters", vec![token].into()), ("post", post(catalog, method))]);
    (format!("/bot{{token}}/{}", method.name), item)
}

/// Returns the schema of a method's parameters. Files that `attach://` names are further parts of the body.
pub fn parameters(catalog: &Catalog, method: &MethodDescriptor) -> Json {
    let schemas = Schemas { catalog, direction: Direction::Input, multipart: is_multipart(method) };
    let json = schemas.object(method.params, "");
    let attaches = method.params.fields.iter().any(|field| attaches(&field.kind));
    json.with_some("additionalProperties", attaches.then(schemas::file))
}

/// Returns the name of the schema of a method's parameters.
pub fn parameters_name(method: &MethodDescriptor) -> String {
    format!("{}Params", sentences::pascal(method.name))
}

/// Returns the token as a parameter of the path.
pub fn token() -> Json {
    Json::object([
        ("name", "token".into()),
        ("in", "path".into()),
        ("required", true.into()),
        ("description", "The bot's unique authorization token.".into()),
        ("schema", Json::object([("type", "string".into())])),
    ])
}

/// Returns the response of a failed call.
pub fn failure() -> Json {
    Json::object([
        ("description", "The call failed. The specification does not tell the HTTP status.".into()),
        ("content", json_content(reference("Failure"))),
    ])
}

/// Returns the deliveries to a webhook.
pub fn webhooks() -> Json {
    let call = Json::object([
        ("type", "object".into()),
        ("description", "A call: the method's name in `method`, its parameters alongside.".into()),
        ("properties", Json::object([("method", Json::object([("type", "string".into())]))])),
        ("required", Json::strings(["method"])),
    ]);
    let types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
    let content = Json::object(types.map(|media_type| (media_type, Json::object([("schema", call.clone())]))));
    let answer = Json::object([
        ("description", "The update is received; the body may hold a call, whose result cannot be known.".into()),
        ("content", content),
    ]);
    let post = Json::object([
        ("operationId", "receiveUpdate".into()),
        ("summary", "An update is delivered.".into()),
        ("tags", Json::strings(["updates"])),
        ("requestBody", Json::object([("required", true.into()), ("content", json_content(reference("Update")))])),
        ("responses", Json::object([("200", answer)])),
    ]);
    Json::object([("update", Json::object([("post", post)]))])
}

fn post(catalog: &Catalog, method: &MethodDescriptor) -> Json {
    let operation = operation(catalog, method);
    if method.params.fields.is_empty() {
        return operation;
    }
    let schema = Json::object([("schema", reference(&parameters_name(method)))]);
    let content = if is_multipart(method) {
        Json::object([("multipart/form-data", schema.with_some("encoding", encoding(method)))])
    } else {
        Json::object([("application/json", schema)])
    };
    let required = method.params.fields.iter().any(|field| field.required);
    operation.with("requestBody", Json::object([("required", required.into()), ("content", content)]))
}

fn operation(catalog: &Catalog, method: &MethodDescriptor) -> Json {
    let schemas = Schemas { catalog, direction: Direction::Output, multipart: false };
    let success = Json::object([
        ("type", "object".into()),
        ("required", Json::strings(["ok", "result"])),
        (
            "properties",
            Json::object([
                ("ok", schemas::boolean(true)),
                ("result", schemas.kind(&method.returns)),
                ("description", Json::object([("type", "string".into())])),
            ]),
        ),
    ]);
    let success = Json::object([("description", "The call succeeded.".into()), ("content", json_content(success))]);
    let failure = Json::object([("$ref", "#/components/responses/Failure".into())]);
    let rules: Vec<String> = method.params.rules.iter().map(sentences::rule).collect();
    let description = [method.params.doc.to_owned(), rules.join(" ")].join("\n\n");
    Json::object([
        ("operationId", method.name.into()),
        ("summary", sentences::first_sentence(method.params.doc).into()),
        ("description", description.trim().into()),
        ("tags", Json::strings([method.section()])),
        ("responses", Json::object([("200", success), ("default", failure)])),
    ])
}

/// Declares the objects of a form, which are JSON text.
fn encoding(method: &MethodDescriptor) -> Option<Json> {
    let is_object = |kind| matches!(kind, ValueKind::Object(_) | ValueKind::Union(_));
    let fields = method.params.fields.iter().filter(|field| is_object(field.kind));
    let encoding: Vec<(String, Json)> = fields
        .map(|field| (field.name.to_owned(), Json::object([("contentType", "application/json".into())])))
        .collect();
    (!encoding.is_empty()).then_some(Json::Object(encoding))
}

fn json_content(schema: Json) -> Json {
    Json::object([("application/json", Json::object([("schema", schema)]))])
}

/// Returns true if a parameter may be a file.
fn is_multipart(method: &MethodDescriptor) -> bool {
    let may_be_file = |kind| matches!(kind, ValueKind::File | ValueKind::FileOrString) || attaches(&kind);
    method.params.fields.iter().any(|field| may_be_file(field.kind))
}

/// Returns true if a value may name a file of the body, as `attach://<name>`.
fn attaches(kind: &ValueKind) -> bool {
    let has = |object: &ObjectDescriptor| object.fields.iter().any(|field| attaches(&field.kind));
    match kind {
        ValueKind::Attach => true,
        ValueKind::Array(item) => attaches(item),
        ValueKind::Object(object) => has(object),
        ValueKind::Union(union) => union.variants.iter().any(|object| has(object)),
        _ => false,
    }
}
