//! What ends a conversation, and what happens if a step fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use botwire::types::ReplyMarkup;
use botwire::webhook::conversations::{Talk, conversation};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Sessions, commands, first};

use super::world::{World, bot};

#[test]
fn cancel_another_start_old_buttons_and_second_presses() {
    let world = World::of(async |talk: Talk| format!("Got {}", talk.choose_from("Which?", ["a", "b"]).await));
    assert_eq!(world.asks(["/cancel", "/go", "/go"]), ["Nothing to cancel.", "Which?", "Which?"]);
    let messages = world.alice.messages();
    let questions: Vec<_> = messages.iter().filter(|seen| seen.reply_markup.is_some()).collect();
    let press = |at: usize, text: &str| match world.alice.press(questions[at], text).unwrap() {
        botwire::emulator::Press::Callback(callback) => callback.answer().unwrap().text,
        other => panic!("{other:?}"),
    };
    assert_eq!(press(0, "a").as_deref(), Some("This button is no longer active."));
    let data = match &questions[1].reply_markup {
        Some(ReplyMarkup::InlineKeyboardMarkup(keyboard)) => {
            keyboard.inline_keyboard[1][0].callback_data.clone().unwrap()
        }
        other => panic!("{other:?}"),
    };
    assert!(data.starts_with("~talk:") && data.ends_with(":0:1"), "{data}");
    assert_eq!(press(1, "b"), None);
    assert_eq!(world.next(), "Got b");
    assert_eq!(world.asks(["/go", "/cancel", "hi"]), ["Which?", "Canceled.", "said hi"]);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn a_question_that_nobody_answers_in_time() {
    let talk = conversation("talk", async |talk: Talk| talk.ask::<String, _>("Your name?").await);
    let world = World::with(&talk.timeout(Duration::from_secs(60)).too_late("Too late.").cancel(None));
    assert_eq!(world.asks(["/go", "/cancel"]), ["Your name?", "Nothing to cancel."]);
    world.emulator.advance(Duration::from_secs(120));
    assert_eq!(world.asks(["Al", "Al"]), ["Too late.", "said Al"]);
}

#[test]
fn a_deployment_with_other_questions_ends_it_with_a_text() {
    let two = |a: &'static str, b: &'static str, id: &'static str| {
        conversation("talk", move |talk: Talk| async move {
            let first: String = talk.ask(a).id(id).await;
            format!("{first} {}", talk.ask::<String, _>(b).await)
        })
    };
    let one = conversation("talk", async |talk: Talk| talk.ask::<String, _>("A?").id("a").await);
    let world = World::with(&two("A?", "B?", "a"));
    for (after, expected) in
        [(two("A?", "C?", "a"), "step 2 was «ask B?» and is now «ask C?»"), (one, "ended before the question «ask B?»")]
    {
        assert_eq!(world.asks(["/go", "1"]), ["A?", "B?"]);
        world.redeploy(&after);
        assert_eq!(world.ask("2"), "Something has changed here. Please start again.");
        let errors = world.errors();
        assert!(errors.len() == 1 && errors[0].contains(expected), "{errors:?}");
        assert_eq!(world.ask("hello"), "said hello");
        world.redeploy(&two("A?", "B?", "a"));
    }
    // With an identifier, a text may change.
    assert_eq!(world.ask("/go"), "A?");
    world.redeploy(&two("What is A?", "B?", "a"));
    assert_eq!(world.asks(["1", "2"]), ["B?", "1 2"]);
    // A stored answer of another type.
    assert_eq!(world.asks(["/go", "x"]), ["What is A?", "B?"]);
    world.redeploy(&conversation("talk", async |talk: Talk| {
        let number: u8 = talk.ask("A?").id("a").await;
        format!("{number} {}", talk.ask::<String, _>("B?").await)
    }));
    assert_eq!(world.ask("2"), "Something has changed here. Please start again.");
    assert!(world.errors()[0].contains("has another type"));
}

#[test]
fn too_many_steps() {
    let talk = conversation("talk", async |talk: Talk| while talk.ask::<String, _>("More?").await != "no" {});
    let world = World::with(&talk.max_steps(3).broken("The end."));
    assert_eq!(world.asks(["/go", "1", "2", "3"]), ["More?", "More?", "More?", "The end."]);
    assert!(world.errors()[0].contains("more than 3 steps"));
}

