//! Renders documentation as Markdown. A page is compiled as a template, so HTML and expressions are escaped. Names of
//! types and methods become links.

use crate::render::catalog::{Catalog, Definition};
use crate::wire::ValueKind;

/// Renders all paragraphs.
pub fn paragraphs(catalog: &Catalog, doc: &str) -> String {
    let paragraphs = doc.split("\n\n");
    paragraphs.map(|paragraph| inline(catalog, &paragraph.replace('\n', " "))).collect::<Vec<_>>().join("\n\n")
}

/// Renders one line.
pub fn line(catalog: &Catalog, doc: &str) -> String {
    paragraphs(catalog, doc).replace("\n\n", " ")
}

/// Renders a cell of a table.
pub fn cell(catalog: &Catalog, doc: &str) -> String {
    line(catalog, doc).replace('|', "\\|")
}

/// Keeps code, converts the links of rustdoc to links of the site, and escapes the rest.
fn inline(catalog: &Catalog, text: &str) -> String {
    let text = text.replace("[`", "`").replace("`]", "`");
    let mut done = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            done.push_str(&code(catalog, part));
        } else {
            done.push_str(&escape(part));
        }
    }
    done
}

fn code(catalog: &Catalog, text: &str) -> String {
    match page_of(catalog, text) {
        Some(page) => format!("[`{text}`]({page})"),
        None => format!("`{text}`"),
    }
}

/// Returns the page of the type or method of that name, relative to either folder.
fn page_of(catalog: &Catalog, name: &str) -> Option<String> {
    if catalog.methods.iter().any(|method| method.name == name) {
        return Some(format!("../methods/{name}.md"));
    }
    catalog.entry(name).map(|_| format!("../types/{name}.md"))
}

/// Escapes HTML, template expressions, and markup.
pub fn escape(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '{' => safe.push_str("&#123;"),
            '}' => safe.push_str("&#125;"),
            '*' | '_' | '[' | ']' => safe.extend(['\\', letter]),
            _ => safe.push(letter),
        }
    }
    safe
}

/// Returns a kind in the notation of the specification, with its types as links.
pub fn kind(kind: &ValueKind) -> String {
    let link = |name: &str| format!("[{name}](../types/{name}.md)");
    match kind {
        ValueKind::Object(object) => link(object.name),
        ValueKind::Union(union) => link(union.name),
        ValueKind::Enum(enumeration) => link(enumeration.name),
        ValueKind::Literal(value) => format!("`\"{value}\"`"),
        ValueKind::Array(item) => format!("Array of {}", self::kind(item)),
        ValueKind::OrTrue(other) => format!("{} or True", self::kind(other)),
        ValueKind::ChatId | ValueKind::File => format!("[{kind}](../types/index.md#kinds)"),
        ValueKind::FileOrString | ValueKind::Attach => "[InputFile](../types/index.md#kinds) or String".to_owned(),
        other => other.to_string(),
    }
}

/// Names the sort of a definition in one word.
pub fn what(definition: &Definition) -> &'static str {
    match definition {
        Definition::Object(_) => "Object",
        Definition::Union(_) => "Union",
        Definition::Enumeration(_) => "Enumeration",
    }
}
