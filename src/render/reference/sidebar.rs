//! The lists next to the pages: methods by section, and types by sort.

use crate::render::catalog::{Catalog, Definition};
use crate::render::json::Json;
use crate::render::sentences;

/// Returns the methods, by section.
pub fn methods(catalog: &Catalog) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for method in &catalog.methods {
        match groups.last_mut() {
            Some((section, names)) if *section == method.section() => names.push(method.name),
            _ => groups.push((method.section(), vec![method.name])),
        }
    }
    sidebar("methods", "All methods", &groups)
}

/// Returns the types, objects first, each in alphabetical order.
pub fn types(catalog: &Catalog) -> String {
    let of = |is: fn(&Definition) -> bool| {
        let fitting = catalog.entries.iter().filter(|entry| is(&entry.definition));
        let mut names: Vec<&str> = fitting.map(|entry| entry.definition.name()).collect();
        names.sort_unstable();
        names
    };
    let groups = [
        ("Objects", of(|definition| matches!(definition, Definition::Object(_)))),
        ("Unions", of(|definition| matches!(definition, Definition::Union(_)))),
        ("Enumerations", of(|definition| matches!(definition, Definition::Enumeration(_)))),
    ];
    sidebar("types", "All types", &groups)
}

fn sidebar(folder: &str, all: &str, groups: &[(&str, Vec<&str>)]) -> String {
    let item = |text: &str, page: &str| {
        Json::object([("text", text.into()), ("link", format!("/reference/{folder}/{page}").into())])
    };
    let groups = groups.iter().map(|(title, names)| {
        Json::object([
            ("text", sentences::pascal(title).into()),
            ("collapsed", Json::Boolean(false)),
            ("items", names.iter().map(|name| item(name, name)).collect()),
        ])
    });
    Json::Array([item(all, "")].into_iter().chain(groups).collect()).text()
}
