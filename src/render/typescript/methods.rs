//! `methods.ts`: parameters, results and signatures of the methods, and inline calls.

use super::HEADER;
use super::alternatives::TypeNames;
use super::fields::field_doc;
use super::kinds::{Kinds, NOTHING};
use super::objects;
use super::page::Page;
use super::tsdoc::Doc;
use crate::render::catalog::{Catalog, Definition, Direction};
use crate::render::example::Example;
use crate::render::reference::calls;
use crate::render::sentences::pascal;
use crate::wire::{MethodDescriptor, Rule, ValueKind};

/// Returns `methods.ts`.
///
/// # Errors
/// If the service in memory refuses the example of a method.
pub fn methods(catalog: &Catalog) -> Result<String, String> {
    let input = Kinds { catalog, direction: Direction::Input };
    let output = Kinds { catalog, direction: Direction::Output };
    let mut body = Page::new("");
    body.line(0, NOTHING);
    targets(&mut body, catalog);
    for method in &catalog.methods {
        body.blank();
        let name = format!("{}Params", pascal_method(method));
        let stem = pascal_method(method);
        let doc = Doc::new(&format!("Parameters of `{}`.", method.name));
        objects::object(&mut body, input, method.params, &TypeNames { name: &name, stem: &stem }, &doc);
    }
    signatures(&mut body, catalog, output)?;
    let body = body.text();
    let mut page = Page::new(HEADER);
    page.line(0, "import type { CallOptions } from \"./options/call-options.js\";");
    if used(&body, "InputFile") {
        page.line(0, "import type { InputFile } from \"./request/files.js\";");
    }
    page.line(0, "import type { FormLike } from \"./request/form-params.js\";");
    if used(&body, "Without") {
        page.line(0, "import type { Refused, Without } from \"./wrong.js\";");
    }
    page.line(0, "import type {");
    for name in exported(catalog).iter().filter(|name| used(&body, name)) {
        page.line(1, &format!("{name},"));
    }
    page.line(0, "} from \"./types.js\";");
    Ok(page.text() + &body)
}

/// Writes the maps from names to parameters and results.
fn signatures(page: &mut Page, catalog: &Catalog, output: Kinds<'_>) -> Result<(), String> {
    page.blank();
    page.doc(0, &Doc::new("Parameters and result of each method, by its name on the wire.").paragraph(
        "To type a method that a newer service has, merge it into this interface in a file with an `import` or `export`:\n\
         `declare module \"botwire\" { interface MethodMap { sendPoll: { params: SendPollParams; result: Message } } }`;\n\
         `call` and inline calls then know it.",
    ));
    page.line(0, "export interface MethodMap {");
    for method in &catalog.methods {
        let result = output.of(&method.returns);
        page.line(1, &format!("{}: {{ params: {}Params; result: {result} }};", method.name, pascal_method(method)));
    }
    page.line(0, "}");
    page.blank();
    page.doc(0, &Doc::new("Name of a method, in the spelling of the specification."));
    page.line(0, "export type MethodName = keyof MethodMap;");
    page.blank();
    page.doc(0, &Doc::new("The names of the methods of the specification, in its order."));
    let names: Vec<&str> = catalog.methods.iter().map(|method| method.name).collect();
    // An isolate parses one string faster than many. Frozen, because the index of a method identifies it to the engine.
    page.line(
        0,
        &format!(
            "export const METHOD_NAMES = Object.freeze(\"{}\".split(\" \")) as readonly MethodName[];",
            names.join(" ")
        ),
    );
    page.blank();
    page.doc(
        0,
        &Doc::new(
            "A call that a handler returns, of one method or of any. In the response of a webhook the service carries it\n\
         out, and tells no result. Narrow it by `method`.",
        ),
    );
    page.line(0, "export type InlineCall<Name extends MethodName = MethodName> = {");
    page.line(1, "[Each in Name]: { method: Each } & MethodMap[Each][\"params\"];");
    page.line(0, "}[Name];");
    page.blank();
    page.doc(0, &Doc::new("The methods of the service, one each."));
    page.line(0, "export interface Methods {");
    for (index, method) in catalog.methods.iter().enumerate() {
        if index > 0 {
            page.blank();
        }
        let example = calls::javascript(method, &Example::of(method)?);
        page.doc(1, &Doc::new(method.params.doc).example(&example));
        let optional = if needs_parameters(method) { "" } else { "?" };
        page.line(
            1,
            &format!(
                "{}(params{optional}: {}Params | FormLike, options?: CallOptions): Promise<{}>;",
                method.name,
                pascal_method(method),
                output.of(&method.returns),
            ),
        );
    }
    page.line(0, "}");
    Ok(())
}

