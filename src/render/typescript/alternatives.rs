//! Renders parameters whose rules exclude or require each other: a common interface and a union of variants.

use super::fields::{field_doc, is_boolean};
use super::kinds::Kinds;
use super::page::Page;
use super::tsdoc::Doc;
use super::unions::{lines, mergeable, more};
use crate::render::json::quote;
use crate::render::sentences::{self, pascal};
use crate::wire::{FieldDescriptor, ObjectDescriptor, Rule, ValueKind};

/// The names of an object's types.
pub struct TypeNames<'a> {
    /// The name of the object.
    pub name: &'a str,
    /// The prefix of its parts' names.
    pub stem: &'a str,
}

/// Returns true if an object's rules require a union.
pub fn has_alternatives(object: &ObjectDescriptor) -> bool {
    object.rules.iter().any(|rule| match rule {
        Rule::Target | Rule::ExactlyOne(_) | Rule::AtMostOne(_) => true,
        Rule::RequiredWhen { when, .. } => values(object, when).is_some(),
        Rule::NoneOf(_) | Rule::ButtonsFirst(_) | Rule::FirstButton(_) => false,
    })
}

/// Writes the common interface, the variants, and the type itself.
pub fn alternatives(page: &mut Page, kinds: Kinds<'_>, object: &ObjectDescriptor, names: &TypeNames<'_>, doc: &Doc) {
    let base = format!("{}Fields", names.stem);
    let decided = decided(object);
    let common = object.fields.iter().filter(|field| !decided.contains(&field.name));
    let merged = format!("What every `{}` has. Declarations are merged into this interface.", names.name);
    kinds.interface(page, &base, &Doc::new(&merged), common, &foreign(object));
    let mut unions: Vec<Vec<String>> = Vec::new();
    for rule in object.rules {
        if let Rule::ExactlyOne(fields) | Rule::AtMostOne(fields) = rule {
            unions.push(variants(page, kinds, object, names, fields, matches!(rule, Rule::ExactlyOne(_))));
        }
    }
    if !unions.is_empty() {
        page.blank();
        mergeable(page, names.name);
    }
    page.blank();
    let rules: Vec<String> = object.rules.iter().map(sentences::rule).collect();
    page.doc(0, &doc.clone().paragraph(&rules.join(" ")));
    let mut parts: Vec<String> = unions.iter().map(|names| format!("({})", names.join(" | "))).collect();
    if parts.is_empty() {
        parts.push(base.clone());
    }
    if object.rules.iter().any(|rule| matches!(rule, Rule::Target)) {
        let target = object.field("chat_id").map(|chat| target(kinds, chat)).unwrap_or_default();
        return page.line(0, &format!("export type {} = ({base} & {target}) | ({base} & NoTarget);", names.name));
    }
    parts.extend(deciders(object).iter().filter_map(|decider| conditional(kinds, object.field(decider)?, object)));
    match unions.into_iter().next() {
        Some(only) if parts.len() == 1 => {
            let exactly = object.rules.iter().find_map(|rule| match rule {
                Rule::ExactlyOne(fields) => Some(without(names.name, fields)),
                _ => None,
            });
            let wrong = exactly.map(|without| format!("({base} & {without})"));
            page.line(0, &format!("export type {} =", names.name));
            lines(page, 1, only.into_iter().chain([more(names.name)]).chain(wrong));
        }
        _ => page.line(0, &format!("export type {} = {};", names.name, parts.join(" & "))),
    }
}

/// Returns the member of the union for an object without any of the fields.
fn without(name: &str, fields: &[&str]) -> String {
    let noun = name.trim_start_matches("InlineKeyboard").to_lowercase();
    let quoted: Vec<String> = fields.iter().map(|field| quote(field)).collect();
    let text = format!("A {noun} needs an action, one of {}", fields.join(", "));
    format!("Without<{}, {}>", quoted.join(" | "), quote(&text))
}

/// Writes an interface for each of the mutually exclusive fields. Returns their names.
fn variants(
    page: &mut Page,
    kinds: Kinds<'_>,
    object: &ObjectDescriptor,
    names: &TypeNames<'_>,
    fields: &[&str],
    exactly: bool,
) -> Vec<String> {
    let about = if exactly { "with" } else { "with no other flag than" };
    let used = fields.iter().filter_map(|name| object.field(name));
    let variants = used.map(|field| {
        let variant = format!("{}{}", names.stem, pascal(field.name));
        page.blank();
        page.doc(0, &Doc::new(&format!("`{}` {about} `{}`.", names.name, field.name)));
        page.line(0, &format!("export interface {variant} extends {}Fields {{", names.stem));
        one_of(page, kinds, object, fields, field, exactly);
        page.line(0, "}");
        variant
    });
    variants.collect()
}

