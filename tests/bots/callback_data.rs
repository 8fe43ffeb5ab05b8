//! Callback data with the vectors of JavaScript (`js-tests/handlers/callback-data.test.mjs`), and presses of buttons.

use std::fmt::Debug;

use botwire::methods::EditMessageText;
use botwire::types::InlineKeyboardMarkup;
use botwire::webhook::{CallbackData, Choice, DataKind, Handler, OldButton, first, on, on_message, pressed};
use serde_json::{Value, json};

use super::world::World;

#[derive(Debug, Clone, Copy, PartialEq, Choice)]
enum Mode {
    List,
    Grid,
}

#[derive(Debug, PartialEq, CallbackData)]
#[data("page")]
struct Page {
    index: i64,
    mode: Mode,
    is_open: bool,
    note: String,
}

#[derive(Debug, PartialEq, CallbackData)]
struct Plain {}

#[derive(Debug, PartialEq, CallbackData)]
#[data("Turn-1", old = "Please open the list again.")]
struct Turn {
    index: u16,
}

/// Compares a type with the vectors of its name.
fn matches<D: CallbackData + Debug + PartialEq>(make: impl Fn(&Value) -> D) {
    let vectors: Vec<Value> = serde_json::from_str(include_str!("../vectors/callback-data.json")).unwrap();
    let vector = vectors.iter().find(|vector| vector["name"] == D::NAME).unwrap();
    let kind = |kind: &DataKind| match kind {
        DataKind::Text => json!("text"),
        DataKind::Integer(_) => json!("integer"),
        DataKind::Boolean => json!("boolean"),
        DataKind::Choice(names) => json!(names),
        other => panic!("{other:?}"),
    };
    let fields: Vec<Value> = D::FIELDS.iter().map(|(name, of)| json!([name, kind(of)])).collect();
    assert_eq!(json!(fields), vector["fields"]);
    for packed in vector["packed"].as_array().unwrap() {
        let (value, data) = (make(&packed["values"]), packed["data"].as_str().unwrap());
        assert_eq!(value.pack(), data);
        assert_eq!(D::parse(data), Ok(Some(value)));
    }
    for data in vector["old"].as_array().unwrap() {
        assert_eq!(D::parse(data.as_str().unwrap()), Err(OldButton), "{data}");
    }
    for data in vector["other"].as_array().unwrap() {
        assert_eq!(D::parse(data.as_str().unwrap()), Ok(None), "{data}");
    }
}

#[test]
fn data_is_packed_and_parsed_as_in_javascript() {
    matches(|values| Page {
        index: values["index"].as_i64().unwrap(),
        mode: if values["mode"] == "list" { Mode::List } else { Mode::Grid },
        is_open: values["is_open"] == true,
        note: values["note"].as_str().unwrap().to_owned(),
    });
    matches(|_| Plain {});
    matches(|values| Turn { index: values["index"].as_u64().unwrap().try_into().unwrap() });
}

#[test]
fn integers_keep_their_whole_range() {
    #[derive(Debug, PartialEq, CallbackData)]
    #[data("all")]
    struct All {
        a: i64,
        b: u64,
        c: i8,
    }
    for (a, b, c) in [(i64::MIN, u64::MAX, i8::MIN), (i64::MAX, 0, i8::MAX)] {
        let value = All { a, b, c };
        let data = value.pack();
        assert!(data.len() <= 64, "{data}");
        assert_eq!(All::parse(&data), Ok(Some(value)));
    }
    let data = Turn { index: 9 }.pack();
    assert_eq!(Turn::parse(&data.replace(":9", ":1ekg")), Err(OldButton), "65,536 is not an u16");
}

fn pages() -> Handler {
    let keyboard =
        |index: u16| InlineKeyboardMarkup::new([[Turn { index: index + 1 }.button("Next"), Plain {}.button("Stop")]]);
    first([
        pressed(move |query, turn: Turn, _| {
            let edit = EditMessageText::of_query(&query, format!("Page {}", turn.index));
            let edit = edit.map(|edit| edit.reply_markup(keyboard(turn.index)));
            async move { edit }
        }),
        pressed(async |query, _: Plain, context| {
            context.answer(query.answer().text("Stopped")).await?;
            Ok::<_, botwire::client::Error>(query.reply("The end"))
        }),
        on(|update| update.callback_query.clone(), async |query, _| query.answer().text("not mine")),
        on_message(
            |message| message.text.clone(),
            move |message, _, _| {
                let reply = message.reply("Page 0").reply_markup(keyboard(0));
                async move { reply }
            },
        ),
    ])
}

#[test]
fn a_press_gives_the_fields_back_and_is_answered_once() {
    let world = World::new();
    world.deploy(pages().as_fn());
    assert_eq!(world.ask("/pages"), "Page 0");
    assert_eq!(world.press("Next"), None);
    assert_eq!(world.press("Next"), None);
    assert_eq!(world.alice.messages().last().unwrap().message.text.as_deref(), Some("Page 2"));
    let seen = world.alice.messages().pop().unwrap();
    let data = Turn { index: 1 }.pack();
    let (start, _) = data.split_once(':').unwrap();
    for (data, answer) in [
        ("Turn-1~zz:1", "Please open the list again."),
        (&format!("{start}:1:2"), "Please open the list again."),
        ("x", "not mine"),
    ] {
        let botwire::emulator::Press::Callback(callback) = world.alice.press_with(&seen, "Next", data).unwrap() else {
            panic!()
        };
        assert_eq!(callback.answer().unwrap().text.as_deref(), Some(answer), "{data}");
    }
    assert_eq!(world.press("Stop").as_deref(), Some("Stopped"));
    assert_eq!(world.next(), "The end");
    assert_eq!(world.errors(), [""; 0]);
    let answers = world.emulator.log(0).into_iter().filter(|entry| entry["method"] == "answerCallbackQuery").count();
    assert_eq!(answers, 6);
}
