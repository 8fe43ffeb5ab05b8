//! The page of a method, and the list of all.

use super::javascript::{self, Style};
use super::{calls, fields, prose};
use crate::render::catalog::Catalog;
use crate::render::example::{self, Example, UPLOAD};
use crate::render::json::Json;
use crate::render::sentences;
use crate::wire::{Attachments, CheckOptions, MethodDescriptor, ValueKind, check};

/// Returns the list of all methods.
pub fn index(catalog: &Catalog) -> String {
    let mut text = format!(
        "---\ndescription: \"Every method of the service, with its parameters, limits, result and errors.\"\n---\n\n# Methods\n\nThe {} methods of the service, by section. Each page lists the \
parameters with their limits, the result, and the errors, and shows the call in JavaScript, in Rust and on the wire.\n",
        catalog.methods.len()
    );
    let mut last = "";
    for method in &catalog.methods {
        if method.section() != last {
            last = method.section();
            text.extend([
                "\n## ",
                &sentences::pascal(last),
                "\n\n| Method | Returns | What it does |\n|---|---|---|\n",
            ]);
        }
        let what = prose::cell(catalog, &sentences::first_sentence(method.params.doc));
        text.extend([format!("| [{0}](./{0}.md) | {1} | {what} |\n", method.name, prose::kind(&method.returns))]);
    }
    text
}

/// Returns the page of a method.
pub fn page(catalog: &Catalog, method: &MethodDescriptor, example: &Example) -> String {
    let name = method.name;
    let mut text = format!(
        "---\ndescription: {}\n---\n\n# {name}\n\n{}\n\n<SiteLink to=\"#/dashboard/try/{name}{}\">Try it in the dashboard</SiteLink>\n\n",
        Json::from(sentences::first_sentence(method.params.doc)).text().trim(),
        prose::paragraphs(catalog, method.params.doc),
        query(method, &example.parameters),
    );
    text.push_str(&call(method, example));
    text.push_str(&fields::sections(catalog, "Parameters", method.params));
    text.push_str(&returns(method, example));
    text.push_str(&errors(method));
    text
}

/// Returns the parameters for the dashboard's form as a query in HTML. Identifiers and files are omitted: the form uses
/// those of the emulator.
fn query(method: &MethodDescriptor, parameters: &Json) -> String {
    let Json::Object(members) = parameters else { return String::new() };
    let mut query = form_urlencoded::Serializer::new(String::new());
    for (name, value) in members {
        let is_plain = method.params.field(name).is_some_and(|field| {
            matches!(
                field.kind,
                ValueKind::String | ValueKind::Integer | ValueKind::Float | ValueKind::Boolean | ValueKind::Enum(_)
            )
        });
        match value {
            _ if !is_plain || name.ends_with("_id") => {}
            Json::String(text) => drop(query.append_pair(name, text)),
            other => drop(query.append_pair(name, other.text().trim())),
        }
    }
    let query = query.finish();
    if query.is_empty() { query } else { format!("?{}", query.replace('&', "&amp;")) }
}

/// Returns the call in each language.
fn call(method: &MethodDescriptor, example: &Example) -> String {
    format!(
        "::: code-group\n\n```ts [JavaScript]\n{}\n```\n\n```rust [Rust]\n{}\n```\n\n```http [On the wire]\n{}\n```\n\n:::\n\n",
        calls::in_javascript(method, example),
        calls::in_rust(method, example),
        on_the_wire(method, example),
    )
}

fn on_the_wire(method: &MethodDescriptor, example: &Example) -> String {
    let start = format!("POST /bot<token>/{}", method.name);
    let Json::Object(members) = &example.parameters else { return start };
    let uploads = example.uploads();
    if uploads.is_empty() {
        let body = javascript::text(&example.parameters, Style::Json, 0, 0);
        return format!("{start}\ncontent-type: application/json\n\n{body}");
    }
    let file = |field: &str, name: &str| {
        format!(
            "--limit\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\ncontent-type: {}\n\n(the bytes of the file)\n",
            example::media_type(name)
        )
    };
    let named = |value: &Json| match value {
        Json::String(text) => text.strip_prefix(UPLOAD).map(str::to_owned),
        _ => None,
    };
    let part = |(field, value): &(String, Json)| match (named(value), value) {
        (Some(name), _) => file(field, &name),
        (_, Json::String(text)) => format!("--limit\ncontent-disposition: form-data; name=\"{field}\"\n\n{text}\n"),
        (_, other) => format!("--limit\ncontent-disposition: form-data; name=\"{field}\"\n\n{}\n", other.text().trim()),
    };
    let mut parts: String = members.iter().map(part).collect();
    let attached =
        uploads.iter().filter(|name| !members.iter().any(|(_, value)| named(value).as_deref() == Some(name)));
    parts.extend(attached.map(|name| file(name, name)));
    format!("{start}\ncontent-type: multipart/form-data; boundary=limit\n\n{parts}--limit--")
}

fn returns(method: &MethodDescriptor, example: &Example) -> String {
    format!(
        "## Returns\n\n{}\n\n```json\n{}\n```\n\n",
        prose::kind(&method.returns),
        javascript::text(&example.response, Style::Json, 0, 0),
    )
}

/// Returns the section about errors. The first row quotes an error of the engine.
fn errors(method: &MethodDescriptor) -> String {
    let attachments = Attachments { prefix: "attach://", sizes: "" };
    let fault = check(method, "{}", &CheckOptions { limits: true, attachments }).err();
    let example = fault.map_or_else(String::new, |fault| format!(" For example: `{}: {fault}`.", method.name));
    let (again, word) = if method.idempotent {
        ("With the option `retry`, botwire retries the call. Calling it again has no further effect.", "idempotent")
    } else {
        ("botwire does not retry the call, because the service may already have carried it out.", "not idempotent")
    };
    let chat = match method.params.field("chat_id") {
        Some(_) if method.name.starts_with("send") || method.name == "forwardMessage" => {
            "| `ApiError` 403 | The bot was blocked by the user, or is not in the chat. | Stop writing to this chat. |\n"
        }
        Some(_) => {
            "| `ApiError` 403 | The bot is not in the chat, or has no right to do this. | Add the bot to the chat, or give it the right. |\n"
        }
        None => "",
    };
    let conflict = if method.name == "getUpdates" {
        "| `ApiError` 409 | A webhook is set, or another process polls. | Call `deleteWebhook`, or end the other process. |\n"
    } else {
        ""
    };
    format!(
        "## Errors\n\n| Error | When | What to do |\n|---|---|---|\n\
| `ValidationError` | Before anything is sent: a parameter is missing, has the wrong type, or exceeds its limit.{example} | Correct the parameter. |\n\
| `ApiError` 400 | The service refuses the call. `description` says why. | Correct the call. |\n\
| `ApiError` 401 | The token is wrong or was revoked. | Correct the token. |\n{chat}{conflict}\
| `ApiError` 429 | Too many calls. `parameters.retry_after` is in seconds. | With the option `retry`, botwire waits and retries the call. |\n\
| 5xx, `NetworkError`, `TimeoutError` | There was no usable response. This method is {word}. | {again} |\n\n\
See also [Errors, retries, timeouts](/guide/errors) and, for messages and their fixes, [Troubleshooting](/guide/troubleshooting).\n"
    )
}