#[test]
fn a_step_that_fails_after_an_answer_is_reported_once_and_the_last_question_asked_again() {
    let is_down = Arc::new(AtomicBool::new(true));
    let (down, effects) = (is_down.clone(), Arc::new(AtomicU32::new(0)));
    let world = World::of(move |talk| {
        let (is_down, effects, more) = (is_down.clone(), effects.clone(), effects.clone());
        async move {
            let name: String = talk.ask("Your name?").await;
            talk.say("Thank you.").await?;
            let paid: u32 = talk.once(async move |_| Ok::<_, BoxError>(effects.fetch_add(1, Ordering::SeqCst))).await?;
            let booked: u32 = talk
                .once(async move |_| {
                    let is_down = is_down.load(Ordering::SeqCst);
                    if is_down { Err("the database is down") } else { Ok(more.fetch_add(1, Ordering::SeqCst)) }
                })
                .await?;
            Ok::<_, BoxError>(format!("{name} {paid} {booked}"))
        }
    });
    assert_eq!(world.asks(["/go", "Al"]), ["Your name?", "Thank you."]);
    assert_eq!(world.next(), "Your name?");
    assert_eq!(world.errors(), ["Handler(\"the database is down\")"]);
    down.store(false, Ordering::SeqCst);
    assert_eq!(world.ask("Bo"), "Bo 0 1");
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn an_answer_that_is_too_large_to_be_saved_is_reported_and_asked_for_again() {
    let effects = Arc::new(AtomicU32::new(0));
    let count = effects.clone();
    let talk = conversation("talk", move |talk: Talk| {
        let effects = count.clone();
        async move {
            let when: String = talk.ask("When?").await;
            let number: u32 =
                talk.once(async move |_| Ok::<_, BoxError>(effects.fetch_add(1, Ordering::SeqCst))).await?;
            let more: String = talk.ask("More?").await;
            Ok::<_, BoxError>(format!("{} {number} {}", when.len(), more.len()))
        }
    });
    let world = World::new();
    let sessions = Sessions::<u32>::new(world.store.clone()).by_user_in_chat().max_bytes(3000);
    world.deploy(sessions.around(bot(&talk)));
    let of = |length| "x".repeat(length);
    assert_eq!(world.asks(["/go", &of(3500)]), ["When?", "When?"]);
    let errors = world.errors();
    assert!(errors.len() == 1 && errors[0].contains("at most 3000 bytes (max_bytes)"), "{errors:?}");
    assert_eq!(world.asks([&of(2000), &of(2000)]), ["More?", "More?"]);
    assert_eq!(world.errors().len(), 1);
    // The effect of the first answer that was refused is kept.
    assert_eq!(world.ask("y"), "2000 0 1");
    assert_eq!(effects.load(Ordering::SeqCst), 1);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn a_failure_that_the_conversation_handles_takes_the_same_way_each_time() {
    let runs = Arc::new(AtomicU32::new(0));
    let count = runs.clone();
    let world = World::of(move |talk| {
        let runs = runs.clone();
        async move {
            let name: String = talk.ask("Your name?").await;
            let sold = talk.once(async move |_| {
                runs.fetch_add(1, Ordering::SeqCst);
                Err::<u8, _>("sold out")
            });
            let sold = sold.await.map_err(|error| error.to_string());
            format!("{name} {sold:?} {}", talk.ask::<String, _>("Another day?").await)
        }
    });
    assert_eq!(world.asks(["/go", "Al", "yes"]), ["Your name?", "Another day?", "Al Err(\"sold out\") yes"]);
    assert_eq!(count.load(Ordering::SeqCst), 1);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn a_body_that_fails_before_its_first_question_fails_as_any_handler() {
    let world = World::of(async |_: Talk| Err::<(), _>("a bug"));
    world.alice.write("/go").unwrap();
    assert_eq!(world.ask("hi"), "said hi");
    assert_eq!(world.errors(), ["Handler(\"a bug\")"]);
}

#[test]
fn the_session_beside_it_belongs_to_the_user() {
    let world = World::of(async |talk: Talk| {
        let name: String = talk.ask("Your name?").await;
        let add = async |once: botwire::webhook::conversations::Once| {
            let mut count = once.session::<u32>()?;
            *count += 1;
            assert!(once.key().starts_with("talk:"));
            Ok::<_, botwire::client::Error>(*count)
        };
        talk.once(add).await?;
        let again: String = talk.ask("Another?").await;
        let count = talk.once(add).await?;
        Ok::<_, BoxError>(format!("{name} {again} {count}"))
    });
    assert_eq!(world.asks(["/go", "a", "b"]), ["Your name?", "Another?", "a b 2"]);
    assert_eq!(world.asks(["/go", "a", "b"]), ["Your name?", "Another?", "a b 4"]);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn it_needs_sessions_around_it_a_place_before_what_starts_it_and_a_name() {
    let talk = conversation("talk", async |talk: Talk| talk.ask::<String, _>("?").await);
    let world = World::new();
    world.deploy(bot(&talk).as_fn());
    world.alice.write("hi").unwrap();
    assert!(world.errors()[0].contains("Sessions::around"));
    let routes = commands().route("go", {
        let talk = talk.clone();
        move |_, _, context| talk.start(context)
    });
    let sessions = Sessions::<()>::new(world.store.clone());
    world.deploy(sessions.around(first([routes.into(), talk.handler()])));
    world.alice.write("/go").unwrap();
    assert!(world.errors()[0].contains("first([talk.handler(), …])"));
    for name in ["", "1a", "a b", "aaaaaaaaaaaaaaaaaaaaa"] {
        world.redeploy(&conversation(name, async |_: Talk| {}));
        world.alice.write("hi").unwrap();
        assert!(world.errors()[0].contains("beginning with a letter"), "{name}");
    }
}
