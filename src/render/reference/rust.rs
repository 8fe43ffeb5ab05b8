//! Writes values as Rust expressions that use the crate's constructors. The tests of the documentation compile them.

use crate::render::example::{UPLOAD, variable};
use crate::render::json::{Json, quote};
use crate::render::sentences::pascal;
use crate::wire::{FieldDescriptor, MethodDescriptor, ObjectDescriptor, UnionDescriptor, ValueKind};

/// The maximum number of required fields that are positional arguments. With more, they are set by name.
const MOST_PARAMETERS: usize = 3;

/// The maximum width of a call on one line.
const WIDTH: usize = 80;

/// Constructors that set a field to a value. The others are `new` or `builder`.
const NAMED: [(&str, &str, &str); 4] = [
    ("AnswerShippingQuery", "accept", "ok"),
    ("AnswerPreCheckoutQuery", "accept", "ok"),
    ("InlineQueryResultVideo", "mp4", "mime_type"),
    ("InlineKeyboardButton", "link", ""),
];

/// Returns the call of a bot's function with these parameters.
pub fn call(method: &MethodDescriptor, has_target: bool, parameters: &Json) -> String {
    let function = snake(method.name);
    let object = method.params;
    let members = members(object, parameters);
    let (required, optional): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|(field, _)| is_given(object, field, has_target));
    let of_struct = if has_target {
        // The target comes first.
        let is_target = |field: &FieldDescriptor| matches!(field.name, "chat_id" | "message_id");
        let (target, rest): (Vec<_>, Vec<_>) = required.iter().copied().partition(|(field, _)| is_target(field));
        let required = [target, rest].concat();
        let arguments = arguments(&required);
        Some(format!("{}::in_chat({arguments})", object.name))
    } else if named(object.name).is_some() || required.len() > MOST_PARAMETERS {
        Some(constructor(object, &required))
    } else {
        None
    };
    let arguments = of_struct.unwrap_or_else(|| arguments(&required));
    let mut steps = vec![format!("bot.{function}({arguments})")];
    steps.extend(optional.iter().map(|(field, value)| setter(field, value)));
    steps.push(".await?".to_owned());
    // As rustfmt writes it, on one line or with a line for each step.
    let line = steps.concat();
    if line.len() <= WIDTH { line } else { steps.join("\n    ") }
}

/// Returns an expression for the object.
pub fn object(object: &ObjectDescriptor, value: &Json) -> String {
    // The fields of a `KeyboardButton` have constructors instead of setters.
    for (field, constructor) in [("request_contact", "contact"), ("request_location", "location")] {
        if let (Some(_), Some(text)) = (value.member(field), value.member("text")) {
            return format!("{}::{constructor}({})", object.name, text.text().trim());
        }
    }
    let (required, optional): (Vec<_>, Vec<_>) =
        members(object, value).into_iter().partition(|(field, _)| is_given(object, field, false));
    let setters: String = optional.iter().map(|(field, value)| setter(field, value)).collect();
    constructor(object, &required) + &setters
}

/// Returns the types in an expression, such as `Message` in `Message::new()`.
pub fn names(expression: &str) -> Vec<&str> {
    let paths = expression.split(|letter: char| !(letter.is_alphanumeric() || letter == ':'));
    let mut names: Vec<&str> = paths.filter_map(|path| path.split_once("::")).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns a line that imports names from a module of the crate, or an empty text without names.
pub fn import(module: &str, names: &[&str]) -> String {
    let mut names = names.to_vec();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [] => String::new(),
        [name] => format!("use botwire::{module}::{name};\n"),
        names => format!("use botwire::{module}::{{{}}};\n", names.join(", ")),
    }
}

