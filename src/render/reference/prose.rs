//! Documentation of the definitions as Markdown of a page that is compiled as a template: nothing in it is HTML or an
//! expression, and names of types and methods are links.

use crate::render::catalogue::{Catalogue, Definition};
use crate::render::sentences;
use crate::wire::ValueKind;

/// The paragraphs of a documentation, without the reference to a chapter of the specification.
pub fn paragraphs(catalogue: &Catalogue, doc: &str) -> String {
    let kept = doc.split("\n\n").filter(|paragraph| !paragraph.starts_with("Spec:"));
    kept.map(|paragraph| inline(catalogue, &paragraph.replace('\n', " "))).collect::<Vec<_>>().join("\n\n")
}

/// One line.
pub fn line(catalogue: &Catalogue, doc: &str) -> String {
    paragraphs(catalogue, doc).replace("\n\n", " ")
}

/// A line of a table.
pub fn cell(catalogue: &Catalogue, doc: &str) -> String {
    line(catalogue, doc).replace('|', "\\|")
}

/// Code stays code, the links of rustdoc become links of the site, and the rest is escaped.
fn inline(catalogue: &Catalogue, text: &str) -> String {
    let text = text.replace("[`", "`").replace("`]", "`");
    let mut done = String::new();
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            done.push_str(&code(catalogue, part));
        } else {
            done.push_str(&escape(part));
        }
    }
    done
}

fn code(catalogue: &Catalogue, text: &str) -> String {
    match page_of(catalogue, text) {
        Some(page) => format!("[`{text}`]({page})"),
        None => format!("`{text}`"),
    }
}

/// The page of the type or method of that name, from a page of either folder.
fn page_of(catalogue: &Catalogue, name: &str) -> Option<String> {
    if catalogue.methods.iter().any(|method| method.name == name) {
        return Some(format!("../methods/{name}.md"));
    }
    catalogue.entry(name).map(|_| format!("../types/{name}.md"))
}

/// Text in which nothing is HTML, an expression of a template or markup.
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

/// A kind in the notation of the specification, its types being links.
pub fn kind(kind: &ValueKind) -> String {
    let link = |name: &str| format!("[{name}](../types/{name}.md)");
    match kind {
        ValueKind::Object(object) => link(object.name),
        ValueKind::Union(union) => link(union.name),
        ValueKind::Enum(enumeration) => link(enumeration.name),
        ValueKind::Literal(value) => format!("`\"{value}\"`"),
        ValueKind::Array(item) => format!("Array of {}", self::kind(item)),
        ValueKind::OrTrue(other) => format!("{} or True", self::kind(other)),
        ValueKind::ChatId | ValueKind::File => format!("[{}](../types/index.md#kinds)", sentences::kind(kind)),
        ValueKind::FileOrString | ValueKind::Attach => "[InputFile](../types/index.md#kinds) or String".to_owned(),
        other => sentences::kind(other),
    }
}

/// What a definition is, in a word.
pub fn what(definition: &Definition) -> &'static str {
    match definition {
        Definition::Object(_) => "Object",
        Definition::Union(_) => "Union",
        Definition::Enumeration(_) => "Enumeration",
    }
}
