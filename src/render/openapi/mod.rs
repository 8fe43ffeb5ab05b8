//! Renders `openapi.json`, an `OpenAPI` 3.1 document of the interface.

mod paths;
mod schemas;

use super::catalog::{Catalog, Definition};
use super::json::Json;
use schemas::Schemas;

const DESCRIPTION: &str = "The HTTP interface of a bot messaging service, rendered from the definitions of botwire. \
Each method has one encoding here, so that generators make one function of it: multipart if a parameter may be a \
file, otherwise JSON. The service also accepts each method by GET with a query, and by POST as \
`application/x-www-form-urlencoded`, as multipart and, without uploads, as JSON. Objects and arrays are JSON text \
in these. Method names are case-insensitive. In JSON, `null` counts as absent, and a body that is empty, `null` or \
`[]` has no parameters. \
A file is downloaded at `{base_url}/file/bot{token}/{file_path}`, where `file_path` comes from `getFile`. \
Descriptions state the limits and rules that JSON Schema cannot express.";

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
                ("contact", Json::object([("name", "The authors of botwire".into())])),
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
        if !method.params.fields.is_empty() {
            named.push((paths::parameters_name(method), paths::parameters(catalog, method)));
        }
    }
    for entry in &catalog.entries {
        for direction in catalog.directions(entry) {
            let schemas = Schemas { catalog, direction, multipart: false };
            named.push(match entry.definition {
                Definition::Object(object) => {
                    (catalog.object_name(object, direction), schemas.object(object, object.doc))
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
        let operation = &document["paths"]["/bot{token}/sendThing"]["post"];
        assert_eq!(operation["operationId"], "sendThing");
        let body = &operation["requestBody"]["content"]["multipart/form-data"];
        assert_eq!(body["schema"]["$ref"], "#/components/schemas/SendThingParams");
        assert_eq!(body["encoding"]["mask"]["contentType"], "application/json");
        let schemas = &document["components"]["schemas"];
        let fields = &schemas["SendThingParams"]["properties"];
        assert_eq!(fields["photo"]["anyOf"][1]["format"], "binary");
        assert!(fields["limit"]["type"] == "integer" && fields["limit"]["maximum"] == 100);
        assert_eq!(fields["rows"]["contentSchema"]["type"], "array");
        assert_eq!(fields["text"]["description"], "0–4096 visible characters (markup is not counted).");
        let edit = &schemas["EditThingParams"];
        assert!(edit["oneOf"].is_null(), "generators would see no properties");
        assert_eq!(edit["allOf"][0]["oneOf"].as_array().map_or(0, Vec::len), 2);
        assert_eq!(edit["properties"]["text"]["type"].to_string(), r#"["string","null"]"#);
        assert_eq!(edit["properties"]["chat_id"]["anyOf"][1]["type"], "null");
        assert_eq!(schemas["Mask"]["properties"]["point"]["anyOf"][1]["type"], "string");
        assert_eq!(schemas["InputMask"]["properties"]["point"]["$ref"], "#/components/schemas/Point");
        Ok(())
    }
}
