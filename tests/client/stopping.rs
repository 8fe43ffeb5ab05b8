//! Calls that end before their answer: timeouts, signals, dropped futures, and refused connections.

use std::time::Duration;

use botwire::client::{Bot, Error};
use botwire::methods::{GetMe, GetUpdates, SendMessage};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::clock::eventually;
use crate::stand_in::{answer, request, requests, step_aside};
use crate::{MESSAGE, TOKEN, bot, ok};

/// Runs everything that is due.
pub async fn turn(milliseconds: i32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let window = web_sys::js_sys::global();
        let set = js_sys::Reflect::get(&window, &"setTimeout".into()).unwrap();
        let set: js_sys::Function = wasm_bindgen::JsCast::unchecked_into(set);
        set.call2(&wasm_bindgen::JsValue::UNDEFINED, &resolve, &milliseconds.into()).unwrap();
    });
    wasm_bindgen_futures::JsFuture::from(promise).await.unwrap();
}

#[wasm_bindgen_test]
async fn a_time_out_aborts_the_request() {
    answer(["hang(request, signal)"]);
    let started = js_sys::Date::now();
    let error = bot().timeout(Duration::from_millis(50)).send(GetMe::new()).await.unwrap_err();
    assert_eq!(error, Error::Timeout { method: "getMe".to_owned(), after: Duration::from_millis(50) });
    assert!(js_sys::Date::now() - started < 5000.0);
    turn(0).await;
    assert_eq!(request()["aborted"], true);
}

#[wasm_bindgen_test]
async fn a_body_that_never_ends_times_out() {
    answer(["new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array(9)); } }))"]);
    let error = bot().send(GetMe::new()).timeout(Duration::from_millis(50)).await.unwrap_err();
    assert_eq!(error.kind(), "timeout");
    turn(0).await;
    assert_eq!(request()["aborted"], true);
}

#[wasm_bindgen_test]
async fn get_updates_may_take_its_own_time_longer() {
    answer(["new Promise((resolve) => setTimeout(resolve, 300, json(200, {ok:true,result:[]})))"]);
    let call = bot().timeout(Duration::from_millis(50)).send(GetUpdates::new().timeout(1));
    assert!(call.await.unwrap().is_empty());
}

#[wasm_bindgen_test]
async fn no_time_out_waits_on() {
    answer(["new Promise((resolve) => setTimeout(resolve, 100, json(200, {ok:true,result:true})))"]);
    assert!(bot().timeout(None).call::<bool>("newMethod", &serde_json::Value::Null).await.unwrap());
}

#[wasm_bindgen_test]
async fn dropping_the_future_aborts_the_request() {
    answer(["hang(request, signal)"]);
    let future = Box::pin(bot().send(SendMessage::new(42, "hi")));
    let mut future = Some(future);
    // Polled once, then dropped.
    std::future::poll_fn(|context| {
        let pending = future.as_mut().unwrap().as_mut().poll(context).is_pending();
        assert!(pending);
        std::task::Poll::Ready(())
    })
    .await;
    turn(0).await;
    assert_eq!(request()["aborted"], false);
    future.take();
    turn(0).await;
    assert_eq!(request()["aborted"], true);
}

#[wasm_bindgen_test]
async fn a_finished_call_is_not_aborted() {
    answer([ok(MESSAGE)]);
    bot().send(SendMessage::new(42, "hi")).await.unwrap();
    turn(0).await;
    assert_eq!(request()["aborted"], false);
}

#[wasm_bindgen_test]
async fn a_signal_ends_a_call_before_and_in_the_middle() {
    answer(["hang(request, signal)"]);
    let controller = web_sys::AbortController::new().unwrap();
    let call = bot().send(GetMe::new()).signal(&controller.signal());
    let stop = controller.clone();
    wasm_bindgen_futures::spawn_local(async move {
        eventually(|| requests().len() == 1).await;
        stop.abort_with_reason(&"a reason that is a string".into());
    });
    let aborted = Error::Aborted { method: "getMe".to_owned() };
    assert_eq!(call.await.unwrap_err(), aborted);
    turn(0).await;
    assert_eq!(request()["aborted"], true);
    assert_eq!(bot().send(GetMe::new()).signal(&controller.signal()).await.unwrap_err(), aborted);
    assert_eq!(requests().len(), 1);
}

#[wasm_bindgen_test]
async fn a_signal_ends_the_wait_before_a_repetition() {
    answer(["json(429, {ok:false,error_code:429,description:'slow',parameters:{retry_after:20}})"]);
    let controller = web_sys::AbortController::new().unwrap();
    let retry = botwire::client::Retry::times(3);
    let call = bot().send(GetMe::new()).retry(retry).signal(&controller.signal());
    wasm_bindgen_futures::spawn_local(async move {
        turn(50).await;
        controller.abort();
    });
    assert_eq!(call.await.unwrap_err().kind(), "aborted");
    assert_eq!(requests().len(), 1);
}

#[wasm_bindgen_test]
async fn a_refused_connection_is_a_network_error() {
    step_aside();
    // Nothing listens on this port.
    let bot = Bot::new("http://127.0.0.1:47931", TOKEN).unwrap();
    let error = bot.send(GetMe::new()).await.unwrap_err();
    // Each browser has its own words after that.
    assert!(error.to_string().starts_with("getMe: no response: TypeError: "), "{error}");
}
