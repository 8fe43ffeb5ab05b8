//! Handlers that take longer than the service waits.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use botwire::client::{Error, Middleware, Next, OutgoingCall, Retry};
use botwire::emulator::{Fault, FaultKind};
use botwire::methods::SendMessage;
use botwire::webhook::{InlineCall, Webhook};
use pollster::block_on;
use serde_json::Value;

use super::answers::{ANSWER, answered};
use super::host::{HOOK, Host, calls, message, payment, query, status_and_body};
use super::support::{Gate, Log, poll, world};

#[test]
fn a_slow_handler_is_answered_for_at_the_deadline() {
    let (emulator, alice, bot) = world();
    let host = Host::default();
    let webhook = host.webhook(&bot);
    let (gate, contexts) = (Gate::default(), Log::default());
    let (opened, log) = (gate.opened(), contexts.clone());
    let to = alice.id();
    let mut work = pin!(webhook.handle(query(1), async move |_, context| {
        context.answer(answered("early")).await.unwrap();
        log.push(context.clone());
        opened.await;
        assert!(context.is_late());
        SendMessage::new(to, "late")
    }));
    assert_eq!(host.answer(&mut work), None);
    emulator.advance(Duration::from_secs(9));
    assert!(poll(&mut work).is_pending());
    emulator.advance(Duration::from_secs(1));
    let Poll::Ready(response) = poll(&mut work) else { panic!("the deadline has passed") };
    assert_eq!(status_and_body(response), (200, ANSWER.to_owned()));
    let context = contexts.take().remove(0);
    let second = block_on(context.answer(answered("again"))).unwrap_err();
    assert_eq!(second.to_string(), "answer: expected one answer to a query, got a second one");
    gate.open();
    (0..5).for_each(|_| host.turn());
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("late"));
    // It was already handled.
    let repeated = host.answer(webhook.handle(query(1), async |_, _| SendMessage::new(1, "again")));
    assert_eq!(repeated, Some((200, String::new())));
}

/// Delays each call until its gate is open.
struct Delay(Gate);

impl Middleware for Delay {
    async fn call(&self, call: OutgoingCall, next: Next<'_>) -> Result<Option<Value>, Error> {
        let result = next.run(call).await;
        self.0.opened().await;
        result
    }
}

#[test]
fn a_returned_call_that_middleware_delays_beyond_the_deadline_is_sent_and_not_made_again() {
    let (emulator, alice, bot) = world();
    let (host, gate) = (Host::default(), Gate::default());
    let webhook = host.webhook(&bot.with(Delay(gate.clone())));
    let to = alice.id();
    let mut work = pin!(webhook.handle(message(1), async move |_, _| SendMessage::new(to, "late")));
    assert_eq!(host.answer(&mut work), None);
    emulator.advance(Duration::from_secs(10));
    let Poll::Ready(response) = poll(&mut work) else { panic!("the deadline has passed") };
    // Nothing is committed yet.
    assert_eq!(status_and_body(response), (503, String::new()));
    gate.open();
    (0..5).for_each(|_| host.turn());
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("late"));
    let again = host.answer(webhook.handle(message(1), async move |_, _| SendMessage::new(to, "again")));
    assert_eq!((again, alice.next_message()), (Some((200, String::new())), None));
}

#[test]
fn without_a_host_that_keeps_tasks_the_response_waits_for_the_handler() {
    let (emulator, alice, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot);
    let gate = Gate::default();
    let (opened, to) = (gate.opened(), alice.id());
    let mut work = pin!(webhook.handle(message(1), async move |_, _| {
        opened.await;
        SendMessage::new(to, "in the response")
    }));
    assert!(poll(&mut work).is_pending());
    emulator.advance(Duration::from_secs(60));
    assert!(poll(&mut work).is_pending());
    gate.open();
    let Poll::Ready(response) = poll(&mut work) else { panic!("the handler is over") };
    assert!(status_and_body(response).1.contains("in the response"));
}

#[test]
fn an_answer_after_the_deadline_is_a_call() {
    let (emulator, _, bot) = world();
    let host = Host::default();
    for (request, deadline, answer, expected) in [
        (query(1), 10, InlineCall::from(answered("late")), "answerCallbackQuery"),
        (payment(2), 8, botwire::methods::AnswerPreCheckoutQuery::accept("p").into(), "answerPreCheckoutQuery"),
    ] {
        let webhook = host.webhook(&bot);
        let errors = Log::default();
        let log = errors.clone();
        let mut work = pin!(webhook.handle(request, async move |_, context| {
            poll_fn(|_| if context.is_late() { Poll::Ready(()) } else { Poll::Pending }).await;
            let answered = context.answer(answer).await.map_err(|error| error.kind());
            log.push(answered);
        }));
        assert_eq!(host.answer(&mut work), None);
        emulator.advance(Duration::from_secs(deadline));
        assert!(
            matches!(poll(&mut work), Poll::Ready(response) if status_and_body(response.clone()) == (200, String::new()))
        );
        (0..5).for_each(|_| host.turn());
        // The emulator does not know this query: the call was made, and the handler receives its failure.
        assert_eq!(calls(&emulator).last().unwrap().0, expected);
        assert_eq!(errors.take(), [Err("api")]);
    }
}

#[test]
fn a_late_payment_is_confirmed_in_its_time_or_not_at_all() {
    let (emulator, alice, bot) = world();
    let host = Host::default();
    let webhook = host.webhook(&bot);
    let errors = Log::default();
    let (log, to) = (errors.clone(), alice.id());
    let mut work = pin!(webhook.handle(payment(1), async move |_, context| {
        poll_fn(|_| if context.is_late() { Poll::Ready(()) } else { Poll::Pending }).await;
        let answered = context.answer(botwire::methods::AnswerPreCheckoutQuery::accept("p")).await;
        log.push(answered.map_err(|error| error.kind()));
        SendMessage::new(to, "too late")
    }));
    assert_eq!(host.answer(&mut work), None);
    emulator.advance(Duration::from_secs(8));
    assert!(poll(&mut work).is_ready());
    // Each of the two calls is retried after 15 s, which pass at once. The service waits 10 s for the confirmation.
    emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 15 }).times(2));
    (0..50).for_each(|_| host.turn());
    assert_eq!(errors.take(), [Err("timeout")]);
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("too late"));
}

#[test]
fn a_late_call_is_repeated_unless_the_bot_has_a_policy_of_its_own() {
    for (retry, expected) in [(Retry::NONE, Some("late")), (Retry::times(1).total(Duration::ZERO), None)] {
        let (emulator, alice, bot) = world();
        let host = Host::default();
        let webhook = host.webhook(&bot.retry(retry)).on_error(|_| None);
        let (gate, to) = (Gate::default(), alice.id());
        let opened = gate.opened();
        let mut work = pin!(webhook.handle(message(1), async move |_, _| {
            opened.await;
            SendMessage::new(to, "late")
        }));
        assert_eq!(host.answer(&mut work), None);
        emulator.advance(Duration::from_secs(10));
        assert!(poll(&mut work).is_ready());
        emulator.fault(Fault::new(FaultKind::RateLimit { retry_after: 3 }).times(1));
        gate.open();
        (0..5).for_each(|_| host.turn());
        assert_eq!(alice.next_message().and_then(|received| received.message.text).as_deref(), expected);
    }
}
