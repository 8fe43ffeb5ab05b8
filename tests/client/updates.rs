//! Long polling: order, confirmation, faults, unknown kinds, stopping.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use botwire::types::UpdateKind;
use serde_json::{Value, json};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::stand_in::{answer, parameters, requests};
use crate::stopping::turn;
use crate::{MESSAGE, bot, ok};

fn batch(ids: impl IntoIterator<Item = i64>) -> String {
    let updates: Vec<Value> = ids
        .into_iter()
        .map(|id| json!({"update_id": id, "message": serde_json::from_str::<Value>(MESSAGE).unwrap()}))
        .collect();
    ok(&Value::from(updates).to_string())
}

fn offsets() -> Vec<Option<i64>> {
    requests().iter().map(|request| parameters(request)["offset"].as_i64()).collect()
}

#[wasm_bindgen_test]
async fn each_update_comes_once_and_is_confirmed_after_it_was_processed() {
    answer([batch([10, 11]), batch([11, 12]), ok("[]")]);
    let mut updates = bot().updates().timeout(Duration::from_secs(9)).limit(2).allowed_updates([UpdateKind::Message]);
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(updates.next().await.unwrap().unwrap().update_id);
    }
    assert_eq!(seen, [10, 11, 12]);
    updates.close().await.unwrap();
    assert_eq!(offsets(), [None, Some(12), Some(13)]);
    let sent = requests();
    assert_eq!(parameters(&sent[0]), json!({"timeout":9,"limit":2,"allowed_updates":["message"]}));
    assert_eq!((&parameters(&sent[2])["timeout"], &parameters(&sent[2])["limit"]), (&json!(0), &json!(1)));
}

#[wasm_bindgen_test]
async fn an_update_in_work_is_not_confirmed() {
    answer([batch([10])]);
    let mut updates = bot().updates().offset(-1);
    updates.next().await.unwrap().unwrap();
    drop(updates);
    turn(10).await;
    assert_eq!(offsets(), [Some(-1)]);
}

#[wasm_bindgen_test]
async fn unknown_kinds_and_odd_shapes_come_through() {
    answer([ok(r#"[
        {"update_id":1,"poll":{"id":"x"}},
        {"update_id":2,"message":{"text":7}},
        {"no":"id"},
        {"update_id":3,"message":{"message_id":1,"date":1,"chat":{"id":1,"type":"a new type"},"text":"\ud83d"}}
    ]"#)]);
    let mut updates = bot().updates();
    let mut next = async || updates.next().await.unwrap().unwrap();
    let poll = next().await;
    assert_eq!((poll.kind().unwrap().as_str(), &poll.extra["poll"]["id"]), ("poll", &json!("x")));
    let odd = next().await;
    assert_eq!((odd.update_id, &odd.extra["message"]), (2, &json!({"text":7})));
    let last = next().await;
    assert_eq!(last.message.unwrap().text.as_deref(), Some("\u{fffd}"));
}

#[wasm_bindgen_test]
async fn transient_faults_are_waited_out_and_told() {
    answer(["text(502, 'x')".to_owned(), batch([5])]);
    let told = Rc::new(RefCell::new(Vec::new()));
    let tell = told.clone();
    let mut updates = bot().updates().on_fault(move |error| tell.borrow_mut().push(error.kind()));
    let started = js_sys::Date::now();
    assert_eq!(updates.next().await.unwrap().unwrap().update_id, 5);
    assert!(js_sys::Date::now() - started >= 240.0);
    assert_eq!(*told.borrow(), ["http"]);
}

#[wasm_bindgen_test]
async fn flood_control_is_waited_out_as_long_as_asked() {
    let slow = "json(429, {ok:false,error_code:429,description:'x',parameters:{retry_after:2}})";
    answer([slow.to_owned(), batch([5])]);
    let started = js_sys::Date::now();
    assert_eq!(bot().updates().next().await.unwrap().unwrap().update_id, 5);
    assert!(js_sys::Date::now() - started >= 1990.0);
}

#[wasm_bindgen_test]
async fn lasting_faults_are_handed_out_and_asking_again_tries_again() {
    answer(["json(401, {ok:false,error_code:401,description:'Unauthorized'})".to_owned(), batch([5])]);
    let mut updates = bot().updates();
    let error = updates.next().await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "getUpdates: 401 Unauthorized");
    assert_eq!(updates.next().await.unwrap().unwrap().update_id, 5);
}

#[wasm_bindgen_test]
async fn a_service_that_ignores_the_offset_is_not_hammered_and_repeats_nothing() {
    answer([batch([5]), batch([5]), batch([5, 6]), ok("[]"), batch([7])]);
    let told = Rc::new(RefCell::new(Vec::new()));
    let tell = told.clone();
    let mut updates = bot().updates().on_fault(move |error| tell.borrow_mut().push(error.kind()));
    for update_id in [5, 6, 7] {
        assert_eq!(updates.next().await.unwrap().unwrap().update_id, update_id);
    }
    assert_eq!(*told.borrow(), ["result"]);
    assert_eq!(offsets(), [None, Some(6), Some(6), Some(7), Some(7)]);
}

#[wasm_bindgen_test]
async fn identifiers_may_begin_anew_anywhere() {
    answer([batch([1000]), ok("[]"), batch([7]), ok("[]"), batch([6])]);
    let mut updates = bot().updates();
    for update_id in [1000, 7, 6] {
        assert_eq!(updates.next().await.unwrap().unwrap().update_id, update_id);
    }
    assert_eq!(offsets(), [None, Some(1001), None, Some(8), None]);
}

#[wasm_bindgen_test]
async fn the_signal_ends_it_and_what_was_processed_is_confirmed() {
    answer([batch([5]), "hang(request, signal)".to_owned(), ok("[]")]);
    let controller = web_sys::AbortController::new().unwrap();
    let mut updates = bot().updates().signal(&controller.signal());
    updates.next().await.unwrap().unwrap();
    wasm_bindgen_futures::spawn_local(async move {
        turn(30).await;
        controller.abort();
    });
    assert!(updates.next().await.is_none());
    assert_eq!(offsets(), [None, Some(6), Some(6)]);
    assert!(requests()[1]["aborted"].as_bool().unwrap());
    assert!(updates.next().await.is_none());
    assert_eq!(requests().len(), 3);
}
