//! The call of an example, in JavaScript and in Rust: the whole program of a page, and the part that an editor shows.

use super::javascript::{self, Style};
use super::{fields, rust};
use crate::render::example::{self, Example, UPLOAD};
use crate::wire::{MethodDescriptor, ValueKind};

/// The setup before the call.
const BOT: &str = "import { Bot } from \"botwire\";

const bot = new Bot({ baseUrl: \"https://service.example\", token: \"123456:secret\" });
";

/// Returns the program in JavaScript.
pub fn in_javascript(method: &MethodDescriptor, example: &Example) -> String {
    BOT.to_owned() + &javascript(method, example)
}

/// Returns the call of `bot` in JavaScript, after the files that it uploads.
pub fn javascript(method: &MethodDescriptor, example: &Example) -> String {
    let result = match &method.returns {
        ValueKind::True => String::new(),
        other => format!("const {} = ", variable(other)),
    };
    let start = format!("{result}await bot.{}(", method.name);
    let mut text = javascript::text(&example.parameters, Style::JavaScript, 0, start.len() + 2);
    let mut files = String::new();
    for name in example.uploads() {
        let file = example::variable(name);
        files.extend([
            &format!("const {file} = await fetch(\"https://site.example/{name}\")"),
            ".then((response) => response.blob());\n",
        ]);
        text = text.replace(&format!("\"{UPLOAD}{name}\""), &format!("{{ data: {file}, name: \"{name}\" }}"));
    }
    let text = if text == "{}" { String::new() } else { text };
    format!("{files}{start}{text});")
}

/// Returns the program in Rust.
pub fn in_rust(method: &MethodDescriptor, example: &Example) -> String {
    let (statement, name) = statement(method, example);
    let shown = name.map_or_else(String::new, |name| format!("    println!(\"{{{name}:?}}\");\n"));
    format!(
        "use botwire::client::{{Bot, Error}};\n{}\nasync fn example(bot: &Bot{}) -> Result<(), Error> {{\n    {}\n{shown}    Ok(())\n}}",
        imports(method, &statement),
        files(example),
        statement.replace('\n', "\n    "),
    )
}

/// Returns the example of the documentation in Rust, in which lines with `# ` are hidden.
pub fn documentation(method: &MethodDescriptor, example: &Example) -> String {
    let (statement, name) = statement(method, example);
    let imports = imports(method, &statement);
    let blank = if imports.is_empty() { "" } else { "\n" };
    let result = name.map_or_else(String::new, |name| format!("# let _ = {name};\n"));
    format!(
        "```\n# #[cfg(feature = \"client\")]\n# async fn example(bot: &botwire::client::Bot{}) -> Result<(), botwire::client::Error> {{\n\
{imports}{blank}{statement}\n{result}# Ok(())\n# }}\n```",
        files(example),
    )
}

/// Returns the statement in Rust with the call, and the variable that it sets.
fn statement(method: &MethodDescriptor, example: &Example) -> (String, Option<String>) {
    let call = rust::call(method, fields::has_target(method.params), &example.parameters);
    match &method.returns {
        ValueKind::True => (format!("{call};"), None),
        other => {
            let name = rust::snake(&variable(other));
            (format!("let {name} = {call};"), Some(name))
        }
    }
}

fn imports(method: &MethodDescriptor, statement: &str) -> String {
    let (methods, types): (Vec<_>, Vec<_>) =
        rust::names(statement).into_iter().partition(|name| *name == method.params.name);
    rust::import("methods", &methods) + &rust::import("types", &types)
}

/// Returns the files as parameters of a function.
fn files(example: &Example) -> String {
    let files = example.uploads().into_iter().map(|name| [", ", example::variable(name), ": Vec<u8>"].concat());
    files.collect()
}

/// Returns a variable name for a result.
fn variable(kind: &ValueKind) -> String {
    let lower = |name: &str| {
        let mut letters = name.chars();
        letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect::<String>()
    };
    match kind {
        ValueKind::Object(object) => lower(object.name),
        ValueKind::Array(item) => variable(item) + "s",
        ValueKind::OrTrue(other) => variable(other),
        ValueKind::Integer => "count".into(),
        ValueKind::String => "link".into(),
        _ => "result".into(),
    }
}
