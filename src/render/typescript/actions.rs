//! Renders `actions.ts`: the actions of users in the emulator, and their lines in the help of the command.

use std::collections::BTreeSet;

use super::super::catalog::{Catalog, Direction};
use super::super::json::quote;
use super::super::sentences;
use super::fields::field_doc;
use super::kinds::Kinds;
use super::page::Page;
use super::tsdoc::Doc;
use crate::emulator::{ACTIONS, ActionTable};
use crate::wire::{FieldDescriptor, ObjectDescriptor, ValueKind};

const HEADER: &str = "// Rendered by botwire-render from the definitions in src/emulator/actions; not edited by hand.";

/// The maximum width of a line of the help.
const WIDTH: usize = 78;

/// A field that HTTP requires and the descriptor does not: no response contains a generated token.
const REQUIRED_OVER_HTTP: (&str, &str) = ("add_bot", "token");

/// Returns `actions.ts`.
pub fn actions(catalog: &Catalog) -> String {
    let mut types = Types { kinds: Kinds { catalog, direction: Direction::Input }, imported: BTreeSet::new() };
    let mut page = Page::new("");
    page.doc(0, &Doc::new("The actions of users and tests by name, each with its parameters and its result."));
    page.line(0, "export interface Actions {");
    for action in ACTIONS {
        types.action(&mut page, action);
    }
    page.line(0, "}");
    page.blank();
    page.doc(
        0,
        &Doc::new("Each action with an explanation and its fields, those in brackets optional, as lines of at most 78 characters."),
    );
    page.line(0, "export const ACTION_LINES: readonly string[] = [");
    for line in ACTIONS.iter().flat_map(lines) {
        page.line(1, &format!("{},", quote(&line)));
    }
    page.line(0, "];");
    format!("{HEADER}\n{}{}", types.imports(), page.text())
}

/// The types of actions, and the names that they import.
struct Types<'a> {
    kinds: Kinds<'a>,
    imported: BTreeSet<String>,
}

impl Types<'_> {
    fn action(&mut self, page: &mut Page, action: &ActionTable) {
        page.doc(1, &Doc::new(action.parameters.doc));
        page.line(1, &format!("{}: {{", action.name));
        if action.parameters.fields.is_empty() {
            page.line(2, "parameters: Record<string, never>;");
        } else {
            page.line(2, "parameters: {");
            for field in action.parameters.fields {
                let file = "A URL or `file_id`; to send bytes, pass them as the last argument of `act()`.";
                let is_file = matches!(field.kind, ValueKind::FileOrString);
                page.doc(3, &field_doc(field).paragraph(if is_file { file } else { "" }));
                // A file may be the last argument instead, so it is optional here.
                let member = self.member(field, field.required && !is_file);
                page.line(3, &format!("{member};"));
            }
            page.line(2, "};");
        }
        page.line(2, &format!("result: {};", self.result(action.result)));
        page.line(1, "};");
    }

    fn result(&mut self, result: &'static str) -> &'static str {
        let name = result.trim_end_matches("[]").trim_end_matches(" | null");
        if name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            self.imported.insert(name.to_owned());
        }
        result
    }

    fn member(&mut self, field: &FieldDescriptor, is_required: bool) -> String {
        let kind = self.kind(&field.kind);
        if is_required { format!("{}: {kind}", field.name) } else { format!("{}?: {kind} | undefined", field.name) }
    }

    fn kind(&mut self, kind: &ValueKind) -> String {
        match kind {
            ValueKind::FileOrString => "string".to_owned(),
            ValueKind::Array(item) => format!("readonly {}[]", self.kind(item)),
            ValueKind::Enum(enumeration) => {
                let values: Vec<String> = enumeration.values.iter().map(|value| quote(value.name)).collect();
                values.join(" | ")
            }
            ValueKind::Object(object) => self.object(object.get()),
            other => self.kinds.of(other),
        }
    }

    /// Names an object of the service, and writes an object of the emulator inline.
    fn object(&mut self, object: &ObjectDescriptor) -> String {
        if self.kinds.catalog.entry(object.name).is_some() {
            let name = self.kinds.catalog.object_name(object, Direction::Input);
            self.imported.insert(name.clone());
            return name;
        }
        if object.fields.is_empty() {
            return "Readonly<Record<string, string>>".to_owned();
        }
        let members: Vec<String> = object.fields.iter().map(|field| self.member(field, field.required)).collect();
        format!("{{ {} }}", members.join("; "))
    }

    fn imports(&self) -> String {
        let of_service = |name: &str| self.kinds.catalog.entry(name.trim_start_matches("Input")).is_some();
        let (service, own): (Vec<&str>, Vec<&str>) =
            self.imported.iter().map(String::as_str).partition(|name| of_service(name));
        let import = |names: &[&str], from: &str| format!("import type {{ {} }} from \"{from}\";\n", names.join(", "));
        import(&own, "./emulator/core/results.js") + &import(&service, "./types.js")
    }
}

/// Returns the indented lines of an action: its name and fields, then its explanation.
fn lines(action: &ActionTable) -> Vec<String> {
    let fields = action.parameters.fields.iter();
    let fields = fields.map(|field| {
        let is_required = field.required || (action.name, field.name) == REQUIRED_OVER_HTTP;
        if is_required { field.name.to_owned() } else { format!("[{}]", field.name) }
    });
    let explanation = sentences::first_sentence(action.parameters.doc).replace('`', "");
    let mut lines = wrapped(2, 6, [action.name.to_owned()].into_iter().chain(fields));
    lines.extend(wrapped(4, 4, explanation.split_whitespace().map(str::to_owned)));
    lines
}

/// Wraps words into lines. The first line has a different indentation.
fn wrapped(first_indent: usize, indent: usize, words: impl Iterator<Item = String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => line.extend([" ", &word]),
            last => {
                let indent = " ".repeat(if last.is_none() { first_indent } else { indent });
                lines.push(indent + &word);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::catalog;

    #[test]
    fn each_action_is_typed_and_has_a_line_of_the_help() {
        let text = actions(&catalog());
        for ActionTable { name, parameters, .. } in ACTIONS {
            assert!(text.contains(&format!("\n  {name}: {{\n")), "{name}");
            assert!(!parameters.doc.is_empty(), "{name}");
            let line = text.lines().find(|line| line.starts_with(&format!("  \"  {name}")));
            assert!(line.is_some(), "{name}");
            for field in parameters.fields {
                assert!(!field.doc.is_empty(), "{name}.{}", field.name);
                assert!(text.contains(&format!("      {}", field.name)), "{name}.{}", field.name);
            }
        }
        for expected in [
            "      text: string;",
            "      reply_to_message_id?: number | undefined;",
            "      games?: Readonly<Record<string, string>> | undefined;",
            "      shipping_address?: { country_code?: string | undefined;",
            "      type?: \"group\" | \"supergroup\" | \"channel\" | undefined;",
            "      members?: readonly number[] | undefined;",
            "      location?: Location | undefined;",
            "    result: SeenMessage[];",
            "    parameters: Record<string, never>;",
            "  \"  write text [parse_mode] [reply_to_message_id] [user] [bot] [chat]\",",
            "  \"  add_bot token [username]",
            "  \"  leave chat [user]\",\n  \"    Lets a user leave a chat.\",",
        ] {
            assert!(text.contains(expected), "{expected}\n{text}");
        }
        assert!(text.lines().all(|line| !line.starts_with("  \"") || line.len() <= WIDTH + 5));
    }
}
