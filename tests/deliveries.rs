//! The whole webhook natively: deliveries of the emulator, the context of a handler, the deadline.
#![cfg(all(feature = "client", feature = "emulator", not(target_arch = "wasm32")))]
#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

use botwire::client::{Bot, Error};
use botwire::emulator::{Emulator, EmulatorUser, NewUser, WebhookResponse};
use botwire::methods::{AnswerCallbackQuery, SendMessage, SetWebhook};
use botwire::types::{Update, UpdateKind};
use botwire::webhook::stores::BoxError;
use botwire::webhook::{Cause, Context, Event, InlineCall, Request, Response, Setting, Task, Webhook};
use pollster::block_on;
use serde_json::{Value, json};

const HOOK: &str = "/hook/secret";

fn poll<T>(future: &mut Pin<&mut impl Future<Output = T>>) -> Poll<T> {
    future.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop()))
}

fn world() -> (Emulator, EmulatorUser, Bot) {
    let emulator = Emulator::new();
    let alice = emulator.user(NewUser { first_name: Some("Alice".into()), ..NewUser::default() }).unwrap();
    alice.unblock().unwrap();
    let bot = emulator.client().unwrap();
    (emulator, alice, bot)
}

fn request(body: &Value) -> Request {
    Request::new("POST", HOOK).header("Content-Type", "application/json").body(body.to_string())
}

/// A delivery of a query whose answer the emulator does not await.
fn query(update_id: i64) -> Request {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    let query = json!({"id": "q", "from": from, "chat_instance": "c", "data": "x"});
    request(&json!({"update_id": update_id, "callback_query": query}))
}

fn payment(update_id: i64) -> Request {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    let query = json!({"id": "p", "from": from, "currency": "EUR", "total_amount": 1, "invoice_payload": "x"});
    request(&json!({"update_id": update_id, "pre_checkout_query": query}))
}

fn message(update_id: i64) -> Request {
    let message = json!({"message_id": 1, "date": 1, "chat": {"id": 42, "type": "private"}, "text": "hi"});
    request(&json!({"update_id": update_id, "message": message}))
}

fn told(response: Response) -> (u16, String) {
    (response.status(), String::from_utf8(response.into_bytes().unwrap()).unwrap())
}

/// The names of the methods that the bot called, and their parameters.
fn calls(emulator: &Emulator) -> Vec<(String, Value)> {
    let calls = emulator.log(0).into_iter().filter(|entry| entry["kind"] == "call");
    calls.map(|entry| (entry["method"].as_str().unwrap().to_owned(), entry["parameters"].clone())).collect()
}

/// Tasks that a host keeps up, run when a test says so.
#[derive(Clone, Default)]
struct Host(Arc<Mutex<Vec<Task>>>);

impl Host {
    fn webhook(&self, bot: &Bot) -> Webhook {
        let tasks = self.0.clone();
        Webhook::new(HOOK).bot(bot.clone()).wait_until(move |task| tasks.lock().unwrap().push(task))
    }

    /// Polls every task once.
    fn turn(&self) {
        let tasks = std::mem::take(&mut *self.0.lock().unwrap());
        let left = tasks.into_iter().filter_map(|mut task| {
            let is_over = poll(&mut pin!(poll_fn(|context| task.as_mut().poll(context)))).is_ready();
            (!is_over).then_some(task)
        });
        let left: Vec<Task> = left.collect();
        self.0.lock().unwrap().extend(left);
    }

    /// The response to a delivery, while tasks go on beside it.
    fn answer(&self, work: impl Future<Output = Response>) -> Option<(u16, String)> {
        let mut work = pin!(work);
        for _ in 0..20 {
            if let Poll::Ready(response) = poll(&mut work) {
                return Some(told(response));
            }
            self.turn();
        }
        None
    }
}