fn expression(kind: &ValueKind, value: &Json) -> String {
    match (kind, value) {
        (ValueKind::Object(reference), _) => object(reference.get(), value),
        (ValueKind::Union(union), _) => variant(union, value).map_or_else(String::new, |known| object(known, value)),
        (ValueKind::Array(ValueKind::Union(union)), Json::Array(items)) if items.len() > 1 => {
            let item = |item| format!("{}::from({})", union.name, expression(&ValueKind::Union(union), item));
            format!("[{}]", items.iter().map(item).collect::<Vec<_>>().join(", "))
        }
        (ValueKind::Array(item), Json::Array(items)) => {
            let items: Vec<String> = items.iter().map(|value| expression(item, value)).collect();
            format!("[{}]", items.join(", "))
        }
        (ValueKind::OrTrue(other), _) => expression(other, value),
        (ValueKind::Enum(enumeration), Json::String(name)) => {
            let variant = pascal(name.strip_prefix("application/").unwrap_or(name));
            format!("{}::{variant}", enumeration.name)
        }
        (_, Json::String(text)) if text.starts_with(UPLOAD) => {
            let name = text.strip_prefix(UPLOAD).unwrap_or(text);
            format!("InputFile::bytes({}, {})", variable(name), quote(name))
        }
        (_, Json::String(text)) => quote(text),
        (_, Json::Integer(number)) => grouped(*number),
        (_, other) => other.text().trim().to_owned(),
    }
}

/// Returns the variant of a union whose literals and fields a value has.
pub fn variant(union: &UnionDescriptor, value: &Json) -> Option<&'static ObjectDescriptor> {
    let Json::Object(members) = value else { return None };
    let fits = |object: &&&'static ObjectDescriptor| {
        members.iter().all(|(name, _)| object.field(name).is_some())
            && object.fields.iter().all(|field| match field.kind {
                ValueKind::Literal(literal) => value.member(field.name) == Some(&Json::from(literal)),
                _ => !field.required || value.member(field.name).is_some(),
            })
    };
    union.variants.iter().find(fits).copied()
}

fn constructor(object: &ObjectDescriptor, required: &[(&FieldDescriptor, &Json)]) -> String {
    let is_callback = required.iter().any(|(field, _)| field.name == "callback_data");
    let named = named(object.name).map(|named| if is_callback { "callback" } else { named });
    let name = object.name;
    if required.len() <= MOST_PARAMETERS {
        return format!("{name}::{}({})", named.unwrap_or("new"), arguments(required));
    }
    let steps: String = required.iter().map(|(field, value)| setter(field, value)).collect();
    format!("{name}::{}(){steps}.build()", named.unwrap_or("builder"))
}

fn arguments(required: &[(&FieldDescriptor, &Json)]) -> String {
    required.iter().map(|(field, value)| expression(&field.kind, value)).collect::<Vec<_>>().join(", ")
}

fn setter(field: &FieldDescriptor, value: &Json) -> String {
    let name = if field.name == "type" { "kind" } else { field.name };
    format!(".{name}({})", expression(&field.kind, value))
}

/// Returns the fields that the value has.
fn members<'v>(object: &ObjectDescriptor, value: &'v Json) -> Vec<(&'static FieldDescriptor, &'v Json)> {
    let Json::Object(members) = value else { return Vec::new() };
    let set = NAMED.iter().find(|(name, ..)| *name == object.name).map_or("", |(_, _, field)| field);
    let fields = members.iter().filter_map(|(name, value)| Some((object.field(name)?, value)));
    fields
        .filter(|(field, _)| field.name != set && !matches!(field.kind, ValueKind::Literal(_) | ValueKind::True))
        .collect()
}

/// Returns true if a constructor takes the field. Other fields have setters.
fn is_given(object: &ObjectDescriptor, field: &FieldDescriptor, has_target: bool) -> bool {
    let of_target = has_target && matches!(field.name, "chat_id" | "message_id");
    let of_named = named(object.name).is_some() && matches!(field.name, "url" | "callback_data" | "shipping_options");
    field.required || of_target || of_named
}

fn named(name: &str) -> Option<&'static str> {
    NAMED.iter().find(|(object, ..)| *object == name).map(|(_, constructor, _)| *constructor)
}

fn grouped(number: i64) -> String {
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push('_');
        }
        grouped.push(digit);
    }
    grouped
}

/// Converts `sendMessage` to `send_message`.
pub fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
