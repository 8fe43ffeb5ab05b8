//! The page of a type, and the list of all.

use super::javascript::{self, Style};
use super::recorded::Recording;
use super::{fields, prose, rust, uses, values};
use crate::render::catalog::{Catalog, CatalogEntry, Definition, Direction};
use crate::render::json::Json;
use crate::render::sentences;
use crate::wire::{Enumeration, ObjectDescriptor, UnionDescriptor};

/// Returns the list of all types.
pub fn index(catalog: &Catalog) -> String {
    let objects = catalog.entries.iter().filter(|entry| matches!(entry.definition, Definition::Object(_))).count();
    let mut text = format!(
        "---\ndescription: \"Every type of the service, with its fields and limits.\"\n---\n\n# Types\n\nThe {objects} object types of the service, the unions of them, and the enumerated strings.\n\n\
Received objects are open: fields and values that a newer service adds arrive unchanged. Sent objects are closed: TypeScript and \
Rust accept only the fields and values in this list. To send others, see [Newer interfaces](/guide/limits#newer-interfaces).\n\n| Type | Kind | What it is |\n|---|---|---|\n"
    );
    let mut entries: Vec<&CatalogEntry> = catalog.entries.iter().collect();
    entries.sort_unstable_by_key(|entry| entry.definition.name());
    for entry in entries {
        let (name, doc) = (entry.definition.name(), doc(&entry.definition));
        let what = prose::cell(catalog, &sentences::first_sentence(doc));
        text.extend([format!("| [{name}](./{name}.md) | {} | {what} |\n", prose::what(&entry.definition))]);
    }
    text + KINDS
}

/// The kinds of values other than objects.
const KINDS: &str = "\n## Kinds\n\n| Kind | What it is |\n|---|---|\n\
| Integer | 32 bits; identifiers of chats and users have 52 |\n\
| Float, Boolean, String | as in JSON |\n\
| True | always `true` where it is present |\n\
| ChatId | the identifier of a chat, or `@channelusername` of a channel or supergroup |\n\
| InputFile | a file to upload, see [Files up and down](/guide/files); as a String, a `file_id` or a URL |\n";

/// What the page of a type says that no recorded call contains.
const CONSTRUCTED: &str =
    "No recorded call contains a value of this type. This one shows the required fields and a few others.\n\n";

/// Returns the page of a type.
pub fn page(catalog: &Catalog, entry: &CatalogEntry, recording: &Recording<'_>) -> String {
    let definition = &entry.definition;
    let (name, doc) = (definition.name(), doc(definition));
    let way = match (entry.input, entry.output) {
        (true, true) => "sent and received",
        (true, false) => "sent",
        _ => "received",
    };
    let mut text = format!(
        "---\ndescription: {}\n---\n\n# {name}\n\n{}\n\n<span class=\"field\">{}, {way}</span>\n\n",
        Json::from(sentences::first_sentence(doc)).text().trim(),
        prose::paragraphs(catalog, doc),
        prose::what(definition),
    );
    text.push_str(&match *definition {
        Definition::Object(object) => self::object(catalog, entry, object, recording),
        Definition::Union(union) => self::union(catalog, union),
        Definition::Enumeration(enumeration) => self::enumeration(catalog, enumeration),
    });
    let uses = uses::of(catalog, name);
    if !uses.is_empty() {
        text.extend([format!("## Used by\n\n{}\n", uses.join(", "))]);
    }
    text
}

fn doc(definition: &Definition) -> &'static str {
    match definition {
        Definition::Object(object) => object.doc,
        Definition::Union(union) => union.doc,
        Definition::Enumeration(enumeration) => enumeration.doc,
    }
}

fn object(catalog: &Catalog, entry: &CatalogEntry, object: &ObjectDescriptor, recording: &Recording<'_>) -> String {
    let direction = if entry.output { Direction::Output } else { Direction::Input };
    let recorded = recording.get(object.name, direction);
    let value = recorded.map_or_else(|| values::object(object, direction, 0), |recorded| recorded.value.clone());
    let json = javascript::text(&value, Style::Json, 0, 0);
    let mut forms = Vec::new();
    let mut typed = |name: &str, tab: &str| {
        let start = format!("const value: {name} = ");
        let value = javascript::text(&value, Style::JavaScript, 0, start.len() + 1);
        forms.push(format!("```ts [{tab}]\nimport type {{ {name} }} from \"botwire\";\n\n{start}{value};\n```"));
    };
    typed(&catalog.object_name(object, direction), "JavaScript");
    forms.push(if entry.output {
        format!(
            "```rust [Rust]\nuse botwire::types::{0};\n\nfn parse(json: &str) -> serde_json::Result<{0}> {{\n    serde_json::from_str(json)\n}}\n```",
            object.name
        )
    } else {
        let value = rust::object(object, &value);
        let mut names = rust::names(&value);
        names.extend([object.name]);
        let import = rust::import("types", &names);
        format!("```rust [Rust]\n{import}\nfn value() -> {} {{\n    {value}\n}}\n```", object.name)
    });
    forms.push(format!("```json [On the wire]\n{json}\n```"));
    let mut text = format!("::: code-group\n\n{}\n\n:::\n\n", forms.join("\n\n"));
    text.push_str(&recorded.map_or_else(
        || CONSTRUCTED.to_owned(),
        |recorded| {
            let method = format!("[`{0}`](../methods/{0}.md)", recorded.method);
            match direction {
                Direction::Output => format!("The emulator returned this value in a response of {method}.\n\n"),
                Direction::Input => format!("The emulator accepted this value in a call of {method}.\n\n"),
            }
        },
    ));
    let sent = catalog.object_name(object, Direction::Input);
    if entry.input && sent != object.name {
        text.extend([format!(
            "In TypeScript, the object that you send has the type `{sent}`, whose enumerated strings are closed.\n\n"
        )]);
    }
    text.push_str(&fields::sections(catalog, "Fields", object));
    text
}

fn union(catalog: &Catalog, union: &UnionDescriptor) -> String {
    let mut text = String::from("## One of\n\n");
    for object in union.variants {
        let what = prose::line(catalog, &sentences::first_sentence(object.doc));
        text.extend([format!("- [{0}](./{0}.md): {what}\n", object.name)]);
    }
    text.push('\n');
    text
}

fn enumeration(catalog: &Catalog, enumeration: &Enumeration) -> String {
    let mut text = String::from("## Values\n\n| Value | Meaning |\n|---|---|\n");
    for value in enumeration.values {
        text.extend([format!("| `\"{}\"` | {} |\n", value.name, prose::cell(catalog, value.doc))]);
    }
    text.push('\n');
    text
}
