//! Commands as values of an enum.

use botwire::text::Commands;
use botwire::webhook::{Handler, first, on_command, on_message};

use super::world::World;

#[derive(Debug, PartialEq, Commands)]
enum Command {
    /// Adds two numbers,
    /// however large
    Add {
        a: i64,
        b: i64,
    },
    /// Saves a note
    Note(String),
    /// Repeats
    Again {
        word: String,
        times: Option<u8>,
    },
    #[command("new")]
    StartAgain,
    TellTheTime,
}

fn read(text: &str) -> Option<Result<Command, String>> {
    let length = i64::try_from(text.find(' ').unwrap_or(text.len())).unwrap();
    let command = botwire::text::command(text, length, None).unwrap();
    Command::from_command(&command).map(|read| read.map_err(|error| error.to_string()))
}

#[test]
fn a_command_becomes_a_value() {
    let again = |times| Ok(Command::Again { word: "a".to_owned(), times });
    for (text, command) in [
        ("/add 1 2", Some(Ok(Command::Add { a: 1, b: 2 }))),
        ("/add  1   -2 ", Some(Ok(Command::Add { a: 1, b: -2 }))),
        ("/add 1", Some(Err("arguments[1]: expected i64, got nothing".to_owned()))),
        ("/add 1 2 3", Some(Err("arguments[1]: expected i64, got a text of 3 characters".to_owned()))),
        ("/note two words", Some(Ok(Command::Note("two words".to_owned())))),
        ("/again a", Some(again(None))),
        ("/again a 3", Some(again(Some(3)))),
        ("/again a b", Some(Err("arguments[1]: expected u8, got a text of 1 character".to_owned()))),
        ("/NEW whatever", Some(Ok(Command::StartAgain))),
        ("/tell_the_time", Some(Ok(Command::TellTheTime))),
        ("/start_again", None),
    ] {
        assert_eq!(read(text), command, "{text}");
    }
}

#[test]
fn the_help_lists_what_is_documented() {
    let help =
        "/add <a> <b> Adds two numbers, however large\n/note <value> Saves a note\n/again <word> [times] Repeats";
    assert_eq!(Command::help(), help);
    assert_eq!(
        Command::LIST.iter().map(|info| info.name).collect::<Vec<_>>(),
        ["add", "note", "again", "new", "tell_the_time"]
    );
}

#[test]
fn commands_that_are_not_its_own_are_passed() {
    let world = World::new();
    let handler: Handler = first([
        on_command(async |message, command: Command, _| message.reply(format!("{command:?}"))),
        on_message(|message| message.text.clone(), async |message, text, _| message.reply(format!("passed {text}"))),
    ]);
    world.deploy(handler.as_fn());
    assert_eq!(world.ask("/add 1 2"), "Add { a: 1, b: 2 }");
    assert_eq!(world.ask("/add@my_bot 1 2"), "Add { a: 1, b: 2 }");
    assert_eq!(world.ask("/add 1"), "/add <a> <b> Adds two numbers, however large");
    for text in ["/add@other_bot 1 2", "/sub 1 2", "add 1 2"] {
        assert_eq!(world.ask(text), format!("passed {text}"));
    }
    assert_eq!(world.errors(), [""; 0]);
}
