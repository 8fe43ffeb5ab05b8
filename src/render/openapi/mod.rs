//! Renders `openapi.json`, an `OpenAPI` 3.1 document of the interface.

mod paths;
mod schemas;

use super::catalog::{Catalog, Definition, Direction};
use super::json::Json;
use schemas::Schemas;

const DESCRIPTION: &str = "The HTTP interface of a bot messaging service, rendered from the definitions of botwire. \
Method names are case-insensitive; GET and POST are both accepted. Parameters that are objects or arrays are \
sent as JSON text in the query, urlencoded and multipart encodings; files are sent by multipart only. \
A file is downloaded at `{base_url}/file/bot{token}/{file_path}`, where `file_path` comes from `getFile`. \
Limits that JSON Schema cannot say are given as `x-limit`: `bytes` counts UTF-8, `visible_characters` leaves out \
markup when there is a `parse_mode`, `upload_bytes` is the size of an upload.";

/// `openapi.json`.
pub fn openapi(catalog: &Catalog) -> String {
    let base_url = Json::object([(
        "base_url",
        Json::object([("default", "https://localhost".into()), ("description", "Where the service is.".into())]),
    )]);
    let mut sections: Vec<&str> = Vec::new();
    for method in &catalog.methods {
        if !sections.contains(&method.section()) {
            sections.push(method.section());
        }
    }
    let tags: Json = sections.into_iter().map(|section| Json::object([("name", section.into())])).collect();
    Json::object([
        ("openapi", "3.1.0".into()),
        (
            "info",
            Json::object([
                ("title", "Bot messaging service".into()),
                ("version", env!("CARGO_PKG_VERSION").into()),
                ("description", DESCRIPTION.into()),
                ("license", license()),
            ]),
        ),
        ("servers", vec![Json::object([("url", "{base_url}".into()), ("variables", base_url)])].into()),
        ("security", vec![Json::object([])].into()),
        ("tags", tags),
        ("paths", catalog.methods.iter().map(|method| paths::path(catalog, method)).collect()),
        ("webhooks", paths::webhooks()),
        ("components", components(catalog)),
    ])
    .text()
}

fn license() -> Json {
    let license = env!("CARGO_PKG_LICENSE");
    Json::object([("name", license.into()), ("identifier", license.into())])
}

fn components(catalog: &Catalog) -> Json {
    let mut named = schemas::shared();
    for method in &catalog.methods {
        if !method.params.fields.is_empty() && !paths::needs_upload(method) {
            let schemas = Schemas { catalog, direction: Direction::Input, uploads: false };
            named.push((paths::parameters_name(method), schemas.object(method.params)));
        }
    }
    for entry in &catalog.entries {
        for direction in catalog.directions(entry) {
            let schemas = Schemas { catalog, direction, uploads: false };
            named.push(match entry.definition {
                Definition::Object(object) => {
                    (catalog.object_name(object, direction), schemas.object(object).with("description", object.doc))
                }
                Definition::Union(union) => {
                    let variants: Json = union
                        .variants
                        .iter()
                        .map(|object| schemas::reference(&catalog.object_name(object, direction)))
                        .collect();
                    (union.name.to_owned(), Json::object([("description", union.doc.into()), ("anyOf", variants)]))
                }
                Definition::Enumeration(enumeration) => {
                    let values = Json::strings(enumeration.values.iter().map(|value| value.name));
                    let schema = Json::object([
                        ("type", "string".into()),
                        ("enum", values),
                        ("description", enumeration.doc.into()),
                    ]);
                    (enumeration.name.to_owned(), schema)
                }
            });
        }
    }
    Json::object([
        ("schemas", Json::Object(named)),
        ("parameters", Json::object([("token", paths::token())])),
        ("responses", Json::object([("Failure", paths::failure())])),
    ])
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)] // the index of a Value never panics
mod tests {
    use super::*;
    use crate::render::samples;

    #[test]
    fn the_samples_read_as_documented() -> Result<(), serde_json::Error> {
        let document: serde_json::Value = serde_json::from_str(&openapi(&samples::catalog()))?;
        let send = &document["paths"]["/bot{token}/sendThing"];
        assert_eq!(send["post"]["operationId"], "sendThing");
        let query = &send["get"]["parameters"];
        assert_eq!(query[0]["required"], true);
        assert!(query[3]["name"] == "limit" && query[4]["content"]["application/json"].is_object());
        let bodies = &send["post"]["requestBody"]["content"];
        assert_eq!(bodies["application/json"]["schema"]["$ref"], "#/components/schemas/SendThingParams");
        assert_eq!(bodies["application/x-www-form-urlencoded"]["encoding"]["rows"]["contentType"], "application/json");
        assert_eq!(bodies["multipart/form-data"]["schema"]["properties"]["photo"]["anyOf"][1]["format"], "binary");
        let upload = &document["paths"]["/bot{token}/uploadThing"];
        let query = upload["get"]["parameters"].as_array().cloned().unwrap_or_default();
        assert!(
            !query.is_empty() && query.iter().all(|parameter| parameter["name"] != "file"),
            "no query holds a file"
        );
        assert_eq!(upload["get"]["description"], "Uploads.\n\nThe file comes in a multipart body only.");
        assert_eq!(upload["post"]["requestBody"]["content"].as_object().map_or(0, serde_json::Map::len), 1);
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["SendThingParams"]["properties"]["limit"]["maximum"], 100);
        assert_eq!(schemas["SendThingParams"]["properties"]["text"]["x-limit"]["max"], 4096);
        // Each alternative must be valid only with its own fields.
        let [in_chat, inline] = [0, 1].map(|index| schemas["EditThingParams"]["oneOf"][index].clone());
        assert_eq!(in_chat["not"]["required"][0], "inline_message_id");
        assert_eq!(inline["required"][0], "inline_message_id");
        assert_eq!(inline["not"]["anyOf"].to_string(), r#"[{"required":["chat_id"]},{"required":["message_id"]}]"#);
        assert_eq!(schemas["Mask"]["properties"]["point"]["anyOf"][1]["type"], "string");
        assert_eq!(schemas["InputMask"]["properties"]["point"]["$ref"], "#/components/schemas/Point");
        Ok(())
    }
}
