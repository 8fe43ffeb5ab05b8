//! The fields of an object or the parameters of a method, each with a heading, so that a search finds them by name.

use super::prose;
use crate::render::catalog::Catalog;
use crate::render::sentences;
use crate::wire::{FieldDescriptor, ObjectDescriptor, Rule};

/// Returns a section with the fields, and one with the rules between them.
pub fn sections(catalog: &Catalog, title: &str, object: &ObjectDescriptor) -> String {
    let mut text = format!("## {title}\n\n");
    if object.fields.is_empty() {
        text.push_str("None.\n\n");
    }
    for field in object.fields {
        text.push_str(&self::field(catalog, field));
    }
    if !object.rules.is_empty() {
        text.push_str("## Rules\n\n");
        for rule in object.rules {
            text.extend(["- ", &sentences::rule(rule), "\n"]);
        }
        text.push('\n');
    }
    text
}

fn field(catalog: &Catalog, field: &FieldDescriptor) -> String {
    let presence = if field.required { "required" } else { "optional" };
    let mut facts = vec![prose::kind(&field.kind), presence.to_owned()];
    facts.extend(sentences::limit(&field.limit));
    facts.extend(sentences::format(field.format).map(str::to_owned));
    if !field.default.is_empty() {
        facts.push(format!("default `{}`", field.default));
    }
    if !field.only.is_empty() {
        let values: Vec<String> = field.only.iter().map(|value| format!("`{value}`")).collect();
        facts.push(format!("if `status` is {}", values.join(" or ")));
    }
    let name = field.name;
    format!(
        "### {name} {{#{name}}}\n\n<span class=\"field\">{}</span>\n\n{}\n\n",
        facts.join(" · "),
        prose::paragraphs(catalog, field.doc),
    )
}

/// Returns true if an object has the rule that identifies the message to edit.
pub fn has_target(object: &ObjectDescriptor) -> bool {
    object.rules.iter().any(|rule| matches!(rule, Rule::Target))
}
