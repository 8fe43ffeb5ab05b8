//! The rows of "Coming from teloxide", as a program that uses them.

use std::future::poll_fn;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Bot, Defaults, Error, Throttle};
use botwire::emulator::actions::{Sending, SentKind};
use botwire::emulator::{Emulator, Fault, FaultKind, NewUser};
use botwire::text::Commands;
use botwire::types::{InlineKeyboardButton, InlineKeyboardMarkup, InputFile, ParseMode, Update};
use botwire::webhook::stores::{BoxError, MemoryStore};
use botwire::webhook::{
    Context, Event, Handler, InlineCall, Pass, Request, Sessions, Webhook, commands, first, handler, in_private, on,
    on_command, on_message, poll, poll_with, when,
};
use pollster::block_on;
use serde::{Deserialize, Serialize};

use super::world::World;

/// Runs until a condition holds, which is tested whenever something has happened.
async fn until(mut condition: impl FnMut() -> bool) {
    poll_fn(|_| if condition() { Poll::Ready(()) } else { Poll::Pending }).await;
}

fn polled() -> (Emulator, botwire::emulator::EmulatorUser, Bot) {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() }).unwrap();
    let bot = emulator.client().unwrap();
    (emulator, alice, bot)
}

#[test]
fn calls_are_checked_before_they_are_sent() {
    let world = World::new();
    let (bot, chat) = (&world.bot, world.alice.id());
    world.alice.write("hi").unwrap();
    block_on(async {
        let sent = bot.send_message(chat, "<b>a</b>").parse_mode(ParseMode::Html).await.unwrap();
        assert_eq!((sent.text.as_deref(), sent.entities.unwrap().len()), (Some("a"), 1));
        let keyboard = InlineKeyboardMarkup::new([[InlineKeyboardButton::callback("Yes", "yes")]]);
        bot.send_message(chat, "Sure?").reply_markup(keyboard).await.unwrap();
        let calls = || world.emulator.log(0).len();
        let before = calls();
        let error = bot.send_message(chat, "x".repeat(4097)).await.unwrap_err();
        assert!(matches!(error, Error::Validation { .. }), "{error}");
        assert_eq!(calls(), before);
        let file = InputFile::bytes(b"PDF".to_vec(), "report.pdf");
        let sent = bot.send_document(chat, file).await.unwrap();
        assert_eq!(sent.document.unwrap().file_name.as_deref(), Some("report.pdf"));
        // The adaptor `DefaultParseMode`, and `Throttle`.
        let html = bot.clone().with(Defaults::new().parse_mode(ParseMode::Html)).with(Throttle::per_second(30.0));
        assert_eq!(html.send_message(chat, "<i>b</i>").await.unwrap().text.as_deref(), Some("b"));
    });
    let texts: Vec<_> = world.alice.messages().into_iter().filter_map(|seen| seen.message.text).collect();
    assert_eq!(texts, ["hi", "a", "Sure?", "b"]);
}

#[test]
fn reply_does_not_quote_and_quote_does() {
    let world = World::new();
    world.deploy(
        on_message(
            |message| message.text.clone(),
            async |message, text, _| if text == "quote" { message.quote("quoted") } else { message.reply("replied") },
        )
        .as_fn(),
    );
    let quoted = |text| {
        world.alice.write(text).unwrap();
        world.alice.next_message().unwrap().message.reply_to_message.is_some()
    };
    assert_eq!([quoted("quote"), quoted("reply")], [true, false]);
}