/// Writes the two ways to identify the message that a method edits.
fn targets(page: &mut Page, catalog: &Catalog) {
    let with_target = catalog.methods.iter().filter(|method| has_target(method));
    let Some(method) = with_target
        .clone()
        .find(|method| method.params.field("chat_id").is_some_and(|field| matches!(field.kind, ValueKind::ChatId)))
        .or(with_target.clone().next())
    else {
        return;
    };
    let field = |name: &str| method.params.field(name).map(field_doc).unwrap_or_default();
    page.blank();
    page.doc(0, &Doc::new("A message in a chat, as the target of an edit."));
    page.line(0, "export interface ChatMessageTarget<Id extends ChatId = ChatId> {");
    page.doc(1, &field("chat_id"));
    page.line(1, "chat_id: Id;");
    page.doc(1, &field("message_id"));
    page.line(1, "message_id: number;");
    // The inline target has no such type: reading `chat_id` of an edit would then return more than numbers.
    page.line(1, "inline_message_id?: (typeof Refused)[\"an edit has one target\"] | undefined;");
    page.line(0, "}");
    page.blank();
    page.doc(0, &Doc::new("A message sent via the bot in inline mode, as the target of an edit."));
    page.line(0, "export interface InlineMessageTarget {");
    page.doc(1, &field("inline_message_id"));
    page.line(1, "inline_message_id: string;");
    page.line(1, "chat_id?: undefined;");
    page.line(1, "message_id?: undefined;");
    page.line(0, "}");
    page.blank();
    page.doc(0, &Doc::new("The message that an edit is about: `chat_id` and `message_id`, or `inline_message_id`."));
    page.line(
        0,
        "export type MessageTarget<Id extends ChatId = ChatId> = ChatMessageTarget<Id> | InlineMessageTarget;",
    );
    page.blank();
    page.line(0, "type NoTarget = Without<");
    page.line(1, "\"chat_id\" | \"message_id\" | \"inline_message_id\",");
    page.line(1, "\"An edit needs a target: chat_id and message_id, or inline_message_id\"");
    page.line(0, ">;");
}

fn has_target(method: &MethodDescriptor) -> bool {
    method.params.rules.iter().any(|rule| matches!(rule, Rule::Target))
}

fn needs_parameters(method: &MethodDescriptor) -> bool {
    has_target(method) || method.params.fields.iter().any(|field| field.required)
}

fn pascal_method(method: &MethodDescriptor) -> String {
    pascal(method.name)
}

/// Returns the names that `types.ts` exports and that parameters or results may use.
fn exported(catalog: &Catalog) -> Vec<String> {
    let names = catalog.entries.iter().flat_map(|entry| match entry.definition {
        Definition::Object(object) => {
            catalog.directions(entry).into_iter().map(|direction| catalog.object_name(object, direction)).collect()
        }
        other => vec![other.name().to_owned()],
    });
    let mut names: Vec<String> = names.chain(["ChatId".to_owned()]).collect();
    names.sort_unstable();
    names
}

/// Returns true if the code, without comments, uses a type.
fn used(body: &str, name: &str) -> bool {
    body.lines()
        .filter(|line| !line.trim_start().starts_with(['*', '/']))
        .any(|line| line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|word| word == name))
}
