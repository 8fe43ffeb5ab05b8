//! Values of parameters: mostly valid ones, by the name and the kind of the field, and sometimes invalid ones.

use botwire::wire::{FieldDescriptor, ObjectDescriptor, ValueKind};
use serde_json::{Map, Value, json};

/// A list of random choices, each of which is used once.
pub struct Choices<'a> {
    left: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub fn new(choices: &'a [u8]) -> Self {
        Self { left: choices.iter() }
    }

    pub fn next(&mut self) -> usize {
        usize::from(self.left.next().copied().unwrap_or(0))
    }

    pub fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.next() % all.len()].clone()
    }
}

/// The values that parameters may refer to.
pub struct Known {
    pub users: Vec<i64>,
    pub chats: Vec<i64>,
    pub files: Vec<String>,
    pub queries: Vec<String>,
}

const TEXTS: [&str; 6] = ["hi", "/start x", "<b>bold</b> & more", "*b* _i_", "😀é", " "];

pub fn parameters(object: &ObjectDescriptor, choices: &mut Choices<'_>, known: &Known, depth: usize) -> Value {
    let mut input = Map::new();
    for field in object.fields {
        // Optional ones are rare, so that most calls succeed. Required ones are seldom missing.
        let wanted = if field.spec.required { choices.next() % 50 != 1 } else { choices.next() % 5 == 1 };
        if wanted {
            input.insert(field.name.to_owned(), value(field, choices, known, depth));
        }
    }
    Value::Object(input)
}

fn value(field: &FieldDescriptor, choices: &mut Choices<'_>, known: &Known, depth: usize) -> Value {
    let choice = choices.next();
    match (field.name, field.spec.kind) {
        _ if choice == 255 => json!({ "unexpected": [null, 1e300] }),
        ("chat_id" | "from_chat_id", _) => json!(choices.of(&known.chats)),
        ("user_id", _) => json!(choices.of(&known.users)),
        ("message_id" | "reply_to_message_id", _) => json!(1 + choice % 12),
        ("parse_mode", _) => json!(choices.of(&["HTML", "Markdown"])),
        // A waiting poll does not survive a snapshot.
        ("timeout", _) => json!(0),
        ("offset", _) if choice.is_multiple_of(2) => json!(0),
        ("url", _) => json!(choices.of(&["https://bot.example/hook", "", "http://127.0.0.1:9/hook", "ftp://x"])),
        ("currency", _) => json!("EUR"),
        ("until_date", _) => json!(choices.of(&[0_i64, 1_790_000_600, 1_800_000_000, 5])),
        ("latitude" | "longitude", _) => json!(f64::from(u8::try_from(choice).unwrap_or(0)) - 100.0),
        ("game_short_name", _) => json!("g"),
        ("callback_query_id" | "inline_query_id" | "shipping_query_id" | "pre_checkout_query_id" | "file_id", _)
            if !choice.is_multiple_of(4) =>
        {
            let all = if field.name == "file_id" { &known.files } else { &known.queries };
            if all.is_empty() { json!("1") } else { json!(choices.of(all)) }
        }
        (_, kind) => of_kind(kind, choices, known, depth),
    }
}

fn of_kind(kind: ValueKind, choices: &mut Choices<'_>, known: &Known, depth: usize) -> Value {
    let choice = choices.next();
    match kind {
        ValueKind::Integer => json!(choices.of(&[0, 1, 5, 60, 100, 86_400, -1, i64::from(i32::MAX)])),
        ValueKind::Id | ValueKind::ChatId => json!(choices.of(&known.chats)),
        ValueKind::Float => json!(f64::from(u8::try_from(choice).unwrap_or(0)) / 2.0),
        ValueKind::Boolean => json!(choice.is_multiple_of(2)),
        ValueKind::True => json!(true),
        ValueKind::Literal(text) => json!(text),
        ValueKind::Enum(all) => json!(all.values[choice % all.values.len()].name),
        ValueKind::File | ValueKind::FileOrString | ValueKind::Attach => {
            if known.files.is_empty() {
                json!("https://files.example/a.png")
            } else {
                json!(choices.of(&known.files))
            }
        }
        ValueKind::Object(object) if depth < 4 => parameters(object.get(), choices, known, depth + 1),
        ValueKind::Union(union) if depth < 4 => {
            parameters(union.variants[choice % union.variants.len()], choices, known, depth + 1)
        }
        ValueKind::Array(item) => (0..choice % 4).map(|_| of_kind(*item, choices, known, depth + 1)).collect(),
        ValueKind::OrTrue(inner) => of_kind(*inner, choices, known, depth),
        _ => json!(choices.of(&TEXTS)),
    }
}
