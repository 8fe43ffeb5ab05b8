//! Markup, commands, and the texts of entities, with the vectors of JavaScript.

#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // tests may panic

use botwire::text::{ArgumentError, FromArguments, Markup, escape_html, escape_markdown, parse, slice};
use botwire::types::{CallbackQuery, ChatId, Message, MessageEntityType};
use serde_json::{Map, Value, json};

const KINDS: [&str; 6] = ["bold", "italic", "code", "pre", "link", "mention"];

fn vectors(text: &str) -> Vec<Value> {
    let vectors: Vec<Value> = serde_json::from_str(text).unwrap();
    assert!(vectors.len() > 8);
    vectors
}

fn markup_vectors() -> Vec<Value> {
    vectors(include_str!("vectors/markup.json"))
}

/// Builds the markup of a tree of strings, lists, and entities.
fn markup(tree: &Value) -> Markup {
    let named = |name: &str| tree[name].as_str().unwrap_or_default();
    match tree {
        Value::String(text) => return text.as_str().into(),
        Value::Array(texts) => return Markup::join(texts.iter().map(markup), ""),
        _ => {}
    }
    let (kind, inner) = KINDS.iter().find_map(|kind| Some((*kind, markup(tree.get(kind)?)))).unwrap();
    match kind {
        "bold" => Markup::bold(inner),
        "italic" => Markup::italic(inner),
        "code" => Markup::code(inner),
        "pre" => Markup::code_block(inner, named("language")),
        "link" => Markup::link(inner, named("url")),
        _ => Markup::mention(inner, tree["user_id"].as_i64().unwrap(), named("scheme")),
    }
}

/// Returns the text without any markup.
fn plain(tree: &Value) -> String {
    match tree {
        Value::String(text) => text.clone(),
        Value::Array(texts) => texts.iter().map(plain).collect(),
        other => KINDS.iter().filter_map(|kind| other.get(kind).map(plain)).collect(),
    }
}

#[test]
fn markup_is_written_as_in_javascript() {
    for vector in markup_vectors() {
        let text = markup(&vector["tree"]);
        assert_eq!(text.to_html(), vector["html"], "{}", vector["why"]);
        assert_eq!(text.to_markdown(), vector["markdown"], "{}", vector["why"]);
    }
}

#[test]
fn what_is_written_is_read_as_the_same_text() {
    for vector in markup_vectors() {
        let (text, expected) = (markup(&vector["tree"]), plain(&vector["tree"]));
        assert_eq!(parse(&text.to_html(), "HTML").unwrap().text, expected, "{}", vector["why"]);
        assert_eq!(parse(&text.to_markdown(), "Markdown").unwrap().text, expected, "{}", vector["why"]);
        for (escaped, mode) in [(escape_html(&expected), "HTML"), (escape_markdown(&expected), "Markdown")] {
            let read = parse(&escaped, mode).unwrap();
            assert_eq!((read.text, read.entities), (expected.clone(), Vec::new()));
        }
    }
}

fn message(input: &Value) -> Message {
    let mut message = json!({ "message_id": 1, "date": 0, "chat": { "id": 1, "type": "private" } });
    let members: &mut Map<String, Value> = message.as_object_mut().unwrap();
    members.extend(input.as_object().unwrap().clone());
    serde_json::from_value(message).unwrap()
}

#[test]
fn markup_takes_borrowed_text() {
    let (name, rest) = ("A & B".to_owned(), std::borrow::Cow::Borrowed("<"));
    let greeting =
        Markup::from("Hi ") + &name + Markup::bold(&name) + rest.clone() + Markup::join([&name, &name], rest);
    assert_eq!(greeting.to_html(), "Hi A &amp; B<b>A &amp; B</b>&lt;A &amp; B&lt;A &amp; B");
}

