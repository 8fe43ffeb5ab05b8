//! The context of a handler, and the tasks that it starts.

use std::sync::{Arc, Mutex};

use botwire::client::Error;
use botwire::methods::SendMessage;
use botwire::types::{Update, UpdateKind};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Context, InlineCall, Webhook};
use pollster::block_on;
use serde_json::json;

use super::host::{HOOK, Host, message};
use super::support::{Log, world};

#[test]
fn a_context_knows_its_update() {
    let webhook = Webhook::new(HOOK);
    let seen = Arc::new(Mutex::new(None));
    let place = seen.clone();
    block_on(webhook.handle_with(message(1).header("X-Trace", "t"), "env", async move |_, context| {
        let error = context.bot().unwrap_err().to_string();
        let header = context.request().get_header("x-trace");
        *place.lock().unwrap() = Some((context.kind().cloned(), *context.env(), header, context.is_late(), error));
    }));
    let missing = "webhook: expected a bot for its calls, got none".to_owned();
    let expected = (Some(UpdateKind::Message), "env", Some("t".to_owned()), false, missing);
    assert_eq!(seen.lock().unwrap().take(), Some(expected));
}

#[test]
fn a_log_of_a_context_and_a_request_shows_no_path() {
    let shown = Arc::new(Mutex::new(String::new()));
    let place = shown.clone();
    block_on(Webhook::new(HOOK).handle(message(1), async move |_, context| {
        *place.lock().unwrap() = format!("{context:?} {:?}", context.request());
    }));
    let expected = "Context { kind: Some(Message), is_late: false, .. } Request { method: \"POST\", .. }";
    assert_eq!(*shown.lock().unwrap(), expected);
}

/// Returns the texts of an error and its sources, as programs print them.
fn chain(error: &(dyn std::error::Error + 'static)) -> Vec<String> {
    std::iter::successors(Some(error), |error| error.source()).map(ToString::to_string).collect()
}

#[test]
fn a_chain_of_errors_shows_each_text_once() {
    let chains = Log::default();
    let log = chains.clone();
    let webhook = Webhook::new(HOOK).on_error(move |failure| {
        log.push(chain(failure));
        None
    });
    let inner = || std::io::Error::other("x".parse::<i64>().unwrap_err());
    block_on(webhook.handle(message(1), async move |_, _| Err::<(), BoxError>(inner().into())));
    let call = || InlineCall::named("sendMessage", &json!({"chat_id": 1, "text": 5}));
    block_on(webhook.handle(message(2), async move |_, _| call()));
    let call = "update 2: sendMessage: text: expected a String, got 5";
    assert_eq!(chains.take(), [vec!["update 1: invalid digit found in string"], vec![call]]);
}

#[test]
fn tasks_are_awaited_and_their_failures_reported() {
    let (_, alice, bot) = world();
    let failures = Log::default();
    let to = alice.id();
    let tasks = async move |_: Update, context: Context| {
        context.wait_until(async move { SendMessage::new(to, "by a task") });
        context.wait_until(async { Err::<(), BoxError>("a task".into()) });
        SendMessage::new(1, "response")
    };
    let host = Host::default();
    for (id, webhook) in [(1, Webhook::new(HOOK).bot(bot.clone())), (2, host.webhook(&bot))] {
        let webhook = webhook.on_error(failures.of_failures());
        let answer = host.answer(webhook.handle(message(id), tasks));
        assert!(answer.unwrap().1.contains("response"));
        (0..5).for_each(|_| host.turn());
        assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("by a task"));
    }
    assert_eq!(failures.take(), ["update 1: a task", "update 2: a task"]);
}

#[test]
fn a_delivery_can_be_handled_on_any_thread() {
    fn sent<T: Send>(value: T) -> T {
        value
    }
    fn shared<T: Send + Sync + 'static>(_: &T) {}
    let (_, _, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot);
    shared(&webhook);
    let handled = sent(webhook.handle(message(1), async |update: Update, context: Context| {
        shared(&context);
        Ok::<_, Error>(update.message.map(|message| SendMessage::new(message.chat.id, "hi")))
    }));
    assert_eq!(block_on(handled).status(), 200);
}
