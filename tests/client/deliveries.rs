//! Deliveries that are dropped, broken off, failing, refused, or too late.

use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use botwire::methods::SendMessage;
use botwire::types::Update;
use botwire::webhook::stores::BoxError;
use botwire::webhook::{self, Cause, Context, Webhook};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Request, Response};

use crate::clock::{eventually, go_on, pass, stand_still, until, waiting};
use crate::stand_in::{answer, evaluate, fast_timers, parameters, request, requests, waits_and_lines};
use crate::stopping::turn;
use crate::{MESSAGE, bot, ok};

const HOOK: &str = "/hook/deliveries";

fn delivery(id: i64, init: &str) -> Request {
    let body = format!("'{{\"update_id\":{id},\"message\":{MESSAGE}}}'");
    let headers = "headers: { 'content-type': 'application/json' }";
    let code =
        format!("new Request('https://bot.example{HOOK}', {{ method: 'POST', {headers}, body: {body}, {init} }})");
    evaluate(&code).unchecked_into()
}

async fn status_and_body(response: Response) -> (u16, String) {
    let text = JsFuture::from(response.text().unwrap()).await.unwrap().as_string().unwrap();
    (response.status(), text)
}

async fn echo(update: Update, _: Context) -> Option<SendMessage> {
    Some(SendMessage::new(1, update.message?.text?))
}

const ECHO: &str = r#"{"method":"sendMessage","chat_id":1,"text":"hi"}"#;

/// Returns true if the first request was made, with its whole body.
fn was_sent() -> bool {
    requests().first().is_some_and(|request| request["body"].is_string())
}

async fn echoed(webhook: &Webhook, id: i64) -> (u16, String) {
    status_and_body(webhook.handle(delivery(id, ""), echo).await).await
}

#[wasm_bindgen_test]
async fn the_call_of_one_that_broke_off_is_made_by_the_bot() {
    answer([ok(MESSAGE)]);
    let gone = || delivery(2, "signal: AbortSignal.abort()");
    let response = Webhook::new(HOOK).bot(bot()).handle(gone(), echo).await;
    // Nobody reads the response.
    assert_eq!(status_and_body(response).await, (503, String::new()));
    assert_eq!(parameters(&request()), serde_json::json!({"chat_id": 1, "text": "hi"}));
    assert_eq!(echoed(&Webhook::new(HOOK).bot(bot()), 2).await, (200, String::new()));
}

#[wasm_bindgen_test]
async fn one_that_broke_off_comes_again_where_there_is_no_bot() {
    let webhook = Webhook::new(HOOK).on_error(|failure| {
        assert!(matches!(failure.cause, Cause::Gone) && !failure.is_late);
        None
    });
    let gone = webhook.handle(delivery(3, "signal: AbortSignal.abort()"), echo).await;
    assert_eq!(status_and_body(gone).await, (503, String::new()));
    assert_eq!(echoed(&webhook, 3).await, (200, ECHO.to_owned()));
}

#[wasm_bindgen_test]
async fn one_whose_body_was_read_before_comes_again() {
    let webhook = Webhook::new(HOOK);
    let read = delivery(19, "");
    JsFuture::from(read.text().unwrap()).await.unwrap();
    assert_eq!(status_and_body(webhook.handle(read, echo).await).await, (500, String::new()));
    assert_eq!(echoed(&webhook, 19).await, (200, ECHO.to_owned()));
}

#[wasm_bindgen_test]
async fn a_late_handler_goes_on_without_a_host_that_waits() {
    answer([ok(MESSAGE)]);
    stand_still();
    let webhook = Webhook::new(HOOK).bot(bot()).deadline(Duration::from_millis(30));
    let (begun, is_time) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));
    let (place, over) = (begun.clone(), is_time.clone());
    let mut handled = pin!(webhook.handle(delivery(4, ""), async move |update: Update, context: Context| {
        place.set(true);
        eventually(|| over.get()).await;
        echo(update, context).await
    }));
    until(handled.as_mut(), || begun.get()).await;
    pass(29);
    // The timers of the deadline and of the lease's renewal.
    until(handled.as_mut(), || waiting() == 2).await;
    pass(1);
    assert_eq!(status_and_body(handled.await).await, (200, String::new()));
    assert!(requests().is_empty());
    is_time.set(true);
    eventually(was_sent).await;
    go_on();
    assert_eq!(parameters(&request())["text"], "hi");
    assert_eq!(echoed(&webhook, 4).await, (200, String::new()));
}