#[test]
fn the_emulator_delivers_to_the_webhook_of_the_program() {
    let (emulator, alice, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot.clone());
    emulator.on_delivery(move |delivery| {
        let path = delivery.url.strip_prefix("https://bot.example").unwrap();
        let request =
            Request::new("POST", path).header("content-type", "application/json").body(delivery.body.as_str());
        let response = block_on(webhook.handle(request, async |update, context| {
            let message = update.message?;
            context.bot().ok()?.send_message(message.chat.id, "by a call").await.ok()?;
            Some(SendMessage::new(message.chat.id, format!("{}!", message.text?)))
        }));
        let mut reply = WebhookResponse::new(response.status());
        for (name, value) in response.headers() {
            assert_eq!(name, "content-type");
            reply.content_type = value;
        }
        reply.body = response.into_bytes().unwrap();
        reply
    });
    block_on(async { bot.send(SetWebhook::new(format!("https://bot.example{HOOK}"))).await }).unwrap();
    alice.write("hi").unwrap();
    let seen: Vec<_> = (0..2).map(|_| alice.next_message().unwrap().message.text.unwrap()).collect();
    assert_eq!(seen, ["by a call", "hi!"]);
}

#[test]
fn the_guard_and_the_memory_are_those_of_wasm32() {
    let webhook = Webhook::new(HOOK).max_body_bytes(300).on_error(|_| None);
    let never = async |_: Update, _: Context| -> () { panic!("the handler was called") };
    for (request, status) in [
        (Request::new("GET", HOOK), 405),
        (Request::new("POST", "/hook/secreT"), 404),
        (Request::new("POST", HOOK).header("content-type", "text/plain"), 415),
        (Request::new("POST", HOOK).body("{"), 400),
        (Request::new("POST", HOOK).body(vec![b' '; 301]), 413),
    ] {
        let response = block_on(webhook.handle(request, never));
        assert_eq!(response.status(), status);
        assert_eq!(response.headers(), if status == 405 { vec![("allow", "POST".to_owned())] } else { vec![] });
    }
    let echo = async |update: Update, _| Some(SendMessage::new(1, update.message?.text?));
    let echoed = r#"{"method":"sendMessage","chat_id":1,"text":"hi"}"#.to_owned();
    // A clone shares the memory, as in the state of a router.
    let clone = webhook.clone();
    assert_eq!(told(block_on(webhook.handle(message(1), echo))), (200, echoed.clone()));
    assert_eq!(told(block_on(clone.handle(message(1), echo))), (200, String::new()));
    assert_eq!(told(block_on(Webhook::new(HOOK).handle(message(1), echo))), (200, echoed.clone()));
    let failing = async |_, _| -> Result<(), BoxError> { Err("no".into()) };
    assert_eq!(told(block_on(webhook.handle(message(2), failing))), (500, String::new()));
    assert_eq!(told(block_on(webhook.handle(message(2), echo))), (200, echoed));
}

#[test]
fn another_delivery_waits_for_the_one_in_hand() {
    let webhook = Webhook::new(HOOK);
    let mut first = Box::pin(webhook.handle(message(1), async |_, _| std::future::pending::<()>().await));
    assert!(poll(&mut first.as_mut()).is_pending());
    let mut second = pin!(webhook.handle(message(1), async |_, _| SendMessage::new(1, "second")));
    assert!(poll(&mut second).is_pending());
    drop(first);
    let Poll::Ready(response) = poll(&mut second) else { panic!("it waits for one that was dropped") };
    assert!(told(response).1.contains("second"));
}

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

#[test]
fn a_failure_has_its_cause_as_its_source() {
    let sources = Arc::new(Mutex::new(Vec::new()));
    let log = sources.clone();
    let webhook = Webhook::new(HOOK).on_error(move |failure| {
        log.lock().unwrap().push(std::error::Error::source(failure).map(ToString::to_string));
        None
    });
    block_on(webhook.handle(message(1), async |_, _| Err::<(), BoxError>("the handler".into())));
    let call = || InlineCall::named("sendMessage", &json!({"chat_id": 1, "text": 5}));
    block_on(webhook.handle(message(2), async move |_, _| call()));
    let call = "sendMessage: text: expected a String, got 5";
    assert_eq!(*sources.lock().unwrap(), [Some("the handler".to_owned()), Some(call.to_owned())]);
}

