//! Handlers that pass what is not their own.

use botwire::emulator::{
    NewChat,
    actions::{Sending, SentKind},
};
use botwire::types::Update;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{
    Context, Handler, InlineCall, Pass, Sessions, callback_routes, commands, first, handler, in_channels, in_groups,
    in_private, on_message, when,
};

use super::world::World;

async fn thanks(update: Update, _: Context) -> Result<Option<InlineCall>, BoxError> {
    let message = update.message.ok_or(Pass)?;
    match message.text.as_deref() {
        Some("thanks") => Ok(Some(message.reply("You are welcome.").into())),
        Some("fail") => Err("a bug".into()),
        Some("nothing") => Ok(None),
        _ => Err(Pass.into()),
    }
}

fn module() -> Handler {
    let routes = commands().route("note", async |message, command, _| message.reply(command.arguments));
    first([routes.into(), callback_routes().into(), handler(thanks)])
}

#[test]
fn the_next_handler_gets_what_is_passed() {
    let world = World::new();
    let last = on_message(|message| message.text.clone(), async |message, text, _| message.chat.reply(text));
    let photos = on_message(
        |message| message.photo.clone(),
        async |message, sizes, _| message.reply(format!("{} sizes", sizes.len())),
    );
    let refuses = on_message(|message| message.text.clone(), async |_, _, _| Err::<(), _>(Pass));
    world.deploy(first([module(), photos, refuses, last]).as_fn());
    assert_eq!(world.ask("thanks"), "You are welcome.");
    assert_eq!(world.ask("/note a b"), "a b");
    assert_eq!(world.ask("/note@other_bot a"), "/note@other_bot a");
    assert_eq!(world.ask("hi"), "hi");
    assert_eq!(world.ask("nothing"), "");
    world.alice.send(Sending::file_of(SentKind::Photo, "a.png", *b"x")).unwrap();
    assert!(world.next().ends_with("sizes"));
    assert_eq!(world.errors(), [""; 0]);
    world.alice.write("fail").unwrap();
    assert_eq!(world.errors(), ["Handler(\"a bug\")"]);
}

#[test]
fn filters_pass_other_chats() {
    let world = World::new();
    let says = |text: &'static str| {
        on_message(|message| message.text.clone(), move |message, _, _| async move { message.reply(text) })
    };
    world.deploy(
        first([
            in_channels(says("channel")),
            when(|update| update.user_id().is_none(), says("nobody")),
            in_private(says("private")),
            in_groups(says("group")),
        ])
        .as_fn(),
    );
    assert_eq!(world.ask("hi"), "private");
    let group = world
        .emulator
        .chat(NewChat { members: vec![world.emulator.bot().id()], ..NewChat::new(world.alice.id()) })
        .unwrap();
    let alice = world.alice.at(&group);
    alice.write("/hi").unwrap();
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("group"));
}

#[test]
fn an_update_that_all_pass_is_handled() {
    let world = World::new();
    world.deploy(first([module(), first([])]).as_fn());
    assert_eq!(world.ask("hi"), "");
    assert_eq!(world.errors(), [""; 0]);
    // Outside of a handler that can pass, it is an error.
    world.deploy(thanks);
    world.alice.write("hi").unwrap();
    let errors = world.errors();
    assert!(errors[0].contains("Pass"), "{errors:?}");
}

#[test]
fn functions_find_their_session() {
    let world = World::new();
    let counted = on_message(
        |message| message.text.clone(),
        async |message, text, context| {
            if text == "held" {
                let held = context.session::<u32>()?;
                let second = context.session::<u32>().unwrap_err();
                drop(held);
                return Ok(message.reply(second));
            }
            if text == "other" {
                return Ok(message.reply(context.session::<String>().unwrap_err()));
            }
            let mut count = context.session::<u32>()?;
            *count += 1;
            Ok::<_, botwire::client::Error>(message.reply(*count))
        },
    );
    let sessions = Sessions::<u32>::new(world.store.clone());
    world.deploy(sessions.around(counted.clone()));
    assert_eq!([world.ask("a"), world.ask("b")], ["1", "2"]);
    assert_eq!(world.ask("held"), "session: expected a session that was dropped, got one in use");
    assert_eq!(world.ask("other"), "session: expected the type of the Sessions around the handler, got another one");
    assert_eq!(world.ask("c"), "3");
    world.deploy(counted.as_fn());
    world.alice.write("d").unwrap();
    assert!(world.errors()[0].contains("Sessions::around"));
}