#[wasm_bindgen_test]
async fn a_late_call_is_retried_for_20_seconds() {
    let slow = |seconds| {
        format!("json(429, {{ok:false,error_code:429,description:'x',parameters:{{retry_after:{seconds}}}}})")
    };
    let gone = |id| delivery(id, "signal: AbortSignal.abort()");
    let webhook = Webhook::new(HOOK).bot(bot()).deadline(None).on_error(|_| None);
    for (id, seconds, calls) in [(20, 19, 2), (21, 21, 1)] {
        answer([slow(seconds), ok(MESSAGE)]);
        fast_timers(30_000);
        webhook.handle(gone(id), echo).await;
        let (waits, _) = waits_and_lines();
        assert_eq!((requests().len(), waits.contains(&(seconds * 1000))), (calls, calls == 2));
    }
}

#[wasm_bindgen_test]
async fn the_signal_of_a_late_handler_is_aborted_after_25_seconds() {
    answer([ok(MESSAGE)]);
    stand_still();
    let webhook = Webhook::new(HOOK).bot(bot());
    let seen = Rc::new(RefCell::new(None));
    let place = seen.clone();
    let mut handled = pin!(webhook.handle(delivery(23, ""), async move |_, context: Context| {
        let signal = context.signal();
        assert!(!signal.aborted() && signal == context.clone().signal());
        *place.borrow_mut() = Some(signal.clone());
        eventually(|| signal.aborted()).await;
        Some(SendMessage::new(1, format!("late: {}", context.is_late())))
    }));
    until(handled.as_mut(), || seen.borrow().is_some()).await;
    pass(10_000);
    assert_eq!(status_and_body(handled.await).await, (200, String::new()));
    // The timers of the signal and of the lease's renewal.
    eventually(|| waiting() == 2).await;
    pass(24_999);
    assert!(!seen.borrow().as_ref().unwrap().aborted());
    pass(1);
    eventually(was_sent).await;
    go_on();
    assert_eq!(parameters(&request())["text"], "late: true");
}

#[wasm_bindgen_test]
async fn the_signal_of_a_handler_is_aborted_with_the_request() {
    let controller: web_sys::AbortController = evaluate("globalThis.c = new AbortController()").unchecked_into();
    let webhook = Webhook::new(HOOK).on_error(|_| None);
    let abort = controller.clone();
    let seen = Rc::new(Cell::new(false));
    let place = seen.clone();
    let aborted = webhook.handle(delivery(24, "signal: globalThis.c.signal"), async move |_, context| {
        let signal = context.signal();
        assert!(!signal.aborted());
        abort.abort();
        place.set(signal.aborted());
    });
    // No one reads the response.
    assert_eq!(aborted.await.status(), 503);
    assert!(seen.get());
    // A signal that is aborted after the response, as by some hosts, has no effect.
    let controller: web_sys::AbortController = evaluate("globalThis.c = new AbortController()").unchecked_into();
    let later = Rc::new(RefCell::new(None));
    let place = later.clone();
    let answered = webhook.handle(delivery(25, "signal: globalThis.c.signal"), async move |_, context| {
        *place.borrow_mut() = Some(context.signal());
    });
    assert_eq!(answered.await.status(), 200);
    controller.abort();
    assert!(!later.borrow().as_ref().unwrap().aborted());
}

#[wasm_bindgen_test]
async fn a_task_without_a_host_that_waits_is_over_before_the_response() {
    answer([ok(MESSAGE)]);
    let webhook = Webhook::new(HOOK).bot(bot());
    let handled = webhook.handle(delivery(26, ""), async |_, context| {
        context.wait_until(async {
            turn(0).await;
            SendMessage::new(1, "by a task")
        });
    });
    assert_eq!(handled.await.status(), 200);
    assert_eq!(parameters(&request())["text"], "by a task");
}