/// Returns the target type for a kind of `chat_id`.
fn target(kinds: Kinds<'_>, chat: &FieldDescriptor) -> String {
    match chat.kind {
        ValueKind::ChatId => "MessageTarget".into(),
        _ => format!("MessageTarget<{}>", kinds.of(&chat.kind)),
    }
}

/// Returns the names that the object must not have.
pub fn foreign(object: &ObjectDescriptor) -> Vec<&'static str> {
    let names = object.rules.iter().filter_map(|rule| if let Rule::NoneOf(names) = rule { Some(*names) } else { None });
    names.flatten().copied().collect()
}

/// Returns the fields that the common interface omits.
fn decided(object: &ObjectDescriptor) -> Vec<&'static str> {
    let mut names = Vec::new();
    for rule in object.rules {
        match rule {
            Rule::Target => names.extend(["chat_id", "message_id", "inline_message_id"]),
            Rule::ExactlyOne(fields) | Rule::AtMostOne(fields) => names.extend(*fields),
            _ => {}
        }
    }
    names.extend(deciders(object));
    names
}

/// Returns the fields whose value determines which others are required.
fn deciders(object: &ObjectDescriptor) -> Vec<&'static str> {
    let mut names = Vec::new();
    for rule in object.rules {
        if let Rule::RequiredWhen { when, .. } = rule
            && !names.contains(when)
            && values(object, when).is_some()
        {
            names.push(*when);
        }
    }
    names
}

/// Returns every value of such a field, as TypeScript.
fn values(object: &ObjectDescriptor, name: &str) -> Option<Vec<String>> {
    match object.field(name)?.kind {
        ValueKind::Boolean => Some(vec!["true".into(), "false".into()]),
        ValueKind::Enum(enumeration) => Some(enumeration.values.iter().map(|value| quote(value.name)).collect()),
        _ => None,
    }
}

/// Writes the members of the variant with that field. As in the check before sending, `false` counts as absent.
fn one_of(
    page: &mut Page,
    kinds: Kinds<'_>,
    object: &ObjectDescriptor,
    fields: &[&str],
    used: &FieldDescriptor,
    exactly: bool,
) {
    for field in fields.iter().filter_map(|name| object.field(name)) {
        let kind = kinds.of(&field.kind);
        if field.name == used.name {
            page.doc(1, &field_doc(field));
            let kind = if is_boolean(field) && exactly { "true".into() } else { kind };
            page.line(
                1,
                &if exactly {
                    format!("{}: {kind};", field.name)
                } else {
                    format!("{}?: {kind} | undefined;", field.name)
                },
            );
        } else {
            let refused = if exactly { "a button has one action" } else { "a button asks for one thing" };
            let or_false = if is_boolean(field) { "false | " } else { "" };
            page.line(1, &format!("{}?: {or_false}(typeof Refused)[\"{refused}\"] | undefined;", field.name));
        }
    }
}

/// Returns the alternatives of such a field, in parentheses: the required fields for each of its values.
fn conditional(kinds: Kinds<'_>, decider: &FieldDescriptor, object: &ObjectDescriptor) -> Option<String> {
    let mut shapes: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for value in values(object, decider.name)? {
        let required: Vec<&str> = object
            .rules
            .iter()
            .filter_map(|rule| match rule {
                Rule::RequiredWhen { field, when, equals } if *when == decider.name && *equals == value => Some(*field),
                _ => None,
            })
            .collect();
        match shapes.iter_mut().find(|(fields, _)| *fields == required) {
            Some((_, values)) => values.push(value),
            None => shapes.push((required, vec![value])),
        }
    }
    let mut page = Page::new("(");
    for (required, values) in shapes {
        page.line(1, "| {");
        page.doc(3, &field_doc(decider));
        page.line(3, &format!("{}: {};", decider.name, values.join(" | ")));
        for field in required.iter().filter_map(|name| object.field(name)) {
            page.doc(3, &field_doc(field));
            page.line(3, &format!("{}: {};", field.name, kinds.of(&field.kind)));
        }
        page.line(2, "}");
    }
    Some(page.text() + ")")
}
