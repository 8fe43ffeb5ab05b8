//! Answers of getUpdates that arrive after an update was handled.

use std::pin::{Pin, pin};
use std::time::Duration;

use botwire::client::{Bot, Error, Request, Response, Transport, TransportError};
use botwire::emulator::{Emulator, EmulatorUser};
use botwire::types::Update;
use botwire::webhook::{Context, poll};
use serde_json::Value;

use super::support::{Gate, Log, poll as turn, world_of};
use super::{end, until, waiting};

/// The emulator, whose second answer to a request for updates waits. Only short pauses end.
struct Slow {
    emulator: Emulator,
    asked: Log<Value>,
    second_answer: Gate,
}

/// Returns a bot whose pauses never end if they are longer than 100 ms.
pub fn bot_with_long_pauses(emulator: &Emulator) -> Bot {
    let second_answer = Gate::default();
    second_answer.open();
    let slow = Slow { emulator: emulator.clone(), asked: Log::default(), second_answer };
    Bot::with_transport("http://127.0.0.1", emulator.bot().token(), slow).unwrap()
}

impl Transport for Slow {
    async fn send(&self, request: Request) -> Result<Response, TransportError> {
        let is_poll = request.url.ends_with("/getUpdates");
        if is_poll {
            let body = request.clone().body.into_bytes().unwrap();
            self.asked.push(serde_json::from_slice(&body).unwrap());
        }
        let is_second = is_poll && self.asked.len() == 2;
        let response = self.emulator.send(request).await;
        if is_second {
            self.second_answer.opened().await;
        }
        response
    }

    async fn sleep(&self, wait: Duration) -> Result<(), TransportError> {
        if wait > Duration::from_millis(100) { std::future::pending().await } else { Ok(()) }
    }

    async fn look_again(&self, _: Duration) -> Result<(), TransportError> {
        std::future::pending().await
    }
}

struct World {
    emulator: Emulator,
    alice: EmulatorUser,
    bot: Bot,
    asked: Log<Value>,
    errors: Log<String>,
    handled: Log<String>,
    handler_gate: Gate,
    second_answer: Gate,
    stop: Gate,
}

fn world() -> World {
    let (emulator, mut users, _) = world_of(1);
    let (asked, second_answer) = (Log::default(), Gate::default());
    let slow = Slow { emulator: emulator.clone(), asked: asked.clone(), second_answer: second_answer.clone() };
    let bot = Bot::with_transport("http://127.0.0.1", emulator.bot().token(), slow).unwrap();
    let alice = users.remove(0);
    alice.write("a").unwrap();
    let (errors, handled, handler_gate, stop) = Default::default();
    World { emulator, alice, bot, asked, errors, handled, handler_gate, second_answer, stop }
}

impl World {
    fn run(&self) -> Pin<Box<dyn Future<Output = Result<(), Error>>>> {
        let (log, gate, errors) = (self.handled.clone(), self.handler_gate.clone(), self.errors.clone());
        let handle = move |update: Update, _: Context| {
            let (log, gate) = (log.clone(), gate.clone());
            async move {
                gate.opened().await;
                log.push(update.message.unwrap().text.unwrap());
            }
        };
        let updates = self.bot.updates().on_error(move |error| errors.push(error.to_string()));
        Box::pin(poll(&self.bot, handle).updates(updates).run(self.stop.opened()))
    }

    /// Handles the first update while the second request waits for its answer, which repeats it.
    fn race(&self, polling: &mut Pin<&mut impl Future<Output = Result<(), Error>>>) {
        until(polling, || self.asked.len() == 2);
        self.handler_gate.open();
        until(polling, || self.handled.len() == 1);
        self.second_answer.open();
        until(polling, || self.asked.len() == 3);
    }
}

#[test]
fn an_answer_that_repeats_what_was_handled_meanwhile_is_no_error() {
    let world = world();
    let mut polling = pin!(world.run());
    world.race(&mut polling);
    world.alice.write("b").unwrap();
    until(&mut polling, || world.handled.len() == 2);
    world.stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!((world.handled.take().concat().as_str(), world.errors.take()), ("ab", vec![]));
    assert_eq!(waiting(&world.emulator), 0);
}

#[test]
fn such_an_answer_confirms_nothing() {
    let world = world();
    let mut polling = pin!(world.run());
    until(&mut polling, || world.asked.len() == 2);
    world.handler_gate.open();
    until(&mut polling, || world.handled.len() == 1);
    world.second_answer.open();
    let _ = turn(&mut polling);
    world.stop.open();
    assert_eq!(end(&mut polling), Ok(()));
    assert_eq!(waiting(&world.emulator), 0);
}

#[test]
fn after_such_an_answer_the_offset_is_omitted_when_nothing_comes() {
    let world = world();
    let mut polling = pin!(world.run());
    world.race(&mut polling);
    assert!(world.asked.take()[2]["offset"].is_number());
    world.emulator.advance(Duration::from_secs(31));
    until(&mut polling, || world.asked.len() == 1);
    assert!(world.asked.take()[0].get("offset").is_none());
}

#[test]
fn the_next_request_follows_at_once_when_all_are_handled() {
    let world = world();
    world.second_answer.open();
    let mut polling = pin!(world.run());
    until(&mut polling, || world.asked.len() == 2);
    for _ in 0..10 {
        assert!(turn(&mut polling).is_pending());
    }
    assert_eq!(world.asked.len(), 2, "it pauses while the handler runs");
    world.handler_gate.open();
    until(&mut polling, || world.asked.len() == 3);
    assert_eq!(world.handled.len(), 1);
}