#[wasm_bindgen_test]
async fn a_host_that_drops_its_tasks_loses_no_update() {
    let failed = Rc::new(RefCell::new(Vec::new()));
    let (log, left) = (failed.clone(), Rc::new(Cell::new(0)));
    let tasks = left.clone();
    let webhook = Webhook::new(HOOK)
        .on_error(move |failure| {
            log.borrow_mut().push(failure.to_string());
            None
        })
        .wait_until(move |task| match tasks.replace(tasks.get() - 1) {
            ..=0 => drop(task),
            _ => wasm_bindgen_futures::spawn_local(task),
        });
    // The first task reads the body, and the second does everything else.
    for (tasks, status) in [(0, 500), (1, 500), (2, 200)] {
        left.set(tasks);
        assert_eq!(status_and_body(webhook.handle(delivery(22, ""), echo).await).await.0, status, "{tasks}");
        turn(0).await;
    }
    let dropped = "update 22: the host dropped a task before it had ended, or the handler panicked";
    assert_eq!(*failed.borrow(), [dropped]);
}

#[wasm_bindgen_test]
async fn the_response_of_the_error_hook_decides() {
    let failed = Rc::new(RefCell::new(Vec::new()));
    let log = failed.clone();
    let webhook = Webhook::new(HOOK).on_error(move |failure| {
        log.borrow_mut().push(failure.to_string());
        Some(webhook::Response::new(if failure.to_string().contains("fine") { 200 } else { 500 }))
    });
    for (id, reason, status) in [(5, "fine", 200), (6, "bad", 500)] {
        let failing = async move |_: Update, _: Context| -> Result<(), BoxError> { Err(reason.into()) };
        assert_eq!(webhook.handle(delivery(id, ""), failing).await.status(), status);
    }
    assert_eq!(*failed.borrow(), ["update 5: fine", "update 6: bad"]);
    assert_eq!(echoed(&webhook, 5).await.1, "");
    assert_eq!(echoed(&webhook, 6).await.1, ECHO);
}

#[wasm_bindgen_test]
async fn refusals_are_reported_with_their_path() {
    let refused = Rc::new(RefCell::new(Vec::new()));
    let log = refused.clone();
    let webhook = Webhook::new(HOOK)
        .deadline(Duration::from_millis(30))
        .max_body_bytes(200)
        .check_fields(true)
        .on_reject(move |rejection, _| log.borrow_mut().push(rejection.to_string()));
    let stuck = "duplex: 'half', body: new ReadableStream({ start(c) { c.enqueue(new Uint8Array(9)); } })";
    let wrong = r#"body: '{"update_id":1,"message":{"message_id":"1"}}'"#;
    let large = "body: ' '.repeat(201)";
    stand_still();
    let mut statuses = Vec::new();
    {
        let mut handled = pin!(webhook.handle(delivery(8, stuck), echo));
        until(handled.as_mut(), || waiting() == 1).await;
        pass(30);
        statuses.push(handled.await.status());
    }
    for init in [wrong, large, ""] {
        statuses.push(webhook.handle(delivery(8, init), echo).await.status());
    }
    statuses.push(echoed(&webhook, 8).await.0);
    go_on();
    assert_eq!(statuses, [408, 400, 413, 200, 200]);
    let expected = [
        "answered with 408: body: expected all of it within 30 ms, got less",
        "answered with 400: message.message_id: expected an Integer, got \"1\"",
        "answered with 413: body: expected at most 200 bytes, got more",
        "answered with 200: update_id: expected an update that was not handled, got 8 again",
    ];
    assert_eq!(*refused.borrow(), expected);
}

#[wasm_bindgen_test]
async fn the_secret_may_be_in_a_header_alone() {
    let webhook = Webhook::unauthenticated().secret_header("x-hook", "s3cret");
    let with =
        |value: &str| delivery(9, &format!("headers: {{ 'x-hook': '{value}', 'content-type': 'application/json' }}"));
    assert_eq!(webhook.handle(with("s3creT"), echo).await.status(), 401);
    assert_eq!(status_and_body(webhook.handle(with("s3cret"), echo).await).await, (200, ECHO.to_owned()));
}