#[test]
fn polling_ends_with_its_future_and_a_loop_over_updates_sees_their_kinds() {
    let (_emulator, alice, bot) = polled();
    alice.write("a").unwrap();
    let echo = async |update: Update, _: Context| {
        let message = update.message?;
        Some(message.reply(message.text.clone()?))
    };
    let seen = || alice.messages().len();
    block_on(poll(&bot, echo).run(until(|| seen() == 2))).unwrap();
    assert_eq!(seen(), 2);
    alice.write("b").unwrap();
    alice.send(Sending::file_of(SentKind::Photo, "a.png", *b"x")).unwrap();
    let mut updates = bot.updates();
    block_on(async {
        let mut kinds = Vec::new();
        while kinds.len() < 2 {
            match updates.next().await.unwrap().unwrap().into_event() {
                Some(Event::Message(message)) => kinds.push(message.photo.is_some()),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(kinds, [false, true]);
    });
}

#[derive(Debug, Commands)]
enum Command {
    /// Says your age.
    Age(u8),
}

async fn thanks(update: Update, _: Context) -> Result<InlineCall, Pass> {
    let message = update.message.ok_or(Pass)?;
    if message.text.as_deref() == Some("thanks") { Ok(message.reply("welcome").into()) } else { Err(Pass) }
}

#[test]
fn commands_handlers_that_pass_and_the_help_line() {
    let world = World::new();
    let bot: Handler = first([
        on_command(async |message, Command::Age(age): Command, _| message.reply(format!("You are {age}."))),
        commands().route("start", async |message, _, _| message.reply("started")).into(),
        handler(thanks),
        when(
            |update| update.message.as_ref().is_some_and(|message| message.text.as_deref() == Some("test")),
            on_message(|message| message.text.clone(), async |message, _, _| message.reply("tested")),
        ),
        on(|update| update.inline_query.clone(), async |_, _| {}),
        in_private(on_message(|message| message.text.clone(), async |message, _, _| message.reply("private"))),
    ]);
    world.deploy(bot.as_fn());
    assert_eq!(
        world.asks(["/age 7", "/age old", "/start", "thanks", "test", "hi"]),
        ["You are 7.", "/age <value> Says your age.", "started", "welcome", "tested", "private"]
    );
    assert_eq!(world.errors(), [""; 0]);
}

#[derive(Clone)]
struct Env {
    lines: Arc<Mutex<Vec<String>>>,
}

#[test]
fn dependencies_are_the_env_of_the_context() {
    let (_emulator, alice, bot) = polled();
    let env = Env { lines: Arc::default() };
    alice.write("a").unwrap();
    let kept = async |update: Update, context: Context<Env>| {
        let text = update.message.and_then(|message| message.text).unwrap_or_default();
        context.env().lines.lock().unwrap().push(text);
    };
    let lines = env.lines.clone();
    block_on(poll_with(&bot, env, kept).run(until(|| lines.lock().unwrap().len() == 1))).unwrap();
    assert_eq!(*lines.lock().unwrap(), ["a"]);
}

#[derive(Debug, Default, Serialize, Deserialize)]
enum State {
    #[default]
    Start,
    Name,
    Size {
        name: String,
    },
}

#[test]
fn a_dialogue_is_a_session_with_an_enum_and_is_saved_only_if_the_handler_succeeds() {
    let world = World::new();
    let step = on_message(
        |message| message.text.clone(),
        async |message, text, context| {
            let mut state = context.session::<State>()?;
            let (next, answer) = match std::mem::take(&mut *state) {
                State::Start => (State::Name, "Name?".to_owned()),
                State::Name => (State::Size { name: text }, "Size?".to_owned()),
                State::Size { name } => (State::Start, format!("{name} {text}")),
            };
            *state = next;
            if answer.ends_with("fail") { Err(BoxError::from("a bug")) } else { Ok(message.reply(answer)) }
        },
    );
    world.deploy(Sessions::<State>::new(MemoryStore::default()).around(step));
    assert_eq!(world.asks(["a", "Al"]), ["Name?", "Size?"]);
    world.alice.write("fail").unwrap();
    assert_eq!(world.errors(), ["Handler(\"a bug\")"]);
    assert_eq!(world.asks(["40", "b"]), ["Al 40", "Name?"]);
}

#[test]
fn a_temporary_failure_before_any_effect_runs_the_handler_again_at_most_four_times_in_all() {
    let (_emulator, alice, bot) = polled();
    alice.write("a").unwrap();
    let (runs, failures) = (Arc::new(AtomicU32::new(0)), Arc::new(Mutex::new(Vec::new())));
    let (count, log) = (runs.clone(), failures.clone());
    let failing = move |_: Update, _: Context| {
        count.fetch_add(1, Ordering::SeqCst);
        async { Err::<(), _>(Error::Timeout { method: "sendMessage".to_owned(), after: Duration::from_secs(1) }) }
    };
    let polling = poll(&bot, failing).on_error(move |failure| log.lock().unwrap().push(failure.will_retry));
    block_on(polling.run(until(|| failures.lock().unwrap().last() == Some(&false)))).unwrap();
    assert_eq!(runs.load(Ordering::SeqCst) as usize, failures.lock().unwrap().len());
    assert_eq!(*failures.lock().unwrap(), [true, true, true, false]);
}

#[test]
fn an_update_that_arrives_twice_is_handled_once() {
    let runs = Arc::new(AtomicU32::new(0));
    let webhook = Webhook::with_store("/hook", MemoryStore::default());
    for _ in 0..2 {
        let count = runs.clone();
        let request = Request::new("POST", "/hook").header("Content-Type", "application/json");
        let request = request
            .body(r#"{"update_id":1,"message":{"message_id":1,"date":1,"chat":{"id":5,"type":"private"},"text":"a"}}"#);
        let once = async move |update: Update, _: Context| {
            count.fetch_add(1, Ordering::SeqCst);
            Some(update.message?.reply("pong"))
        };
        let response = block_on(webhook.handle(request, once));
        assert!(String::from_utf8(response.into_bytes().unwrap()).unwrap().contains("pong"));
    }
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[test]
fn the_name_of_the_bot_is_asked_once() {
    let world = World::new();
    let asked = || world.emulator.log(0).iter().filter(|entry| entry.to_string().contains("getMe")).count();
    block_on(async {
        for _ in 0..3 {
            assert_eq!(world.bot.username().await.unwrap(), "my_bot");
        }
        assert_eq!(asked(), 1);
        world.bot.get_me().await.unwrap();
        world.bot.get_me().await.unwrap();
        assert_eq!(asked(), 3);
        world.emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 5 }).method("sendMessage").times(1));
        let error = world.bot.send_message(5, "a").await.unwrap_err();
        assert!(matches!(&error, Error::Api { error_code: 429, .. }), "{error}");
    });
}
