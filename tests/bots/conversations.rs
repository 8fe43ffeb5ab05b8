//! Conversations of users with the emulator: questions, choices, effects, and what ends them, as `js-tests/conversations`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use botwire::emulator::NewChat;
use botwire::types::{ForceReply, ReplyMarkup};
use botwire::webhook::conversations::{Talk, conversation};
use botwire::webhook::stores::{BoxError, SessionStore};
use botwire::webhook::{Choice, Request, Sessions, Webhook, commands, first};
use serde_json::json;

use super::world::World;

#[derive(Debug, Clone, PartialEq, Choice)]
enum Room {
    Garden,
    #[choice("The hall")]
    Hall,
}

#[test]
fn a_booking_from_top_to_bottom() {
    let booked = Arc::new(AtomicU32::new(0));
    let seen = booked.clone();
    let world = World::of(move |talk| {
        let booked = booked.clone();
        async move {
            let name: String = talk.ask("Your name?").await;
            let guests: u8 = talk.ask("How many guests?").range(1..=12).otherwise("From 1 to 12.").await;
            let room: Room = talk.choose("Which room?").columns(2).await;
            let number: u32 =
                talk.once(async move |_| Ok::<_, BoxError>(booked.fetch_add(1, Ordering::SeqCst) + 1)).await?;
            Ok::<_, BoxError>(format!("{name}, {guests}, {room:?}: number {number}."))
        }
    });
    assert_eq!(
        world.asks(["/go", "Al", "13", "x", " 4 "]),
        ["Your name?", "How many guests?", "From 1 to 12.", "From 1 to 12.", "Which room?"]
    );
    assert_eq!(world.ask("/help"), "help", "a command leaves the question open");
    assert_eq!(world.ask("the roof"), "Which room?");
    assert_eq!(world.press("The hall"), None);
    assert_eq!(world.next(), "Al, 4, Hall: number 1.");
    assert_eq!(world.ask("after"), "said after");
    assert_eq!(seen.load(Ordering::SeqCst), 1);
    assert_eq!(world.errors(), [""; 0]);
}

async fn address(talk: &Talk) -> String {
    let city = talk.ask::<String, _>("City?").await;
    format!("{city}, {}", talk.ask::<String, _>("Street?").await)
}

/// `js-tests/conversations/vectors.test.mjs` runs the same.
#[test]
fn a_conversation_says_and_stores_the_same_as_in_javascript() {
    let world = World::new();
    let form = conversation("form", async |talk: Talk| {
        let name: String = talk.ask("Name?").await;
        let age: u8 = talk.ask("Age?").range(1..).otherwise("A number.").await;
        let room = talk.choose_from("Which room?", ["garden", "hall"]).await;
        let number: u8 = talk.once(async |_| Ok::<_, BoxError>(7)).await?;
        let note = "A note of more than sixty characters, which are cut off here é😀😀😀?";
        let note = talk.ask::<String, _>(note).optional("Skip").await.unwrap_or_else(|| "-".to_owned());
        let sure: String = talk.ask("Sure?").id("sure").await;
        let greeting = talk.arguments::<serde_json::Value>()?["greeting"].as_str().map(str::to_owned);
        Ok::<_, BoxError>(format!("{} {name} {age} {room} {number} {note} {sure}", greeting.unwrap_or_default()))
    });
    let go = form.clone();
    let routes = commands().route("form", move |_, _, context| go.start_with(context, json!({ "greeting": "Hello" })));
    let sessions = Sessions::<u32>::new(world.store.clone()).by_user_in_chat();
    let handler = sessions.around(first([form.handler(), routes.into()]));
    let webhook = Webhook::with_store("/hook", world.store.clone()).bot(world.bot.clone());
    let key = format!("{}:session:chat:5:user:5", world.bot.id().unwrap());
    let vectors: Vec<serde_json::Value> = serde_json::from_str(include_str!("../vectors/conversation.json")).unwrap();
    assert_eq!(vectors.len(), 8);
    for vector in vectors {
        let request = Request::new("POST", "/hook").header("Content-Type", "application/json");
        let request = request.body(vector["update"].to_string());
        let response = pollster::block_on(webhook.handle(request, handler.clone()));
        let body = response.into_bytes().unwrap();
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&body).unwrap_or_default(), vector["response"]);
        let stored = pollster::block_on(world.store.read(&key)).unwrap();
        let stored: serde_json::Value = serde_json::from_str(&stored.unwrap_or_else(|| "{}".to_owned())).unwrap();
        assert_eq!(stored["talk"], vector["stored"]["talk"]);
    }
}