#[test]
fn a_refused_delivery_is_reported_with_its_reason() {
    let reasons = Arc::new(Mutex::new(Vec::new()));
    let log = reasons.clone();
    let webhook = Webhook::new(HOOK).on_reject(move |rejection, _| log.lock().unwrap().push(rejection.to_string()));
    for _ in 0..2 {
        block_on(webhook.handle(message(1), async |_, _| {}));
    }
    let expected = "answered with 200: update_id: expected an update that was not handled, got 1 again";
    assert_eq!(*reasons.lock().unwrap(), [expected]);
    assert_eq!([200, 299, 300, 404].map(|status| Response::new(status).is_success()), [true, true, false, false]);
}

#[test]
fn a_returned_call_may_hold_a_replacement_character() {
    let handled = block_on(Webhook::new(HOOK).handle(message(1), async |_, _| SendMessage::new(1, "\u{fffd}")));
    assert!(told(handled).1.contains("\u{fffd}"));
}

#[test]
fn a_body_of_the_allowed_size_is_handled() {
    let size = json!({"update_id": 1}).to_string().len();
    let status = |most| {
        let webhook = Webhook::new(HOOK).max_body_bytes(most);
        told(block_on(webhook.handle(request(&json!({"update_id": 1})), async |_, _| {}))).0
    };
    assert_eq!((status(size), status(size - 1)), (200, 413));
}

#[test]
fn inline_and_shipping_queries_are_answered_in_the_response() {
    let from = json!({"id": 1, "is_bot": false, "first_name": "A"});
    let address = json!({
        "country_code": "SE", "state": "", "city": "a", "street_line1": "b", "street_line2": "", "post_code": "1"
    });
    let shipping = json!({"id": "q", "from": from, "invoice_payload": "p", "shipping_address": address});
    let refusal = json!({"shipping_query_id": "q", "ok": false, "error_message": "no"});
    for (update, method, parameters) in [
        (
            json!({"update_id": 1, "inline_query": {"id": "q", "from": from, "query": "", "offset": ""}}),
            "answerInlineQuery",
            json!({"inline_query_id": "q", "results": []}),
        ),
        (json!({"update_id": 2, "shipping_query": shipping}), "answerShippingQuery", refusal),
    ] {
        let webhook = Webhook::new(HOOK);
        let handled = webhook.handle(request(&update), async move |_, context| {
            context.answer(InlineCall::named(method, &parameters)).await
        });
        let (status, answer) = told(block_on(handled));
        assert_eq!((status, answer.contains(method)), (200, true), "{answer}");
    }
}

fn answered(text: &str) -> AnswerCallbackQuery {
    AnswerCallbackQuery::new("q").text(text)
}

const ANSWER: &str = r#"{"method":"answerCallbackQuery","callback_query_id":"q","text":"early"}"#;

#[test]
fn an_answer_rides_in_the_response() {
    let (emulator, _, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot);
    let handled = webhook.handle(query(1), async |update, context| -> Result<(), BoxError> {
        let Some(Event::CallbackQuery(query)) = update.into_event() else { panic!() };
        context.answer(query.answer().text("early")).await?;
        Ok(())
    });
    assert_eq!(told(block_on(handled)), (200, ANSWER.to_owned()));
    // Returned as well, with more in it.
    let handled = webhook.handle(query(2), async |_, context| {
        context.answer(answered("early")).await.unwrap();
        Some(answered("more").show_alert(true))
    });
    let more = r#"{"method":"answerCallbackQuery","callback_query_id":"q","text":"more","show_alert":true}"#;
    assert_eq!(told(block_on(handled)), (200, more.to_owned()));
    assert_eq!(calls(&emulator), []);
}

#[test]
fn no_answer_is_lost() {
    let (emulator, _, bot) = world();
    let webhook = Webhook::new(HOOK).bot(bot);
    // Another call, also one that answers another query, takes the response; the answer is a call then.
    let others: [InlineCall; 2] = [SendMessage::new(1, "x").into(), AnswerCallbackQuery::new("another").into()];
    for (index, other) in others.into_iter().enumerate() {
        let method = other.method().to_owned();
        let handled = webhook.handle(query([1, 2][index]), async move |_, context| {
            context.answer(answered("early")).await.unwrap();
            other
        });
        let (status, body) = told(block_on(handled));
        assert!(status == 200 && body.contains(&method) && !body.contains("early"), "{body}");
        let made = calls(&emulator);
        assert_eq!((made.len(), made.last().unwrap().1["text"].as_str()), (index + 1, Some("early")), "{made:?}");
    }
    // A failure that somebody has dealt with.
    let forgiving = webhook.clone().on_error(|_| Some(Response::new(204)));
    let failing = async |_: Update, context: Context| -> Result<(), BoxError> {
        context.answer(answered("early")).await?;
        Err("later".into())
    };
    assert_eq!(block_on(forgiving.handle(query(3), failing)).status(), 204);
    assert_eq!(calls(&emulator).len(), 3);
    // One that comes again: nothing is sent.
    let failed = webhook.clone().on_error(|_| None);
    assert_eq!(block_on(failed.handle(query(4), failing)).status(), 500);
    assert_eq!(calls(&emulator).len(), 3);
}

