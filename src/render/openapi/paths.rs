//! The operations: each method by GET with a query, and by POST in three encodings.

use super::super::catalog::{Catalog, Direction};
use super::super::json::Json;
use super::super::sentences;
use super::schemas::{Schemas, reference};
use crate::wire::{MethodDescriptor, ValueKind};

/// Returns the path of a method and its operations.
pub fn path(catalog: &Catalog, method: &MethodDescriptor) -> (String, Json) {
    let token = Json::object([("$ref", "#/components/parameters/token".into())]);
    let item = Json::object([("parameters", vec![token].into())]);
    let item = item.with("get", get(catalog, method)).with("post", post(catalog, method));
    (format!("/bot{{token}}/{}", method.name), item)
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

fn get(catalog: &Catalog, method: &MethodDescriptor) -> Json {
    let schemas = Schemas { catalog, direction: Direction::Input, uploads: false };
    let fields = method.params.fields.iter().filter(|field| !matches!(field.kind, ValueKind::File));
    let parameters: Json = fields
        .map(|field| {
            let parameter = Json::object([
                ("name", field.name.into()),
                ("in", "query".into()),
                ("required", field.required.into()),
            ]);
            let schema = schemas.field(field);
            if is_json(&field.kind) {
                parameter.with("content", json_content(schema))
            } else {
                parameter.with("schema", schema)
            }
        })
        .collect();
    operation(catalog, method, &format!("{}ByGet", method.name)).with("parameters", parameters)
}

fn post(catalog: &Catalog, method: &MethodDescriptor) -> Json {
    let operation = operation(catalog, method, method.name);
    if method.params.fields.is_empty() {
        return operation;
    }
    let mut content = Json::object([]);
    let schema = reference(&parameters_name(method));
    if !needs_upload(method) {
        content = content
            .with("application/json", Json::object([("schema", schema.clone())]))
            .with("application/x-www-form-urlencoded", encoded(method, schema.clone()));
    }
    let schema = if method.params.fields.iter().any(|field| is_file(&field.kind)) {
        Schemas { catalog, direction: Direction::Input, uploads: true }.object(method.params)
    } else {
        schema
    };
    content = content.with("multipart/form-data", encoded(method, schema));
    let required = method.params.fields.iter().any(|field| field.required);
    operation.with("requestBody", Json::object([("required", required.into()), ("content", content)]))
}

fn operation(catalog: &Catalog, method: &MethodDescriptor, id: &str) -> Json {
    let schemas = Schemas { catalog, direction: Direction::Output, uploads: false };
    let success = Json::object([
        ("type", "object".into()),
        ("required", Json::strings(["ok", "result"])),
        (
            "properties",
            Json::object([
                ("ok", Json::object([("const", true.into())])),
                ("result", schemas.kind(&method.returns)),
                ("description", Json::object([("type", "string".into())])),
            ]),
        ),
    ]);
    let success = Json::object([("description", "The call succeeded.".into()), ("content", json_content(success))]);
    let failure = Json::object([("$ref", "#/components/responses/Failure".into())]);
    let upload = needs_upload(method).then(|| "The file comes in a multipart body only.".to_owned());
    let rules: Vec<String> = method.params.rules.iter().map(sentences::rule).chain(upload).collect();
    let description = [method.params.doc.to_owned(), rules.join(" ")].join("\n\n");
    Json::object([
        ("operationId", id.into()),
        ("summary", sentences::first_sentence(method.params.doc).into()),
        ("description", description.trim().into()),
        ("tags", Json::strings([method.section()])),
        ("responses", Json::object([("200", success), ("default", failure)])),
    ])
}

/// Returns a form, which declares the fields that are JSON text and those that are files.
fn encoded(method: &MethodDescriptor, schema: Json) -> Json {
    let encoding: Vec<(String, Json)> = method
        .params
        .fields
        .iter()
        .filter(|field| is_json(&field.kind))
        .map(|field| (field.name.to_owned(), Json::object([("contentType", "application/json".into())])))
        .collect();
    let json = Json::object([("schema", schema)]);
    if encoding.is_empty() { json } else { json.with("encoding", Json::Object(encoding)) }
}

fn json_content(schema: Json) -> Json {
    Json::object([("application/json", Json::object([("schema", schema)]))])
}

/// Returns true if a method always needs an upload, so that only multipart works.
pub fn needs_upload(method: &MethodDescriptor) -> bool {
    method.params.fields.iter().any(|field| field.required && matches!(field.kind, ValueKind::File))
}

fn is_file(kind: &ValueKind) -> bool {
    matches!(kind, ValueKind::File | ValueKind::FileOrString)
}

/// Returns true if a value is sent as JSON text in encodings other than JSON.
fn is_json(kind: &ValueKind) -> bool {
    matches!(kind, ValueKind::Object(_) | ValueKind::Array(_) | ValueKind::Union(_))
}