#[test]
fn loops_branches_functions_and_questions_at_the_same_time() {
    let world = World::of(async |talk: Talk| {
        let mut items = Vec::<String>::new();
        while talk.choose_from("More?", ["Yes", "No"]).await == "Yes" {
            items.push(talk.ask(format!("Item {}?", items.len() + 1)).await);
        }
        talk.say("Now the address.").await?;
        let place = address(&talk).await;
        let (a, b) = tokio::join!(talk.ask::<String, _>("A?"), talk.ask("B?").range(..=5_u8).otherwise("At most 5."));
        let arguments: serde_json::Value = talk.arguments()?;
        Ok::<_, BoxError>(format!(
            "{} {} {place} {a}{b}",
            arguments["prefix"].as_str().unwrap_or_default(),
            items.join("+")
        ))
    });
    assert_eq!(world.asks(["/go", "yes", "tea", "Yes", "cake"]), ["More?", "Item 1?", "More?", "Item 2?", "More?"]);
    assert_eq!(world.press("No"), None);
    assert_eq!([world.next(), world.next()], ["Now the address.", "City?"]);
    assert_eq!(
        world.asks(["Rome", "Via", "x", "9", "5"]),
        ["Street?", "A?", "B?", "At most 5.", "> tea+cake Rome, Via x5"]
    );
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn contents_optional_answers_and_parsers() {
    let world = World::of(async |talk: Talk| {
        let place = talk.ask_for("Where?", |message| message.location.clone()).optional("Skip").await;
        let note: Option<usize> =
            talk.ask::<String, _>("A note?").parse(|text| Some(text.len())).optional("Nothing").await;
        let word: Option<usize> =
            talk.ask::<String, _>("A word?").parse(|text| Some(text.len())).optional("Nothing").await;
        let contact = talk.ask_for("Your phone?", |message| Some(message.contact.as_ref()?.phone_number.clone())).await;
        format!("{} {note:?} {word:?} {contact}", place.is_none())
    });
    assert_eq!(world.asks(["/go", "there"]), ["Where?", "Where?"]);
    assert_eq!(world.press("Skip"), None);
    assert_eq!(world.next(), "A note?");
    assert_eq!(world.asks(["nothing", "four", "five"]), ["A word?", "Your phone?", "Your phone?"]);
    world.alice.send(botwire::emulator::actions::Sending::contact("+1", "Bob")).unwrap();
    assert_eq!(world.next(), "true None Some(4) +1");
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn a_choice_may_be_optional_too() {
    let world = World::of(async |talk: Talk| {
        let mut rooms = Vec::new();
        for day in ["Monday", "Tuesday", "Sunday"] {
            rooms.push(talk.choose_from(format!("{day}?"), ["garden", "hall"]).optional("None").await);
        }
        format!("{rooms:?}")
    });
    assert_eq!(world.asks(["/go"]), ["Monday?"]);
    assert_eq!(world.press("None"), None);
    assert_eq!(world.next(), "Tuesday?");
    assert_eq!(world.press("hall"), None);
    assert_eq!(world.next(), "Sunday?");
    assert_eq!(world.asks(["none"]), [r#"[None, Some("hall"), None]"#]);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn in_a_group_an_answer_is_a_reply_to_the_bot() {
    let world = World::of(async |talk: Talk| format!("Hello, {}.", talk.ask::<String, _>("Your name?").await));
    let members = vec![world.emulator.bot().id()];
    let group = world.emulator.chat(NewChat { members, ..NewChat::new(world.alice.id()) }).unwrap();
    let alice = world.alice.at(&group);
    alice.write("/go").unwrap();
    let question = alice.next_message().unwrap();
    assert!(matches!(question.reply_markup, Some(ReplyMarkup::ForceReply(_))));
    assert!(question.message.reply_to_message.is_some());
    alice.reply(&question.message, "Al").unwrap();
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("Hello, Al."));
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn in_a_group_the_reply_that_a_question_asks_for_is_for_all_after_a_press_which_quotes_nobody() {
    let world = World::of(async |talk: Talk| {
        let word = talk.choose_from("Which?", ["a", "b"]).await;
        format!("{word} {}", talk.ask::<String, _>("Why?").await)
    });
    let members = vec![world.emulator.bot().id()];
    let group = world.emulator.chat(NewChat { members, ..NewChat::new(world.alice.id()) }).unwrap();
    let alice = world.alice.at(&group);
    alice.write("/go").unwrap();
    alice.press(&alice.next_message().unwrap(), "b").unwrap();
    let question = alice.next_message().unwrap();
    assert!(question.message.reply_to_message.is_none());
    assert_eq!(question.reply_markup, Some(ReplyMarkup::ForceReply(ForceReply::new())));
    alice.reply(&question.message, "because").unwrap();
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("b because"));
    assert_eq!(world.errors(), [""; 0]);
}
