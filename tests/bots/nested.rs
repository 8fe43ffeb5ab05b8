//! Nested conversations: functions that ask, which conversations and other such functions call.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use botwire::webhook::conversations::{Conversation, ConversationError, Once, Talk, conversation};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Sessions, commands, first};

use super::world::World;

type Effects = Arc<Mutex<Vec<String>>>;

/// The innermost one. `None` if the user goes back.
async fn house(talk: &Talk, street: &str) -> Option<u32> {
    talk.ask(format!("Which number in {street}?")).range(1..).otherwise("A number, please.").optional("Back").await
}

/// Asks for an address until it is whole.
async fn address(talk: &Talk, whose: &str, effects: &Effects) -> Result<String, ConversationError> {
    let city: String = talk.ask(format!("{whose} city?")).await;
    let zip: usize = talk
        .once(async |_: Once| {
            let mut effects = effects.lock().unwrap();
            effects.push(city.clone());
            Ok::<_, BoxError>(effects.len())
        })
        .await?;
    loop {
        let street: String = talk.ask(format!("{whose} street?")).await;
        if let Some(number) = house(talk, &street).await {
            return Ok(format!("{street} {number}, {zip} {city}"));
        }
    }
}

fn order(effects: &Effects) -> Conversation {
    let effects = effects.clone();
    conversation("talk", move |talk: Talk| {
        let effects = effects.clone();
        async move {
            let what: String = talk.ask("What?").await;
            let from = address(&talk, "Your", &effects).await?;
            let is_other = talk.choose_from("Another one?", ["yes", "no"]).await == "yes";
            let to = if is_other { address(&talk, "Their", &effects).await? } else { from.clone() };
            Ok::<_, BoxError>(format!("{what}: {from} > {to}"))
        }
    })
}

#[test]
fn an_inner_one_asks_its_questions_twice_in_a_run_with_a_restart_before_each_answer() {
    let effects = Effects::default();
    let world = World::with(&order(&effects));
    let questions = [
        ("/go", "What?"),
        ("tea", "Your city?"),
        ("Rome", "Your street?"),
        ("Via", "Which number in Via?"),
        ("back", "Your street?"),
        ("Corso", "Which number in Corso?"),
        ("x", "A number, please."),
        ("5", "Another one?"),
        ("yes", "Their city?"),
        ("Oslo", "Their street?"),
        ("Gate", "Which number in Gate?"),
        ("2", "tea: Corso 5, 1 Rome > Gate 2, 2 Oslo"),
        ("end", "said end"),
    ];
    for (text, expected) in questions {
        // Another program over the same store.
        world.redeploy(&order(&effects));
        assert_eq!(world.ask(text), expected);
    }
    assert_eq!(*effects.lock().unwrap(), ["Rome", "Oslo"]);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn cancel_and_the_timeout_in_the_inner_one_end_the_whole_conversation() {
    let world = World::with(&order(&Effects::default()).timeout(Duration::from_secs(60)).too_late("Too late."));
    world.asks(["/go", "tea", "Rome", "Via"]);
    assert_eq!(world.ask("/cancel"), "Canceled.");
    assert_eq!(world.press("Back").as_deref(), Some("This button is no longer active."));
    assert_eq!(world.ask("5"), "said 5");
    world.asks(["/go", "tea", "Rome"]);
    // Each question has its own minute.
    world.emulator.advance(Duration::from_secs(50));
    assert_eq!(world.ask("Via"), "Which number in Via?");
    world.emulator.advance(Duration::from_secs(50));
    assert_eq!(world.ask("no"), "A number, please.");
    world.emulator.advance(Duration::from_secs(120));
    assert_eq!(world.asks(["5", "5"]), ["Too late.", "said 5"]);
    assert_eq!(world.errors(), [""; 0]);
}

#[test]
fn a_deployment_that_changes_the_open_question_of_the_inner_one_ends_all_of_it() {
    let order = |street: &'static str| {
        conversation("talk", move |talk: Talk| async move {
            let what: String = talk.ask("What?").await;
            let inner =
                async { format!("{}, {}", talk.ask::<String, _>("City?").await, talk.ask::<String, _>(street).await) };
            format!("{what} {}", inner.await)
        })
    };
    let world = World::with(&order("Street?"));
    assert_eq!(world.asks(["/go", "tea"]), ["What?", "City?"]);
    world.redeploy(&order("Road?"));
    assert_eq!(world.ask("Rome"), "Road?");
    world.redeploy(&order("Place?"));
    assert_eq!(world.ask("Via"), "Something has changed here. Please start again.");
    let errors = world.errors();
    assert!(errors.len() == 1 && errors[0].contains("step 3 was «ask Road?» and is now «ask Place?»"), "{errors:?}");
}

#[test]
fn starting_a_conversation_inside_of_another_one_is_refused() {
    let inner = conversation("inner", async |talk: Talk| talk.ask::<String, _>("?").await);
    let other = inner.clone();
    let outer = conversation("outer", move |talk: Talk| {
        let other = other.clone();
        async move {
            talk.ask::<String, _>("Name?").await;
            talk.once(async move |once| other.start((*once).clone()).await.map(|_| ())).await
        }
    });
    let go = outer.clone();
    let routes = commands().route("go", move |_, _, context| go.start(context));
    let world = World::new();
    let sessions = Sessions::<()>::new(world.store.clone()).by_user_in_chat();
    world.deploy(sessions.around(first([inner.handler(), outer.handler(), routes.into()])));
    assert_eq!(world.asks(["/go", "Al"]), ["Name?", "Name?"]);
    let errors = world.errors();
    assert!(errors.len() == 1 && errors[0].contains("a start in a conversation"), "{errors:?}");
}