#[test]
fn an_answer_that_nobody_can_send_is_not_forgotten() {
    let failures = Arc::new(Mutex::new(Vec::new()));
    let log = failures.clone();
    let webhook = Webhook::new(HOOK).on_error(move |failure| {
        log.lock().unwrap().push(failure.to_string());
        None
    });
    let handled = webhook.handle(query(7), async |_, context| {
        context.answer(answered("early")).await.unwrap();
        SendMessage::new(1, "x")
    });
    assert_eq!(told(block_on(handled)), (500, String::new()));
    assert_eq!(*failures.lock().unwrap(), ["update 7: webhook: expected a bot for its calls, got none"]);
}

#[test]
fn a_query_is_answered_once_and_by_its_own_answer() {
    let webhook = Webhook::new(HOOK);
    let errors = Arc::new(Mutex::new(Vec::new()));
    for (id, request) in [query(1), message(2)].into_iter().enumerate() {
        let log = errors.clone();
        block_on(webhook.handle(request, async move |_, context| {
            let calls: [InlineCall; 5] = [
                SendMessage::new(1, "x").into(),
                AnswerCallbackQuery::new("another").into(),
                answered(&"x".repeat(201)).into(),
                answered("early").into(),
                answered("again").into(),
            ];
            for call in calls {
                if let Err(error) = context.answer(call).await {
                    log.lock().unwrap().push(format!("{id} {error}"));
                }
            }
        }));
    }
    let none = "1 answer: expected one answer to a query, got an update without";
    let expected = [
        "0 answer: expected answerCallbackQuery of the query of this update, got sendMessage",
        "0 answer: expected answerCallbackQuery of the query of this update, got answerCallbackQuery",
        "0 answerCallbackQuery: text: expected a String of 0 to 200 characters, got 201 characters",
        "0 answer: expected one answer to a query, got a second one",
        none,
        none,
        none,
        none,
        none,
    ];
    assert_eq!(*errors.lock().unwrap(), expected);
}

#[test]
fn a_slow_handler_is_answered_for_at_the_deadline() {
    let (emulator, alice, bot) = world();
    let host = Host::default();
    let webhook = host.webhook(&bot);
    let (gate, open) = (Arc::new(Mutex::new(false)), Arc::new(Mutex::new(None)));
    let (shut, context_of) = (gate.clone(), open.clone());
    let to = alice.id();
    let mut work = pin!(webhook.handle(query(1), async move |_, context| {
        context.answer(answered("early")).await.unwrap();
        *context_of.lock().unwrap() = Some(context.clone());
        poll_fn(|_| if *shut.lock().unwrap() { Poll::Ready(()) } else { Poll::Pending }).await;
        assert!(context.is_late());
        SendMessage::new(to, "late")
    }));
    assert_eq!(host.answer(poll_fn(|context| work.as_mut().poll(context))), None);
    emulator.advance(Duration::from_secs(9));
    assert!(poll(&mut work).is_pending());
    emulator.advance(Duration::from_secs(1));
    let Poll::Ready(response) = poll(&mut work) else { panic!("the deadline has passed") };
    assert_eq!(told(response), (200, ANSWER.to_owned()));
    let context = open.lock().unwrap().take().unwrap();
    let second = block_on(context.answer(answered("again"))).unwrap_err();
    assert_eq!(second.to_string(), "answer: expected one answer to a query, got a second one");
    *gate.lock().unwrap() = true;
    (0..5).for_each(|_| host.turn());
    assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("late"));
    // It was handled.
    let repeated = host.answer(webhook.handle(query(1), async |_, _| SendMessage::new(1, "again")));
    assert_eq!(repeated, Some((200, String::new())));
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
        let errors = Arc::new(Mutex::new(Vec::new()));
        let log = errors.clone();
        let mut work = pin!(webhook.handle(request, async move |_, context| {
            poll_fn(|_| if context.is_late() { Poll::Ready(()) } else { Poll::Pending }).await;
            let answered = context.answer(answer).await.map_err(|error| error.kind());
            log.lock().unwrap().push(answered);
        }));
        assert_eq!(host.answer(poll_fn(|context| work.as_mut().poll(context))), None);
        emulator.advance(Duration::from_secs(deadline));
        assert!(matches!(poll(&mut work), Poll::Ready(response) if told(response.clone()) == (200, String::new())));
        (0..5).for_each(|_| host.turn());
        // The emulator knows of no such query: the call was made, and its failure is told to the handler.
        assert_eq!(calls(&emulator).last().unwrap().0, expected);
        assert_eq!(*errors.lock().unwrap(), [Err("api")]);
    }
}