#[test]
fn commands_are_those_of_javascript() {
    for vector in vectors(include_str!("vectors/commands.json")) {
        let message = message(&vector["message"]);
        let command = message.command(vector["username"].as_str()).map(|command| {
            json!({ "name": command.name, "username": command.username, "arguments": command.arguments, "payload": command.payload })
        });
        assert_eq!(command.unwrap_or_default(), vector["command"], "{}", vector["why"]);
    }
}

#[test]
fn arguments_of_commands_are_typed() {
    for vector in vectors(include_str!("vectors/command-arguments.json")) {
        let parsed = <(u32, String)>::from_arguments(vector["arguments"].as_str().unwrap());
        match &vector["error"] {
            Value::Null => assert_eq!(json!(parsed.unwrap()), vector["parsed"], "{vector}"),
            error => assert_eq!(json!(parsed.unwrap_err().to_string()), *error, "{vector}"),
        }
    }
}

#[test]
fn the_last_argument_takes_the_rest() {
    let command = Message::text_from(42, "/add@my_bot 1 2.5 true 7 x y").command(None).unwrap();
    assert_eq!(command.parse(), Ok((1_u8, 2.5_f64, true, ChatId(7), 'x', 'y')));
    assert_eq!(command.parse(), Ok((String::from("1 2.5 true 7 x y"),)));
    let error: ArgumentError = command.parse::<(u8, f64, bool, ChatId)>().unwrap_err();
    assert_eq!((error.index, error.expected, error.characters), (3, "ChatId", 5));
}

#[test]
fn the_username_of_a_command_may_have_an_at_sign() {
    let message = message(&json!({
        "text": "/Help@My_Bot a", "entities": [{ "type": "bot_command", "offset": 0, "length": 12 }]
    }));
    for (username, is_ours) in
        [("@my_bot", true), ("@MY_BOT", true), ("@@my_bot", false), ("@other_bot", false), ("@", false)]
    {
        assert_eq!(message.command(username).is_some(), is_ours, "{username}");
    }
}

#[test]
fn texts_of_entities_are_those_of_javascript() {
    for vector in vectors(include_str!("vectors/entities.json")) {
        let message = message(&vector["message"]);
        let texts: Vec<Value> = message.entity_texts().map(|(entity, text)| json!([entity.r#type, text])).collect();
        assert_eq!(Value::Array(texts), vector["texts"], "{}", vector["why"]);
    }
}

/// JavaScript returns half a character there, which no Rust string can contain.
#[test]
fn an_entity_that_cuts_a_character_has_no_text() {
    assert_eq!((slice("a😀b", 2, 1), slice("a😀b", 1, 1), slice("a😀b", 1, 2)), (None, None, Some("😀")));
    assert_eq!((slice("abc", -1, 2), slice("abc", 1, -2), slice("abc", i64::MAX, i64::MAX)), (None, None, Some("")));
    let entities = json!([{ "type": "bold", "offset": 1, "length": 1 }, { "type": "code", "offset": 0, "length": 1 }]);
    let message = message(&json!({ "text": "😀", "entities": entities }));
    assert_eq!(message.entity_texts().count(), 0);
    let kinds = |message: &Message| message.entity_texts().map(|(entity, _)| entity.r#type.clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&message), Vec::<MessageEntityType>::new());
}

#[test]
fn quote_names_its_message_and_reply_does_not() {
    let message = message(&json!({ "message_id": 7, "chat": { "id": -5, "type": "group" } }));
    let plain = json!({ "chat_id": -5, "text": "yes" });
    assert_eq!(serde_json::to_value(message.reply("yes")).unwrap(), plain);
    let quote = serde_json::to_value(message.quote("yes")).unwrap();
    assert_eq!(quote, json!({ "chat_id": -5, "text": "yes", "reply_to_message_id": 7 }));
    let query = json!({ "id": "1", "from": { "id": 1, "is_bot": false, "first_name": "A" }, "chat_instance": "1" });
    let query: CallbackQuery = serde_json::from_value(query).unwrap();
    assert!(query.reply("yes").is_none());
    assert_eq!(serde_json::to_value(query.message(message).reply("yes")).unwrap(), plain);
}
