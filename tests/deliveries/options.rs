//! Returned calls that are sent as ordinary calls, and deadlines that request another delivery.

use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use botwire::client::Error;
use botwire::emulator::{Fault, FaultKind};
use botwire::methods::SendMessage;
use botwire::types::ParseMode;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{AtDeadline, Returned, Webhook};
use pollster::block_on;

use super::answers::answered;
use super::host::{HOOK, Host, calls, message, query, status_and_body};
use super::support::{Gate, Log, poll, world};

#[test]
fn a_returned_call_can_be_an_ordinary_call() {
    let (_, alice, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot).returned(Returned::Call);
    let to = alice.id();
    let response = block_on(webhook.handle(message(1), async move |_, _| SendMessage::new(to, "by a call")));
    assert_eq!(status_and_body(response), (200, String::new()));
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("by a call"));
}

#[test]
fn a_returned_call_that_the_service_refuses_is_reported_and_ends_the_update() {
    let (_, alice, bot) = world();
    let failures = Log::default();
    let webhook = Webhook::new(HOOK).bot(bot).returned(Returned::Call).on_error(failures.of_failures());
    let to = alice.id();
    for _ in 0..2 {
        let unclosed = SendMessage::new(to, "<b>unclosed").parse_mode(ParseMode::Html);
        let response = block_on(webhook.handle(message(1), async move |_, _| unclosed));
        assert_eq!(status_and_body(response), (200, String::new()));
    }
    let failures = failures.take();
    assert!(failures.len() == 1 && failures[0].starts_with("update 1: sendMessage: 400"), "{failures:?}");
}

#[test]
fn a_returned_call_is_sent_after_the_commit_so_its_failure_is_reported_and_the_handler_runs_once() {
    let (emulator, alice, bot) = world();
    let failures = Log::default();
    let webhook = Webhook::new(HOOK).bot(bot).returned(Returned::Call).on_error(failures.of_failures());
    let to = alice.id();
    emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 1000 }).times(1));
    for _ in 0..2 {
        let response = block_on(webhook.handle(message(1), async move |_, _| SendMessage::new(to, "hi")));
        assert_eq!(status_and_body(response), (200, String::new()));
    }
    assert_eq!((alice.next_message(), failures.take().len()), (None, 1));
}

#[test]
fn a_returned_call_that_may_have_been_made_is_not_made_again() {
    let (emulator, alice, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot).returned(Returned::Call).on_error(|_| None);
    let to = alice.id();
    emulator.fault(Fault::new(FaultKind::DropAfter).times(1));
    for expected in [Some("hi"), None] {
        let response = block_on(webhook.handle(message(1), async move |_, _| SendMessage::new(to, "hi")));
        assert_eq!(status_and_body(response), (200, String::new()));
        assert_eq!(alice.next_message().and_then(|received| received.message.text).as_deref(), expected);
    }
}

#[test]
fn without_a_bot_a_returned_call_cannot_be_an_ordinary_call() {
    let failures = Log::default();
    let webhook = Webhook::new(HOOK).returned(Returned::Call).on_error(failures.of_failures());
    let response = block_on(webhook.handle(message(1), async |_, _| SendMessage::new(1, "hi")));
    assert_eq!(status_and_body(response), (200, String::new()));
    assert_eq!(failures.take(), ["update 1: webhook: expected a bot for its calls, got none"]);
}

#[test]
fn an_answer_is_then_an_ordinary_call_too_and_the_handler_gets_its_failure() {
    let (emulator, _, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot).returned(Returned::Call);
    let errors = Log::default();
    let log = errors.clone();
    let response = block_on(webhook.handle(query(1), async move |_, context| {
        let answered = context.answer(answered("early")).await;
        log.push(answered.map_err(|error| error.kind()));
    }));
    assert_eq!(status_and_body(response), (200, String::new()));
    // The emulator does not know this query.
    assert_eq!(errors.take(), [Err("api")]);
    assert_eq!(calls(&emulator).len(), 1);
}

#[test]
fn at_the_deadline_the_answer_can_be_503_and_the_second_delivery_waits_for_the_first() {
    for fails in [false, true] {
        let (emulator, alice, bot) = world();
        let host = Host::default();
        let webhook = host.webhook(&bot).at_deadline(AtDeadline::Retry).on_error(|_| None);
        let (gate, to) = (Gate::default(), alice.id());
        let opened = gate.opened();
        let mut first = pin!(webhook.handle(query(1), async move |_, context| {
            context.answer(answered("early")).await?;
            opened.await;
            assert!(context.is_late());
            let passing = || BoxError::from(Error::Timeout { method: "mine".to_owned(), after: Duration::ZERO });
            if fails { Err(passing()) } else { Ok(SendMessage::new(to, "late")) }
        }));
        assert_eq!(host.answer(&mut first), None);
        emulator.advance(Duration::from_secs(10));
        let Poll::Ready(response) = poll(&mut first) else { panic!("the deadline has passed") };
        assert_eq!(status_and_body(response), (503, String::new()));
        // The answer to the query does not wait for the handler.
        (0..5).for_each(|_| host.turn());
        assert_eq!(calls(&emulator).last().unwrap().0, "answerCallbackQuery");
        let mut second = pin!(webhook.handle(query(1), async move |_, _| SendMessage::new(to, "again")));
        assert_eq!(host.answer(&mut second), None);
        gate.open();
        (0..5).for_each(|_| host.turn());
        let answer = host.answer(&mut second);
        let (status, body) = answer.unwrap();
        assert_eq!((status, body.contains("again")), (200, fails));
        let sent = alice.next_message().and_then(|received| received.message.text);
        assert_eq!(sent.as_deref(), (!fails).then_some("late"));
    }
}