#[test]
fn tasks_are_awaited_and_their_failures_told() {
    let (_, alice, bot) = world();
    let failures = Arc::new(Mutex::new(Vec::new()));
    let to = alice.id();
    let tasks = async move |_: Update, context: Context| {
        context.wait_until(async move { SendMessage::new(to, "by a task") });
        context.wait_until(async { Err::<(), BoxError>("a task".into()) });
        SendMessage::new(1, "response")
    };
    let told_to = |log: &Arc<Mutex<Vec<String>>>| {
        let log = log.clone();
        move |failure: &botwire::webhook::Failure| {
            assert!(matches!(failure.cause, Cause::Handler(_)));
            log.lock().unwrap().push(failure.to_string());
            None
        }
    };
    let host = Host::default();
    for (id, webhook) in [(1, Webhook::new(HOOK).bot(bot.clone())), (2, host.webhook(&bot))] {
        let webhook = webhook.on_error(told_to(&failures));
        let answer = host.answer(webhook.handle(message(id), tasks));
        assert!(answer.unwrap().1.contains("response"));
        (0..5).for_each(|_| host.turn());
        assert_eq!(alice.next_message().unwrap().message.text.as_deref(), Some("by a task"));
    }
    assert_eq!(*failures.lock().unwrap(), ["update 1: a task", "update 2: a task"]);
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

/// What is said of a URL that is none for a webhook.
const OTHER: &str = "an https: URL on port 443, 80, 88 or 8443, got another String";

#[test]
fn a_webhook_is_registered_where_it_is_not() {
    let (emulator, _, bot) = world();
    let webhook = Webhook::new(HOOK);
    let register = |url: &str| block_on(webhook.register(&bot, SetWebhook::new(url)));
    let url = format!("https://Bot.example:443{HOOK}?a=b");
    assert_eq!(register(&url).unwrap().changed, [Setting::Url]);
    assert_eq!(register(&url).unwrap().changed, []);
    let set = calls(&emulator).into_iter().filter(|(name, _)| name == "setWebhook");
    assert_eq!(set.map(|(_, parameters)| parameters["url"].clone()).collect::<Vec<_>>(), [url]);
    for (wrong, expected) in [
        (format!("http://bot.example{HOOK}"), OTHER),
        (format!("https://bot.example:8444{HOOK}"), OTHER),
        (format!("https://[::1]:x{HOOK}"), OTHER),
        (format!("https://bot.example{HOOK} "), "a URL without spaces and control characters, got a URL with one"),
        ("https:///hook".to_owned(), OTHER),
        ("https://bot.example".to_owned(), "a secret path, got none"),
        ("https://bot.example?a=b".to_owned(), "a secret path, got none"),
        ("https://bot.example/other".to_owned(), "the path of the webhook, got another path"),
        (format!("https://a:b@bot.example{HOOK}"), "no credentials and no fragment, got some"),
        (format!("https://bot.example{HOOK}#a"), "no credentials and no fragment, got some"),
        ("x".to_owned(), OTHER),
    ] {
        let error = register(&wrong).unwrap_err().to_string();
        assert_eq!(error, format!("register: url: expected {expected}"), "{wrong}");
    }
}
